"""Filter the layer of payments: its areas, and whose payments are summed in them."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import DecimalField, ExpressionWrapper, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, NullIf, Round

from config.filters import CharFilter, FilterSet, IdsFilter
from transfers.cycles.models import PaymentTotal
from transfers.payments.models import PaymentStatus

AMOUNT: Final = DecimalField(max_digits=20, decimal_places=0)
RATE: Final = DecimalField(max_digits=4, decimal_places=1)
# Excluded payments are on no list.
LISTED: Final = (PaymentStatus.PLANIFIE, PaymentStatus.EN_COURS, PaymentStatus.REUSSI, PaymentStatus.ECHOUE)
# By name of a sum: the column that it adds up, and the statuses of the payments that it counts.
SUMS: Final[dict[str, tuple[str, tuple[PaymentStatus, ...]]]] = {
    "nb_prevus": ("nombre", LISTED),
    "nb_payes": ("nombre", (PaymentStatus.REUSSI,)),
    "nb_echoues": ("nombre", (PaymentStatus.ECHOUE,)),
    "montant_prevu": ("montant", LISTED),
    "montant_paye": ("recu", (PaymentStatus.REUSSI,)),
}


class PaymentTotalFilters(FilterSet):
    """Filter the sums of payments."""

    programme = IdsFilter("cycle__programme_id")
    cycle = IdsFilter("cycle_id")
    operateur = CharFilter("operateur_id", max_length=30)


class PaymentLayerFilters(FilterSet):
    """Choose areas by `region`, and by the other filters the payments that are summed in each of them."""

    region = IdsFilter("id")
    programme = IdsFilter()
    cycle = IdsFilter()
    operateur = CharFilter(max_length=30)

    @classmethod
    def filter_rows(cls, rows: QuerySet[Any], values: Mapping[str, Any]) -> QuerySet[Any]:
        """Return regions with their sums of the chosen payments; a region without such payments has zeros.

        `taux` is the share of the planned payments that are paid, in percent; null where none is planned.
        """
        if values.get("region") is not None:
            rows = cls.base_filters["region"].filter(rows, values["region"])
        totals = PaymentTotalFilters.filter_rows(PaymentTotal.objects.filter(region_id=OuterRef("pk")), values)
        rows = rows.annotate(**{name: _sum_totals(totals, *what) for name, what in SUMS.items()})
        rate = F("nb_payes") * 100 / NullIf("nb_prevus", 0, output_field=AMOUNT)
        return rows.annotate(taux=Round(ExpressionWrapper(rate, output_field=RATE), 1, output_field=RATE))


def _sum_totals(totals: QuerySet[PaymentTotal], column: str, statuses: tuple[PaymentStatus, ...]) -> Coalesce:
    counted = totals.filter(statut__in=statuses).order_by().values("region_id")
    return Coalesce(Subquery(counted.values(sum=Sum(column))), 0, output_field=AMOUNT)
