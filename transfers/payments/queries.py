"""Query payments: pages of them, and their sums by cycle and programme."""

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from config.paging import Page, paginate, paginate_ids, paginate_unbounded
from config.sql import Queries
from geo.areas.models import Region
from registry.households.models import Household
from registry.timeline.api import TimelineEvent
from transfers.beneficiaries.models import StatutEnrolement
from transfers.cycles.api import annotate_execution_status
from transfers.cycles.models import Cycle, PaymentTotal, StatutExecution, StatutValidation
from transfers.payments.filters import CyclePaymentFilters, PaymentContactFilters, PaymentSumFilters
from transfers.payments.models import Payment, PaymentStatus
from transfers.payments.types import ListedCycle, PaymentSums, ReceivedPayment
from transfers.programmes.api import CycleTotals, SpentAmounts

SQL = Queries(__file__, "payments.sql")
# Filters that few payments pass, wherever they are: their ids are found independently of the list's order.
RARE_FILTERS: Final = {"search", "beneficiaire", "secteur", "partiel", "montantMin", "montantMax"}
DATE_FILTERS: Final = {"dateDebut", "dateFin"}
# How the filters that name cycles do so.
CYCLE_LOOKUPS: Final = {"projet": "programme__projet_id__in", "programme": "programme_id", "cycle": "id"}
# What is still to be paid of a validated cycle, and the cycles of which nothing is.
UNPAID: Final = {PaymentStatus.PLANIFIE, PaymentStatus.EN_COURS}
EXECUTED: Final = (StatutExecution.TERMINE, StatutExecution.ECHOUE_PARTIEL)


def filter_payments(query: dict[str, Any], contacts: bool = False) -> QuerySet[Payment]:
    """Return payments under the filters of the list, newest first (ids are time-ordered).

    With `contacts`, `search` also finds the account that was paid.
    """
    return _choose_filters(contacts).filter_rows(Payment.objects.all(), query).order_by("-id")


def _choose_filters(contacts: bool) -> type[CyclePaymentFilters]:
    return PaymentContactFilters if contacts else CyclePaymentFilters


def count_payments(query: dict[str, Any], user: Caller) -> int:
    """Return how many payments `user` sees under filters that the sums have, too."""
    rows = PaymentSumFilters.filter_rows(PaymentTotal.objects.visible_to(user), query).order_by()
    return rows.aggregate(n=Sum("nombre"))["n"] or 0


def count_by_status(query: dict[str, Any], user: Caller, contacts: bool) -> dict[str, int]:
    """Return how many payments `user` sees of each status under the other filters: from the sums where these know them."""
    others = {name: value for name, value in query.items() if name != "statut" and value not in (None, "")}
    if others.keys() & (RARE_FILTERS | DATE_FILTERS):
        payments = _choose_filters(contacts).filter_rows(Payment.objects.visible_to(user), others).order_by()
        found = dict(payments.values_list("statut").annotate(n=Count("id")))
    else:
        sums = PaymentSumFilters.filter_rows(PaymentTotal.objects.visible_to(user), others).order_by()
        found = dict(sums.values_list("statut").annotate(n=Sum("nombre")))
    return {statut: found[statut] for statut in PaymentStatus.values if found.get(statut)}


def list_payments(rows: QuerySet[Payment]) -> QuerySet[Payment]:
    """Return rows with what a list shows of their cycle, programme and region."""
    region = Region.objects.filter(id=OuterRef("region_id")).values("nom")[:1]
    return rows.select_related("cycle__programme").annotate(region_nom=Subquery(region))


def paginate_payments(rows: QuerySet[Payment], query: dict[str, Any], user: Caller) -> Page:
    """Return one page of these rows, visible to `user` and under `query`, newest first; of a period by day of execution.

    The total is read from the sums where these know the filters, and counted otherwise (a period: up to a limit, then
    estimated). No page of a few filters reads more than it shows, however many payments there are.
    """
    sent = {name for name, value in query.items() if value not in (None, "")}
    page, limit, order = query["page"], query["limit"], ["-id"]
    if sent & RARE_FILTERS:
        found = paginate_ids(rows, page, limit, is_searched="search" in sent)
    elif sent & DATE_FILTERS:
        order = ["-date_execution", "-id"]
        found = paginate_unbounded(rows.order_by(*order).values_list("id", flat=True), page, limit)
    elif sent & {*PaymentSumFilters.base_filters}:
        found = Page(_list_page_ids(query, user), page, limit, count_payments(query, user))
    else:
        found = paginate(rows.values_list("id", flat=True), page, limit, count_payments({}, user))
    shown = list_payments(Payment.objects.filter(id__in=found.items)).order_by(*order) if found.items else []
    return found.replace_items(shown)


