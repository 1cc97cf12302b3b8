"""Sum sessions from their counters: no entry is read, however many there are."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from config.caller import Caller
from transfers.reconciliation.figures.statistics.filters import StatisticsFilters
from transfers.reconciliation.figures.statistics.types import (
    MonthlyRate,
    OperatorRate,
    Period,
    Problem,
    SessionCounts,
    Statistics,
)
from transfers.reconciliation.models import MismatchReason, ReconciliationSession, SessionStatus
from transfers.reconciliation.queries import attach_figures
from transfers.reconciliation.types import compute_rate, read_groups

Sessions = Sequence[ReconciliationSession]


def compute_statistics(query: dict[str, Any], user: Caller) -> Statistics:
    """Return the statistics of the sessions under the filters, of the regions that `user` sees: one query."""
    rows: QuerySet[ReconciliationSession] = ReconciliationSession.objects.visible_to(user)
    rows = rows.exclude(statut=SessionStatus.ANNULE).select_related("operateur", "releve").order_by("date_debut", "id")
    sessions = attach_figures(list(StatisticsFilters.filter_rows(rows, query)), user)
    final = [session for session in sessions if session.statut == SessionStatus.VALIDE]
    return Statistics(
        periode=Period(query.get("dateDebut"), query.get("dateFin")),
        resume=SessionCounts(len(sessions), len(final), len(sessions) - len(final), _compute_rate(final)),
        par_operateur=_sum_operators(sessions),
        tendance=_sum_months(final),
        problemes_frequents=_count_problems(sessions, user),
    )


def _compute_rate(sessions: Iterable[ReconciliationSession]) -> float | None:
    """Return the rate of sessions together, or None when no payment was expected."""
    pairs = sum(session.figures.rapprochees for session in sessions)
    expected = sum(session.figures.attendus for session in sessions)
    return compute_rate(pairs, expected) if expected else None


def _sum_operators(sessions: Sessions) -> list[OperatorRate]:
    by_operator: dict[str, list[ReconciliationSession]] = {}
    for session in sessions:
        by_operator.setdefault(session.operateur_id, []).append(session)
    return [
        OperatorRate(
            operateur=code,
            operateur_label=own[0].operateur.label,
            sessions=len(own),
            sessions_validees=sum(session.statut == SessionStatus.VALIDE for session in own),
            rapprochees=sum(session.figures.rapprochees for session in own),
            attendus=sum(session.figures.attendus for session in own),
            taux=_compute_rate(own),
        )
        for code, own in sorted(by_operator.items())
    ]


def _sum_months(sessions: Sessions) -> list[MonthlyRate]:
    by_month: dict[str, list[ReconciliationSession]] = {}
    for session in sessions:
        by_month.setdefault(f"{session.date_debut:%Y-%m}", []).append(session)
    return [MonthlyRate(month, _compute_rate(own)) for month, own in sorted(by_month.items())]


def _count_problems(sessions: Sessions, user: Caller) -> list[Problem]:
    counts: Counter[str] = Counter()
    for session in sessions:
        for group, each in read_groups(session.compteurs, user.region_ids).items():
            if group.raison and group.tells_problem:
                counts[group.raison] += each.nombre
    if lines := counts.pop(MismatchReason.EXTOURNE.value, 0):
        counts[MismatchReason.EXTOURNE.value] = lines // 2
    return [Problem(reason, count) for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
