"""Serve eligible households, enrolment, and the beneficiaries and statistics of a programme."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.jobs.services import start
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.households.mass_acts import ENROL
from registry.households.mass_views import MassParams
from transfers.beneficiaries.queries import beneficiaries, page_of
from transfers.beneficiaries.serializers import BeneficiaryParams
from transfers.beneficiaries.shapes import BeneficiaryAnswer, summary
from transfers.enrolment import queries, services
from transfers.enrolment import serializers as shapes
from transfers.programmes.models import Programme
from transfers.programmes.queries import REGIONS, programmes, with_figures
from transfers.programmes.services import require_enrolling


class OfProgramme(EnvelopeView):
    """Share how the views of one programme find it."""

    permission = "transferts.lire"

    def one(self, identity: UUID) -> Programme:
        return self.find(programmes({}).prefetch_related(REGIONS), id=identity)


class EnrolView(OfProgramme):
    """Enrol at once for few households, else, or with `async`, as a job (202)."""

    permission = ENROL.permission

    def later(self, params: dict[str, Any]) -> Response:
        job = start(services.JOB, params, self.caller)
        return self.ok({"jobId": job.id, "statut": job.statut}, _("Le travail continue en arrière-plan."), status=202)

    def told(self, answer: dict[str, Any], count: int) -> Response:
        return self.ok(answer, ngettext("%(n)d ménage enrôlé.", "%(n)d ménages enrôlés.", count) % {"n": count})

    def many(self, count: int) -> bool:
        return self.query["async"] or count > settings.SYNCHRONOUS_MAX_ROWS


class EligibleList(OfProgramme):
    @operation("Ménages éligibles à un programme", query=shapes.EligibleParams, answer=shapes.EligiblesAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.one(identity)
        return self.ok(shapes.eligibles_told(programme, queries.eligibles(programme, self.query, self.caller)))


class Enrol(EnrolView):
    @operation("Enrôler dans un programme", query=MassParams, body=shapes.ProgrammeEnrolBody, answer=shapes.EnrolAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        programme = self.one(identity)
        sent = self.input().validated_data
        ids, limit = sent["menageIds"], sent.get("limit")
        # Refuse now instead of in a later job; enrolling checks again under the programme's lock.
        require_enrolling(programme)
        if self.many(len(ids) or services.how_many_next(programme, limit, self.caller)):
            return self.later(services.job_params(programme, ids, limit))
        answer = services.enrol_into(programme=programme, ids=ids, limit=limit, user=self.caller)
        return self.told(answer, answer["enrolled"])


class EnrolNewcomers(EnrolView):
    @operation("Créer les bénéficiaires des ménages éligibles qui n'en ont pas", query=MassParams,
               answer=shapes.NewcomersAnswer)  # fmt: skip
    def post(self, request: Any) -> Response:
        self.refuse_input()
        if self.many(services.how_many_newcomers(self.caller)):
            return self.later(services.job_params())
        answer = services.enrol_newcomers(user=self.caller)
        return self.told(answer, answer["nbCreated"])


class BeneficiariesOfProgramme(OfProgramme):
    @operation("Bénéficiaires d'un programme", query=BeneficiaryParams, answer=BeneficiaryAnswer, many=True,
               paging="pagination")  # fmt: skip
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.one(identity)
        contacts = self.caller.holds("registre.voir_contacts")
        wanted = self.query | {"programme": programme.id}
        page = page_of(self.visible(beneficiaries(wanted, contacts)), wanted, self.caller)
        return self.page(page.of(summary(row, contacts) for row in page.items))


class Statistics(OfProgramme):
    @operation("Statistiques d'un programme", answer=shapes.ProgrammeStatisticsAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        [programme] = with_figures([self.one(identity)], self.caller)
        figures = programme.figures  # type: ignore[attr-defined]
        told = {
            "programme": programme,
            "cycles": figures.spent.cycles,
            "beneficiaires": queries.by_payment(programme, self.caller),
            "parRegion": queries.by_region(programme, self.caller),
            "indicateurs": figures,
        }
        return self.ok(shapes.ProgrammeStatisticsAnswer(told).data)
