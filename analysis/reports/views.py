"""Serve reports, and the subscriptions of roles to them."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from analysis.reports import serializers, services
from analysis.reports.jobs import JOB
from analysis.reports.models import ReportSubscription
from analysis.reports.rules import resolve_days
from config.api.reach import NATIONAL, OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import not_found


class Reports(EnvelopeView):
    """Write a report, as a job: its result names a file of the caller's own, which expires as deposits do."""

    permission = services.READ
    reach = OWN

    @declare_operation(
        "Établir un rapport", body=serializers.ReportBody, response=serializers.ReportJobResponse, status=202
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        first, last = resolve_days(sent.get("date_debut"), sent.get("date_fin"), timezone.localdate())
        params = {
            "programme": str(sent["programme"].id) if sent.get("programme") else None,
            "region": str(sent["region"].id) if sent.get("region") else None,
            "dateDebut": first.isoformat(),
            "dateFin": last.isoformat(),
            "format": sent["format"],
            "langue": get_language(),
        }
        job = start_job(JOB, params, self.caller)
        return self.ok({"jobId": job.id, "statut": job.statut}, _("Le rapport se prépare."), status=202)


class Subscriptions(EnvelopeView):
    permission = "administration.roles"
    reach = NATIONAL

    @declare_operation("Abonnements aux rapports", response=serializers.SubscriptionResponse, many=True, paging="total")
    def get(self, request: Any) -> Response:
        rows = ReportSubscription.objects.select_related("role", "programme", "region").defer("region__geom")
        shown = serializers.SubscriptionResponse(rows, many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation(
        "Abonner un rôle à un rapport",
        body=serializers.SubscriptionBody,
        response=serializers.SubscriptionResponse,
        status=201,
    )
    def post(self, request: Any) -> Response:
        row = services.subscribe_role(values=dict(self.validate_body().validated_data))
        return self.ok(serializers.SubscriptionResponse(row).data, _("Rôle abonné."), status=201)


class SubscriptionDetail(EnvelopeView):
    permission = "administration.roles"
    reach = NATIONAL

    @declare_operation("Mettre fin à un abonnement")
    def delete(self, request: Any, identity: UUID) -> Response:
        if not ReportSubscription.objects.filter(id=identity).delete()[0]:
            raise not_found()
        return self.ok(message=_("Abonnement supprimé."))
