"""Serve eligible households, enrolment, and the beneficiaries and statistics of a programme."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.households.api import ENROL
from registry.households.mass_views import MassParams
from transfers.beneficiaries.api import (
    BeneficiaryResponse,
    build_summary_response,
    filter_beneficiaries,
    paginate_summaries,
)
from transfers.beneficiaries.serializers import BeneficiaryParams
from transfers.enrolment import queries, services
from transfers.enrolment import serializers as shapes
from transfers.programmes.api import REGIONS, attach_figures, filter_programmes, require_enrolling_programme
from transfers.programmes.models import Programme


class ProgrammeScopedView(EnvelopeView):
    """Share how the views of one programme find it."""

    permission = "transferts.lire"

    def one(self, identity: UUID) -> Programme:
        return self.find(filter_programmes({}).prefetch_related(REGIONS), id=identity)


class EnrolView(ProgrammeScopedView):
    """Enrol at once for few households, else, or with `async`, as a job (202)."""

    permission = ENROL.permission

    def later(self, params: dict[str, Any]) -> Response:
        job = start_job(services.JOB, params, self.caller)
        return self.ok({"jobId": job.id, "statut": job.statut}, _("Le travail continue en arrière-plan."), status=202)

    def told(self, answer: dict[str, Any], count: int) -> Response:
        return self.ok(answer, ngettext("%(n)d ménage enrôlé.", "%(n)d ménages enrôlés.", count) % {"n": count})

    def many(self, count: int) -> bool:
        return self.query["async"] or count > settings.SYNCHRONOUS_MAX_ROWS


class EligibleList(ProgrammeScopedView):
    @declare_operation(
        "Ménages éligibles à un programme", query=shapes.EligibleParams, answer=shapes.EligibleHouseholdsResponse
    )
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.one(identity)
        return self.ok(
            shapes.build_eligible_response(
                programme, queries.find_eligible_households(programme, self.query, self.caller)
            )
        )


class Enrolment(EnrolView):
    @declare_operation(
        "Enrôler dans un programme", query=MassParams, body=shapes.ProgrammeEnrolBody, answer=shapes.EnrolmentResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        programme = self.one(identity)
        sent = self.input().validated_data
        ids, limit = sent["menageIds"], sent.get("limit")
        # Refuse now instead of in a later job; enrolling checks again under the programme's lock.
        require_enrolling_programme(programme)
        if self.many(len(ids) or services.count_next_households(programme, limit, self.caller)):
            return self.later(services.build_job_params(programme, ids, limit))
        answer = services.enrol_into_programme(programme=programme, ids=ids, limit=limit, user=self.caller)
        return self.told(answer, answer["enrolled"])


class NewcomerEnrolment(EnrolView):
    @declare_operation("Créer les bénéficiaires des ménages éligibles qui n'en ont pas", query=MassParams,
               answer=shapes.NewcomersResponse)  # fmt: skip
    def post(self, request: Any) -> Response:
        self.refuse_input()
        if self.many(services.count_newcomers(self.caller)):
            return self.later(services.build_job_params())
        answer = services.enrol_newcomers(user=self.caller)
        return self.told(answer, answer["nbCreated"])


class ProgrammeBeneficiaryList(ProgrammeScopedView):
    @declare_operation("Bénéficiaires d'un programme", query=BeneficiaryParams, answer=BeneficiaryResponse, many=True,
               paging="pagination")  # fmt: skip
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.one(identity)
        contacts = self.caller.holds("registre.voir_contacts")
        wanted = self.query | {"programme": programme.id}
        page = paginate_summaries(self.visible(filter_beneficiaries(wanted, contacts)), wanted, self.caller)
        return self.page(page.of(build_summary_response(row, contacts) for row in page.items))


class ProgrammeStatistics(ProgrammeScopedView):
    @declare_operation("Statistiques d'un programme", answer=shapes.ProgrammeStatisticsResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        [programme] = attach_figures([self.one(identity)], self.caller)
        figures = programme.figures  # type: ignore[attr-defined]
        told = {
            "programme": programme,
            "cycles": figures.spent.cycles,
            "beneficiaires": queries.count_by_payment(programme, self.caller),
            "parRegion": queries.count_by_region(programme, self.caller),
            "indicateurs": figures,
        }
        return self.ok(shapes.ProgrammeStatisticsResponse(told).data)
