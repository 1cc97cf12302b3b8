"""Count what needs a user today, by the same filters as the lists that show it."""

from collections.abc import Callable
from datetime import date
from typing import Final

from django.utils import timezone

from accounts.jobs.api import filter_own_jobs
from analysis.dashboards.agenda.rules import MATTERS, build_parameters
from analysis.dashboards.agenda.types import AgendaItem
from config.caller import Caller
from registry.duplicates.api import count_pairs
from registry.households.api import count_households_by_tally
from transfers.complaints.api import count_complaints, find_first_deadline
from transfers.cycles.api import count_awaiting_cycles
from transfers.operators.api import list_alerts
from transfers.reconciliation.api import count_undecided_sessions

Query = dict[str, str]


def _count_complaints(user: Caller, query: Query) -> int:
    dates = {name: date.fromisoformat(value) for name, value in query.items() if name.startswith("echeance")}
    return count_complaints(user, {"ouverte": True, "suspendue": False, **dates})


def _filter_escalated(query: Query) -> dict[str, object]:
    dates = {"echeanceFin": date.fromisoformat(query["echeanceFin"])}
    return {"ouverte": True, "suspendue": False, "niveauEscalade": query["niveauEscalade"], **dates}


def _describe_delay(user: Caller, query: Query) -> dict[str, int]:
    """Return for how many days the deadline of the latest of the complaints that were escalated is over."""
    today = timezone.localdate()
    return {"jours": (today - (find_first_deadline(user, _filter_escalated(query)) or today)).days}


def _count_jobs(user: Caller, query: Query) -> int:
    sent = {"depuis": date.fromisoformat(query["depuis"])} | ({"avecErreurs": True} if "avecErreurs" in query else {})
    return filter_own_jobs(user, query | sent).count()


COUNTERS: Final[dict[str, Callable[[Caller, Query], int]]] = {
    "cycles_a_valider": lambda user, query: count_awaiting_cycles(user),
    "comptes_insuffisants": lambda user, query: len(list_alerts(query["typeAlerte"])),
    "plaintes_escaladees": lambda user, query: count_complaints(user, _filter_escalated(query)),
    "plaintes_depassees": _count_complaints,
    "plaintes_proches": _count_complaints,
    "rapprochements_a_traiter": lambda user, query: count_undecided_sessions(user),
    "taches_echouees": _count_jobs,
    "imports_avec_erreurs": _count_jobs,
    "menages_a_valider": lambda user, query: count_households_by_tally(query, user) or 0,
    "doublons_a_decider": count_pairs,
}
# What a sentence says besides the number.
DETAILS: Final[dict[str, Callable[[Caller, Query], dict[str, int]]]] = {"plaintes_escaladees": _describe_delay}


def list_agenda(user: Caller) -> list[AgendaItem]:
    """Return what needs `user` today, the most urgent first; what does not wait, or is another's work, is left out."""
    parameters = build_parameters(timezone.localdate())
    items = []
    for code, matter in MATTERS.items():
        if not all(user.holds(permission) for permission in matter.permissions):
            continue
        query = parameters[code]
        if number := COUNTERS[code](user, query):
            sentence = str(matter.sentence % ({"n": number} | (DETAILS[code](user, query) if code in DETAILS else {})))
            items.append(AgendaItem(code, number, matter.urgence, sentence, matter.liste, matter.vue, query))
    return items
