"""Serve the figures of dashboards to every signed-in user, within their regions and permissions."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from analysis.dashboards import queries
from analysis.dashboards import serializers as shapes
from analysis.dashboards.activity.queries import list_activity
from config.api.permissions import AUTHENTICATED
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Stats(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Chiffres du tableau de bord", query=shapes.StatsParams, response=shapes.StatsSerializer)
    def get(self, request: Any) -> Response:
        period, figures = queries.compute_figures(self.caller, self.query)
        complaints = queries.summarise_complaints(self.caller, self.query)
        data = {
            **figures,
            "plaintes": complaints,
            "budget": queries.compute_budget(self.caller, self.query),
            "objectif": queries.compute_target(self.caller, self.query),
            "periode": period,
            "nonAccessibles": queries.list_unreadable_figures(self.caller, self.query),
        }
        return self.ok(shapes.StatsSerializer(data).data)


class RecentActivity(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation(
        "Activité récente", query=shapes.ActivityParams, response=shapes.ActivitySerializer, many=True, paging="total"
    )
    def get(self, request: Any) -> Response:
        rows = list_activity(self.caller, self.query["limit"], self.query.get("type"))
        return self.ok(shapes.ActivitySerializer(rows, many=True).data, total=len(rows))


class PaymentChart(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Paiements au fil du temps", query=shapes.ChartParams, response=shapes.PaymentChartSerializer)
    def get(self, request: Any) -> Response:
        chart = queries.build_payment_chart(self.caller, self.query)
        lines = (
            (_("Montant payé"), "XOF", chart.amounts),
            (_("Paiements réussis"), "paiements", chart.succeeded),
            (_("Paiements échoués"), "paiements", chart.failed),
        )
        datasets = [{"label": label, "unite": unit, "data": data} for label, unit, data in lines]
        shown = {
            "periode": chart.length,
            "labels": chart.labels,
            "intervalles": chart.intervals,
            "datasets": datasets,
            "summary": chart.summary,
        }
        return self.ok(shapes.PaymentChartSerializer(shown).data)


class RegionsDistribution(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation(
        "Répartition par région",
        query=shapes.PeriodParams,
        response=shapes.RegionShareSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        rows = queries.list_region_shares(self.caller, self.query)
        return self.ok(shapes.RegionShareSerializer(rows, many=True).data, total=len(rows))


class ComplaintsOverview(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation(
        "Plaintes en un coup d'œil", query=shapes.OverviewParams, response=shapes.ComplaintOverviewSerializer
    )
    def get(self, request: Any) -> Response:
        return self.ok(queries.compute_complaint_overview(self.caller, self.query))
