"""Serve the entries of a session as a file."""

from typing import Any
from uuid import UUID

from django.http import FileResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from config.api.export_turns import ExportBody, ExportTurn, require_chunked_transfer
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.errors.problems import forbidden, invalid
from geo.layers.exports.views import StartedStream
from geo.tables.workbook_output import TooManyRows, write_workbook
from transfers.reconciliation.figures.exports import queries
from transfers.reconciliation.figures.exports.serializers import CSV, EXCEL, MEDIA, SUFFIXES, ExportParams
from transfers.reconciliation.rules import READ
from transfers.reconciliation.views import SessionView


class SessionExport(SessionView):
    """Serve entries as CSV, streamed in constant memory, or as a workbook, written to a file first."""

    permission = "registre.exporter"
    allowance = EXPORT

    @declare_operation("Exporter une session (csv, excel)", query=ExportParams, media=MEDIA[EXCEL])
    def get(self, request: Any, identity: UUID) -> StreamingHttpResponse:
        if not self.caller.holds(READ):
            raise forbidden()
        session = self.find_session(identity)
        form, content = self.query["format"], self.query["contenu"]
        headers = {
            "Cache-Control": "private, no-store",
            "Vary": "Authorization",
            "Content-Disposition": content_disposition_header(True, f"{session.code}.{SUFFIXES[form]}") or "",
        }
        if request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=MEDIA[form], headers=headers)
        if form == CSV:
            require_chunked_transfer(request)
        chosen = (session, content, self.caller, self.contacts)
        turn = ExportTurn(self.caller.id)
        try:
            if form == CSV:
                body: Any = StartedStream(queries.stream_csv(*chosen))
                return StreamingHttpResponse(ExportBody(body, turn), content_type=MEDIA[form], headers=headers)
            book = write_workbook("rapprochement", queries.TITLES, queries.iterate_rows(*chosen))
        except TooManyRows as error:
            turn.release()
            text = _("Un classeur n'a pas assez de lignes pour cette session : choisissez csv.")
            raise invalid({"format": [text]}) from error
        except BaseException:
            turn.release()
            raise
        # The file is complete: sending it needs neither the database nor a turn.
        turn.release()
        return FileResponse(book, content_type=MEDIA[form], headers=headers)
