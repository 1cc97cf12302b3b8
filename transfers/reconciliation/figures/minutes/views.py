"""Serve the minute of a session as PDF, and verify a printed one."""

from io import BytesIO
from typing import Any
from uuid import UUID

from django.http import FileResponse, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.export_turns import ExportTurn
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.caller import require_reach
from transfers.cycles.api import list_paid_regions
from transfers.reconciliation.figures.minutes import queries, serializers
from transfers.reconciliation.figures.minutes.types import Minute
from transfers.reconciliation.figures.printing.minute import write_minute
from transfers.reconciliation.rules import READ
from transfers.reconciliation.views import SessionView

PDF = "application/pdf"


class MinuteView(SessionView):
    """Share how a minute is found: it sums all regions of its cycle."""

    permission = READ
    allowance = EXPORT

    def find_minute(self, identity: UUID) -> Minute:
        """Return the minute of a session. Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS."""
        session = self.find_session(identity)
        require_reach(self.caller, list_paid_regions(session.cycle))
        return queries.build_minute(session, _("Seule une session finalisée a un procès-verbal."))


class SessionMinute(MinuteView):
    @declare_operation("Procès-verbal d'une session (PDF)", media=PDF)
    def get(self, request: Any, identity: UUID) -> HttpResponse | FileResponse:
        turn = ExportTurn(self.caller.id)
        try:
            minute = self.find_minute(identity)
            file = BytesIO()
            write_minute(file, minute)
        finally:
            turn.release()
        file.seek(0)
        headers = {
            "Cache-Control": "private, no-store",
            "Vary": "Authorization",
            "Content-Disposition": content_disposition_header(True, f"{minute.session.code}.pdf") or "",
        }
        return FileResponse(file, content_type=PDF, headers=headers)


class MinuteVerification(MinuteView):
    @declare_operation(
        "Vérifier un procès-verbal imprimé",
        query=serializers.SealParams,
        response=serializers.VerificationResponse,
    )
    def get(self, request: Any, identity: UUID) -> Response:
        minute = self.find_minute(identity)
        session = minute.session
        found = queries.verify_minute(minute, self.query["empreinte"], self.query["sceau"])
        shown = {
            "conforme": found.conforme,
            "authentique": found.authentique,
            "code": session.code,
            "finalisePar": session.finalise_par.nom_complet if session.finalise_par else None,
            "dateValidation": session.date_validation,
        }
        return self.ok(shown)
