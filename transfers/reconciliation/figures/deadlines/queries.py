"""Query what has waited too long."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from config.caller import Scope
from config.sql import Queries
from transfers.reconciliation.figures.deadlines.types import Deadlines, MissingStatement, WaitingSession
from transfers.reconciliation.models import ReconciliationSession, SessionStatus
from transfers.reconciliation.queries import compute_figures

SQL: Final = Queries(__file__, "deadlines.sql")
OPEN: Final = (SessionStatus.BROUILLON, SessionStatus.EN_COURS, SessionStatus.A_VALIDER)


def list_deadlines(days: int, user: Scope) -> Deadlines:
    """Return what has waited for `days` or longer, the longest first, of the regions that `user` sees."""
    today = timezone.localdate()
    params = {
        "today": today,
        "days": days,
        "zone": settings.TIME_ZONE,
        "regions": None if user.region_ids is None else list(user.region_ids),
    }
    missing = SQL.fetch_objects(MissingStatement, "list_missing_statements", params)
    return Deadlines(days, missing, list(_list_waiting(today, days, user)))


def _list_waiting(today: date, days: int, user: Scope) -> Iterator[WaitingSession]:
    rows = ReconciliationSession.objects.visible_to(user).filter(statut__in=OPEN)
    rows = rows.filter(created_at__lt=timezone.now() - timedelta(days=max(0, days - 1)))
    for row in rows.select_related("operateur", "releve").order_by("created_at"):
        age = (today - timezone.localdate(row.created_at)).days
        if age < days:
            continue
        figures = compute_figures(row, user)
        yield WaitingSession(
            id=row.id,
            cycle_id=row.cycle_id,
            code=row.code,
            nom=row.nom,
            statut=row.statut,
            operateur=row.operateur_id,
            operateur_label=row.operateur.label,
            le=row.created_at,
            jours=age,
            paiements=figures.non_rapprochees_sig,
            lignes=figures.non_rapprochees_releve,
            erreurs=figures.en_erreur,
        )
