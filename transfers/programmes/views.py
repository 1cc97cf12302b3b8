"""Serve programmes: list, detail, creation, change, deletion, transitions and statistics."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.programmes import queries, services, states
from transfers.programmes import serializers as shapes
from transfers.programmes.models import Programme


class ProgrammeView(EnvelopeView):
    """Share what the views of one programme need."""

    reach = BY_ROW

    def one(self, identity: UUID) -> Programme:
        return self.find(queries.filter_programmes({}), id=identity)

    def same_version(self, row: Programme) -> None:
        """Raise CONFLICT when the caller has read another version (If-Match)."""
        etag.require_match(self.request, etag.compute_etag(row.id, row.updated_at))

    def short(self, row: Programme, message: Any, status: int = 200) -> Response:
        """Return the response of a write."""
        answer = self.ok(shapes.ProgrammeStatusResponse(row).data, message, status=status)
        return self.tagged(answer, etag.compute_etag(row.id, row.updated_at))


class ProgrammeList(ProgrammeView):
    permission = {"GET": "transferts.lire", "POST": "transferts.creer"}

    @declare_operation(
        "Programmes", query=shapes.ProgrammeParams, answer=shapes.ProgrammeResponse, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = self.visible(queries.filter_programmes(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        shown = queries.attach_figures(page.items, self.caller)
        return self.page(page.of(shapes.ProgrammeResponse(shown, many=True).data))

    @declare_operation(
        "Créer un programme", body=shapes.ProgrammeBody, answer=shapes.ProgrammeStatusResponse, status=201
    )
    def post(self, request: Any) -> Response:
        values = dict(self.input().validated_data)
        regions = values.pop("regions", None)
        return self.short(
            services.create_programme(values=values, regions=regions, user=self.caller),
            _("Programme créé."),
            status=201,
        )


class ProgrammeDetail(ProgrammeView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.supprimer"}

    @declare_operation("Un programme", answer=shapes.ProgrammeDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find(queries.filter_programmes({}).prefetch_related(queries.REGIONS), id=identity)
        queries.attach_figures([row], self.caller)
        context = {"eligibles": queries.count_eligible_households(row, self.caller)}
        shown = shapes.ProgrammeDetailResponse(row, context=context).data
        return self.tagged(self.ok(shown), etag.compute_etag(row.id, row.updated_at, shown))

    @declare_operation("Modifier un programme", body=shapes.ProgrammeBody, answer=shapes.ProgrammeStatusResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        row = self.one(identity)
        values = dict(self.input(partial=True).validated_data)
        regions = values.pop("regions", None)
        changed = services.change_programme(
            programme=row, values=values, regions=regions, user=self.caller, require=self.same_version
        )
        return self.short(changed, _("Programme modifié."))

    @declare_operation("Supprimer un programme")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_programme(programme=self.one(identity), user=self.caller, require=self.same_version)
        return self.ok(message=_("Programme supprimé."))


class TransitionView(ProgrammeView):
    """Make one transition of one programme."""

    permission = "transferts.modifier"
    transition: states.Transition

    def make(self, identity: UUID) -> Response:
        row = services.transition_programme(
            programme=self.one(identity), transition=self.transition, user=self.caller, require=self.same_version
        )
        return self.short(row, self.transition.done)


class ProgrammeActivation(TransitionView):
    transition = states.ACTIVATE

    @declare_operation("Activer un programme", answer=shapes.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class ProgrammeSuspension(TransitionView):
    transition = states.SUSPEND

    @declare_operation("Suspendre un programme", answer=shapes.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class ProgrammeResumption(TransitionView):
    transition = states.RESUME

    @declare_operation("Réactiver un programme", answer=shapes.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class ProgrammeClosing(TransitionView):
    transition = states.CLOSE

    @declare_operation("Clôturer un programme", answer=shapes.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class ProgrammeRegionList(EnvelopeView):
    """List the regions which the form of a programme offers."""

    permission = "transferts.lire"

    @declare_operation("Régions qu'un programme peut nommer", answer=shapes.ProgrammeRegionResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(shapes.ProgrammeRegionResponse(queries.filter_selectable_regions(self.caller), many=True).data)


class ProgrammeSummary(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Statistiques des programmes", query=shapes.SummaryParams, answer=shapes.ProgrammeSummaryResponse
    )
    def get(self, request: Any) -> Response:
        told = queries.summarise_programmes(list(self.visible(queries.filter_programmes(self.query))), self.caller)
        return self.ok(shapes.ProgrammeSummaryResponse(told).data)
