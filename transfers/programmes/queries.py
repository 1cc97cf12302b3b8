"""Query programmes and their figures."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from config.caller import Caller
from geo.areas.models import Region
from transfers.programmes.filters import ProgrammeFilters, sort_programmes
from transfers.programmes.hooks import spent_amounts
from transfers.programmes.models import Programme, ProgrammeRegion, Statut, Type
from transfers.programmes.rules import PrincipalCounts, ProgrammeFigures, SpentAmounts, compute_rate
from transfers.programmes.types import ProgrammeSummary

PREFETCH_REGIONS: Final = Prefetch("regions_eligibles", ProgrammeRegion.objects.select_related("region"))


def filter_programmes(query: dict[str, Any]) -> QuerySet[Programme]:
    """Return programmes under the filters of the list, in the order of `tri`, or newest first."""
    rows = ProgrammeFilters.filter_rows(Programme.objects.select_related("projet"), query)
    return sort_programmes(rows, query["tri"]) if query.get("tri") else rows


def compute_spent_amounts(ids: Iterable[UUID]) -> dict[UUID, SpentAmounts]:
    """Return the amounts allocated to cycles, engaged by validated ones and paid, by programme.

    Payments belong to a feature above this one, which answers through its hook.
    """
    wanted = list(ids)
    found: dict[UUID, SpentAmounts] = {}
    for compute in spent_amounts.values():
        found |= compute(wanted)
    return {programme_id: found.get(programme_id, SpentAmounts()) for programme_id in wanted}


def count_principals(ids: Iterable[UUID], user: Caller) -> dict[UUID, PrincipalCounts]:
    """Count the principals of each of these programmes which `user` sees: active ones, and all there ever were.

    Beneficiaries belong to a feature above this one; they are reached through its relation.
    """
    beneficiaries: Any = Programme._meta.get_field("beneficiaires").related_model
    principals = beneficiaries.objects.visible_to(user).filter(programme__in=ids, type="principal").order_by()
    counts = principals.values_list("programme").annotate(
        actifs=Count("id", filter=Q(statut_enrolement="actif")), total=Count("id")
    )
    return {programme_id: PrincipalCounts(active, total) for programme_id, active, total in counts}


def attach_figures(programmes: Sequence[Programme], user: Caller) -> Sequence[Programme]:
    """Set `figures` on each of these programmes, in a few queries, however many they are."""
    ids = [programme.id for programme in programmes]
    principals, spent, today = count_principals(ids, user), compute_spent_amounts(ids), timezone.localdate()
    for programme in programmes:
        people = principals.get(programme.id, PrincipalCounts())
        programme.figures = ProgrammeFigures(programme, spent[programme.id], people, today)
    return programmes


def summarise_programmes(programmes: Sequence[Programme], user: Caller) -> ProgrammeSummary:
    """Return the sums and rates of these programmes for `user`, in a few queries, however many they are."""
    all_figures = [programme.figures for programme in attach_figures(programmes, user)]
    budget = sum(programme.budget_total or 0 for programme in programmes)
    target = sum(programme.objectif_beneficiaires or 0 for programme in programmes)
    active = sum(figures.people.actifs for figures in all_figures)
    engaged = sum(figures.spent.engage for figures in all_figures)
    paid = sum(figures.spent.decaisse for figures in all_figures)
    statuses, types = Counter(row.statut for row in programmes), Counter(row.type for row in programmes)
    return ProgrammeSummary(
        total=len(programmes),
        par_statut={name: statuses[name] for name in Statut.values},
        par_type={name: types[name] for name in Type.values},
        budget_total=budget,
        budget_alloue=sum(figures.spent.alloue for figures in all_figures),
        montant_decaisse=paid,
        montant_engage=engaged,
        budget_disponible=sum(figures.budget_disponible or 0 for figures in all_figures),
        nb_beneficiaires_actifs=active,
        nb_beneficiaires_total=sum(figures.people.total for figures in all_figures),
        objectif_beneficiaires=target,
        nb_cycles_executes=sum(figures.spent.cycles_executes for figures in all_figures),
        taux_execution=compute_rate(paid, budget),
        taux_engagement=compute_rate(engaged, budget),
        taux_couverture=compute_rate(active, target),
    )


def filter_selectable_regions(user: Caller) -> QuerySet[Region]:
    """Return the regions which `user` may choose for a programme."""
    return Region.objects.visible_to(user).only("id", "nom", "code")
