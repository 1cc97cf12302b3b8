"""Serve the data collection workflow: list, statistics, transitions of one or many households, and assignment."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api import etag
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.collection import queries, services, states
from registry.collection import serializers as shapes
from registry.households.mass_views import IdsBody, MassAnswer, MassParams, MassView
from registry.households.queries import detail, page_of
from registry.households.shapes import HouseholdParams, SummaryAnswer, summary


class PreCollected(EnvelopeView):
    permission = "registre.lire"

    @operation("Ménages en pré-collecte", query=HouseholdParams, answer=SummaryAnswer, many=True, paging="pagination")
    def get(self, request: Any) -> Response:
        rows, query = queries.pre_collected(self.query)
        page = page_of(self.visible(rows), query, self.caller)
        return self.page(page.of(map(summary, page.items)))


class PreCollectedStatistics(EnvelopeView):
    permission = "registre.lire"

    @operation("Avancement de la collecte", query=shapes.StatisticsParams, answer=shapes.CollectionStatisticsAnswer)
    def get(self, request: Any) -> Response:
        return self.ok(queries.statistics(self.query, self.caller))


class MoveView(EnvelopeView):
    """Apply one transition to one household."""

    permission = "registre.valider"
    move: states.Move

    def make(self, identity: UUID, **why: Any) -> Response:
        household = services.move_one(
            household_id=identity,
            move=self.move,
            user=self.caller,
            require=lambda row: etag.require_match(self.request, etag.tag(row.id, row.updated_at)),
            **why,
        )
        row = detail(household.id) or {}
        return self.tagged(self.ok(shapes.moved(row), self.move.done), etag.tag(row["id"], row["updated_at"]))


class Validate(MoveView):
    move = states.VALIDATE

    @operation("Valider une collecte", body=shapes.CommentBody, answer=shapes.MovedAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class Reject(MoveView):
    move = states.REJECT

    @operation("Rejeter une collecte", body=shapes.RejectBody, answer=shapes.MovedAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class Integrate(MoveView):
    move = states.INTEGRATE

    @operation("Intégrer un ménage au registre", answer=shapes.MovedAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class Reopen(MoveView):
    move = states.REOPEN

    @operation("Rouvrir une collecte rejetée", body=shapes.CommentBody, answer=shapes.MovedAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class Submit(Reopen):
    """Submit a completed form, as its surveyor does."""

    permission = "registre.modifier"
    move = states.SUBMIT

    @operation("Soumettre une fiche de collecte", body=shapes.CommentBody, answer=shapes.MovedAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity, **self.input().validated_data)


class ValidateAll(MassView):
    permission = services.VALIDATE_ALL.permission

    @operation("Valider des collectes", query=MassParams, body=shapes.MassCommentBody, answer=MassAnswer)
    def post(self, request: Any) -> Response:
        return self.act_on(services.VALIDATE_ALL, **self.input().validated_data)


class IntegrateAll(MassView):
    permission = services.INTEGRATE_ALL.permission

    @operation("Intégrer des ménages au registre", query=MassParams, body=IdsBody, answer=MassAnswer)
    def post(self, request: Any) -> Response:
        return self.act_on(services.INTEGRATE_ALL, **self.input().validated_data)


class Assign(MassView):
    permission = services.ASSIGN.permission

    @operation("Affecter des ménages à un enquêteur", query=MassParams, body=shapes.AssignBody, answer=MassAnswer)
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        person = sent["enqueteurId"]
        if person:
            services.surveyor(person, self.caller)
        return self.act_on(services.ASSIGN, sent["ids"], enqueteur=str(person) if person else None)
