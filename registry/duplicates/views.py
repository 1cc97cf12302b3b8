"""Serve the list, the comparison and the decision of pairs."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import forbidden
from config.naming import to_camel_case
from config.paging import Page, paginate
from registry.duplicates import queries, serializers, services
from registry.duplicates.filters import PairFilters, PairOriginFilters
from registry.duplicates.merges.services import merge_households
from registry.duplicates.models import Decision, Pair
from registry.duplicates.rules import MAX_GROUP
from registry.households.models import Household


class PairList(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Paires de doublons",
        filters=PairFilters,
        query=PageParams,
        response=serializers.PairResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_pairs(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(serializers.build_pair_responses(page.items)))


class PairCounts(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Nombre de paires par statut", filters=PairOriginFilters, response=serializers.PairCountsResponse
    )
    def get(self, request: Any) -> Response:
        counts = queries.count_pairs_by_status(self.caller, self.query)
        return self.ok({to_camel_case(name): count for name, count in counts.items()})


class PairDetail(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Une paire, côte à côte", response=serializers.PairComparisonResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        pair = self.find_visible(Pair, id=identity)
        group = list(self.filter_visible(queries.filter_group(pair))[:MAX_GROUP])
        contacts = self.caller.holds("registre.voir_contacts")
        answer = self.ok(serializers.build_comparison_response(pair, group, contacts))
        return self.add_etag(answer, queries.build_pair_etag(pair))


class PairDecision(EnvelopeView):
    """Decide about a pair. A merge deletes a household and also needs the permission `registre.supprimer`."""

    permission = "registre.valider"

    def require_same_version(self, row: Pair) -> None:
        """Raise CONFLICT when the caller has seen other data (If-Match)."""
        etag.require_match(self.request, queries.build_pair_etag(row))

    @declare_operation("Décider d'une paire", body=serializers.DecisionBody, response=serializers.DecisionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.find_visible(Pair, id=identity)
        sent = self.validate_body().validated_data
        if sent["decision"] == Decision.FUSIONNER:
            return self._merge(identity, sent)
        pair = services.decide_pair(
            pair_id=identity,
            decision=sent["decision"],
            reason=sent.get("motif"),
            user=self.caller,
            require=self.require_same_version,
        )
        answer = {"id": pair.id, "decision": pair.decision, "motif": pair.motif, "decideLe": pair.decide_le}
        return self.add_etag(self.ok(answer, _("Décision enregistrée.")), queries.build_pair_etag(pair))

    def _merge(self, identity: UUID, sent: dict[str, Any]) -> Response:
        if not self.caller.holds("registre.supprimer"):
            raise forbidden(_("Vous n'avez pas la permission de fusionner des ménages."))
        merge = merge_households(
            pair_id=identity,
            kept=sent["menage_conserve_id"],
            values=sent.get("valeurs") or {},
            reason=sent.get("motif"),
            user=self.caller,
            require=self.require_same_version,
        )
        answer = {
            "id": identity,
            "decision": sent["decision"],
            "motif": merge.motif,
            "decideLe": merge.fusionne_le,
            "fusionId": merge.id,
            "menageConserveId": merge.conserve,
        }
        return self.ok(answer, _("Ménages fusionnés."))


class HouseholdDuplicates(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Doublons possibles d'un ménage", response=serializers.DuplicateOfHouseholdResponse, many=True, paging="total"
    )
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household, id=identity)
        services.search_duplicates_of_existing(household_id=household.id, user=self.caller)
        found = list(self.filter_visible(queries.filter_open_pairs(household.id)))
        return self.build_page_response(
            Page(serializers.build_household_duplicates_response(household.id, found), 1, len(found), len(found))
        )