def _list_page_ids(query: dict[str, Any], user: Caller) -> list[UUID]:
    limit = query["limit"]
    params = {
        "cycles": _find_cycles(query),
        "statut": query.get("statut"),
        "operateur": query.get("operateur"),
        "regions": None if user.region_ids is None else list(user.region_ids),
        "limit": limit,
        "last": query["page"] * limit,
    }
    return SQL.fetch_column("list_page_ids", params)


def _find_cycles(query: dict[str, Any]) -> list[UUID] | None:
    """Return the cycles which the filters name, or None when they name none."""
    lookups = {lookup: query[name] for name, lookup in CYCLE_LOOKUPS.items() if query.get(name) is not None}
    return list(Cycle.objects.filter(**lookups).order_by().values_list("id", flat=True)) if lookups else None


def sum_by_status(cycle_ids: Iterable[UUID]) -> dict[UUID, dict[str, PaymentSums]]:
    """Return the sums of all payments of cycles, by cycle and status."""
    rows = PaymentTotal.objects.filter(cycle__in=list(cycle_ids), nombre__gt=0).order_by()
    grouped = rows.values_list("cycle_id", "statut").annotate(Sum("nombre"), Sum("montant"), Sum("frais"), Sum("recu"))
    found: dict[UUID, dict[str, PaymentSums]] = {}
    for cycle_id, statut, *sums in grouped:
        found.setdefault(cycle_id, {})[statut] = PaymentSums(*map(int, sums))
    return found


def sum_received_amount(programme_ids: Iterable[UUID]) -> int:
    """Return what the cycles of programmes have paid together (XOF, without fees)."""
    rows = PaymentTotal.objects.filter(cycle__programme__in=list(programme_ids))
    return int(rows.aggregate(found=Sum("recu", default=0))["found"])


def has_edited_list(cycle_id: UUID, user: Caller) -> bool:
    """Return whether `user` excluded payments from the list of a cycle, or took some back."""
    return Payment.objects.filter(cycle=cycle_id, exclu_par=user.id).exists()


def count_departed(cycle_id: UUID) -> int:
    """Return how many payments of a list are for people who were suspended, or have left, since it was calculated."""
    rows = Payment.objects.filter(cycle=cycle_id).exclude(statut=PaymentStatus.ANNULE)
    return rows.exclude(
        beneficiaire__statut_enrolement=StatutEnrolement.ACTIF, principal__statut_enrolement=StatutEnrolement.ACTIF
    ).count()


def count_graduated(cycle_id: UUID) -> int:
    """Return how many payments of a list are for people who have graduated since it was calculated."""
    rows = Payment.objects.filter(cycle=cycle_id, principal__statut_enrolement=StatutEnrolement.GRADUE)
    return rows.exclude(statut=PaymentStatus.ANNULE).count()


def select_readdressed() -> str:
    """Return the SQL condition that a payment `p` would not go where its beneficiary `b` is to be paid now."""
    return SQL["is_readdressed"]


def count_readdressed(cycle_id: UUID, payment_id: UUID | None = None) -> int:
    """Return how many planned payments of a list, or whether one, would go where people are not to be paid any more."""
    params = {"cycle": cycle_id, "paiement": payment_id}
    return int(SQL.fetch_value("count_readdressed", params, readdressed=select_readdressed()))


def compute_spent_amounts(programme_ids: list[UUID]) -> dict[UUID, SpentAmounts]:
    """Return what the cycles of programmes allocate, engage and have paid, by programme (XOF, without fees).

    Allocated is what their lists hold, engaged what validated ones still have to pay, paid what arrived. A cycle is
    executed when nothing of it is left to pay. Budgets are national: so are these. Two queries.
    """
    cycles = annotate_execution_status(Cycle.objects.filter(programme__in=programme_ids)).order_by("programme_id")
    rows = list(cycles.only("programme_id", "statut_validation", "periode_id"))
    sums = sum_by_status(cycle.id for cycle in rows)
    return {
        programme_id: _sum_cycles(list(group), sums)
        for programme_id, group in groupby(rows, lambda cycle: cycle.programme_id)
    }


