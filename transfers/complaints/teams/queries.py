"""Query teams, their members and how much they have to do.

Complaints are counted as the caller sees them: none of other regions, and none about gender-based violence for who may
not see its cases. Whether a member is free is told by the same count: the counter has them all, and would tell of those.
"""

from typing import Any

from django.db.models import Avg, Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from config.caller import Caller
from config.text import Normalised
from geo.areas.models import Sector
from transfers.complaints.filters import KEPT_TERM
from transfers.complaints.models import HANDLED_STATUSES, Complaint
from transfers.complaints.teams.filters import TeamFilters
from transfers.complaints.teams.models import Team, TeamMember
from transfers.complaints.teams.types import MemberLoad, Overview, TeamLoad, Workload


def list_handled(user: Caller) -> QuerySet[Complaint]:
    """Return the open complaints that members handle and `user` may see, unordered."""
    return Complaint.objects.visible_to(user).filter(statut__in=HANDLED_STATUSES, membre__isnull=False).order_by()


def annotate_teams(user: Caller) -> QuerySet[Team]:
    """Return teams with `nb_membres`, and with `nb_plaintes_en_cours` as `user` sees them."""
    handled = Complaint.objects.visible_to(user).filter(statut__in=HANDLED_STATUSES, equipe=OuterRef("pk")).order_by()
    members = TeamMember.objects.filter(equipe=OuterRef("pk")).order_by()
    return Team.objects.select_related("responsable").annotate(
        nb_membres=_count(members), nb_plaintes_en_cours=_count(handled)
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    return Coalesce(Subquery(rows.values("equipe").annotate(n=Count("pk")).values("n")), 0)


def filter_teams(query: dict[str, Any], user: Caller) -> QuerySet[Team]:
    """Return teams as `annotate_teams` does, under the filters of the list, by name."""
    return TeamFilters.filter_rows(annotate_teams(user), query).order_by(Normalised("nom"), "id")


def fetch_team_details(user: Caller) -> QuerySet[Team]:
    """Return teams as `annotate_teams` does, with their members and sectors."""
    sectors = Prefetch("secteurs", Sector.objects.defer("geom").order_by("nom", "id"))
    return annotate_teams(user).prefetch_related(sectors, Prefetch("membres", list_members()))


def list_members() -> QuerySet[TeamMember]:
    """Return members with their user and team, in the order in which they came."""
    return TeamMember.objects.select_related("user", "equipe").order_by("date_ajout", "id")


def compute_percentage(count: int, limit: int | None) -> float:
    """Return how many percent of a limit are used; 0 without a limit."""
    return round(100 * count / limit, 1) if limit else 0.0


def compute_limit_total(members: list[TeamMember]) -> int:
    """Return how many complaints the active members may handle together; those without a limit are left out."""
    return sum(member.wip_limit_effective or 0 for member in members if member.actif)


def build_workload(team: Team, user: Caller) -> Workload:
    """Return how much each member of a team has to do, and by category and priority."""
    members = list(list_members().filter(equipe=team))
    handled = list_handled(user).filter(equipe=team)
    by_member = _tally(handled, "membre_id")
    total, limit = sum(by_member.values()), compute_limit_total(members)
    return Workload(
        equipe={"id": team.id, "nom": team.nom, "wipLimitTotal": limit},
        charge={"total": total, "pourcentage": compute_percentage(total, limit)},
        par_membre=[_build_member_load(member, by_member.get(member.id, 0)) for member in members],
        par_categorie=_tally(handled, "categorie"),
        par_priorite=_tally(handled, "priorite"),
    )


def _tally(rows: QuerySet[Complaint], field: str) -> dict[Any, int]:
    return dict(rows.values_list(field).annotate(n=Count("pk")))


def _build_member_load(member: TeamMember, count: int) -> MemberLoad:
    limit = member.wip_limit_effective
    return MemberLoad(
        membre={"id": member.id, "nom": member.user.nom_complet},
        plaintes_assignees=count,
        wip_limit=limit,
        pourcentage=compute_percentage(count, limit),
        disponible=member.actif and (limit is None or count < limit),
    )


def build_overview(user: Caller) -> Overview:
    """Return the numbers of teams, of members and of open complaints, and how complaints were resolved."""
    teams = list(Team.objects.prefetch_related(Prefetch("membres", list_members())).order_by("nom", "id"))
    handled = _tally(Complaint.objects.visible_to(user).filter(statut__in=HANDLED_STATUSES).order_by(), "equipe_id")
    loads = [_build_team_load(team, handled.get(team.id, 0)) for team in teams]
    return Overview(
        total_equipes=len(teams),
        equipes_actives=sum(team.actif for team in teams),
        total_membres=sum(load.membres for load in loads),
        plaintes_en_cours=sum(load.plaintes for load in loads),
        par_equipe=loads,
        performance=_measure_performance(user),
    )


def _build_team_load(team: Team, count: int) -> TeamLoad:
    members = list(team.membres.all())
    limit = compute_limit_total(members)
    return TeamLoad(
        equipe={"id": team.id, "nom": team.nom},
        membres=len(members),
        plaintes=count,
        wip_limit_total=limit,
        charge_percent=compute_percentage(count, limit),
    )


def _measure_performance(user: Caller) -> dict[str, float | None]:
    """Return the mean time until a resolution (days), how many percent kept their term, and the mean satisfaction."""
    figures = (
        Complaint.objects.visible_to(user)
        .order_by()
        .annotate(tenu=KEPT_TERM)
        .aggregate(
            duree=Avg(F("date_resolution") - F("date_creation")),
            tenus=Count("pk", filter=Q(tenu=True)),
            depasses=Count("pk", filter=Q(tenu=False)),
            satisfaction=Avg("satisfaction", filter=Q(date_resolution__isnull=False)),
        )
    )
    kept, decided = figures["tenus"], figures["tenus"] + figures["depasses"]
    return {
        "tempsResolutionMoyen": round(figures["duree"].total_seconds() / 86_400, 2) if figures["duree"] else None,
        "tauxResolutionDansDelai": round(100 * kept / decided, 1) if decided else None,
        "satisfactionMoyenne": figures["satisfaction"],
    }
