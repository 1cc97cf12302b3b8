"""Query operator accounts: lists, movements, alerts and statistics."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import accumulate
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Concat, Trim
from django.utils import timezone
from django.utils.translation import gettext as _

from config.paging import Page, paginate
from config.sql import Queries
from config.text import format_amount
from transfers.ledger.models import AccountNature, Movement, MovementType
from transfers.operators.accounts.filters import AccountFilters, MovementFilters
from transfers.operators.accounts.rules import PERIOD_DAYS
from transfers.operators.accounts.types import (
    AccountTotals,
    Alert,
    BalanceParts,
    DailyBalance,
    MovementKind,
    MovementRow,
    OperatorTotals,
    PeriodSummary,
    Recalculation,
    ValuedEntries,
)
from transfers.operators.hooks import funding_needs
from transfers.operators.models import OperatorAccount
from transfers.operators.reversals.queries import REVERSIBLE
from transfers.operators.rules import INACTIVE_DAYS

SQL = Queries(__file__, "accounts.sql")
AUTHOR_NAME: Final = Trim(Concat("ecriture__auteur__prenom", Value(" "), "ecriture__auteur__nom"))
# Columns of a movement, and of its entry, that a line shows.
OWN_COLUMNS: Final = (
    "id",
    "type",
    "numero",
    "reference",
    "montant",
    "solde_avant",
    "solde_apres",
    "date",
    "cycle_id",
    "contrepasse_id",
)
# What people decided of it.
REVERSAL_COLUMNS: Final = {
    "motif_contrepassation": F("reprise_decidee__motif"),
    "proposeur_id": F("reprise_decidee__propose_par"),
    "contrepasse_le": F("reprise_decidee__confirme_le"),
    "est_contrepassable": Q(REVERSIBLE),
}
ENTRY_COLUMNS: Final = ("date_valeur", "description", "source", "piece_id", "auteur_id")


def _select_latest(type_: MovementType, column: str) -> Subquery:
    """Return a column of an account's latest movement of a type."""
    rows = Movement.objects.filter(compte_id=OuterRef("compte_id"), type=type_).order_by("-numero")
    return Subquery(rows.values(column)[:1])


def filter_accounts(query: dict[str, Any]) -> QuerySet[OperatorAccount]:
    """Return accounts under the filters of the list, newest first, with operator, project and balance."""
    rows = OperatorAccount.objects.select_related("compte", "operateur", "projet").annotate(
        dernier_depot=_select_latest(MovementType.DEPOT, "date"),
        dernier_paiement=_select_latest(MovementType.PAIEMENT, "date"),
    )
    return AccountFilters.filter_rows(rows, query)


def find_latest_movement(account: OperatorAccount, type_: MovementType) -> Movement | None:
    """Return the latest deposit or payment of an account, with its entry."""
    return account.compte.mouvements.filter(type=type_).select_related("ecriture").order_by("-numero").first()


def paginate_movements(account: OperatorAccount, query: dict[str, Any]) -> Page:
    """Return one page of an account's movements, newest first.

    Without a filter the total is the number of the last one: a million movements are not counted.
    """
    rows = MovementFilters.filter_rows(account.compte.mouvements.order_by("-numero"), query)
    total: int | None = account.compte.dernier_numero
    if type_ := query.get("type"):
        counts = {"depot": account.compte.nombre_depots, "paiement": account.compte.nombre_paiements}
        total = counts.get(type_, account.compte.dernier_numero - sum(counts.values()))
    if query.get("dateDebut") or query.get("dateFin"):
        total = None
    page = paginate(rows.values_list("id", flat=True), query["page"], query["limit"], total)
    return page.replace_items(_read_movements(account, page.items))


def _read_movements(account: OperatorAccount, ids: list[UUID]) -> Iterable[MovementRow]:
    entry = {name: F(f"ecriture__{name}") for name in ENTRY_COLUMNS}
    rows = Movement.objects.filter(id__in=ids).order_by("-numero")
    shown = rows.values(*OWN_COLUMNS, **entry, auteur_nom=AUTHOR_NAME, sorte=_build_kind(account), **REVERSAL_COLUMNS)
    return [MovementRow(**row) for row in shown]


