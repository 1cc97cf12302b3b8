"""Assign complaints to members of teams, one or many at once.

The members of the teams are locked while one of them is chosen, so that two assignments do not choose the last free one.
The triggers of the database hold the limit even so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import Problem, invalid, invalid_status, not_found
from config.locks import Lock, lock_rows
from registry.households.api import MassResult, Verdicts, build_mass_result
from transfers.complaints.appeals.models import Appeal
from transfers.complaints.appeals.queries import list_former_deciders
from transfers.complaints.assignment.queries import SQL, list_teams
from transfers.complaints.assignment.types import Choice, TeamPlace
from transfers.complaints.models import CATEGORY_PERMISSIONS, Complaint, ComplaintStatus
from transfers.complaints.notices.services import READ, group_readers, list_readers, notify_assignment
from transfers.complaints.services import Action, lock_complaint
from transfers.complaints.states import ASSIGNABLE
from transfers.complaints.teams.api import raise_limit_reached
from transfers.complaints.teams.models import Team, TeamMember

ASKED, LEAST_LOADED, SPECIALIST = "membre_demande", "moins_de_plaintes", "specialite"
TEAM_ASKED, TEAM_OF_SECTOR, TEAM_OF_COUNTRY = "equipe_demandee", "equipe_du_secteur", "equipe_du_pays"


# A team that may get a complaint, and why.
Candidate = tuple[UUID, str]
# A team, and the region and category of complaints that are alike for it.
Need = tuple[UUID, UUID | None, str]


@dataclass
class Staff:
    """Hold the locked teams and members to choose from; their loads change as complaints are given."""

    teams: dict[UUID, Team]
    members: dict[UUID, list[TeamMember]]
    # By complaint, the teams that were found or asked for, the first to ask before the others, and why.
    candidates: dict[UUID, list[Candidate]]
    # By complaint, whose decision was appealed against.
    excluded: set[tuple[UUID, UUID]]
    # By complaint, who decided what a granted appeal has undone: they are not chosen, but may be asked for.
    deciders: set[tuple[UUID, UUID]]
    # Who may read complaints of a region, of violence or not.
    readers: dict[tuple[UUID | None, str | None], set[UUID]] = field(default_factory=dict)
    by_id: dict[UUID, TeamMember] = field(default_factory=dict)
    # What teams lack for complaints of a region and category, until somebody of a team has one fewer.
    refusals: dict[Need, Problem] = field(default_factory=dict)
    # Who of a team may get complaints of a region and category that nobody has and none of them decided.
    willing: dict[Need, list[TeamMember]] = field(default_factory=dict)

    @cached_property
    def appealed(self) -> set[UUID]:
        """Return the complaints that not everybody may get, whatever their region and category."""
        return {row_id for row_id, _user_id in self.excluded | self.deciders}


@transaction.atomic
def assign_complaint(
    *,
    complaint: Complaint,
    team_id: UUID | None,
    member_id: UUID | None,
    user: Caller,
    require: Callable[[Complaint], None],
) -> tuple[Complaint, tuple[str, ...]]:
    """Assign a complaint to a member, or without one to the free member of a team who handles fewest; return why.

    Without a team, it is the first with room of those that handle the category in the sector. Raises NOT_FOUND, CONFLICT,
    INVALID_STATUS (status, inactive team or member, limits reached), VALIDATION_ERROR.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    verdicts, reasons = _assign_rows([row], team_id, member_id, user)
    if problem := verdicts[row.id]:
        raise problem
    return row, reasons[row.id]


@transaction.atomic
def assign_complaints(*, ids: list[UUID], team_id: UUID | None, member_id: UUID | None, user: Caller) -> MassResult:
    """Assign those complaints that `user` can see, the most urgent first, as long as members are free."""
    rows = list(lock_rows(Lock.COMPLAINTS, Complaint.objects.visible_to(user).filter(id__in=ids)))
    ranks = {priority: rank for rank, priority in enumerate(("urgente", "haute", "moyenne", "basse"))}
    rows.sort(key=lambda row: (ranks[row.priorite], row.echeance, row.id))
    verdicts, _reasons = _assign_rows(rows, team_id, member_id, user) if rows else ({}, {})
    return build_mass_result(ids, verdicts)