def _sum_cycles(cycles: list[Any], sums: dict[UUID, dict[str, PaymentSums]]) -> SpentAmounts:
    """Return the amounts of the cycles of one programme, which have their `statut` of execution."""
    by_status: dict[str, list[int]] = {}
    by_validation: Counter[str] = Counter()
    engaged = paid = lacking = 0
    for cycle in cycles:
        totals = sums.get(cycle.id, {})
        amount = sum(total.montant for statut, total in totals.items() if statut != PaymentStatus.ANNULE)
        by_status.setdefault(cycle.statut, []).append(amount)
        by_validation[cycle.statut_validation] += amount
        paid += sum(total.recu for total in totals.values())
        if arrived := totals.get(PaymentStatus.REUSSI):
            lacking += arrived.montant - arrived.recu
        if cycle.statut_validation == StatutValidation.VALIDE:
            engaged += sum(total.montant for statut, total in totals.items() if statut in UNPAID)
    return SpentAmounts(
        alloue=Decimal(by_validation.total()),
        brouillon=Decimal(by_validation[StatutValidation.BROUILLON]),
        rejete=Decimal(by_validation[StatutValidation.REJETE]),
        engage=Decimal(engaged),
        decaisse=Decimal(paid),
        manquant=Decimal(lacking),
        cycles_executes=sum(len(by_status.get(statut, [])) for statut in EXECUTED),
        periodes_executees=sum(cycle.statut in EXECUTED and cycle.periode_id is None for cycle in cycles),
        cycles=tuple(CycleTotals(name, len(found), Decimal(sum(found))) for name, found in sorted(by_status.items())),
    )


def find_wrong_totals() -> list[str]:
    """Return the sums that are not those of their payments, in words."""
    return SQL.fetch_column("find_wrong_totals")


def count_by_household(ids: list[UUID]) -> dict[UUID, int]:
    """Return the number of payments of each household which has any."""
    rows = Payment.objects.filter(menage_id__in=ids).order_by().values_list("menage_id")
    return dict(rows.annotate(n=Count("id")))


def list_identifying_texts(household_id: UUID) -> Iterable[str]:
    """Return the texts which identify the household and its beneficiaries in its payments."""
    return SQL.fetch_column("list_identifying_texts", {"id": household_id})


def list_beneficiary_payments(beneficiary_id: UUID, user: Caller) -> list[ReceivedPayment]:
    """Return the payments that a beneficiary is or was to receive, for the beneficiary's detail, newest first."""
    return [
        ReceivedPayment(
            id=row.id,
            reference=row.reference,
            montant=row.montant if row.montant_recu is None else row.montant_recu,
            montant_prevu=row.montant,
            statut=row.statut,
            date_execution=row.date_execution,
            date_soumission=row.date_soumission,
            cycle=_build_reference(row.cycle),
            programme=_build_reference(row.cycle.programme),
        )
        for row in _filter_received(beneficiary_id, user)
    ]


def list_beneficiary_cycles(beneficiary_id: UUID, user: Caller) -> list[ListedCycle]:
    """Return the cycles on whose lists a beneficiary is, for the beneficiary's detail, newest first."""
    return [
        ListedCycle(row.cycle_id, row.cycle.code, row.cycle.nom, row.statut)
        for row in _filter_received(beneficiary_id, user)
    ]


def _filter_received(beneficiary_id: UUID, user: Caller) -> QuerySet[Payment]:
    rows = Payment.objects.visible_to(user).filter(beneficiaire_id=beneficiary_id)
    return rows.select_related("cycle__programme").order_by("-id")


def _build_reference(row: Any) -> dict[str, Any]:
    return {"id": row.id, "code": row.code, "nom": row.nom}


def list_payment_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield what the people of the household were paid, if the user may read transfers."""
    if not user.holds("transferts.lire"):
        return
    rows = Payment.objects.visible_to(user).filter(beneficiaire__menage=household, statut=PaymentStatus.REUSSI)
    for row in rows.select_related("cycle__programme"):
        details = {
            "paiementId": row.id,
            "reference": row.reference,
            "montant": row.montant if row.montant_recu is None else row.montant_recu,
            "montantPrevu": row.montant,
            "referenceOperateur": row.reference_operateur,
            "beneficiaireId": row.beneficiaire_id,
            "nomComplet": row.nom_complet,
            "cycleId": row.cycle_id,
            "cycle": row.cycle.nom,
            "programmeId": row.cycle.programme_id,
            "programme": row.cycle.programme.nom,
        }
        yield TimelineEvent(row.date_execution or row.updated_at, "paiement", _("Payé"), details=details)
