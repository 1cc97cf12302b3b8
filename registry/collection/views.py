"""Serve the data collection workflow: list, statistics, transitions of one or many households, and assignment."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api import etag
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.collection import queries, services, states
from registry.collection import serializers as shapes
from registry.households.api import get_household_detail, list_household_page
from registry.households.mass.serializers import IdsBody, MassParams, MassResponse
from registry.households.mass.views import MassView
from registry.households.serializers import HouseholdParams, HouseholdSummaryResponse, serialize_household_summary


class PreCollectedList(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Ménages en pré-collecte",
        query=HouseholdParams,
        answer=HouseholdSummaryResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows, query = queries.filter_pre_collected(self.query)
        page = list_household_page(self.visible(rows), query, self.caller)
        return self.page(page.of(map(serialize_household_summary, page.items)))


class PreCollectedStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Avancement de la collecte", query=shapes.CollectionStatisticsParams, answer=shapes.CollectionStatisticsResponse
    )
    def get(self, request: Any) -> Response:
        return self.ok(queries.count_by_state(self.query, self.caller))


class TransitionView(EnvelopeView):
    """Apply one transition to one household."""

    permission = "registre.valider"
    move: states.Transition

    def make(self, identity: UUID, **why: Any) -> Response:
        household = services.apply_transition(
            household_id=identity,
            move=self.move,
            user=self.caller,
            require=lambda row: etag.require_match(self.request, etag.compute_etag(row.id, row.updated_at)),
            **why,
        )
        row = get_household_detail(household.id)
        return self.tagged(
            self.ok(shapes.serialize_transition(row), self.move.done), etag.compute_etag(row["id"], row["updated_at"])
        )


class ValidateCollection(TransitionView):
    move = states.VALIDATE

    @declare_operation("Valider une collecte", body=shapes.CommentBody, answer=shapes.TransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class RejectCollection(TransitionView):
    move = states.REJECT

    @declare_operation("Rejeter une collecte", body=shapes.RejectCollectionBody, answer=shapes.TransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class IntegrateHousehold(TransitionView):
    move = states.INTEGRATE

    @declare_operation("Intégrer un ménage au registre", answer=shapes.TransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class ReopenCollection(TransitionView):
    move = states.REOPEN

    @declare_operation("Rouvrir une collecte rejetée", body=shapes.CommentBody, answer=shapes.TransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class SubmitCollection(ReopenCollection):
    """Submit a completed form, as its surveyor does."""

    permission = "registre.modifier"
    move = states.SUBMIT

    @declare_operation("Soumettre une fiche de collecte", body=shapes.CommentBody, answer=shapes.TransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class ValidateCollections(MassView):
    permission = services.VALIDATE_ALL.permission

    @declare_operation("Valider des collectes", query=MassParams, body=shapes.BulkCommentBody, answer=MassResponse)
    def post(self, request: Any) -> Response:
        return self.run_or_start_job(services.VALIDATE_ALL, **self.input().validated_data)


class IntegrateHouseholds(MassView):
    permission = services.INTEGRATE_ALL.permission

    @declare_operation("Intégrer des ménages au registre", query=MassParams, body=IdsBody, answer=MassResponse)
    def post(self, request: Any) -> Response:
        return self.run_or_start_job(services.INTEGRATE_ALL, **self.input().validated_data)


class AssignSurveyor(MassView):
    permission = services.ASSIGN.permission

    @declare_operation(
        "Affecter des ménages à un enquêteur", query=MassParams, body=shapes.AssignSurveyorBody, answer=MassResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        person = sent["enqueteurId"]
        if person:
            services.find_surveyor(person, self.caller)
        return self.run_or_start_job(services.ASSIGN, sent["ids"], enqueteur=str(person) if person else None)
