"""Serve sessions of reconciliation: list, creation, detail, match, and their moves."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api import etag
from config.api.fields import PageParams
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView, StartedJob
from config.paging import paginate
from geo.import_engine.deposits import TooManyRows
from transfers.cycles.models import Cycle
from transfers.reconciliation import jobs, queries, serializers, services
from transfers.reconciliation.filters import SessionFilters
from transfers.reconciliation.matching.api import Criteria
from transfers.reconciliation.models import ReconciliationSession
from transfers.reconciliation.rules import READ, RECONCILE
from transfers.reconciliation.states import MATCH
from transfers.reconciliation.types import SessionValues


class SessionView(EnvelopeView):
    """Share how a session is found and shown. It is national: entries and figures are of the caller's regions."""

    reach = BY_ROW

    @property
    def contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")

    def find_session(self, identity: UUID) -> ReconciliationSession:
        session: ReconciliationSession = self.find_visible(queries.filter_sessions({}), id=identity)
        return session

    def needs_match_job(self, session: ReconciliationSession) -> bool:
        """Return whether all that a matching compares, lines and payments, is too much for a request."""
        return self.needs_job(session.releve.nb_lignes + queries.sum_cycle(session, self.caller).nombre)

    def build_status_response(self, session: ReconciliationSession, message: str) -> Response:
        response = self.ok({"statut": session.statut}, message)
        tagged: Response = self.add_etag(response, etag.compute_etag(session.id, session.updated_at))
        return tagged


class SessionList(SessionView):
    permission = {"GET": READ, "POST": RECONCILE}

    @declare_operation(
        "Sessions de rapprochement",
        filters=SessionFilters,
        query=PageParams,
        response=serializers.SessionResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_sessions(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        shown = queries.attach_figures(page.items, self.caller)
        return self.build_page_response(page.replace_items(serializers.SessionResponse(shown, many=True).data))

    @declare_operation(
        "Ouvrir une session de rapprochement",
        query=serializers.AsyncParams,
        body=serializers.SessionBody,
        response=serializers.CreationResponse,
        status=201,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        cycle, values = sent["cycle"], serializers.read_session_values(sent)
        if self.query["async"]:
            return self._start_creation(cycle, values)
        try:
            session = services.create_session(
                cycle=cycle, values=values, user=self.caller, awaited_rows=settings.SYNCHRONOUS_MAX_ROWS
            )
        except TooManyRows:
            return self._start_creation(cycle, values)
        job = self._match(session) if values.auto_match else None
        lines = session.releve.nb_lignes
        text = ngettext("Session ouverte : %(n)d ligne lue.", "Session ouverte : %(n)d lignes lues.", lines)
        shown = queries.describe_creation(session) | {"jobId": job and job.id}
        return self.ok(shown, text % {"n": lines}, status=201)

    def _match(self, session: ReconciliationSession) -> StartedJob | None:
        """Match a new session, or return the job that does: a short statement may meet a large cycle."""
        if self.needs_match_job(session):
            return start_job(jobs.MATCH_JOB, jobs.build_match_params(session.id, Criteria(), False), self.caller)
        services.match_entries(session_id=session.id, criteria=Criteria(), force=False, user=self.caller)
        session.refresh_from_db(fields=["statut"])
        return None

    def _start_creation(self, cycle: Cycle, values: SessionValues) -> Response:
        params = jobs.build_creation_params(cycle, values)
        return self.build_job_response(start_job(jobs.CREATION_JOB, params, self.caller))


class SessionDetail(SessionView):
    permission = READ

    @declare_operation("Une session de rapprochement", response=serializers.SessionDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        session = self.find_session(identity)
        queries.attach_detail(session, self.caller)
        shown = serializers.SessionDetailResponse(session).data
        return self.add_etag(self.ok(shown), etag.compute_etag(session.id, session.updated_at, shown))


class SessionMatch(SessionView):
    permission = RECONCILE

    @declare_operation(
        "Rapprocher les entrées d'une session",
        query=serializers.AsyncParams,
        body=serializers.MatchBody,
        response=serializers.MatchResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        session = self.find_session(identity)
        criteria, force = serializers.read_criteria(sent), sent["force_rematch"]
        if self.needs_match_job(session):
            services.require_status(
                session=session, transition=MATCH, user=self.caller, require=self.require_same_version
            )
            params = jobs.build_match_params(session.id, criteria, force)
            return self.build_job_response(start_job(jobs.MATCH_JOB, params, self.caller))
        summary = services.match_entries(
            session_id=session.id, criteria=criteria, force=force, user=self.caller, require=self.require_same_version
        )
        pairs = summary.rapprochees
        text = ngettext("%(n)d paiement rapproché.", "%(n)d paiements rapprochés.", pairs) % {"n": pairs}
        return self.ok(serializers.MatchResponse(summary).data, text)


class SessionProposal(SessionView):
    permission = RECONCILE

    @declare_operation("Proposer une session à la validation", response=serializers.StatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        session = services.propose_session(session_id=identity, user=self.caller, require=self.require_same_version)
        return self.build_status_response(session, _("Session à valider."))


class SessionCancellation(SessionView):
    permission = RECONCILE

    @declare_operation("Annuler une session de rapprochement", response=serializers.StatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        session = services.cancel_session(session_id=identity, user=self.caller, require=self.require_same_version)
        return self.build_status_response(session, _("Session annulée : lignes et paiements sont de nouveau libres."))
