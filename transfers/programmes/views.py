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
from transfers.programmes import queries, serializers, services, states
from transfers.programmes.eligibility.queries import count_eligible_households
from transfers.programmes.filters import ProgrammeFilters, ProgrammeSummaryFilters
from transfers.programmes.hooks import closing_remarks
from transfers.programmes.models import Programme


class ProgrammeView(EnvelopeView):
    """Share what the views of one programme need."""

    reach = BY_ROW

    def find_programme(self, identity: UUID) -> Programme:
        return self.find_visible(queries.filter_programmes({}), id=identity)

    def build_status_response(self, row: Programme, message: Any, status: int = 200) -> Response:
        """Return the response of a write."""
        answer = self.ok(serializers.ProgrammeStatusResponse(row).data, message, status=status)
        return self.add_etag(answer, etag.compute_etag(row.id, row.updated_at))


class ProgrammeList(ProgrammeView):
    permission = {"GET": "transferts.lire", "POST": "transferts.creer"}

    @declare_operation(
        "Programmes",
        filters=ProgrammeFilters,
        query=serializers.ProgrammeListParams,
        response=serializers.ProgrammeResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_programmes(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        programmes = queries.attach_figures(page.items, self.caller)
        return self.build_page_response(page.replace_items(serializers.ProgrammeResponse(programmes, many=True).data))

    @declare_operation(
        "Créer un programme", body=serializers.ProgrammeBody, response=serializers.ProgrammeStatusResponse, status=201
    )
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        regions = values.pop("regions", None)
        return self.build_status_response(
            services.create_programme(values=values, regions=regions, user=self.caller),
            _("Programme créé."),
            status=201,
        )


class ProgrammeDetail(ProgrammeView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.supprimer"}

    @declare_operation("Un programme", response=serializers.ProgrammeDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(queries.filter_programmes({}).prefetch_related(queries.PREFETCH_REGIONS), id=identity)
        queries.attach_figures([row], self.caller)
        context = {"eligibles": count_eligible_households(row, self.caller)}
        shown = serializers.ProgrammeDetailResponse(row, context=context).data
        return self.add_etag(self.ok(shown), etag.compute_etag(row.id, row.updated_at, shown))

    @declare_operation(
        "Modifier un programme", body=serializers.ProgrammeBody, response=serializers.ProgrammeStatusResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        row = self.find_programme(identity)
        values = dict(self.validate_body(partial=True).validated_data)
        regions = values.pop("regions", None)
        changed = services.change_programme(
            programme=row, values=values, regions=regions, user=self.caller, require=self.require_same_version
        )
        return self.build_status_response(changed, _("Programme modifié."))

    @declare_operation("Supprimer un programme")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_programme(
            programme=self.find_programme(identity), user=self.caller, require=self.require_same_version
        )
        return self.ok(message=_("Programme supprimé."))


class TransitionView(ProgrammeView):
    """Make one transition of one programme."""

    permission = "transferts.modifier"
    transition: states.Transition

    def transition_programme(self, identity: UUID) -> Programme:
        return services.transition_programme(
            programme=self.find_programme(identity),
            transition=self.transition,
            user=self.caller,
            require=self.require_same_version,
        )

    def make_transition(self, identity: UUID) -> Response:
        return self.build_status_response(self.transition_programme(identity), self.transition.message)


class ProgrammeActivation(TransitionView):
    transition = states.ACTIVATE

    @declare_operation("Activer un programme", response=serializers.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make_transition(identity)


class ProgrammeSuspension(TransitionView):
    transition = states.SUSPEND

    @declare_operation("Suspendre un programme", response=serializers.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make_transition(identity)


class ProgrammeResumption(TransitionView):
    transition = states.RESUME

    @declare_operation("Réactiver un programme", response=serializers.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make_transition(identity)


class ProgrammeClosing(TransitionView):
    transition = states.CLOSE

    @declare_operation("Clôturer un programme", response=serializers.ProgrammeStatusResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        """Say what is still on the way: a programme that pays nobody any more may wait for results."""
        row = self.transition_programme(identity)
        remarks = [describe(row) for describe in closing_remarks.values()]
        return self.build_status_response(row, " ".join([str(self.transition.message), *filter(None, remarks)]))


class ProgrammeRegionList(EnvelopeView):
    """List the regions which the form of a programme offers."""

    permission = "transferts.lire"

    @declare_operation("Régions qu'un programme peut nommer", response=serializers.ProgrammeRegionResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(
            serializers.ProgrammeRegionResponse(queries.filter_selectable_regions(self.caller), many=True).data
        )


class ProgrammeSummary(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Statistiques des programmes", filters=ProgrammeSummaryFilters, response=serializers.ProgrammeSummaryResponse
    )
    def get(self, request: Any) -> Response:
        programmes = list(self.filter_visible(queries.filter_programmes(self.query)))
        summary = queries.summarise_programmes(programmes, self.caller)
        return self.ok(serializers.ProgrammeSummaryResponse(summary).data)
