"""Take the result file of an operator."""

from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.files.models import StoredFile
from accounts.jobs.api import start_job
from accounts.jobs.models import Job
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from geo.import_engine.deposits import import_deposit
from transfers.execution.results import serializers
from transfers.execution.results.jobs import RESULTS_JOB, build_job_params
from transfers.execution.results.services import read_results
from transfers.execution.results.types import ResultSummary
from transfers.execution.views import ExecutionView


def describe_results(summary: ResultSummary) -> str:
    """Return a sentence about what a file changed."""
    if summary.traites:
        return ngettext("%(n)d résultat enregistré.", "%(n)d résultats enregistrés.", summary.traites) % {
            "n": summary.traites
        }
    if summary.en_attente and not summary.nb_erreurs:
        return _("Aucun résultat encore : ces paiements restent en attente.")
    if summary.deja_regles == summary.lignes:
        return _("Ce fichier a déjà été lu : rien n'a changé.")
    return _("Aucun résultat enregistré : voyez les erreurs.")


class CycleResults(ExecutionView):
    """Read at once what is small, else, or with `async`, as a job (202)."""

    @declare_operation(
        "Lire le fichier de résultats d'un opérateur",
        query=serializers.ResultParams,
        body=serializers.ResultBody,
        response=serializers.ResultResponse,
        upload=True,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_cycle(identity)
        upload = self.validate_body().validated_data["file"]

        def run(path: Path) -> ResultSummary:
            return read_results(path, cycle=cycle, user=self.caller, awaited_rows=settings.SYNCHRONOUS_MAX_ROWS)

        def start(stored: StoredFile) -> Job:
            return start_job(RESULTS_JOB, build_job_params(cycle, stored), self.caller)

        result = import_deposit(upload, self.caller, run=run, start=start, by_job=self.query["async"])
        if isinstance(result, Job):
            return self.build_job_response(result)
        return self.ok(serialize_row(result), describe_results(result))