def _moves_cash(account: OperatorAccount, nature: AccountNature) -> Q:
    """Return the condition that the other side of a movement is the cash of the account's project, of a nature."""
    cash = Movement.objects.filter(compte__projet=account.projet_id, compte__nature=nature)
    return Q(ecriture__in=cash.filter(type=MovementType.AJUSTEMENT).order_by().values("ecriture"))


def _build_kind(account: OperatorAccount) -> Case:
    """Return the expression of what a movement of an account is (`MovementKind`)."""
    return Case(
        When(~Q(type=MovementType.AJUSTEMENT), then=F("type")),
        When(contrepasse__isnull=False, objet_id__isnull=False, then=Value(MovementKind.RETOUR)),
        When(contrepasse__isnull=False, then=Value(MovementKind.CONTREPASSATION)),
        When(objet_id__isnull=True, cycle_id__isnull=True, then=Value(MovementKind.OUVERTURE)),
        When(_moves_cash(account, AccountNature.ESPECES_REMISES), then=Value(MovementKind.ESPECES_REMISES)),
        When(_moves_cash(account, AccountNature.ESPECES_RENDUES), then=Value(MovementKind.ESPECES_VERSEES)),
        default=Value(MovementKind.CORRECTION),
    )


def sum_adjustments(account: OperatorAccount) -> BalanceParts:
    """Return what of an account's balance is neither deposited nor paid, by what it is."""
    # What was posted since the balance was read is not within it.
    last = account.compte.dernier_numero
    rows = account.compte.mouvements.filter(type=MovementType.AJUSTEMENT, numero__lte=last).order_by()
    sums = dict(rows.annotate(sorte=_build_kind(account)).values_list("sorte").annotate(Sum("montant")))
    return BalanceParts(
        ouverture=sums.get(MovementKind.OUVERTURE, 0),
        especes_remises=sums.get(MovementKind.ESPECES_REMISES, 0),
        especes_versees=sums.get(MovementKind.ESPECES_VERSEES, 0),
        retours=sums.get(MovementKind.RETOUR, 0),
        contrepassations=sums.get(MovementKind.CONTREPASSATION, 0),
        corrections=sums.get(MovementKind.CORRECTION, 0),
    )


def summarise_period(account: OperatorAccount, period: str, today: date) -> PeriodSummary:
    """Return what moved an account in the days of a period that ends today, and its balance at the end of each day.

    Movements are counted on the day on which they were posted.
    """
    first = today - timedelta(days=PERIOD_DAYS[period] - 1)
    params = {"compte": account.compte_id, "debut": first, "fin": today, "zone": settings.TIME_ZONE}
    daily = SQL.fetch_objects(DailyBalance, "list_daily_balances", params)
    return PeriodSummary(debut=first, fin=today, evolution=daily, **SQL.fetch_one("summarise_period", params))


def summarise_valued_period(account: OperatorAccount, period: str, today: date) -> PeriodSummary:
    """Return what `summarise_period` does, with each movement on the value date of its entry."""
    first = today - timedelta(days=PERIOD_DAYS[period] - 1)
    params = {"compte": account.compte_id, "debut": first, "zone": settings.TIME_ZONE}
    entries = SQL.fetch_objects(ValuedEntries, "list_valued_days", params)
    opening = sum(each.montant for each in entries if each.jour is None or each.jour < first)
    added, amounts, counts = Counter[date](), Counter[str | None](), Counter[str | None]()
    for each in entries:
        if each.jour is not None and each.jour >= first:
            added[each.jour] += each.montant
            amounts[each.type] += each.montant
            counts[each.type] += each.nombre
    days = [first + timedelta(days=place) for place in range(PERIOD_DAYS[period])]
    balances = list(accumulate((added[day] for day in days), initial=opening))
    return PeriodSummary(
        debut=first,
        fin=today,
        total_depots=amounts[MovementType.DEPOT],
        nombre_depots=counts[MovementType.DEPOT],
        total_paiements=-amounts[MovementType.PAIEMENT],
        nombre_paiements=counts[MovementType.PAIEMENT],
        solde_debut=opening,
        solde_fin=balances[-1],
        evolution=[DailyBalance(day, balance) for day, balance in zip(days, balances[1:], strict=True)],
    )


