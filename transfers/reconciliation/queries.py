"""Query sessions of reconciliation and their figures."""

from collections.abc import Sequence
from copy import copy
from typing import Any, Final
from uuid import UUID

import orjson
from django.db.models import QuerySet, Sum

from config.caller import Caller, Scope
from config.sql import Queries
from transfers.cycles.models import Cycle, PaymentTotal
from transfers.operators.models import Operator, OperatorAccount
from transfers.payments.models import PaymentStatus
from transfers.reconciliation.filters import SessionFilters
from transfers.reconciliation.models import ReconciliationSession, SessionStatus, Statement
from transfers.reconciliation.rules import CONTACTS, READ
from transfers.reconciliation.statements.api import find_accounts
from transfers.reconciliation.types import (
    Counters,
    CycleSums,
    GroupCount,
    GroupSum,
    SessionDetail,
    SessionFigures,
    read_groups,
)

SQL: Final = Queries(__file__, "reconciliation.sql")
SHOWN: Final = ("cycle__programme", "operateur", "releve", "cree_par", "finalise_par")


def filter_sessions(query: dict[str, Any]) -> QuerySet[ReconciliationSession]:
    """Return sessions under the filters of the list, newest first, with what is shown of them."""
    return SessionFilters.filter_rows(ReconciliationSession.objects.select_related(*SHOWN), query)


def count_undecided_sessions(user: Caller) -> int:
    """Return how many open sessions have entries about which `user` may have to decide."""
    _wanted, ids = SessionFilters.limit_to_visible({"aTraiter": True}, user)["aTraiter"]
    return len(ids)


def compute_figures(session: ReconciliationSession, user: Scope) -> SessionFigures:
    """Return the figures of a session, of the regions that `user` sees; read from its counters, without a query.

    Before the first match there are no entries: the lines of the statement are counted then.
    """
    figures = SessionFigures.sum(read_groups(session.compteurs, user.region_ids))
    if session.compteurs or user.region_ids is not None:
        return figures
    return SessionFigures.sum({}, lines=session.releve.nb_lignes)


def attach_figures(sessions: Sequence[ReconciliationSession], user: Caller) -> Sequence[ReconciliationSession]:
    """Set `figures` on each session, of the regions that `user` sees."""
    for session in sessions:
        session.figures = compute_figures(session, user)
    return sessions


def attach_detail(session: ReconciliationSession, user: Caller) -> None:
    """Set `detail` on a session: what its detail shows, of the regions that `user` sees."""
    session.releve = limit_statement(session.releve, user)
    session.detail = SessionDetail(
        session=session,
        figures=compute_figures(session, user),
        groups=list_groups(session, user),
        sums=sum_cycle(session, user),
        file_id=session.releve.fichier_id if _may_read_files(user) else None,
    )


def limit_statement(statement: Statement, user: Caller) -> Statement:
    """Return what `user` may see of a statement.

    The account and its balances are the whole country's; lines that could not be read show what stands in the file.
    """
    shown = copy(statement)
    if user.region_ids is not None:
        shown.numero_compte = shown.solde_ouverture = shown.solde_cloture = shown.ecart_solde = None
    if not _may_read_files(user):
        shown.erreurs = []
    return shown


def list_groups(session: ReconciliationSession, user: Scope) -> list[GroupCount]:
    """Return how many entries have each status and reason, of the regions that `user` sees, and their amounts."""
    sums: dict[tuple[str, str, str | None], GroupSum] = {}
    for group, each in read_groups(session.compteurs, user.region_ids).items():
        total = sums.setdefault((group.source, group.statut, group.raison), GroupSum())
        total.nombre += each.nombre
        total.montant += each.montant
    order = sorted(sums, key=lambda key: (key[0], key[1], key[2] or ""))
    return [GroupCount(*key, sums[key].nombre, sums[key].montant) for key in order]


def sum_cycle(session: ReconciliationSession, user: Caller) -> CycleSums:
    """Return how many payments the cycle has at the operator of a session, and their amount, of the user's regions."""
    rows = PaymentTotal.objects.visible_to(user).filter(cycle=session.cycle_id, operateur_id=session.operateur_id)
    sums = rows.exclude(statut=PaymentStatus.ANNULE).aggregate(nombre=Sum("nombre"), montant=Sum("montant"))
    return CycleSums(int(sums["nombre"] or 0), int(sums["montant"] or 0))


def count_entries(session_id: UUID) -> Counters:
    """Return the counters of a session, computed from all of its entries."""
    counters: Counters = orjson.loads(SQL.fetch_value("count_entries", {"session": session_id}))
    return counters


def count_counted(session: ReconciliationSession) -> int:
    """Return how many entries a session has, read from its counters."""
    return sum(number for sums in session.compteurs.values() for number, _amount in sums.values())


def find_same_session(cycle_id: UUID, statement_id: UUID) -> ReconciliationSession | None:
    """Return the session that compares a statement with a cycle: none that is cancelled, or final with lines left open."""
    rows = ReconciliationSession.objects.filter(cycle=cycle_id, releve=statement_id)
    last = rows.exclude(statut=SessionStatus.ANNULE).first()
    return None if last and last.statut == SessionStatus.VALIDE and has_open_lines(last) else last


def list_named_accounts(statement: Statement) -> list[UUID]:
    """Return the accounts that a statement may be about: none where it names none, or none that is known."""
    if statement.numero_compte is None:
        return []
    return [account.id for account in find_accounts(statement.operateur_id, statement.numero_compte)]


def is_paid_through(cycle: Cycle, operator: Operator) -> bool:
    """Return whether payments of a cycle go through an operator, or were once given to it."""
    totals = PaymentTotal.objects.filter(cycle=cycle.id, operateur_id=operator.code, nombre__gt=0)
    return totals.exists() or cycle.executions.filter(operateur=operator).exists()


def is_of_another_account(cycle: Cycle, statement: Statement) -> bool:
    """Return whether a statement names an account from which a cycle is not paid: that of its runs, else of its project."""
    if statement.numero_compte is None:
        return False
    runs = cycle.executions.filter(operateur=statement.operateur_id)
    paying = set(runs.values_list("compte", flat=True)) or set(
        OperatorAccount.objects.filter(projet=cycle.programme.projet_id, operateur=statement.operateur_id).values_list(
            "compte", flat=True
        )
    )
    named = set(list_named_accounts(statement))
    return bool(paying or named) and paying.isdisjoint(named)


def has_open_lines(session: ReconciliationSession) -> bool:
    """Return whether lines of a session have neither a pair nor a decision, or only that of waiting."""
    groups = read_groups(session.compteurs, None)
    return any(each.nombre and group.needs_decision and not group.is_payment for group, each in groups.items())


def describe_creation(session: ReconciliationSession) -> dict[str, Any]:
    """Return what the creation of a session answers, also of its job."""
    lines = session.releve.nb_lignes
    return {"id": str(session.id), "code": session.code, "statut": session.statut, "entreesParsees": lines}


def list_session_files(user: Scope) -> QuerySet[Any]:
    """Return the ids of the statements' files that `user` may read: whole statements hold people of all regions."""
    if not _may_read_files(user):
        return Statement.objects.none().values("fichier_id")
    return Statement.objects.filter(fichier__isnull=False, sessions__isnull=False).values("fichier_id")


def _may_read_files(user: Any) -> bool:
    return user.holds(READ) and user.holds(CONTACTS) and user.region_ids is None
