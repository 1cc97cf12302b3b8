"""Serve the data collection workflow: list, statistics, transitions of one or many households, and assignment."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.collection_workflow import queries, serializers, services, states
from registry.collection_workflow.filters import CollectionFilters, CollectionStatisticsFilters
from registry.households.api import HouseholdFilters, get_household_detail, list_household_page
from registry.households.mass.serializers import IdsBody, MassParams, MassResponse
from registry.households.mass.views import MassView
from registry.households.serializers import HouseholdSummaryResponse


class PreCollectedList(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Ménages en pré-collecte",
        filters=HouseholdFilters,
        query=PageParams,
        response=HouseholdSummaryResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows, query = queries.filter_pre_collected(self.query)
        page = list_household_page(self.filter_visible(rows), query, self.caller)
        return self.build_page_response(page.replace_items(map(serialize_row, page.items)))


class PreCollectedStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Avancement de la collecte",
        filters=CollectionStatisticsFilters,
        response=serializers.CollectionStatisticsResponse,
    )
    def get(self, request: Any) -> Response:
        return self.ok(serialize_row(queries.count_by_state(self.query, self.caller)))


class CollectionBySurveyor(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Avancement de la collecte par enquêteur",
        filters=CollectionFilters,
        response=serializers.SurveyorCounts,
        many=True,
    )
    def get(self, request: Any) -> Response:
        return self.ok([serialize_row(row) for row in queries.count_by_surveyor(self.query, self.caller)])


class TransitionView(EnvelopeView):
    """Apply one transition to one household."""

    permission = "registre.valider"
    transition: states.Transition

    def apply_transition(self, identity: UUID, **reason: Any) -> Response:
        household = services.apply_transition(
            household_id=identity,
            transition=self.transition,
            user=self.caller,
            require=self.require_same_version,
            **reason,
        )
        row = get_household_detail(household.id)
        return self.add_etag(
            self.ok(serializers.serialize_transition(row), self.transition.message),
            etag.compute_etag(row.id, row.updated_at),
        )


class ValidateCollection(TransitionView):
    transition = states.VALIDATE

    @declare_operation("Valider une collecte", body=serializers.CommentBody, response=serializers.TransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.apply_transition(identity, **self.validate_body().validated_data)


class RejectCollection(TransitionView):
    transition = states.REJECT

    @declare_operation(
        "Rejeter une collecte", body=serializers.RejectCollectionBody, response=serializers.TransitionResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        return self.apply_transition(identity, **self.validate_body().validated_data)


class IntegrateHousehold(TransitionView):
    transition = states.INTEGRATE

    @declare_operation("Intégrer un ménage au registre", response=serializers.TransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.apply_transition(identity)


class ReopenCollection(TransitionView):
    transition = states.REOPEN

    @declare_operation(
        "Rouvrir une collecte rejetée", body=serializers.CommentBody, response=serializers.TransitionResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        return self.apply_transition(identity, **self.validate_body().validated_data)


class SubmitCollection(ReopenCollection):
    """Submit a completed form, as its surveyor does."""

    permission = "registre.modifier"
    transition = states.SUBMIT

    @declare_operation(
        "Soumettre une fiche de collecte", body=serializers.CommentBody, response=serializers.TransitionResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        return self.apply_transition(identity, **self.validate_body().validated_data)


class ValidateCollections(MassView):
    permission = services.VALIDATE_COLLECTIONS.permission

    @declare_operation(
        "Valider des collectes", query=MassParams, body=serializers.BulkCommentBody, response=MassResponse
    )
    def post(self, request: Any) -> Response:
        return self.run_or_start_job(services.VALIDATE_COLLECTIONS, **self.validate_body().validated_data)


class IntegrateHouseholds(MassView):
    permission = services.INTEGRATE_COLLECTIONS.permission

    @declare_operation("Intégrer des ménages au registre", query=MassParams, body=IdsBody, response=MassResponse)
    def post(self, request: Any) -> Response:
        return self.run_or_start_job(services.INTEGRATE_COLLECTIONS, **self.validate_body().validated_data)


class AssignSurveyor(MassView):
    permission = services.ASSIGN_SURVEYOR.permission

    @declare_operation(
        "Affecter des ménages à un enquêteur",
        query=MassParams,
        body=serializers.AssignSurveyorBody,
        response=MassResponse,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        surveyor_id = sent["enqueteur_id"]
        if surveyor_id:
            services.find_surveyor(surveyor_id, self.caller)
        return self.run_or_start_job(
            services.ASSIGN_SURVEYOR, sent["ids"], enqueteur=str(surveyor_id) if surveyor_id else None
        )
