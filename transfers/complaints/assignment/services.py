"""Assign complaints to members of teams.

The members of the team are locked while one of them is chosen, so that two assignments do not choose the last free one.
The triggers of the database hold the limit even so.
"""

from collections.abc import Callable, Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.users.api import list_user_ids_with_permission
from config.caller import Caller
from config.errors.problems import invalid, invalid_status
from config.locks import Lock, lock_row, lock_rows
from transfers.complaints.models import CASE_PERMISSION, Complaint, ComplaintStatus
from transfers.complaints.queries import SQL
from transfers.complaints.services import lock_complaint, record_assignment
from transfers.complaints.states import ASSIGNABLE
from transfers.complaints.teams.api import raise_limit_reached
from transfers.complaints.teams.models import Category, Team, TeamMember


@transaction.atomic
def assign_complaint(
    *,
    complaint: Complaint,
    team_id: UUID | None,
    member_id: UUID | None,
    user: Caller,
    require: Callable[[Complaint], None],
) -> Complaint:
    """Assign a complaint to a member, or without one to the free member of a team who handles fewest.

    Without a team, it is the one that handles the category in the sector. Raises NOT_FOUND, CONFLICT, INVALID_STATUS
    (status, inactive team or member, limits reached), VALIDATION_ERROR.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    before = row.statut
    if before not in ASSIGNABLE:
        raise invalid_status(_("Une plainte résolue, fermée ou rejetée ne s'assigne plus."))
    team = _lock_team(row, team_id)
    members = _lock_members(team, row.membre_id)
    row.equipe = team
    row.membre = _find_member(members, member_id, row) if member_id else _choose_member(members, row)
    row.date_assignation = timezone.now()
    if before == ComplaintStatus.NOUVELLE:
        row.statut = ComplaintStatus.OUVERTE
    with raise_limit_reached():
        row.save()
    record_assignment(complaint=row, before=before, user=user)
    return row


def _lock_team(row: Complaint, team_id: UUID | None) -> Team:
    """Lock the team that was named, or the one that fits the complaint."""
    chosen = team_id or next(
        iter(SQL.fetch_column("choose_team", {"category": row.categorie, "sector": row.secteur_id})), None
    )
    if chosen is None:
        raise invalid_status(_("Aucune équipe ne traite cette catégorie dans ce secteur."))
    team = lock_row(Lock.TEAMS, Team.objects.filter(id=chosen))
    if not team.actif:
        raise invalid_status(_("Cette équipe n'est pas active."))
    return team


def _lock_members(team: Team, current: UUID | None) -> list[TeamMember]:
    """Lock the members of a team and who had the complaint; return the members of the team."""
    rows = TeamMember.objects.filter(Q(equipe=team) | Q(id=current)).select_related("equipe", "user")
    return [member for member in lock_rows(Lock.TEAM_MEMBERS, rows) if member.equipe_id == team.id]


def _find_member(members: Iterable[TeamMember], member_id: UUID, row: Complaint) -> TeamMember:
    member = next((one for one in members if one.id == member_id), None)
    if member is None:
        raise invalid({"membre": [_("Cette personne n'est pas membre de cette équipe.")]})
    if not _is_active(member):
        raise invalid_status(_("Ce membre n'est pas actif."))
    if member.user_id not in _filter_permitted([member], row):
        raise invalid_status(_("Ce membre n'a pas la permission de traiter cette plainte."))
    return member


def _choose_member(members: list[TeamMember], row: Complaint) -> TeamMember:
    """Return the free member who handles fewest; between equals, one who has the category as a speciality."""
    willing = [member for member in members if _is_active(member) and member.auto_assignable]
    permitted = _filter_permitted(willing, row)
    willing = [member for member in willing if member.user_id in permitted]
    if not willing:
        raise invalid_status(_("Personne de cette équipe ne reçoit de telles plaintes."))
    free = [member for member in willing if _is_free(member, row)]
    if not free:
        limit = max(member.wip_limit_effective or 0 for member in willing)
        raise invalid_status(
            _("Tous les membres ont atteint leur limite de plaintes en cours (%(limit)d).") % {"limit": limit}
        )
    return min(free, key=lambda member: (member.en_cours, row.categorie not in member.specialites, member.id))


def _is_active(member: TeamMember) -> bool:
    return member.actif and member.user.is_active and member.user.deleted_at is None


def _is_free(member: TeamMember, row: Complaint) -> bool:
    limit = member.wip_limit_effective
    return limit is None or member.id == row.membre_id or member.en_cours < limit


def _filter_permitted(members: Iterable[TeamMember], row: Complaint) -> set[UUID]:
    """Return the ids of users who may handle a complaint: one about violence only who may see its cases."""
    ids = {member.user_id for member in members}
    if row.categorie != Category.VBG:
        return ids
    return set(list_user_ids_with_permission(CASE_PERMISSION).filter(id__in=ids))
