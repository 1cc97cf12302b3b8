"""Finalise a large session as a job."""

from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from django.utils.translation import get_language, override

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from config.caller import ALL_REGIONS
from transfers.reconciliation.finalization.services import finalize_session
from transfers.reconciliation.finalization.types import FinalizationCounts, FinalizationOptions
from transfers.reconciliation.models import ReconciliationSession
from transfers.reconciliation.queries import compute_figures
from transfers.reconciliation.rules import RECONCILE

FINALIZATION_JOB: Final = "finalisation_rapprochement"


def build_finalization_params(session_id: UUID, options: FinalizationOptions) -> dict[str, Any]:
    """Return the parameters of the job. Its rights are those of the user when it runs."""
    return {"session": str(session_id), "options": asdict(options), "langue": get_language()}


def run_finalization_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Finalise a session with the rights that the job's user has now."""
    params = job.parametres
    user = find_job_caller(job, RECONCILE)
    progress.report(0)
    with override(params["langue"]):
        session, counts = finalize_session(
            session_id=UUID(params["session"]), options=FinalizationOptions(**params["options"]), user=user
        )
        return describe_finalization(session, counts)


def describe_finalization(session: ReconciliationSession, counts: FinalizationCounts) -> dict[str, Any]:
    """Return what a finalisation answers, also of its job."""
    return {
        "sessionId": str(session.id),
        "statut": session.statut,
        "dateValidation": session.date_validation and session.date_validation.isoformat(),
        **describe_preview(session, counts),
    }


def describe_preview(session: ReconciliationSession, counts: FinalizationCounts | None) -> dict[str, Any]:
    """Return the figures of a session, and what its finalisation moves, if that is known."""
    figures = compute_figures(session, ALL_REGIONS)
    return {
        "resume": {
            "totalRapprochees": figures.rapprochees,
            "totalNonRapprochees": figures.non_rapprochees,
            "tauxFinal": figures.taux,
            "montantValide": figures.montant_rapproche,
        },
        "effets": counts and serialize_row(counts),
    }
