"""Take a file of answers."""

from typing import Any
from uuid import UUID

from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from transfers.receipts import serializers
from transfers.receipts.imports.services import import_answers
from transfers.receipts.services import CHECK
from transfers.receipts.views import CheckView


class AnswerImport(CheckView):
    permission = CHECK
    # The file is read before anything is written, in one transaction of its own.
    is_one_transaction = False

    @declare_operation(
        "Importer les réponses d'une vérification",
        body=serializers.AnswerFileBody,
        response=serializers.AnswerFileResponse,
        upload=True,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        check = self.find_check(identity)
        upload = self.validate_body().validated_data["file"]
        summary = import_answers(upload=upload, check=check, parse=serializers.parse_answer_line, user=self.caller)
        text = ngettext("%(n)d réponse enregistrée.", "%(n)d réponses enregistrées.", summary.traites)
        return self.ok(serialize_row(summary), text % {"n": summary.traites})
