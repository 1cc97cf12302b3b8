"""Serve the instruction file of a cycle to an operator."""

from typing import Any
from uuid import UUID

from django.http import FileResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from config.api.export_turns import ExportBody, ExportTurn, require_chunked_transfer
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.errors.problems import invalid
from geo.layers.exports.views import StartedStream
from geo.tables.workbook_output import TooManyRows, write_workbook
from transfers.execution.instructions import queries
from transfers.execution.instructions.rules import CSV, ENCODINGS, MEDIA
from transfers.execution.instructions.serializers import InstructionParams
from transfers.execution.instructions.services import choose_operator_runs
from transfers.execution.templates.queries import read_template
from transfers.execution.views import ExecutionView


class InstructionFile(ExecutionView):
    """Serve what an operator is to pay: CSV, streamed in constant memory, or a workbook, written to a file first."""

    allowance = EXPORT

    @declare_operation(
        "Fichier de paiement d'un cycle pour un opérateur (csv, xlsx)", query=InstructionParams, media=MEDIA[CSV]
    )
    def get(self, request: Any, identity: UUID) -> StreamingHttpResponse:
        cycle = self.find_cycle(identity)
        operator, runs = choose_operator_runs(cycle, self.query.get("operateur"))
        template = read_template(operator)
        form = self.query["format"]
        media = f"{MEDIA[CSV]}; charset={ENCODINGS[template.encodage][1]}" if form == CSV else MEDIA[form]
        headers = {
            "Cache-Control": "private, no-store",
            "Vary": "Authorization",
            "Content-Disposition": content_disposition_header(True, f"{cycle.code}-{operator.code}.{form}") or "",
        }
        if request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=media, headers=headers)
        if form == CSV:
            require_chunked_transfer(request)
        turn = ExportTurn(self.caller.id)
        try:
            if form == CSV:
                body: Any = StartedStream(queries.stream_csv(cycle, runs, template))
                return StreamingHttpResponse(ExportBody(body, turn), content_type=media, headers=headers)
            titles = [column.titre for column in template.colonnes]
            book = write_workbook("paiements", titles, queries.iterate_rows(cycle, runs, template))
        except TooManyRows as error:
            turn.release()
            text = _("Un classeur n'a pas assez de lignes pour ces paiements : choisissez csv.")
            raise invalid({"format": [text]}) from error
        except BaseException:
            turn.release()
            raise
        # The file is complete: sending it needs neither the database nor a turn.
        turn.release()
        return FileResponse(book, content_type=media, headers=headers)
