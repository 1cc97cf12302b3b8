"""Take a file of attendance: at once what is small, else, or with `async`, as a job (202)."""

from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.files.models import StoredFile
from accounts.jobs.api import start_job
from accounts.jobs.models import Job
from config.api.reach import REGIONAL
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from geo.import_engine.deposits import import_deposit
from transfers.conditionality.imports import serializers
from transfers.conditionality.imports.jobs import ATTENDANCE_JOB, build_attendance_params
from transfers.conditionality.imports.services import check_import, import_attendance
from transfers.conditionality.imports.types import AttendanceSummary
from transfers.conditionality.views import WRITE, ConditionalityView


class AttendanceImport(ConditionalityView):
    permission = WRITE
    # Lines are about beneficiaries of the caller's regions.
    reach = REGIONAL
    # The file is stored first, then read and taken in one transaction of its own.
    is_one_transaction = False

    @declare_operation(
        "Importer les vérifications d'une conditionnalité",
        query=serializers.AttendanceParams,
        body=serializers.AttendanceFileBody,
        response=serializers.AttendanceFileResponse,
        upload=True,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        conditionality = self.find_conditionality(identity)
        sent = self.validate_body().validated_data
        cycle = sent.get("cycle")
        check_import(conditionality, cycle)

        def run(path: Path) -> AttendanceSummary:
            return import_attendance(
                path,
                conditionality=conditionality,
                cycle=cycle,
                parse=serializers.parse_attendance_line,
                user=self.caller,
                awaited_rows=settings.SYNCHRONOUS_MAX_ROWS,
            )

        def start(stored: StoredFile) -> Job:
            return start_job(ATTENDANCE_JOB, build_attendance_params(conditionality, cycle, stored), self.caller)

        result = import_deposit(sent["file"], self.caller, run=run, start=start, by_job=self.query["async"])
        if isinstance(result, Job):
            return self.build_job_response(result)
        return self.ok(serialize_row(result), self._describe(result))

    @staticmethod
    def _describe(summary: AttendanceSummary) -> str:
        text = ngettext("%(n)d vérification enregistrée.", "%(n)d vérifications enregistrées.", summary.traites)
        message = text % {"n": summary.traites}
        if summary.nb_maintenus:
            message += " " + ngettext(
                "%(n)d reste justifiée, malgré le fichier.",
                "%(n)d restent justifiées, malgré le fichier.",
                summary.nb_maintenus,
            ) % {"n": summary.nb_maintenus}
        return message
