"""Take a file of attendance."""

from typing import Any
from uuid import UUID

from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api.reach import REGIONAL
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from transfers.conditionality.imports import serializers
from transfers.conditionality.imports.services import import_attendance
from transfers.conditionality.views import WRITE, ConditionalityView


class AttendanceImport(ConditionalityView):
    permission = WRITE
    # Lines are about beneficiaries of the caller's regions.
    reach = REGIONAL
    # The file is read before anything is written, in one transaction of its own.
    is_one_transaction = False

    @declare_operation(
        "Importer les vérifications d'une conditionnalité",
        body=serializers.AttendanceFileBody,
        response=serializers.AttendanceFileResponse,
        upload=True,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        conditionality = self.find_conditionality(identity)
        sent = self.validate_body().validated_data
        summary = import_attendance(
            upload=sent["file"],
            conditionality=conditionality,
            cycle=sent.get("cycle"),
            parse=serializers.parse_attendance_line,
            user=self.caller,
        )
        text = ngettext("%(n)d vérification enregistrée.", "%(n)d vérifications enregistrées.", summary.traites)
        message = text % {"n": summary.traites}
        if summary.nb_maintenus:
            message += " " + ngettext(
                "%(n)d reste justifiée, malgré le fichier.",
                "%(n)d restent justifiées, malgré le fichier.",
                summary.nb_maintenus,
            ) % {"n": summary.nb_maintenus}
        return self.ok(serialize_row(summary), message)
