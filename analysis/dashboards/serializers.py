"""Validate the parameters and document the responses of dashboards."""

from rest_framework import serializers

from analysis.dashboards.activity.queries import ACTIVITIES
from analysis.dashboards.rules import Periode
from config.api.serializers import CamelSerializer
from transfers.complaints.models import ComplaintStatus, Priority


class PeriodParams(serializers.Serializer):
    """Validate a period; without dates, figures are since the beginning."""

    dateDebut = serializers.DateField(required=False)
    dateFin = serializers.DateField(required=False)


class OverviewParams(PeriodParams):
    """Validate the query of the complaints of a region, and of those that came in within a period."""

    region = serializers.UUIDField(required=False)


class StatsParams(OverviewParams):
    """Validate the query. Without dates, payments are all of them and variations compare the last 30 days."""

    programme = serializers.UUIDField(required=False)


class ActivityParams(serializers.Serializer):
    limit = serializers.IntegerField(required=False, default=10, min_value=1, max_value=50)
    type = serializers.ChoiceField(choices=[*ACTIVITIES], required=False)


class ChartParams(PeriodParams):
    """Validate the query; `periode` is the length of one bar. Without dates, the chart shows the last year or so.

    With `depuisDebut` it then shows all payments, from the first; its bars are longer when they would be too many.
    """

    periode = serializers.ChoiceField(choices=Periode.choices, required=False, default=Periode.MONTH)
    depuisDebut = serializers.BooleanField(required=False, default=False)
    region = serializers.UUIDField(required=False)


class PeriodSerializer(CamelSerializer):
    """Document the compared periods; all ends are included."""

    debut = serializers.DateField()
    fin = serializers.DateField()
    debut_precedent = serializers.DateField()
    fin_precedente = serializers.DateField()


class HouseholdFigures(serializers.Serializer):
    total = serializers.IntegerField()
    nouveaux = serializers.IntegerField()
    variation = serializers.FloatField(allow_null=True)


class BeneficiaryFigures(serializers.Serializer):
    total = serializers.IntegerField()
    actifs = serializers.IntegerField()
    variation = serializers.FloatField(allow_null=True)


class PaymentFigures(serializers.Serializer):
    """Document payments that succeeded, in XOF, and their share of those that succeeded or failed.

    Of `nombrePartiels` of them less arrived than was paid: `montantManquant`, which is not in the amount, nor is
    `montantEchoue` of the `nombreEchoues` that failed.
    """

    totalMontant = serializers.IntegerField()
    nombrePaiements = serializers.IntegerField()
    nombreEchoues = serializers.IntegerField()
    montantEchoue = serializers.IntegerField()
    nombrePartiels = serializers.IntegerField()
    montantManquant = serializers.IntegerField()
    tauxReussite = serializers.FloatField(allow_null=True)
    variation = serializers.FloatField(allow_null=True)


class ComplaintFigures(serializers.Serializer):
    """Document complaints; the mean delay is in days."""

    total = serializers.IntegerField()
    ouvertes = serializers.IntegerField()
    resolues = serializers.IntegerField()
    delaiMoyenResolution = serializers.FloatField(allow_null=True)


class BudgetFigures(serializers.Serializer):
    """Document the national budget of the programmes and what was paid of it, in XOF."""

    alloue = serializers.IntegerField()
    depense = serializers.IntegerField()
    tauxExecution = serializers.FloatField(allow_null=True)


class TargetFigures(serializers.Serializer):
    """Document how many beneficiaries the running programmes with a target aim at, and how many of theirs are active."""

    vises = serializers.IntegerField()
    actifs = serializers.IntegerField()
    taux = serializers.FloatField()


class StatsSerializer(serializers.Serializer):
    """Document the figures; `nonAccessibles` names those that the caller may not read, which are 0.

    `objectif` is null for a part of the country, and where no programme has a target.

    `menages` are those of the registry, by the day of their registration; with `programme` those that are enrolled in it, by
    the day of their enrolment.
    """

    menages = HouseholdFigures()
    beneficiaires = BeneficiaryFigures()
    paiements = PaymentFigures()
    plaintes = ComplaintFigures()
    budget = BudgetFigures()
    objectif = TargetFigures(allow_null=True)
    periode = PeriodSerializer()
    nonAccessibles = serializers.ListField(child=serializers.CharField())


class ActivityUserSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()


class ActivitySerializer(CamelSerializer):
    """Document one thing that was done; `metadata` names what it was done to."""

    type = serializers.ChoiceField(choices=[*ACTIVITIES])
    action = serializers.CharField()
    description = serializers.CharField()
    user = ActivityUserSerializer(allow_null=True)
    timestamp = serializers.DateTimeField()
    metadata = serializers.DictField()


class DatasetSerializer(serializers.Serializer):
    """Document one line of a chart; `unite` is `XOF` or `paiements`."""

    unite = serializers.CharField()

    def get_fields(self) -> dict[str, serializers.Field]:
        """Add the fields whose names are attributes of every serializer."""
        data = serializers.ListField(child=serializers.IntegerField())
        return {"label": serializers.CharField(), **super().get_fields(), "data": data}


class IntervalSerializer(serializers.Serializer):
    """Document the days of one bar, both ends included."""

    debut = serializers.DateField()
    fin = serializers.DateField(source="last")


class ChartSummary(serializers.Serializer):
    totalMontant = serializers.IntegerField()
    totalPaiements = serializers.IntegerField()
    moyenneMensuelle = serializers.FloatField()


class PaymentChartSerializer(serializers.Serializer):
    """Document a chart: `2026-S07` is a week, `2026-02` a month, `2026-T1` a quarter, `2026` a year.

    `periode` is the length of a bar: a longer one than was asked for where a chosen period would have too many. The first
    and the last bar of such a period are cut to its days.
    """

    periode = serializers.ChoiceField(choices=Periode.choices)
    labels = serializers.ListField(child=serializers.CharField())
    intervalles = IntervalSerializer(many=True)
    datasets = DatasetSerializer(many=True)
    summary = ChartSummary()


class RegionShareSerializer(CamelSerializer):
    """Document the sums of a region; `pourcentage` is its share of the visible households."""

    id = serializers.UUIDField()
    region = serializers.CharField()
    menages = serializers.IntegerField()
    beneficiaires = serializers.IntegerField()
    montant_paye = serializers.IntegerField()
    pourcentage = serializers.FloatField()


class DeadlineFigures(serializers.Serializer):
    """Document how many complaints kept their term; `tauxRespect` is in percent, null when none is decided.

    Of `depasse`, `depasseOuvertes` are open still. Rejected ones have no term: `respecte` and the others of `depasse` are
    those that were resolved, closed ones included.
    """

    respecte = serializers.IntegerField()
    depasse = serializers.IntegerField()
    depasseOuvertes = serializers.IntegerField()
    tauxRespect = serializers.FloatField(allow_null=True)


def _count_fields(names: list[str]) -> dict[str, serializers.Field]:
    return {name: serializers.IntegerField() for name in names}


ComplaintStatusCounts = type("ComplaintStatusCounts", (serializers.Serializer,), _count_fields(ComplaintStatus.values))
ComplaintPriorityCounts = type("ComplaintPriorityCounts", (serializers.Serializer,), _count_fields(Priority.values))


class ComplaintOverviewSerializer(serializers.Serializer):
    parStatut = ComplaintStatusCounts()
    parCategorie = serializers.DictField(child=serializers.IntegerField())
    parPriorite = ComplaintPriorityCounts()
    slaMetrics = DeadlineFigures()
