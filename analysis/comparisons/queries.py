"""Compare what there was by two dates, by area.

Of regions, the sums by day tell households, beneficiaries and payments; of secteurs, and of complaints, the rows do. Both
count a row where it lies now, from the day of its registration, enrolment, execution or arrival on. What was deleted
meanwhile is in neither number.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from analysis.comparisons.filters import ComparisonFilters
from analysis.comparisons.rules import (
    AMOUNT,
    BENEFICIARIES,
    COMPLAINTS,
    HOUSEHOLDS,
    PAYMENTS,
    PERMISSIONS,
    compute_variation,
)
from analysis.comparisons.types import DatedRows
from analysis.dashboards.models import DailyTotal, Subject
from config.caller import Caller
from config.days import find_midnight
from config.errors.problems import forbidden, invalid
from geo.areas.api import list_named_areas
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import Complaint
from transfers.complaints.teams.models import Category
from transfers.payments.models import Payment, PaymentStatus

SUBJECTS = {
    HOUSEHOLDS: Subject.MENAGE,
    BENEFICIARIES: Subject.BENEFICIAIRE,
    PAYMENTS: Subject.PAIEMENT,
    AMOUNT: Subject.PAIEMENT,
}
ONE_DAY = timedelta(days=1)
PAID = Q(statut=PaymentStatus.REUSSI)


def _find_daily_totals(user: Caller, figure: str) -> DatedRows:
    totals = DailyTotal.objects.visible_to(user).filter(sujet=SUBJECTS[figure])
    rows = totals.filter(PAID) if SUBJECTS[figure] == Subject.PAIEMENT else totals
    column = "montant" if figure == AMOUNT else "nombre"
    return DatedRows(rows, "jour", lambda condition: Sum(column, filter=condition), is_by_day=True)


def _count(condition: Q) -> Count:
    return Count("pk", filter=condition)


def _find_households(user: Caller) -> DatedRows:
    return DatedRows(Household.objects.visible_to(user), "created_at", _count)


def _find_beneficiaries(user: Caller) -> DatedRows:
    return DatedRows(Beneficiary.objects.visible_to(user), "date_enrolement", _count, prefix="menage__")


def _find_payments(user: Caller) -> DatedRows:
    return DatedRows(Payment.objects.visible_to(user).filter(PAID), "date_execution", _count)


def _find_amounts(user: Caller) -> DatedRows:
    received = Coalesce("montant_recu", "montant")
    return DatedRows(
        Payment.objects.visible_to(user).filter(PAID),
        "date_execution",
        lambda condition: Sum(received, filter=condition),
    )


def _find_complaints(user: Caller) -> DatedRows:
    """Return complaints without those about violence, which are in no figure of an area (decision 0170)."""
    rows = Complaint.objects.visible_to(user).exclude(categorie=Category.VBG)
    return DatedRows(rows, "date_creation", _count)


FINDERS: dict[str, Callable[[Caller], DatedRows]] = {
    HOUSEHOLDS: _find_households,
    BENEFICIARIES: _find_beneficiaries,
    PAYMENTS: _find_payments,
    AMOUNT: _find_amounts,
    COMPLAINTS: _find_complaints,
}


def _end(day: date, dated: DatedRows) -> date | datetime:
    """Return the first day, or moment of the country's time, that is after `day`."""
    after = min(day, date.max - ONE_DAY) + ONE_DAY
    return after if dated.is_by_day else find_midnight(after)


def _sum_by_area(dated: DatedRows, level: str, query: Mapping[str, Any]) -> dict[UUID | None, tuple[int, int]]:
    """Return the figure by both dates by id of the area, None for what lies in none: one query."""
    before, after = (_end(query[name], dated) for name in ("avant", "apres"))
    condition = ComparisonFilters.build_condition(query, prefix=dated.prefix)
    rows: QuerySet[Any] = dated.rows.filter(condition, **{f"{dated.moment}__lt": after}).order_by()
    sums = rows.values_list(f"{dated.prefix}{level}_id").annotate(
        earlier=dated.add_up(Q(**{f"{dated.moment}__lt": before})),
        later=dated.add_up(Q(**{f"{dated.moment}__lt": after})),
    )
    return {area: (int(earlier or 0), int(later or 0)) for area, earlier, later in sums}


def compare_areas(user: Caller, query: Mapping[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """Return each visible region or secteur (`niveau`) with the figure by both dates, and what lies in none: two queries.

    Raises FORBIDDEN without the permission to read the figure, VALIDATION_ERROR when the dates are turned round.
    """
    figure, level = query["chiffre"], query["niveau"]
    if not user.holds(PERMISSIONS[figure]):
        raise forbidden()
    if query["avant"] > query["apres"]:
        raise invalid({"apres": [_("La date de fin précède la date de début.")]})
    is_summed = level == "region" and figure in SUBJECTS
    dated = _find_daily_totals(user, figure) if is_summed else FINDERS[figure](user)
    found = _sum_by_area(dated, level, query)
    rows = []
    for area in list_named_areas(user, level, query.get("region")):
        before, after = found.get(area["id"], (0, 0))
        change = {"difference": after - before, "variation": compute_variation(before, after)}
        rows.append({**area, "avant": before, "apres": after, **change})
    return rows, found.get(None, (0, 0))[1]
