"""Announce what has waited too long."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from config.caller import ALL_REGIONS
from transfers.reconciliation.figures.deadlines.queries import list_deadlines
from transfers.reconciliation.figures.deadlines.types import MissingStatement, WaitingSession
from transfers.reconciliation.rules import RECONCILE

# Days after which it is announced again.
REPEAT_DAYS: Final = 7


def announce_deadlines() -> int:
    """Notify those who reconcile of what has waited for STATEMENT_DAYS, and again each week; return how many things.

    To be called once a day.
    """
    days = settings.STATEMENT_DAYS
    found = list_deadlines(days, ALL_REGIONS)
    statements = [each for each in found.releves_attendus if _is_due(each.jours, days)]
    sessions = [each for each in found.sessions_en_attente if _is_due(each.jours, days)]
    for statement in statements:
        _announce_statement(statement)
    for session in sessions:
        _announce_session(session)
    return len(statements) + len(sessions)


def _is_due(age: int, days: int) -> bool:
    return (age - days) % REPEAT_DAYS == 0


def _announce_statement(statement: MissingStatement) -> None:
    notify(
        holders_of=RECONCILE,
        category="paiement",
        type="warning",
        title=lazy("Un relevé d'opérateur est attendu"),
        message=lazy("%(operator)s a payé le cycle %(code)s il y a %(days)d jours, sans relevé."),
        params={"operator": statement.operateur_label, "code": statement.cycle_code, "days": statement.jours},
        link="/rapprochement",
        data={"cycleId": str(statement.cycle_id), "operateur": statement.operateur},
    )


def _announce_session(session: WaitingSession) -> None:
    notify(
        holders_of=RECONCILE,
        category="paiement",
        type="warning",
        title=lazy("Une session de rapprochement attend"),
        message=lazy("Session %(code)s : ouverte depuis %(days)d jours, %(n)d lignes sans paire."),
        params={"code": session.code, "days": session.jours, "n": session.lignes},
        link="/rapprochement",
        data={"sessionId": str(session.id)},
    )