def _assign_rows(
    rows: Sequence[Complaint], team_id: UUID | None, member_id: UUID | None, user: Caller
) -> tuple[Verdicts, dict[UUID, tuple[str, ...]]]:
    """Assign locked complaints in their order; return the problem or None of each, and why those were chosen."""
    staff = _lock_staff(rows, team_id)
    verdicts: Verdicts = {}
    given: list[tuple[Complaint, str]] = []
    reasons: dict[UUID, tuple[str, ...]] = {}
    now = timezone.now()
    for row in rows:
        before = row.statut
        try:
            choice = _choose(row, member_id, staff)
        except Problem as problem:
            verdicts[row.id] = problem
            continue
        _give(row, choice.member, staff, now)
        verdicts[row.id] = None
        reasons[row.id] = choice.reasons
        given.append((row, before))
    _write_assignments([row for row, _before in given], now)
    _record_assignments(given, reasons, user)
    notify_assignment(complaints=[row for row, _before in given], by=user.id)
    return verdicts, reasons


def _lock_staff(rows: Sequence[Complaint], team_id: UUID | None) -> Staff:
    """Lock the teams that may get the complaints, their members, and who has the complaints now."""
    if team_id:
        candidates: dict[UUID, list[Candidate]] = {row.id: [(team_id, TEAM_ASKED)] for row in rows}
    else:
        places = list_teams((row.categorie, row.secteur_id) for row in rows)
        known = {need: _list_candidates(found) for need, found in places.items()}
        candidates = {row.id: known[row.categorie, row.secteur_id] for row in rows}
    ids = {candidate for found in candidates.values() for candidate, _reason in found}
    teams = {team.id: team for team in lock_rows(Lock.TEAMS, Team.objects.filter(id__in=ids))}
    current = {row.membre_id for row in rows if row.membre_id}
    members = TeamMember.objects.filter(Q(equipe__in=teams) | Q(id__in=current)).select_related("equipe", "user")
    row_ids = [row.id for row in rows]
    appeals = Appeal.objects.filter(plainte__in=row_ids, contre__isnull=False)
    excluded = set(appeals.values_list("plainte_id", "contre_id"))
    staff = Staff(teams, {team: [] for team in teams}, candidates, excluded, list_former_deciders(row_ids))
    for member in lock_rows(Lock.TEAM_MEMBERS, members):
        staff.by_id[member.id] = member
        staff.members.setdefault(member.equipe_id, []).append(member)
    return staff


def _list_candidates(places: Iterable[TeamPlace]) -> list[Candidate]:
    return [
        (place.equipe_id, TEAM_OF_SECTOR if place.du_secteur else TEAM_OF_COUNTRY)
        for place in places
        if place.equipe_id
    ]


def _choose(row: Complaint, member_id: UUID | None, staff: Staff) -> Choice:
    """Return who gets a complaint: of the first team that has somebody, or who was asked for.

    Raises NOT_FOUND, INVALID_STATUS, VALIDATION_ERROR: what the first team lacks.
    """
    if row.statut not in ASSIGNABLE:
        raise invalid_status(_("Une plainte résolue, fermée ou rejetée ne s'assigne plus."))
    candidates = staff.candidates[row.id]
    if not candidates:
        raise invalid_status(_("Aucune équipe ne traite cette catégorie dans ce secteur."))
    if member_id:
        asked = staff.by_id.get(member_id)
        own = [candidate for candidate in candidates if asked and candidate[0] == asked.equipe_id]
        return _choose_of_team(row, (own or candidates)[0], member_id, staff)
    refusals = []
    for candidate in candidates:
        # Of many complaints each asks a full team: it is looked through once for all that are alike.
        key = (candidate[0], row.region_id, row.categorie)
        is_alike = row.membre_id is None and row.id not in staff.appealed
        if is_alike and key in staff.refusals:
            refusals.append(staff.refusals[key])
            continue
        try:
            return _choose_of_team(row, candidate, None, staff)
        except Problem as problem:
            refusals.append(problem)
            if is_alike:
                staff.refusals[key] = problem
    raise refusals[0].with_traceback(None)


def _choose_of_team(row: Complaint, candidate: Candidate, member_id: UUID | None, staff: Staff) -> Choice:
    """Return who of a team gets a complaint. Raises as `_choose`."""
    team_id, reason = candidate
    team = staff.teams.get(team_id)
    if team is None:
        raise not_found()
    if not team.actif:
        raise invalid_status(_("Cette équipe n'est pas active."))
    if member_id:
        return Choice(_find_member(staff.members[team.id], member_id, row, staff), (reason, ASKED))
    member = _choose_member(team.id, row, staff)
    special = (SPECIALIST,) if row.categorie in member.specialites else ()
    return Choice(member, (reason, LEAST_LOADED, *special))


