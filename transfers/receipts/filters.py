"""Filter the answers of a sample."""

from django.db.models import QuerySet

from config.filters import BooleanFilter, ChoiceFilter, FilterSet, IdsFilter
from transfers.receipts.models import DIFFERENCE, Receipt, ReceiptAnswer


def _filter_answered(rows: QuerySet[ReceiptAnswer], field_name: str, answered: bool) -> QuerySet[ReceiptAnswer]:
    return rows.filter(recu__isnull=not answered)


def _filter_differences(rows: QuerySet[ReceiptAnswer], field_name: str, differs: bool) -> QuerySet[ReceiptAnswer]:
    return rows.filter(DIFFERENCE) if differs else rows.exclude(pk__in=rows.filter(DIFFERENCE).values("pk"))


class AnswerFilters(FilterSet):
    region = IdsFilter("region_id")
    recu = ChoiceFilter(choices=Receipt.choices)
    repondu = BooleanFilter(method=_filter_answered, default=None, allow_null=True)
    ecart = BooleanFilter(method=_filter_differences, default=None, allow_null=True)
