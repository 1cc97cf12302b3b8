"""Make a package in the background."""

from typing import Any
from uuid import UUID

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from analysis.packages.queries import choose_layers, find_content
from analysis.packages.rules import PERMISSION
from analysis.packages.services import count_steps, make_package


def run_package_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Make the package with the rights that the job's user has when it runs; the result names the file."""
    user = find_job_caller(job, PERMISSION)
    params = job.parametres
    content = find_content(user, UUID(params["region"]), choose_layers(user, params["couches"]))
    progress.report(0, count_steps(content))
    stored, holds = make_package(content, user, progress)
    return {
        "fichier": str(stored.id),
        "nom": stored.nom,
        "taille": stored.taille,
        "type": stored.type,
        "expireLe": stored.expires_at.isoformat() if stored.expires_at else None,
        "region": {"id": params["region"], "nom": content.name},
        **holds,
        "commande": params,
    }
