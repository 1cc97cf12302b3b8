"""Serve payments as a file."""

from typing import Any

from django.http import FileResponse, StreamingHttpResponse
from django.utils.translation import gettext as _

from config.api.export_turns import ExportBody, ExportTurn, require_chunked_transfer
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import forbidden, invalid
from geo.layers.exports.views import StartedStream
from geo.tables.workbook_output import TooManyRows, write_workbook
from transfers.payments.exports import queries
from transfers.payments.exports.serializers import CSV, MEDIA, ExportParams
from transfers.payments.filters import CyclePaymentFilters
from transfers.payments.queries import filter_payments

NO_STORE = {"Cache-Control": "private, no-store", "Vary": "Authorization"}


class PaymentExport(EnvelopeView):
    """Serve payments as CSV, streamed in constant memory, or as a workbook, written to a file first."""

    permission = "registre.exporter"
    allowance = EXPORT

    @declare_operation(
        "Exporter des paiements (csv, xlsx)", filters=CyclePaymentFilters, query=ExportParams, media=MEDIA[CSV]
    )
    def get(self, request: Any) -> StreamingHttpResponse:
        if not self.caller.holds("transferts.lire"):
            raise forbidden()
        contacts = self.caller.holds("registre.voir_contacts")
        rows = self.filter_visible(filter_payments(self.query, contacts))
        form = self.query["format"]
        headers = NO_STORE | {"Content-Disposition": f'attachment; filename="paiements.{form}"'}
        if request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=MEDIA[form], headers=headers)
        if form == CSV:
            require_chunked_transfer(request)
        turn = ExportTurn(self.caller.id)
        try:
            if form == CSV:
                body: Any = StartedStream(queries.stream_csv(rows, contacts))
                return StreamingHttpResponse(ExportBody(body, turn), content_type=MEDIA[form], headers=headers)
            titles = [column.title for column in queries.list_columns(contacts)]
            book = write_workbook("paiements", titles, queries.iterate_rows(rows, contacts))
        except TooManyRows as error:
            turn.release()
            text = _("Un classeur n'a pas assez de lignes pour ces paiements : choisissez csv.")
            raise invalid({"format": [text]}) from error
        except BaseException:
            turn.release()
            raise
        # The file is complete: sending it needs neither the database nor a turn.
        turn.release()
        return FileResponse(book, content_type=MEDIA[form], headers=headers)
