"""Query programmes and their figures."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from config.text import Normalised, build_words_condition, split_words
from geo.areas.models import Region
from transfers.programmes.criteria import build_eligible_households_sql
from transfers.programmes.figures import PrincipalCounts, ProgrammeFigures, compute_rate, compute_spent_amounts
from transfers.programmes.models import Programme, ProgrammeRegion, Statut, Type

FILTERS: Final = {"statut": "statut", "type": "type", "projet": "projet_id"}
REGIONS: Final = Prefetch("regions_eligibles", ProgrammeRegion.objects.select_related("region"))


def filter_programmes(query: dict[str, Any]) -> QuerySet[Programme]:
    """Return programmes under the filters of the list, newest first.

    `search` matches words of the name, or a part of the code.
    """
    wanted = {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}
    rows = Programme.objects.filter(**wanted).select_related("projet")
    if text := query.get("search", "").strip():
        rows = rows.annotate(nom_normalise=Normalised("nom"))
        words = split_words(text)
        rows = rows.filter(
            Q(code__icontains=text) | (build_words_condition("nom_normalise", words) if words else Q(pk__in=[]))
        )
    return rows


def count_principals(ids: Iterable[UUID], user: Any) -> dict[UUID, PrincipalCounts]:
    """Count the principals of each of these programmes which `user` sees: active ones, and all there ever were.

    Beneficiaries belong to a feature above this one; they are reached through its relation.
    """
    beneficiaries: Any = Programme._meta.get_field("beneficiaires").related_model
    rows = beneficiaries.objects.visible_to(user).filter(programme__in=ids, type="principal").order_by()
    counted = rows.values("programme").annotate(
        total=Count("id"), actifs=Count("id", filter=Q(statut_enrolement="actif"))
    )
    return {row["programme"]: PrincipalCounts(row["actifs"], row["total"]) for row in counted}


def attach_figures(rows: Sequence[Programme], user: Any) -> Sequence[Programme]:
    """Set `figures` on each of these programmes, in one or two queries, however many they are."""
    ids = [row.id for row in rows]
    counted, money, today = count_principals(ids, user), compute_spent_amounts(ids), timezone.localdate()
    for row in rows:
        row.figures = ProgrammeFigures(row, money[row.id], counted.get(row.id, PrincipalCounts()), today)  # type: ignore[attr-defined]
    return rows


def summarise_programmes(rows: Sequence[Programme], user: Any) -> dict[str, Any]:
    """Return the sums and rates of these programmes for `user`, in two queries, however many they are."""
    counted = [row.figures for row in attach_figures(rows, user)]  # type: ignore[attr-defined]
    budget, target = (
        sum(getattr(row, name) or 0 for row in rows) for name in ("budget_total", "objectif_beneficiaires")
    )
    active = sum(figures.people.actifs for figures in counted)
    engaged, paid = (sum(getattr(figures.spent, name) for figures in counted) for name in ("engage", "decaisse"))
    statuses, types = Counter(row.statut for row in rows), Counter(row.type for row in rows)
    return {
        "total": len(rows),
        "parStatut": {name: statuses[name] for name in Statut.values},
        "parType": {name: types[name] for name in Type.values},
        "budgetTotal": budget,
        "budgetAlloue": sum(figures.spent.alloue for figures in counted),
        "montantDecaisse": paid,
        "montantEngage": engaged,
        "nbBeneficiairesActifs": active,
        "nbBeneficiairesTotal": sum(figures.people.total for figures in counted),
        "objectifBeneficiaires": target,
        "nbCyclesExecutes": sum(figures.spent.cycles_executes for figures in counted),
        "tauxExecution": compute_rate(paid, budget),
        "tauxEngagement": compute_rate(engaged, budget),
        "tauxCouverture": compute_rate(active, target),
    }


def count_eligible_households(programme: Programme, user: Any) -> int:
    """Count the eligible households which `user` sees, including those already enrolled."""
    found, params = build_eligible_households_sql(programme, user)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({found}) AS menage", params)
        return cursor.fetchone()[0]


def filter_selectable_regions(user: Any) -> QuerySet[Region]:
    """Return the regions which `user` may choose for a programme."""
    return Region.objects.visible_to(user).only("id", "nom", "code")
