"""Serve eligible households, enrolment, and the beneficiaries and statistics of a programme."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from config.errors.problems import invalid
from registry.households.mass.serializers import MassParams, MassResponse
from registry.households.mass.views import MassView
from transfers.beneficiaries.api import (
    BeneficiaryFilters,
    BeneficiaryResponse,
    build_summary_response,
    filter_beneficiaries,
    paginate_summaries,
)
from transfers.enrolment import jobs, queries, serializers, services
from transfers.enrolment.filters import EligibleFilters
from transfers.enrolment.types import EnrolmentResult, NewcomersResult
from transfers.programmes.api import PREFETCH_REGIONS, attach_figures, filter_programmes, require_enrolling_programme
from transfers.programmes.models import Programme


class ProgrammeScopedView(EnvelopeView):
    """Share how the views of one programme find it."""

    permission = "transferts.lire"

    def find_programme(self, programme_id: UUID) -> Programme:
        return self.find_visible(filter_programmes({}).prefetch_related(PREFETCH_REGIONS), id=programme_id)


class EnrolView(ProgrammeScopedView):
    """Enrol at once for few households, else, or with `async`, as a job (202)."""

    permission = services.ENROL.permission

    def start_job(self, params: dict[str, Any]) -> Response:
        return self.build_job_response(start_job(jobs.ENROLMENT_JOB, params, self.caller))

    def build_enrolment_response(self, result: EnrolmentResult | NewcomersResult, count: int) -> Response:
        message = ngettext("%(n)d ménage enrôlé.", "%(n)d ménages enrôlés.", count) % {"n": count}
        return self.ok(serialize_row(result), message)


class EligibleList(ProgrammeScopedView):
    @declare_operation(
        "Ménages éligibles à un programme",
        filters=EligibleFilters,
        query=serializers.EligibleParams,
        response=serializers.EligibleHouseholdsResponse,
    )
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_programme(identity)
        eligible = queries.find_eligible_households(programme, self.query, self.caller)
        return self.ok(serializers.build_eligible_response(programme, eligible))


class Enrolment(EnrolView):
    @declare_operation(
        "Enrôler dans un programme",
        query=MassParams,
        body=serializers.ProgrammeEnrolBody,
        response=serializers.EnrolmentResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        programme = self.find_programme(identity)
        sent = self.validate_body().validated_data
        ids, limit, selection = sent["menage_ids"], sent.get("limit"), sent.get("selection")
        if selection and selection.programme_id != programme.id:
            raise invalid({"selectionId": [_("Cette sélection est celle d'un autre programme.")]})
        # Refuse now instead of in a later job; enrolling checks again under the programme's lock.
        require_enrolling_programme(programme)
        if self.needs_job(len(ids) or services.count_next_households(programme, limit, self.caller, selection)):
            return self.start_job(jobs.build_enrolment_params(programme, ids, limit, selection))
        result = services.enrol_into_programme(
            programme=programme, ids=ids, limit=limit, selection=selection, user=self.caller
        )
        return self.build_enrolment_response(result, result.enrolled)


class BulkEnrolment(MassView):
    """Enrol households of the registry's list, as one of its mass operations."""

    permission = services.ENROL.permission

    @declare_operation(
        "Enrôler des ménages dans un programme", query=MassParams, body=serializers.BulkEnrolBody, response=MassResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        return self.run_or_start_job(services.ENROL, sent["ids"], programme=str(sent["programme_id"]))


class NewcomerEnrolment(EnrolView):
    @declare_operation(
        "Créer les bénéficiaires des ménages éligibles qui n'en ont pas",
        query=MassParams,
        response=serializers.NewcomersResponse,
    )
    def post(self, request: Any) -> Response:
        self.refuse_body()
        if self.needs_job(services.count_newcomers(self.caller)):
            return self.start_job(jobs.build_enrolment_params())
        result = services.enrol_newcomers(user=self.caller)
        return self.build_enrolment_response(result, result.nb_created)


class ProgrammeBeneficiaryList(ProgrammeScopedView):
    @declare_operation(
        "Bénéficiaires d'un programme",
        filters=BeneficiaryFilters,
        query=PageParams,
        response=BeneficiaryResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_programme(identity)
        contacts = self.caller.holds("registre.voir_contacts")
        query = self.query | {"programme": programme.id}
        page = paginate_summaries(self.filter_visible(filter_beneficiaries(query, contacts)), query, self.caller)
        return self.build_page_response(page.replace_items(build_summary_response(row, contacts) for row in page.items))


class ProgrammeStatistics(ProgrammeScopedView):
    @declare_operation("Statistiques d'un programme", response=serializers.ProgrammeStatisticsResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_programme(identity)
        attach_figures([programme], self.caller)
        statistics = {
            "programme": programme,
            "cycles": programme.figures.spent.cycles,
            "beneficiaires": queries.count_by_payment(programme, self.caller),
            "par_region": queries.count_by_region(programme, self.caller),
            "indicateurs": programme.figures,
        }
        return self.ok(serializers.ProgrammeStatisticsResponse(statistics).data)
