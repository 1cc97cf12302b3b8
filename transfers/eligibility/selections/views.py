"""Serve the selections of programmes."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.eligibility.evaluation.services import filter_evaluated
from transfers.eligibility.selections import queries, serializers, services
from transfers.eligibility.selections.models import TargetingSelection
from transfers.programmes.models import Programme

READ = "transferts.lire"
WRITE = "transferts.enroler"


class SelectionView(EnvelopeView):
    """Share how a selection is found and shown. What it counts, lists and takes is of the caller's regions."""

    def find_selection(self, identity: UUID) -> TargetingSelection:
        found: TargetingSelection = self.find_visible(queries.filter_selections(), id=identity)
        return found

    def describe_selection(self, row: TargetingSelection) -> Any:
        row.areas = queries.list_areas(row, self.caller)  # type: ignore[attr-defined]
        return serializers.SelectionDetailResponse(row).data


class ProgrammeSelectionList(SelectionView):
    permission = {"GET": READ, "POST": WRITE}
    allowance = ANALYSIS

    @declare_operation(
        "Sélections d'un programme",
        query=PageParams,
        response=serializers.SelectionResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        rows = self.filter_visible(queries.filter_selections(programme.id))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(serializers.SelectionResponse(page.items, many=True).data))

    @declare_operation(
        "Retenir une sélection de ménages",
        body=serializers.SelectionCreationBody,
        response=serializers.SelectionDetailResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        sent = self.validate_body().validated_data
        row = services.create_selection(
            programme=programme,
            nom=sent["nom"],
            design=sent["scenario"]["design"],
            contenu=request.data["scenario"],
            rows=filter_evaluated(sent.get("filters") or {}, self.caller),
            user=self.caller,
        )
        return self.ok(self.describe_selection(row), _("Sélection retenue."), status=201)


class SelectionDetail(SelectionView):
    permission = READ

    @declare_operation("Une sélection, par zone", response=serializers.SelectionDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.ok(self.describe_selection(self.find_selection(identity)))


class SelectionHouseholdList(SelectionView):
    permission = READ

    @declare_operation(
        "Ménages d'une sélection",
        query=serializers.SelectionParams,
        response=serializers.SelectedHouseholdResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        page = queries.list_selected_households(self.find_selection(identity), self.query, self.caller)
        return self.build_page_response(page.replace_items(serialize_row(row) for row in page.items))
