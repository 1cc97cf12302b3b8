"""Query the queue of complaints that wait for a member, and which teams would get them."""

from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.users.api import list_user_ids_with_permission
from config.caller import Caller
from config.sql import Queries
from transfers.complaints.assignment.types import TeamPlace, WaitingComplaint
from transfers.complaints.filters import sort_by_urgency
from transfers.complaints.models import CATEGORY_PERMISSIONS, Complaint, ComplaintStatus

SQL = Queries(__file__, "assignment.sql")
# Of what a complaint needs a team: its category and its sector.
Need = tuple[str, UUID | None]
# The order in which they are to be worked on.
URGENCY: Final = "urgence"
NO_TEAM, FULL, WAITING = "aucune_equipe", "equipe_pleine", "a_assigner"


def list_category_readers(category: str) -> list[UUID]:
    """Return the ids of the users who hold the permission of a category of CATEGORY_PERMISSIONS, sorted."""
    return sorted(set(list_user_ids_with_permission(CATEGORY_PERMISSIONS[category])))


def list_teams(needs: Iterable[Need]) -> dict[Need, list[TeamPlace]]:
    """Return the teams for each category and sector, the one to ask first before the others.

    Those with room come first, of the sector before those of the country, then the least loaded for its size. Where there
    is none, one place without a team stands for it.
    """
    distinct = sorted(set(needs), key=str)
    secret = {category for category, _sector in distinct if category in CATEGORY_PERMISSIONS}
    params = {
        "categories": [category for category, _sector in distinct],
        "sectors": [sector for _category, sector in distinct],
        **{one: list_category_readers(one) if one in secret else [] for one in CATEGORY_PERMISSIONS},
    }
    found: dict[Need, list[TeamPlace]] = {need: [] for need in distinct}
    for team in SQL.fetch_objects(TeamPlace, "list_teams", params):
        found[distinct[team.place - 1]].append(team)
    return found


def find_teams(needs: Iterable[Need]) -> dict[Need, TeamPlace]:
    """Return the team to ask first for each category and sector, as `list_teams` orders them."""
    return {need: teams[0] for need, teams in list_teams(needs).items()}


def list_waiting_complaints(user: Caller, order: str | None = None) -> QuerySet[Complaint]:
    """Return the complaints that `user` sees and nobody handles yet, the oldest first, or in the order of URGENCY."""
    rows = Complaint.objects.visible_to(user).filter(statut=ComplaintStatus.NOUVELLE).select_related("confidentiel")
    return sort_by_urgency(rows, timezone.localdate()) if order == URGENCY else rows.order_by("date_creation", "id")


def build_queue(rows: Sequence[Complaint]) -> list[WaitingComplaint]:
    """Return complaints of the queue with why they wait, and for how many days, in one more query."""
    teams = find_teams((row.categorie, row.secteur_id) for row in rows)
    today = timezone.localdate()
    found = []
    for row in rows:
        team = teams[row.categorie, row.secteur_id]
        reason = NO_TEAM if team.equipe_id is None else WAITING if team.libre else FULL
        found.append(
            WaitingComplaint(
                id=row.id,
                reference=row.reference,
                objet=row.texts.objet,
                categorie=row.categorie,
                priorite=row.priorite,
                echeance=row.echeance,
                equipe=None if team.equipe_id is None else {"id": team.equipe_id, "nom": team.nom},
                raison=reason,
                attend_depuis=row.start_of_deadline,
                jours=(today - row.start_of_deadline).days,
            )
        )
    return found
