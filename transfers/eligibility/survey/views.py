"""Serve the errors of PMT methods and designs, by a survey that is uploaded and not kept.

They are measured at once by a small one, else, or with `async`, by a job (202).
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from rest_framework.response import Response

from accounts.files.models import StoredFile
from accounts.jobs.api import start_job
from accounts.jobs.models import Job
from config.api.limits import ANALYSIS
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from geo.import_engine.deposits import import_deposit
from transfers.eligibility.survey import serializers
from transfers.eligibility.survey.jobs import SURVEY_JOB, build_survey_params
from transfers.eligibility.survey.services import measure_errors
from transfers.eligibility.survey.types import SurveyErrors


class SurveyMeasurement(EnvelopeView):
    permission = "registre.lire"
    reach = OWN
    allowance = ANALYSIS
    # The file is read in a transaction of its own; nothing is written.
    is_one_transaction = False

    @declare_operation(
        "Mesurer des méthodes et des ciblages par une enquête",
        query=serializers.SurveyParams,
        body=serializers.SurveyBody,
        response=serializers.SurveyErrorsResponse,
        upload=True,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        question = sent["question"]

        def run(path: Path) -> SurveyErrors:
            return measure_errors(path, question, awaited_rows=settings.SYNCHRONOUS_MAX_ROWS)

        def start(stored: StoredFile) -> Job:
            return start_job(SURVEY_JOB, build_survey_params(stored, request.data), self.caller)

        found = import_deposit(sent["file"], self.caller, run=run, start=start, by_job=self.query["async"])
        if isinstance(found, Job):
            return self.build_job_response(found)
        return self.ok(serializers.describe_errors(found))
