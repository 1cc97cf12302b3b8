"""Serve the list, detail, creation, change, deletion and statistics of households."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.schema import declare_operation
from config.api.views import EnvelopeView, HydraView
from config.errors.problems import not_found
from registry.households import queries, services, shapes
from registry.households.dependencies import count_dependencies
from registry.households.former import find_successor_id
from registry.households.models import Household
from registry.households.serializers import HouseholdInput


class HouseholdView(EnvelopeView):
    problem_statuses = {"DUPLICATE_CODE": 400}

    @property
    def sees_contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")


def set_content_location(response: Any, request: Any, asked: UUID, found: UUID) -> Any:
    """Set `Content-Location` if the requested household was merged into `found`; return the response."""
    if found != asked:
        response["Content-Location"] = request.path.replace(str(asked), str(found))
    return response


class HouseholdList(HouseholdView):
    permission = {"GET": "registre.lire", "POST": "registre.creer"}

    @declare_operation(
        "Ménages", query=shapes.HouseholdParams, answer=shapes.SummaryResponse, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        page = queries.list_page(self.visible(queries.filter_households(self.query)), self.query, self.caller)
        return self.page(page.of(map(shapes.serialize_summary, page.items)))

    @declare_operation("Créer un ménage", body=HouseholdInput, answer=shapes.DetailResponse, status=201)
    def post(self, request: Any) -> Response:
        made = services.create_household(values=self.input().validated_data, user=self.caller)
        row = queries.find_household_detail(made.id) or {}
        response = self.ok(shapes.serialize_detail(row, self.sees_contacts), _("Ménage créé."), status=201)
        return self.tagged(response, etag.compute_etag(row["id"], row["updated_at"]))


class HouseholdUpdate(HouseholdView, HydraView):
    """Change any subset of the fields of a household; the response is in format A."""

    permission: Any = "registre.modifier"
    hydra_methods = frozenset({"POST", "PUT"})
    kind, collection = "Menage", "menages"

    @declare_operation("Modifier un ménage", body=HouseholdInput, answer=shapes.ChangeResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.find(Household, id=identity)
        services.update_household(
            household_id=identity,
            values=self.input(partial=True).validated_data,
            user=self.caller,
            require=lambda row: etag.require_match(request, etag.compute_etag(row.id, row.updated_at)),
        )
        household = Household.objects.select_related("chef").get(id=identity)
        return self.tagged(
            self.resource(shapes.build_change_response(household, self.sees_contacts)),
            etag.compute_etag(household.id, household.updated_at),
        )


class HouseholdDetail(HouseholdUpdate):
    """Read, change and delete a household; PUT is equivalent to POST …/update."""

    permission = {"GET": "registre.lire", "PUT": "registre.modifier", "DELETE": "registre.supprimer"}
    http_method_names = ["get", "head", "put", "delete", "options"]
    put = HouseholdUpdate.post

    @declare_operation("Un ménage", answer=shapes.DetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = queries.find_household_detail(identity, self.caller) or self._successor(identity)
        if row is None:
            raise not_found()
        response = self.tagged(
            self.ok(shapes.serialize_detail(row, self.sees_contacts)), etag.compute_etag(row["id"], row["updated_at"])
        )
        return set_content_location(response, request, identity, row["id"])

    def _successor(self, identity: UUID) -> dict[str, Any] | None:
        """Return the detail of the household into which `identity` was merged, or None."""
        found = find_successor_id(identity, self.caller)
        return queries.find_household_detail(found, self.caller) if found else None

    @declare_operation("Supprimer un ménage")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_household(
            household_id=identity,
            user=self.caller,
            require=lambda row: etag.require_match(request, etag.compute_etag(row.id, row.updated_at)),
        )
        return self.ok(message=_("Ménage supprimé."))


class HouseholdDependencies(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Ce qui dépend d'un ménage", answer=shapes.DependenciesResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household, id=identity)
        counts = count_dependencies([household.id])[household.id]
        message = services.describe_dependencies(counts)
        return self.ok({"canDelete": not any(counts.values()), "dependencies": counts, "message": message})


class HouseholdStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Statistiques des ménages", query=shapes.StatisticsParams, answer=shapes.StatisticsResponse)
    def get(self, request: Any) -> Response:
        return self.ok(queries.compute_statistics(self.caller, self.query.get("region"), self.query.get("campagne")))
