"""Serve cycles: list, detail, creation, change and deletion."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.cycles import queries, serializers, services
from transfers.cycles.filters import CycleFilters
from transfers.cycles.models import AmountRule, Cycle, Recurrence
from transfers.programmes.models import Programme


class CycleView(EnvelopeView):
    """Share what the views of cycles need."""

    reach = BY_ROW

    def find_cycle(self, identity: UUID) -> Cycle:
        return self.find_visible(queries.filter_cycles({}), id=identity)

    def build_cycle_response(self, cycle_id: UUID, message: Any = None, status: int = 200) -> Response:
        """Return the response of one cycle, with its version."""
        cycle = queries.find_cycle(cycle_id, self.caller)
        shown = serializers.CycleResponse(cycle).data
        answer = self.ok(shown, message, status=status)
        return self.add_etag(answer, etag.compute_etag(cycle.id, cycle.updated_at, shown))

    def build_list_response(self, query: dict[str, Any]) -> Response:
        """Return a page of cycles; `totaux` and `parValidation` sum the payments of all that the filters find.

        Narrowed by `dansMesRegions`, `horsFiltre` counts those that the other filters would have found besides.
        """
        rows = self.filter_visible(queries.list_cycles(query, self.caller))
        page = paginate(rows, query["page"], query["limit"])
        shown = serializers.CycleResponse(queries.attach_totals(page.items, self.caller), many=True).data
        left_out = {}
        if "dansMesRegions" in query:
            others = {name: value for name, value in query.items() if name != "dansMesRegions"}
            found = self.filter_visible(queries.filter_cycles(others)).count()
            left_out = {"horsFiltre": found - page.total}
        return self.build_page_response(
            page.replace_items(shown),
            **left_out,
            totaux=queries.sum_totals(rows, self.caller),
            parValidation=queries.sum_by_validation(rows, self.caller),
        )


class ProgrammeSettingsView(EnvelopeView):
    """Share what the views of a programme's settings need: rows with `programme_id` and `updated_at`."""

    reach = BY_ROW

    def find_programme(self, identity: UUID) -> Programme:
        return self.find_visible(Programme, id=identity)

    def require_same_settings(self, row: Recurrence | AmountRule) -> None:
        """Raise CONFLICT when If-Match names another version of a row."""
        etag.require_match(self.request, etag.compute_etag(row.programme_id, row.updated_at))

    def build_settings_response(self, row: Recurrence | AmountRule, shown: Any, message: Any = None) -> Response:
        """Return a response with the version of its row."""
        return self.add_etag(self.ok(shown, message), etag.compute_etag(row.programme_id, row.updated_at, shown))


class CycleList(CycleView):
    permission = {"GET": "transferts.lire", "POST": "transferts.creer"}

    @declare_operation(
        "Cycles de paiement",
        filters=CycleFilters,
        query=serializers.CycleListParams,
        response=serializers.CycleResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response(self.query)

    @declare_operation("Créer un cycle", body=serializers.CycleBody, response=serializers.CycleResponse, status=201)
    def post(self, request: Any) -> Response:
        body = self.validate_body()
        cycle = services.create_cycle(
            programme_id=body.validated_data["programme"].id,
            values=serializers.read_cycle_values(body),
            supplementary=body.validated_data["supplementaire"],
            user=self.caller,
        )
        return self.build_cycle_response(cycle.id, _("Cycle créé."), status=201)


class CycleDetail(CycleView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.supprimer"}

    @declare_operation("Un cycle", response=serializers.CycleResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_cycle_response(self.find_cycle(identity).id)

    @declare_operation("Modifier un cycle", body=serializers.CycleChangeBody, response=serializers.CycleResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        values = serializers.read_cycle_values(self.validate_body(partial=True))
        cycle = services.change_cycle(
            cycle=self.find_cycle(identity), values=values, user=self.caller, require=self.require_same_version
        )
        return self.build_cycle_response(cycle.id, _("Cycle modifié."))

    @declare_operation("Supprimer un cycle")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_cycle(cycle=self.find_cycle(identity), user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Cycle supprimé."))


class ProgrammeCycleList(CycleView):
    permission = "transferts.lire"

    @declare_operation(
        "Cycles d'un programme",
        filters=CycleFilters,
        query=serializers.CycleListParams,
        response=serializers.CycleResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        return self.build_list_response(self.query | {"programme": programme.id})