def recalculate_balance(account: OperatorAccount) -> Recalculation:
    """Return the stored balance beside the sum of all movements."""
    return SQL.fetch_objects(Recalculation, "sum_movements", {"compte": account.compte_id})[0]


def filter_inactive_accounts() -> QuerySet[OperatorAccount]:
    """Return the active accounts without a movement for INACTIVE_DAYS, unless they are that new."""
    limit = timezone.now() - timedelta(days=INACTIVE_DAYS)
    moved = Exists(Movement.objects.filter(compte_id=OuterRef("compte_id"), date__gte=limit))
    return OperatorAccount.objects.filter(~moved, actif=True, created_at__lt=limit)


def list_alerts(kind: str | None = None) -> list[Alert]:
    """Return the alerts of active accounts, of one kind or of all: what is missing most comes first."""
    accounts = list(OperatorAccount.objects.filter(actif=True).select_related("compte"))
    needs = _sum_needs(account.compte_id for account in accounts)
    inactive = set(filter_inactive_accounts().values_list("compte_id", flat=True))
    alerts: list[Alert] = []
    for account in accounts:
        free = account.compte.solde - account.compte.reserve
        if account.compte.solde < account.seuil:
            missing = account.seuil - account.compte.solde
            text = _("Le solde est sous le seuil de %(floor)s F CFA.") % {"floor": format_amount(account.seuil)}
            alerts.append(_build_alert(account, "solde_faible", missing, text))
        if (missing := needs.get(account.compte_id, 0) - free) > 0:
            text = _("Les paiements validés dépassent le solde disponible.")
            alerts.append(_build_alert(account, "deficit_previsionnel", missing, text))
        if account.compte_id in inactive:
            text = _("Aucun mouvement depuis %(days)d jours.") % {"days": INACTIVE_DAYS}
            alerts.append(_build_alert(account, "inactif", None, text))
    found = [alert for alert in alerts if kind in (None, alert.type_alerte)]
    return sorted(found, key=lambda alert: (-(alert.deficit or 0), alert.code))


def _sum_needs(account_ids: Iterable[UUID]) -> dict[UUID, int]:
    ids = list(account_ids)
    needs: dict[UUID, int] = {}
    for find_needs in funding_needs.values():
        for account_id, amount in find_needs(ids).items():
            needs[account_id] = needs.get(account_id, 0) + amount
    return needs


def _build_alert(account: OperatorAccount, kind: Any, deficit: int | None, message: str) -> Alert:
    return Alert(
        id=account.compte_id,
        code=account.code,
        nom_compte=account.nom_compte,
        operateur=account.operateur_id,
        solde=account.compte.solde,
        solde_minimum=account.solde_minimum,
        deficit=deficit,
        type_alerte=kind,
        message=message,
    )


def summarise_accounts(query: dict[str, Any], today: date) -> AccountTotals:
    """Return the figures of all accounts, or of one project's, with the activity of some days (by default today)."""
    rows = OperatorAccount.objects.select_related("compte", "operateur")
    if query.get("projet"):
        rows = rows.filter(projet=query["projet"])
    accounts = list(rows.order_by("operateur__ordre", "operateur_id"))
    by_operator: dict[str, OperatorTotals] = {}
    for account in accounts:
        code = account.operateur_id
        before = by_operator.get(code, OperatorTotals(code, account.operateur.label, 0, 0))
        by_operator[code] = OperatorTotals(code, before.label, before.comptes + 1, before.solde + account.compte.solde)
    days = {"debut": query.get("dateDebut") or today, "fin": query.get("dateFin") or today}
    params = {"comptes": [account.compte_id for account in accounts], "zone": settings.TIME_ZONE, **days}
    ids = {account.compte_id for account in accounts}
    active = [account for account in accounts if account.actif]
    return AccountTotals(
        total_comptes=len(accounts),
        comptes_actifs=len(active),
        solde_total=sum(account.compte.solde for account in accounts),
        disponible_total=sum(account.compte.solde - account.compte.reserve for account in active),
        besoin_valide=sum(_sum_needs(ids).values()),
        par_operateur=list(by_operator.values()),
        soldes_faibles=sum(account.compte.solde < account.seuil for account in active),
        inactifs=filter_inactive_accounts().filter(compte_id__in=ids).count(),
        **SQL.fetch_one("sum_activity", params),
    )
