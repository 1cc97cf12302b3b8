"""Serve sheets as PDF, to be printed and signed, or as a workbook, to be filled in and sent as a result file."""

from io import BytesIO
from typing import IO, Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import FileResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from config.api.export_turns import ExportTurn
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.errors.problems import invalid, invalid_status
from geo.tables.workbook_output import write_workbook
from transfers.cycles.models import Cycle
from transfers.execution.sheets import queries, serializers
from transfers.execution.sheets.filters import SheetFilters
from transfers.execution.sheets.models import Sheet
from transfers.execution.sheets.printing.document import write_document
from transfers.execution.sheets.printing.workbook import TITLES, iterate_rows
from transfers.execution.sheets.rules import MAX_PRINTED
from transfers.execution.sheets.views import SheetView


class SheetExportView(SheetView):
    """Share how sheets are printed: written whole, then sent."""

    allowance = EXPORT

    def build_file_response(self, cycle: Cycle, rows: QuerySet[Sheet], name: str) -> StreamingHttpResponse:
        form = self.query["format"]
        headers = {
            "Cache-Control": "private, no-store",
            "Vary": "Authorization",
            "Content-Disposition": content_disposition_header(True, f"{name}.{form}") or "",
        }
        self._require_size(rows)
        if self.request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=serializers.MEDIA[form], headers=headers)
        turn = ExportTurn(self.caller.id)
        try:
            file = self._write_file(cycle, rows, form)
        finally:
            turn.release()
        return FileResponse(file, content_type=serializers.MEDIA[form], headers=headers)

    @staticmethod
    def _require_size(rows: QuerySet[Sheet]) -> None:
        """Raise INVALID_STATUS when there is nothing to print, VALIDATION_ERROR for more people than a print holds."""
        count = queries.count_people(rows)
        if not count:
            raise invalid_status(_("Il n'y a aucune feuille à imprimer."))
        if count > MAX_PRINTED:
            text = _("Une impression tient au plus %(most)d personnes : choisissez une région ou des numéros.")
            raise invalid({"numeroMax": [text % {"most": MAX_PRINTED}]})

    def _write_file(self, cycle: Cycle, rows: QuerySet[Sheet], form: str) -> IO[bytes]:
        prints = queries.iterate_prints(cycle, rows, contacts=self.contacts)
        if form == serializers.XLSX:
            return write_workbook("feuilles", TITLES, iterate_rows(prints))
        file = BytesIO()
        write_document(file, prints, timezone.localdate())
        file.seek(0)
        return file


class CycleSheetExport(SheetExportView):
    @declare_operation(
        "Imprimer les feuilles d'un cycle (pdf, xlsx)",
        filters=SheetFilters,
        query=serializers.PrintParams,
        media=serializers.MEDIA[serializers.PDF],
    )
    def get(self, request: Any, identity: UUID) -> StreamingHttpResponse:
        cycle: Cycle = self.find_visible(Cycle, id=identity)
        rows = self.filter_visible(queries.filter_prints(cycle, self.query))
        return self.build_file_response(cycle, rows, f"{cycle.code}-feuilles")


class SheetExport(SheetExportView):
    @declare_operation(
        "Imprimer une feuille (pdf, xlsx)",
        query=serializers.PrintParams,
        media=serializers.MEDIA[serializers.PDF],
    )
    def get(self, request: Any, identity: UUID) -> StreamingHttpResponse:
        sheet = self.find_sheet(identity)
        rows = self.filter_visible(queries.filter_prints(sheet.cycle, {})).filter(id=sheet.id)
        return self.build_file_response(sheet.cycle, rows, sheet.reference)
