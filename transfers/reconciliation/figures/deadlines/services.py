"""Announce what has waited too long."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from accounts.users.api import list_user_ids_with_reach
from config.caller import ALL_REGIONS
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle
from transfers.reconciliation.figures.deadlines.queries import list_deadlines
from transfers.reconciliation.figures.deadlines.types import MissingStatement, WaitingSession
from transfers.reconciliation.rules import RECONCILE

# Days after which it is announced again.
REPEAT_DAYS: Final = 7


def announce_deadlines() -> int:
    """Notify those who reconcile of what has waited for STATEMENT_DAYS, and again each week; return how many things.

    Only who sees all regions of a cycle is told of it: the figures are those of the whole cycle, and nobody else could do
    anything about it. To be called once a day.
    """
    days = settings.STATEMENT_DAYS
    found = list_deadlines(days, ALL_REGIONS)
    statements = [each for each in found.releves_attendus if _is_due(each.jours, days)]
    sessions = [each for each in found.sessions_en_attente if _is_due(each.jours, days)]
    readers = _find_readers({each.cycle_id for each in statements} | {each.cycle_id for each in sessions})
    for statement in statements:
        _announce_statement(statement, readers[statement.cycle_id])
    for session in sessions:
        _announce_session(session, readers[session.cycle_id])
    return len(statements) + len(sessions)


def _is_due(age: int, days: int) -> bool:
    return (age - days) % REPEAT_DAYS == 0


def _find_readers(cycle_ids: set[UUID]) -> dict[UUID, list[UUID]]:
    """Return the users who reconcile each of these cycles."""
    regions = {cycle.id: frozenset(list_paid_regions(cycle)) for cycle in Cycle.objects.filter(id__in=cycle_ids)}
    users = {each: list_user_ids_with_reach(RECONCILE, each) for each in set(regions.values())}
    return {cycle_id: users[each] for cycle_id, each in regions.items()}


def _announce_statement(statement: MissingStatement, readers: Sequence[UUID]) -> None:
    notify(
        to=readers,
        category="paiement",
        type="warning",
        title=lazy("Un relevé d'opérateur est attendu"),
        message=lazy("%(operator)s a payé le cycle %(code)s il y a %(days)d jours, sans relevé."),
        params={"operator": statement.operateur_label, "code": statement.cycle_code, "days": statement.jours},
        link="/rapprochement",
        data={"cycleId": str(statement.cycle_id), "operateur": statement.operateur},
    )


def _announce_session(session: WaitingSession, readers: Sequence[UUID]) -> None:
    notify(
        to=readers,
        category="paiement",
        type="warning",
        title=lazy("Une session de rapprochement attend"),
        message=lazy("Session %(code)s : ouverte depuis %(days)d jours ; lignes sans paire : %(n)d."),
        params={"code": session.code, "days": session.jours, "n": session.lignes},
        link="/rapprochement",
        data={"sessionId": str(session.id)},
    )
