"""Serve programmes: list, detail, creation, change, deletion, transitions and statistics."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.paging import paginate
from config.api.reach import BY_ROW
from config.api.schema import operation
from config.api.views import EnvelopeView
from transfers.programmes import queries, services, states
from transfers.programmes import serializers as shapes
from transfers.programmes.models import Programme


class ProgrammeView(EnvelopeView):
    """Share what the views of one programme need."""

    reach = BY_ROW

    def one(self, identity: UUID) -> Programme:
        return self.find(queries.programmes({}), id=identity)

    def same_version(self, row: Programme) -> None:
        """Raise CONFLICT when the caller has read another version (If-Match)."""
        etag.require_match(self.request, etag.tag(row.id, row.updated_at))

    def short(self, row: Programme, message: Any, status: int = 200) -> Response:
        """Return the response of a write."""
        answer = self.ok(shapes.ProgrammeStatusAnswer(row).data, message, status=status)
        return self.tagged(answer, etag.tag(row.id, row.updated_at))


class ProgrammeList(ProgrammeView):
    permission = {"GET": "transferts.lire", "POST": "transferts.creer"}

    @operation(
        "Programmes", query=shapes.ProgrammeParams, answer=shapes.ProgrammeAnswer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = self.visible(queries.programmes(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        shown = queries.with_figures(page.items, self.caller)
        return self.page(page.of(shapes.ProgrammeAnswer(shown, many=True).data))

    @operation("Créer un programme", body=shapes.ProgrammeBody, answer=shapes.ProgrammeStatusAnswer, status=201)
    def post(self, request: Any) -> Response:
        values = dict(self.input().validated_data)
        regions = values.pop("regions", None)
        return self.short(
            services.create(values=values, regions=regions, user=self.caller), _("Programme créé."), status=201
        )


class ProgrammeDetail(ProgrammeView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.supprimer"}

    @operation("Un programme", answer=shapes.ProgrammeDetailAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find(queries.programmes({}).prefetch_related(queries.REGIONS), id=identity)
        queries.with_figures([row], self.caller)
        context = {"eligibles": queries.count_eligible(row, self.caller)}
        shown = shapes.ProgrammeDetailAnswer(row, context=context).data
        return self.tagged(self.ok(shown), etag.tag(row.id, row.updated_at, shown))

    @operation("Modifier un programme", body=shapes.ProgrammeBody, answer=shapes.ProgrammeStatusAnswer)
    def put(self, request: Any, identity: UUID) -> Response:
        row = self.one(identity)
        values = dict(self.input(partial=True).validated_data)
        regions = values.pop("regions", None)
        changed = services.change(
            programme=row, values=values, regions=regions, user=self.caller, require=self.same_version
        )
        return self.short(changed, _("Programme modifié."))

    @operation("Supprimer un programme")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete(programme=self.one(identity), user=self.caller, require=self.same_version)
        return self.ok(message=_("Programme supprimé."))


class MoveView(ProgrammeView):
    """Make one transition of one programme."""

    permission = "transferts.modifier"
    transition: states.Transition

    def make(self, identity: UUID) -> Response:
        row = services.move(
            programme=self.one(identity), transition=self.transition, user=self.caller, require=self.same_version
        )
        return self.short(row, self.transition.done)


class Activate(MoveView):
    transition = states.ACTIVATE

    @operation("Activer un programme", answer=shapes.ProgrammeStatusAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class Suspend(MoveView):
    transition = states.SUSPEND

    @operation("Suspendre un programme", answer=shapes.ProgrammeStatusAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class Resume(MoveView):
    transition = states.RESUME

    @operation("Réactiver un programme", answer=shapes.ProgrammeStatusAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class Close(MoveView):
    transition = states.CLOSE

    @operation("Clôturer un programme", answer=shapes.ProgrammeStatusAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make(identity)


class ProgrammeRegions(EnvelopeView):
    """List the regions which the form of a programme offers."""

    permission = "transferts.lire"

    @operation("Régions qu'un programme peut nommer", answer=shapes.ProgrammeRegionAnswer, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(shapes.ProgrammeRegionAnswer(queries.regions(self.caller), many=True).data)


class ProgrammeSummary(EnvelopeView):
    permission = "transferts.lire"

    @operation("Statistiques des programmes", query=shapes.SummaryParams, answer=shapes.ProgrammeSummaryAnswer)
    def get(self, request: Any) -> Response:
        told = queries.summary(list(self.visible(queries.programmes(self.query))), self.caller)
        return self.ok(shapes.ProgrammeSummaryAnswer(told).data)
