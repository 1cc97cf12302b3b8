"""Serve the list, detail, creation, change, deletion and statistics of households."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.sync.serializers import SyncParams
from accounts.sync.views import SyncView
from config.api import etag
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView, HydraView
from config.errors.problems import not_found
from config.qr import build_qr_picture
from registry.households import queries, serializers, services, types
from registry.households.filters import HouseholdFilters, filter_households
from registry.households.models import Household


class HouseholdView(EnvelopeView):
    problem_statuses = {"DUPLICATE_CODE": 400}

    @property
    def can_see_contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")

    def respond_with_detail(self, row: types.HouseholdDetail, message: Any = None, status: int = 200) -> Any:
        """Return the full household with its ETag."""
        detail = serializers.serialize_household_detail(row, self.can_see_contacts)
        return self.add_etag(self.ok(detail, message, status=status), etag.compute_etag(row.id, row.updated_at))


def set_content_location(response: Any, request: Any, requested: UUID, found: UUID) -> Any:
    """Set `Content-Location` if the requested household was merged into `found`; return the response."""
    if found != requested:
        response["Content-Location"] = request.path.replace(str(requested), str(found))
    return response


class HouseholdList(HouseholdView):
    permission = {"GET": "registre.lire", "POST": "registre.creer"}

    @declare_operation(
        "Ménages",
        filters=HouseholdFilters,
        query=serializers.HouseholdListParams,
        response=serializers.HouseholdSummaryResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        self.allow_time_of_filters(HouseholdFilters, self.query)
        rows = self.filter_visible(filter_households(self.query, self.can_see_contacts))
        page = queries.list_household_page(rows, self.query, self.caller, self.can_see_contacts)
        return self.build_page_response(page.replace_items(map(serialize_row, page.items)))

    @declare_operation(
        "Créer un ménage", body=serializers.HouseholdInput, response=serializers.HouseholdDetailResponse, status=201
    )
    def post(self, request: Any) -> Response:
        household = services.create_household(values=self.validate_body().validated_data, user=request.user)
        return self.respond_with_detail(queries.get_household_detail(household.id), _("Ménage créé."), status=201)


class HouseholdIds(EnvelopeView):
    """Serve the ids of all households that match, for mass operations: as many as those take."""

    permission = "registre.lire"

    @declare_operation("Identifiants des ménages", filters=HouseholdFilters, response=serializers.HouseholdIdsResponse)
    def get(self, request: Any) -> Response:
        self.allow_time_of_filters(HouseholdFilters, self.query)
        rows = self.filter_visible(filter_households(self.query, self.caller.holds("registre.voir_contacts")))
        ids, total = queries.list_matching_ids(rows, self.query, settings.BULK_MAX_IDS)
        return self.ok({"ids": ids, "total": total})


class HouseholdUpdate(HouseholdView, HydraView):
    """Change any subset of the fields of a household; the response is in format A."""

    permission: Any = "registre.modifier"
    hydra_methods = frozenset({"POST", "PUT"})
    kind, collection = "Menage", "menages"

    @declare_operation(
        "Modifier un ménage", body=serializers.HouseholdInput, response=serializers.HouseholdChangeResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        self.find_visible(Household, id=identity)
        services.update_household(
            household_id=identity,
            values=self.validate_body(partial=True).validated_data,
            user=request.user,
            require=self.require_same_version,
        )
        household = Household.objects.select_related("chef").get(id=identity)
        return self.add_etag(
            self.build_resource_response(serializers.build_change_response(household, self.can_see_contacts)),
            etag.compute_etag(household.id, household.updated_at),
        )


class HouseholdDetail(HouseholdUpdate):
    """Read, change and delete a household; PUT is equivalent to POST …/update."""

    permission = {"GET": "registre.lire", "PUT": "registre.modifier", "DELETE": "registre.supprimer"}
    http_method_names = ["get", "head", "put", "delete", "options"]
    put = HouseholdUpdate.post

    @declare_operation("Un ménage", response=serializers.HouseholdDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = queries.find_household_detail(identity, self.caller) or self._find_successor_detail(identity)
        if row is None:
            raise not_found()
        return set_content_location(self.respond_with_detail(row), request, identity, row.id)

    def _find_successor_detail(self, identity: UUID) -> types.HouseholdDetail | None:
        """Return the detail of the household into which `identity` was merged, or None."""
        successor_id = queries.find_successor_id(identity, self.caller)
        return queries.find_household_detail(successor_id, self.caller) if successor_id else None

    @declare_operation("Supprimer un ménage")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_household(household_id=identity, user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Ménage supprimé."))


class HouseholdCode(EnvelopeView):
    """Serve the address of a household's card in the console, also as a QR code for a printed sheet."""

    permission = "registre.lire"

    @declare_operation("Code QR d'un ménage", response=serializers.HouseholdCodeResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household, id=identity)
        address = request.build_absolute_uri(f"/#fiche=menage/{household.id}")
        return self.ok({"adresse": address, "qrCode": build_qr_picture(address)})


class HouseholdDependencies(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Ce qui dépend d'un ménage", response=serializers.HouseholdDependenciesResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household, id=identity)
        reader = None if self.caller.holds("registre.supprimer") else self.caller
        counts = queries.count_household_dependencies([household.id], reader)[household.id]
        message = services.describe_dependencies(counts)
        return self.ok({"canDelete": not any(counts.values()), "dependencies": counts, "message": message})


class HouseholdStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Statistiques des ménages",
        query=serializers.HouseholdStatisticsParams,
        response=serializers.HouseholdStatisticsResponse,
    )
    def get(self, request: Any) -> Response:
        region, campaign = self.query.get("region"), self.query.get("campagne")
        return self.ok(serialize_row(queries.compute_statistics(self.caller, region, campaign)))


class HouseholdSync(SyncView):
    permission, row_permission = "registre.exporter", "registre.lire"
    nature, shown_by = "menages", frozenset({"registre.voir_contacts"})

    @declare_operation(
        "Ménages et leurs changements",
        query=SyncParams,
        response=serializers.HouseholdDetailResponse,
        many=True,
        paging="suite",
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()

    def filter_rows(self) -> QuerySet:
        return self.filter_visible(Household)

    def serialize_rows(self, ids: list[UUID]) -> Iterable[dict[str, Any]]:
        contacts = self.caller.holds("registre.voir_contacts")
        rows = queries.list_household_details(ids, self.caller)
        return (serializers.serialize_household_detail(row, contacts) for row in rows)
