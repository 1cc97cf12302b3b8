"""Serve the list, detail, creation, change, deletion and statistics of households."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.problems import not_found
from config.api.schema import operation
from config.api.views import EnvelopeView, HydraView
from registry.households import queries, services, shapes
from registry.households.dependencies import dependencies
from registry.households.former import successor
from registry.households.models import Household
from registry.households.serializers import HouseholdInput


class HouseholdView(EnvelopeView):
    @property
    def sees_contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")


def located(response: Any, request: Any, asked: UUID, found: UUID) -> Any:
    """Set `Content-Location` if the requested household was merged into `found`; return the response."""
    if found != asked:
        response["Content-Location"] = request.path.replace(str(asked), str(found))
    return response


class HouseholdList(HouseholdView):
    permission = {"GET": "registre.lire", "POST": "registre.creer"}

    @operation("Ménages", query=shapes.HouseholdParams, answer=shapes.SummaryAnswer, many=True, paging="pagination")
    def get(self, request: Any) -> Response:
        page = queries.page_of(self.visible(queries.households(self.query)), self.query, self.caller)
        return self.page(page.of(map(shapes.summary, page.items)))

    @operation("Créer un ménage", body=HouseholdInput, answer=shapes.DetailAnswer, status=201)
    def post(self, request: Any) -> Response:
        made = services.create_household(values=self.input().validated_data, user=self.caller)
        row = queries.detail(made.id) or {}
        response = self.ok(shapes.detail(row, self.sees_contacts), _("Ménage créé."), status=201)
        return self.tagged(response, etag.tag(row["id"], row["updated_at"]))


class HouseholdUpdate(HouseholdView, HydraView):
    """Change any subset of the fields of a household; the response is in format A."""

    permission: Any = "registre.modifier"
    hydra_methods = frozenset({"POST", "PUT"})
    kind, collection = "Menage", "menages"

    @operation("Modifier un ménage", body=HouseholdInput, answer=shapes.ChangedAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        self.find(Household, id=identity)
        services.update_household(
            household_id=identity,
            values=self.input(partial=True).validated_data,
            user=self.caller,
            require=lambda row: etag.require_match(request, etag.tag(row.id, row.updated_at)),
        )
        household = Household.objects.select_related("chef").get(id=identity)
        return self.tagged(
            self.resource(shapes.changed(household, self.sees_contacts)), etag.tag(household.id, household.updated_at)
        )


class HouseholdDetail(HouseholdUpdate):
    """Read, change and delete a household; PUT is equivalent to POST …/update."""

    permission = {"GET": "registre.lire", "PUT": "registre.modifier", "DELETE": "registre.supprimer"}
    http_method_names = ["get", "head", "put", "delete", "options"]
    put = HouseholdUpdate.post

    @operation("Un ménage", answer=shapes.DetailAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        row = queries.detail(identity, self.caller) or self._successor(identity)
        if row is None:
            raise not_found()
        response = self.tagged(self.ok(shapes.detail(row, self.sees_contacts)), etag.tag(row["id"], row["updated_at"]))
        return located(response, request, identity, row["id"])

    def _successor(self, identity: UUID) -> dict[str, Any] | None:
        """Return the detail of the household into which `identity` was merged, or None."""
        found = successor(identity, self.caller)
        return queries.detail(found, self.caller) if found else None

    @operation("Supprimer un ménage")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_household(
            household_id=identity,
            user=self.caller,
            require=lambda row: etag.require_match(request, etag.tag(row.id, row.updated_at)),
        )
        return self.ok(message=_("Ménage supprimé."))


class HouseholdDependencies(EnvelopeView):
    permission = "registre.lire"

    @operation("Ce qui dépend d'un ménage", answer=shapes.DependenciesAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household, id=identity)
        counts = dependencies([household.id])[household.id]
        message = services.dependency_message(counts)
        return self.ok({"canDelete": not any(counts.values()), "dependencies": counts, "message": message})


class HouseholdStatistics(EnvelopeView):
    permission = "registre.lire"

    @operation("Statistiques des ménages", query=shapes.SummaryParams, answer=shapes.StatisticsAnswer)
    def get(self, request: Any) -> Response:
        return self.ok(queries.summary(self.caller, self.query.get("region"), self.query.get("campagne")))