def _find_member(members: Iterable[TeamMember], member_id: UUID, row: Complaint, staff: Staff) -> TeamMember:
    member = next((one for one in members if one.id == member_id), None)
    if member is None:
        raise invalid({"membre": [_("Cette personne n'est pas membre de cette équipe.")]})
    if not _is_active(member):
        raise invalid_status(_("Ce membre n'est pas actif."))
    if not _is_permitted(member, row, staff):
        raise invalid_status(_("Ce membre n'a pas la permission de traiter cette plainte."))
    if not _is_free(member, row):
        raise invalid_status(_("Ce membre a atteint sa limite de plaintes en cours."))
    return member


def _choose_member(team_id: UUID, row: Complaint, staff: Staff) -> TeamMember:
    """Return the free member who handles fewest; between equals, one who has the category as a speciality."""
    key = (team_id, row.region_id, row.categorie)
    if row.id in staff.appealed:
        willing = _list_willing(team_id, row, staff)
    elif key in staff.willing:
        willing = staff.willing[key]
    else:
        willing = staff.willing[key] = _list_willing(team_id, row, staff)
    if not willing:
        raise invalid_status(_("Personne de cette équipe ne reçoit de telles plaintes."))
    free = [member for member in willing if _is_free(member, row)]
    if not free:
        limit = max(member.wip_limit_effective or 0 for member in willing)
        raise invalid_status(
            _("Tous les membres ont atteint leur limite de plaintes en cours (%(limit)d).") % {"limit": limit}
        )
    return min(free, key=lambda member: (member.en_cours, row.categorie not in member.specialites, member.id))


def _list_willing(team_id: UUID, row: Complaint, staff: Staff) -> list[TeamMember]:
    """Return the members who get a complaint unasked, whatever they have.

    Members who may read the complaint come before all others: those get it only where there are no such members.
    """
    willing = [
        member
        for member in staff.members[team_id]
        if member.auto_assignable
        and _is_active(member)
        and (row.id, member.user_id) not in staff.deciders
        and _is_permitted(member, row, staff)
    ]
    return [member for member in willing if _is_reader(member, row, staff)] or willing


def _is_active(member: TeamMember) -> bool:
    return member.actif and member.user.is_active and member.user.deleted_at is None


def _is_free(member: TeamMember, row: Complaint) -> bool:
    return member.id == row.membre_id or member.has_room


def _is_permitted(member: TeamMember, row: Complaint, staff: Staff) -> bool:
    """Return whether a member may handle a complaint: after an appeal somebody else, a secret one who may read it."""
    if (row.id, member.user_id) in staff.excluded:
        return False
    return row.categorie not in CATEGORY_PERMISSIONS or _is_reader(member, row, staff)


def _is_reader(member: TeamMember, row: Complaint, staff: Staff) -> bool:
    """Return whether a member may read a complaint."""
    key = group_readers(row)
    if key not in staff.readers:
        staff.readers[key] = list_readers(READ, row)
    return member.user_id in staff.readers[key]


def _give(row: Complaint, member: TeamMember, staff: Staff, now: Any) -> None:
    """Set the member of a complaint, unsaved, and count it where the next choice looks."""
    if row.membre_id != member.id:
        if row.membre_id and row.statut != ComplaintStatus.NOUVELLE and row.membre_id in staff.by_id:
            staff.by_id[row.membre_id].en_cours -= 1
            staff.refusals.clear()
        member.en_cours += 1
    row.equipe, row.membre = staff.teams[member.equipe_id], member
    row.date_assignation = row.updated_at = now
    if row.statut == ComplaintStatus.NOUVELLE:
        row.statut = ComplaintStatus.OUVERTE


def _write_assignments(rows: Sequence[Complaint], now: Any) -> None:
    if not rows:
        return
    params = {
        "ids": [row.id for row in rows],
        "teams": [row.equipe_id for row in rows],
        "members": [row.membre_id for row in rows],
        "now": now,
    }
    with raise_limit_reached():
        SQL.execute("assign", params)


def _record_assignments(
    given: Sequence[tuple[Complaint, str]], reasons: dict[UUID, tuple[str, ...]], user: Caller
) -> None:
    """Store a move of each complaint; `given` has its status before."""
    params = {
        "ids": [row.id for row, _before in given],
        "before": [before for _row, before in given],
        "after": [row.statut for row, _before in given],
        "reasons": [",".join(reasons[row.id]) for row, _before in given],
        "action": Action.ASSIGNATION,
        "author": user.id,
    }
    SQL.execute("record_assignments", params)
