"""Serve the data dictionary: as data, as files, and as a page.

It tells how the registry is made, as the OpenAPI document does, and nothing of any row: everybody may read it.
"""

from typing import Any

from django.http import FileResponse, HttpRequest, HttpResponse
from rest_framework.response import Response

from analysis.dictionary import services
from analysis.dictionary.queries import build_dictionary
from analysis.dictionary.serializers import (
    WORKBOOK,
    XLSX,
    DictionaryTableResponse,
    FileParams,
    TableParams,
)
from analysis.guide.views import ReadingPage
from config.api.permissions import PUBLIC
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Dictionary(EnvelopeView):
    """Return each table with its columns: meaning, type, unit, codes and source, in the language of the request."""

    permission = PUBLIC
    authentication_classes: list = []

    @declare_operation("Dictionnaire des données", query=TableParams, response=DictionaryTableResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(DictionaryTableResponse(build_dictionary(self.query.get("table")), many=True).data)


class DictionaryFile(EnvelopeView):
    """Return the dictionary as a workbook, or as an XLSForm in three languages."""

    permission = PUBLIC
    authentication_classes: list = []

    @declare_operation("Dictionnaire des données en fichier (xlsx, xlsform)", query=FileParams, media=XLSX)
    def get(self, request: Any) -> FileResponse:
        form, table = self.query["format"], self.query.get("table")
        write = services.write_dictionary_workbook if form == WORKBOOK else services.write_dictionary_form
        name = "tabanca-dictionnaire.xlsx" if form == WORKBOOK else "tabanca-dictionnaire-xlsform.xlsx"
        return FileResponse(write(table), as_attachment=True, filename=name, content_type=XLSX)


class DictionaryPage(ReadingPage):
    """Show the dictionary, to be read and printed."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show("aide/dictionnaire.html", tables=build_dictionary())
