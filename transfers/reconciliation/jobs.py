"""Read large statements, and match and finalise large sessions, as jobs."""

from dataclasses import asdict
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.utils.translation import get_language, override

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from config.errors.problems import not_found
from geo.import_engine.progress import report_part
from transfers.cycles.models import Cycle
from transfers.reconciliation.matching.api import Criteria
from transfers.reconciliation.queries import describe_creation
from transfers.reconciliation.rules import RECONCILE
from transfers.reconciliation.services import create_session, match_entries
from transfers.reconciliation.types import SessionValues

CREATION_JOB: Final = "session_rapprochement"
MATCH_JOB: Final = "rapprochement"


def build_creation_params(cycle: Cycle, values: SessionValues) -> dict[str, Any]:
    """Return the parameters of the job that creates a session. Its rights are those of the user when it runs."""
    sent = asdict(values) | {"date_debut": values.date_debut.isoformat(), "date_fin": values.date_fin.isoformat()}
    # `fichier` would be deleted with the job.
    sent["fichier_id"] = str(values.fichier_id)
    return {"cycle": str(cycle.id), "session": sent, "langue": get_language()}


def run_creation_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Create a session with the rights that the job's user has now, and match it when that was asked for."""
    user = find_job_caller(job, RECONCILE)
    sent = job.parametres["session"]
    cycle = Cycle.objects.visible_to(user).filter(id=job.parametres["cycle"]).first()
    if cycle is None:
        raise not_found()
    values = SessionValues(
        **sent
        | {
            "date_debut": date.fromisoformat(sent["date_debut"]),
            "date_fin": date.fromisoformat(sent["date_fin"]),
            "fichier_id": UUID(sent["fichier_id"]),
        }
    )
    with override(job.parametres["langue"]):
        # Reading, and matching when that was asked for.
        parts = 2 if values.auto_match else 1
        read = report_part(progress.report, 0, parts)
        session = create_session(cycle=cycle, values=values, user=user, report=read)
        if values.auto_match:
            match = report_part(progress.report, 1, parts)
            match_entries(session_id=session.id, criteria=Criteria(), force=False, user=user, report=match)
        session.refresh_from_db()
        return describe_creation(session)


def build_match_params(session_id: UUID, criteria: Criteria, force: bool) -> dict[str, Any]:
    """Return the parameters of the job that matches a session."""
    return {"session": str(session_id), "criteres": asdict(criteria), "force": force, "langue": get_language()}


def run_match_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Match a session with the rights that the job's user has now."""
    params = job.parametres
    user = find_job_caller(job, RECONCILE)
    with override(params["langue"]):
        summary = match_entries(
            session_id=UUID(params["session"]),
            criteria=Criteria(**params["criteres"]),
            force=params["force"],
            user=user,
            report=progress.report,
        )
        return serialize_row(summary)
