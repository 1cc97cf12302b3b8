"""Serve the templates of operators' statements, and the files that show their titles."""

import json
from hashlib import md5
from io import BytesIO
from typing import Any

from django.http import FileResponse
from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from geo.layers.api import BOM
from geo.tables.workbook_output import write_workbook
from transfers.operators.models import Operator
from transfers.reconciliation.statements.templates import serializers, services
from transfers.reconciliation.statements.templates.queries import filter_operators, read_template
from transfers.reconciliation.statements.templates.rules import build_example_rows

READ = "transferts.lire"
EDIT = "administration.references"


def compute_version(operator: Operator) -> str:
    """Return the tag of an operator's template: equal templates have one tag."""
    content = json.dumps(operator.modele_releve, sort_keys=True).encode()
    return f'"{md5(content, usedforsecurity=False).hexdigest()}"'


class TemplateList(EnvelopeView):
    permission = READ

    @declare_operation("Modèles de relevé", response=serializers.StatementTemplateSummaryResponse, many=True)
    def get(self, request: Any) -> Response:
        operators = self.filter_visible(filter_operators())
        return self.ok(serializers.StatementTemplateSummaryResponse(operators, many=True).data)


class TemplateDetail(EnvelopeView):
    permission = {"GET": READ, "PUT": EDIT}
    reach = NATIONAL

    @declare_operation("Modèle de relevé d'un opérateur", response=serializers.StatementTemplateResponse)
    def get(self, request: Any, operateur: str) -> Response:
        operator = self.find_visible(filter_operators(), code=operateur)
        return self.build_template_response(operator)

    @declare_operation(
        "Modifier le modèle de relevé d'un opérateur",
        body=serializers.StatementTemplateBody,
        response=serializers.StatementTemplateResponse,
    )
    def put(self, request: Any, operateur: str) -> Response:
        operator = services.change_template(
            operator_code=operateur,
            template=self.validate_body().validated_data["modele"],
            require=lambda row: etag.require_match(self.request, compute_version(row)),
        )
        return self.build_template_response(operator, _("Modèle enregistré."))

    def build_template_response(self, operator: Operator, message: str | None = None) -> Response:
        answer = self.ok(serializers.StatementTemplateResponse(operator).data, message)
        return self.add_etag(answer, compute_version(operator))


class TemplateFile(EnvelopeView):
    """Serve a file with the titles of a template and an example, to be filled in."""

    permission = READ

    @declare_operation(
        "Fichier d'exemple du modèle de relevé d'un opérateur",
        query=serializers.TemplateFileParams,
        media=serializers.MEDIA[serializers.XLSX],
    )
    def get(self, request: Any, operateur: str) -> FileResponse:
        operator = self.find_visible(filter_operators(), code=operateur)
        form = self.query["format"]
        titles, example = build_example_rows(read_template(operator))
        if form == serializers.CSV:
            text = "".join(";".join(row) + "\r\n" for row in (titles, example))
            book: Any = BytesIO(BOM + text.encode())
        else:
            book = write_workbook(_("Relevé"), titles, [example])
        name = f"releve-{operator.code}.{form}"
        return FileResponse(book, content_type=serializers.MEDIA[form], as_attachment=True, filename=name)
