"""Query cycles, their status of execution and their totals."""

from collections.abc import Sequence
from itertools import count
from typing import Any, Final
from uuid import UUID

from django.db.models import Case, CharField, Count, Exists, Max, OuterRef, QuerySet, Sum, Value, When

from config.caller import Caller
from transfers.cycles.filters import CycleFilters, sort_cycles
from transfers.cycles.models import Cycle, PaymentTotal, StatutExecution, StatutValidation
from transfers.cycles.types import CycleTotals
from transfers.programmes.models import Programme

# The fields of the totals, by status of payment.
COUNTERS: Final = {
    "planifie": "planifies",
    "en_cours": "en_cours",
    "reussi": "reussis",
    "echoue": "echoues",
    "annule": "exclus",
}
AMOUNTS: Final = {"planifie": "montant_planifie", "en_cours": "montant_en_cours", "echoue": "montant_echoue"}


def _has_payments(*statuses: str) -> Exists:
    """Return the condition that a cycle has payments in one of these statuses."""
    return Exists(PaymentTotal.objects.filter(cycle=OuterRef("pk"), statut__in=statuses, nombre__gt=0))


def annotate_execution_status(rows: QuerySet[Cycle]) -> QuerySet[Cycle]:
    """Annotate cycles with `statut`, derived from their payments: never a flag that could stay behind."""
    return rows.annotate(
        statut=Case(
            When(~_has_payments("en_cours", "reussi", "echoue"), then=Value(StatutExecution.PLANIFIE)),
            When(_has_payments("planifie", "en_cours"), then=Value(StatutExecution.EN_COURS)),
            When(_has_payments("echoue"), then=Value(StatutExecution.ECHOUE_PARTIEL)),
            default=Value(StatutExecution.TERMINE),
            output_field=CharField(),
        )
    )


def filter_cycles(query: dict[str, Any]) -> QuerySet[Cycle]:
    """Return cycles under the filters of the list, the latest period first, with their programme and `statut`."""
    rows = annotate_execution_status(Cycle.objects.select_related("programme"))
    return CycleFilters.filter_rows(rows, query)


def list_cycles(query: dict[str, Any], user: Caller) -> QuerySet[Cycle]:
    """Return cycles under the filters of the list, in the order of `tri`."""
    rows = filter_cycles(query)
    return sort_cycles(rows, query["tri"], user) if query.get("tri") else rows


def _filter_totals(cycles: QuerySet[Cycle], user: Caller) -> QuerySet[PaymentTotal]:
    """Return the sums of the payments of these cycles which `user` sees, without the excluded ones."""
    ids = cycles.order_by().values("id")
    return PaymentTotal.objects.visible_to(user).filter(cycle__in=ids).exclude(statut="annule").order_by()


def sum_totals(cycles: QuerySet[Cycle], user: Caller) -> dict[str, int]:
    """Return the sums of the payments of these cycles which `user` sees, without the excluded ones, in one query."""
    sums = {"nombre": "nombre", "montant": "montant", "frais": "frais", "montantRecu": "recu"}
    return _filter_totals(cycles, user).aggregate(**{name: Sum(column, default=0) for name, column in sums.items()})


def sum_by_validation(cycles: QuerySet[Cycle], user: Caller) -> dict[str, dict[str, int]]:
    """Return the same number and amount by the state of the cycles' validation: a draft is no money yet. In one query."""
    rows = _filter_totals(cycles, user).values_list("cycle__statut_validation")
    found = {
        state: (int(number), int(amount)) for state, number, amount in rows.annotate(Sum("nombre"), Sum("montant"))
    }
    parts = {state: found.get(state, (0, 0)) for state in StatutValidation.values}
    return {state: {"nombre": number, "montant": amount} for state, (number, amount) in parts.items()}


def count_awaiting_cycles(user: Caller) -> int:
    """Return how many cycles wait for `user`."""
    values = CycleFilters.limit_to_visible({"aValider": True}, user)
    return CycleFilters.filter_rows(Cycle.objects.visible_to(user), values).order_by().count()


def attach_totals(cycles: Sequence[Cycle], user: Caller) -> Sequence[Cycle]:
    """Set `totals` on each cycle: of the payments which `user` sees, in one query, however many cycles there are.

    Where less arrived than was paid, a second one counts the payments of which that is so.
    """
    totals: dict[UUID, CycleTotals] = {cycle.id: CycleTotals() for cycle in cycles}
    rows = PaymentTotal.objects.visible_to(user).filter(cycle__in=totals).order_by()
    sums = rows.values_list("cycle_id", "statut").annotate(Sum("nombre"), Sum("montant"), Sum("frais"), Sum("recu"))
    for cycle_id, status, number, amount, fees, received in sums:
        total = totals[cycle_id]
        setattr(total, COUNTERS[status], int(number))
        if status != "annule":
            total.montant += int(amount)
            total.frais += int(fees)
        if status in AMOUNTS:
            setattr(total, AMOUNTS[status], int(amount))
        if status == "reussi":
            total.montant_manquant = int(amount - received)
        total.montant_recu += int(received)
    _count_partial(totals, user)
    for cycle in cycles:
        cycle.totals = totals[cycle.id]
    return cycles


def _count_partial(totals: dict[UUID, CycleTotals], user: Caller) -> None:
    """Set on the totals of cycles, by id, how many payments which `user` sees arrived in part."""
    lacking = [cycle_id for cycle_id, total in totals.items() if total.montant_manquant]
    if not lacking:
        return
    partial: dict[str, Any] = {"paiements__statut": "reussi", "paiements__montant_recu__isnull": False}
    if user.region_ids is not None:
        partial["paiements__region_id__in"] = list(user.region_ids)
    rows = Cycle.objects.filter(id__in=lacking, **partial).order_by().values_list("id")
    for cycle_id, number in rows.annotate(n=Count("paiements")):
        totals[cycle_id].partiels = number


def find_cycle(cycle_id: UUID, user: Caller) -> Cycle:
    """Return a cycle as the detail shows it, with its totals. Raises Cycle.DoesNotExist."""
    cycle = filter_cycles({}).get(id=cycle_id)
    attach_totals([cycle], user)
    return cycle


def find_next_number(programme: Programme) -> int:
    """Return the number of the next cycle of a programme, which is locked when the cycle is to be inserted."""
    return (programme.cycles.aggregate(last=Max("numero_sequence"))["last"] or 0) + 1


def find_free_code(programme: Programme, number: int) -> str:
    """Return the code of a new cycle: `<PROGRAMME>-C<number>`, or the first free one of the numbers after it."""
    prefix = f"{programme.code}-C"
    taken = set(Cycle.objects.filter(code__startswith=prefix).values_list("code", flat=True))
    return next(code for n in count(number) if (code := f"{prefix}{n:03d}") not in taken)


def list_paid_regions(cycle: Cycle) -> list[UUID]:
    """Return the regions of a cycle's payments; none when one of them has no region: the whole country then."""
    found = set(PaymentTotal.objects.filter(cycle=cycle, nombre__gt=0).values_list("region_id", flat=True))
    return [] if None in found else [region for region in found if region]
