"""Start the analysis of many households."""

from typing import Any

from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.duplicates.analysis import jobs, queries, serializers, services


class DuplicateAnalysis(EnvelopeView):
    """Analyse at once for few households, else, or with `async`, as a job (202)."""

    # The sheets are committed before the comparison starts, so that writers do not wait for it.
    is_one_transaction = False
    permission = jobs.PERMISSION

    @declare_operation(
        "Analyser les doublons",
        query=serializers.AnalysisParams,
        body=serializers.AnalysisBody,
        response=serializers.DuplicateAnalysisResponse,
    )
    def post(self, request: Any) -> Response:
        query = self.validate_body().validated_data.get("filtres") or {}
        if self.needs_job(services.count_households_to_analyse(query, self.caller)):
            job = start_job(jobs.DUPLICATE_ANALYSIS_JOB, jobs.build_analysis_params(query), self.caller)
            return self.build_job_response(job)
        counts = services.analyse_duplicates(query=query, user=self.caller)
        return self.ok(counts, serializers.describe_analysis(counts))


class LastAnalysis(EnvelopeView):
    """Tell the newest search of all households that the caller sees; all is null when there was none."""

    permission = "registre.lire"

    @declare_operation("Dernière recherche de doublons", response=serializers.LastAnalysisResponse)
    def get(self, request: Any) -> Response:
        return self.ok(serialize_row(queries.find_last_analysis(self.caller)))
