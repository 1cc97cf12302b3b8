"""Filter the answers of a sample."""

from django.db.models import QuerySet

from config.filters import BooleanFilter, ChoiceFilter, FilterSet, IdsFilter
from transfers.receipts.models import DIFFERENCE, Receipt, ReceiptAnswer


def _filter_by_answer(rows: QuerySet[ReceiptAnswer], field_name: str, has_answer: bool) -> QuerySet[ReceiptAnswer]:
    return rows.filter(recu__isnull=not has_answer)


def _filter_differences(rows: QuerySet[ReceiptAnswer], field_name: str, is_difference: bool) -> QuerySet[ReceiptAnswer]:
    return rows.filter(DIFFERENCE) if is_difference else rows.exclude(pk__in=rows.filter(DIFFERENCE).values("pk"))


class AnswerFilters(FilterSet):
    region = IdsFilter("region_id")
    recu = ChoiceFilter(choices=Receipt.choices)
    repondu = BooleanFilter(method=_filter_by_answer, default=None, allow_null=True)
    ecart = BooleanFilter(method=_filter_differences, default=None, allow_null=True)
