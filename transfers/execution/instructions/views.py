"""Serve the instruction file of a cycle to an operator."""

from collections.abc import Generator
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
from transfers.cycles.models import Cycle
from transfers.execution.bank_transfers.services import choose_message, issue_message, require_transfer_rules
from transfers.execution.instructions import queries
from transfers.execution.instructions.rules import CSV, ENCODINGS, MEDIA, XLSX, XML
from transfers.execution.instructions.serializers import InstructionParams
from transfers.execution.instructions.services import choose_operator_runs
from transfers.execution.templates.queries import read_template
from transfers.execution.templates.types import PaymentTemplate
from transfers.execution.views import ExecutionView
from transfers.operators.models import Operator


class InstructionFile(ExecutionView):
    """Serve what an operator is to pay: CSV or the message to a bank, streamed in constant memory, or a workbook."""

    allowance = EXPORT

    @declare_operation(
        "Fichier de paiement d'un cycle pour un opérateur (csv, xlsx) ou une banque (xml)",
        query=InstructionParams,
        media=MEDIA[CSV],
    )
    def get(self, request: Any, identity: UUID) -> StreamingHttpResponse:
        cycle = self.find_cycle(identity)
        operator, runs = choose_operator_runs(cycle, self.query.get("operateur"))
        form = self.query["format"]
        if form == XML:
            return self.send_message(cycle, operator)
        template = read_template(operator)
        if form == CSV:
            media = f"{MEDIA[CSV]}; charset={ENCODINGS[template.encodage][1]}"
            return self.send_stream(
                queries.stream_csv(cycle, runs, template), media, f"{cycle.code}-{operator.code}.csv"
            )
        return self.send_workbook(cycle, runs, template, f"{cycle.code}-{operator.code}.xlsx")

    def send_message(self, cycle: Cycle, operator: Operator) -> StreamingHttpResponse:
        """Stream the message to a bank. Raises VALIDATION_ERROR, INVALID_STATUS, NOT_CONFIGURED."""
        rules = require_transfer_rules(operator)
        part = choose_message(cycle, operator, self.query.get("lot"))
        blocks = issue_message(part, rules, self.query["emission"], self.caller)
        return self.send_stream(blocks, MEDIA[XML], f"{cycle.code}-{operator.code}-{part.numero}.xml")

    def send_stream(self, blocks: Generator[bytes, None, None], media: str, name: str) -> StreamingHttpResponse:
        """Send a file while it is written."""
        headers = build_headers(name)
        if self.request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=media, headers=headers)
        require_chunked_transfer(self.request)
        turn = ExportTurn(self.caller.id)
        try:
            return StreamingHttpResponse(ExportBody(StartedStream(blocks), turn), content_type=media, headers=headers)
        except BaseException:
            turn.release()
            raise

    def send_workbook(
        self, cycle: Cycle, runs: list[UUID], template: PaymentTemplate, name: str
    ) -> StreamingHttpResponse:
        """Send a workbook, which is complete before the first byte is sent. Raises VALIDATION_ERROR."""
        headers = build_headers(name)
        if self.request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=MEDIA[XLSX], headers=headers)
        turn = ExportTurn(self.caller.id)
        try:
            titles = [column.titre for column in template.colonnes]
            book = write_workbook("paiements", titles, queries.iterate_rows(cycle, runs, template))
        except TooManyRows as error:
            text = _("Un classeur n'a pas assez de lignes pour ces paiements : choisissez csv.")
            raise invalid({"format": [text]}) from error
        finally:
            # Sending a complete file needs neither the database nor a turn.
            turn.release()
        return FileResponse(book, content_type=MEDIA[XLSX], headers=headers)


def build_headers(name: str) -> dict[str, str]:
    """Return the headers of a file that nobody may keep in a cache."""
    return {
        "Cache-Control": "private, no-store",
        "Vary": "Authorization",
        "Content-Disposition": content_disposition_header(True, name) or "",
    }
