"""Serve all households that match the filters of the list as a file."""

from typing import IO, Any

from django.db.models import QuerySet
from django.http import FileResponse, StreamingHttpResponse
from django.utils.translation import gettext as _

from config.api.export_turns import ExportBody, ExportTurn, require_chunked_transfer
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import invalid
from geo.layers.exports.views import StartedStream
from geo.tables.workbook_output import TooManyRows, write_workbook
from registry.households.exports import queries
from registry.households.exports.rules import spell_row, spell_titles, write_code_row
from registry.households.exports.serializers import CSV, EXCEL, MEDIA, HouseholdExportParams
from registry.households.filters import HouseholdFilters, filter_households
from registry.households.models import Household


class HouseholdExport(EnvelopeView):
    """Serve households as CSV, streamed in constant memory, or as a workbook, written to a file first."""

    permission = "registre.exporter"
    allowance = EXPORT

    @declare_operation(
        "Exporter des ménages (csv, xlsx)",
        filters=HouseholdFilters,
        query=HouseholdExportParams,
        media=MEDIA[EXCEL],
    )
    def get(self, request: Any) -> StreamingHttpResponse:
        form = self.query["format"]
        headers = {
            "Cache-Control": "private, no-store",
            "Vary": "Authorization",
            "Content-Disposition": f'attachment; filename="menages.{form}"',
        }
        if request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=MEDIA[form], headers=headers)
        if form == CSV:
            require_chunked_transfer(request)
        contacts = self.caller.holds("registre.voir_contacts")
        rows = self.filter_visible(filter_households(self.query, contacts))
        turn = ExportTurn(self.caller.id)
        try:
            if form == CSV:
                body: Any = StartedStream(queries.stream_csv(rows, self.caller))
                return StreamingHttpResponse(ExportBody(body, turn), content_type=MEDIA[form], headers=headers)
            book = self.write_book(rows)
        except TooManyRows as error:
            turn.release()
            text = _("Un classeur n'a pas assez de lignes pour ces ménages : choisissez csv.")
            raise invalid({"format": [text]}) from error
        except BaseException:
            turn.release()
            raise
        # The file is complete: sending it needs neither the database nor a turn.
        turn.release()
        return FileResponse(book, content_type=MEDIA[form], headers=headers)

    def write_book(self, rows: QuerySet[Household]) -> IO[bytes]:
        """Write the workbook that is wanted: to read, or to import again. Raises TooManyRows."""
        if self.query["libelles"]:
            return write_workbook(_("Ménages"), spell_titles(), queries.iterate_rows(rows, self.caller, spell_row))
        return write_workbook("menages", list(queries.COLUMNS), queries.iterate_rows(rows, self.caller, write_code_row))
