"""Serve the finalisation of sessions."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from transfers.reconciliation.finalization import jobs, serializers, services
from transfers.reconciliation.finalization.types import FinalizationCounts
from transfers.reconciliation.models import ReconciliationSession
from transfers.reconciliation.queries import count_counted, limit_statement
from transfers.reconciliation.rules import RECONCILE
from transfers.reconciliation.serializers import AsyncParams
from transfers.reconciliation.services import require_status
from transfers.reconciliation.states import FINALIZE
from transfers.reconciliation.views import SessionView


class SessionFinalization(SessionView):
    permission = RECONCILE

    @declare_operation(
        "Finaliser une session de rapprochement",
        query=AsyncParams,
        body=serializers.FinalizationBody,
        response=serializers.FinalizationResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        options = serializers.read_options(self.validate_body().validated_data)
        session = self.find_session(identity)
        if self.needs_job(count_counted(session)):
            require_status(session=session, transition=FINALIZE, user=self.caller, require=self.require_same_version)
            services.require_complete_statement(session, options)
            params = jobs.build_finalization_params(session.id, options)
            return self.build_job_response(start_job(jobs.FINALIZATION_JOB, params, self.caller))
        session, counts = services.finalize_session(
            session_id=identity, options=options, user=self.caller, require=self.require_same_version
        )
        return self.ok(jobs.describe_finalization(session, counts), _("Session finalisée."))


class FinalizationPreview(SessionView):
    permission = RECONCILE

    @declare_operation(
        "Ce que finaliser ferait",
        body=serializers.FinalizationBody,
        response=serializers.PreviewResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        options = serializers.read_options(self.validate_body().validated_data)
        session = self.find_session(identity)
        if count_counted(session) > settings.SYNCHRONOUS_MAX_ROWS:
            require_status(session=session, transition=FINALIZE, user=self.caller, require=lambda _row: None)
            services.require_complete_statement(session, options)
            return self._build_preview(session, None)
        session, counts = services.preview_finalization(session_id=identity, options=options, user=self.caller)
        return self._build_preview(session, counts)

    def _build_preview(self, session: ReconciliationSession, counts: FinalizationCounts | None) -> Response:
        holes = serializers.HolesResponse(limit_statement(session.releve, self.caller)).data
        return self.ok(jobs.describe_preview(session, counts) | {"releve": holes})
