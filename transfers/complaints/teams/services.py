"""Create, change and delete teams and their members."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from config.caller import Caller, require_reach
from config.errors.problems import blocked_by_dependencies, conflict, invalid_status
from config.errors.uniqueness import raise_duplicate_code
from config.locks import Lock, lock_row, lock_rows
from geo.areas.models import Sector
from transfers.complaints.models import HANDLED_STATUSES, Complaint
from transfers.complaints.teams.models import Team, TeamMember

Require = Callable[[Any], None]


@transaction.atomic
def create_team(*, values: dict[str, Any], sectors: list[Sector], user: Caller) -> Team:
    """Create a team for some sectors, or for the whole country. Raises FORBIDDEN, DUPLICATE_CODE."""
    require_reach(user, {sector.region_id for sector in sectors})
    team = Team(**values)
    _save_team(team)
    team.secteurs.set(sectors)
    return team


@transaction.atomic
def change_team(
    *, team: Team, values: dict[str, Any], sectors: list[Sector] | None, user: Caller, require: Require
) -> Team:
    """Change the fields that were sent, and the sectors unless None.

    A lower limit takes no complaint away. Raises NOT_FOUND, FORBIDDEN, CONFLICT, DUPLICATE_CODE.
    """
    current = lock_team(team=team, user=user, require=require)
    if sectors is not None:
        require_reach(user, {sector.region_id for sector in sectors})
    for name, value in values.items():
        setattr(current, name, value)
    _save_team(current)
    if sectors is not None:
        current.secteurs.set(sectors)
    return current


def lock_team(*, team: Team, user: Caller, require: Require, no_key: bool = True) -> Team:
    """Lock a team that the user may change: its sectors lie in the user's regions. Raises NOT_FOUND, FORBIDDEN."""
    current = lock_row(Lock.TEAMS, Team.objects.visible_to(user).filter(id=team.id), no_key=no_key)
    require(current)
    require_team_reach(team=current, user=user)
    return current


def require_team_reach(*, team: Team, user: Caller) -> None:
    """Raise FORBIDDEN unless all sectors of a team lie in the user's regions."""
    require_reach(user, team.secteurs.values_list("region_id", flat=True))


def _save_team(team: Team) -> None:
    with raise_duplicate_code("equipe_nom_once", _("Une équipe porte déjà ce nom.")):
        team.save()


@transaction.atomic
def add_member(*, team: Team, values: dict[str, Any], user: Caller) -> TeamMember:
    """Add a user to a team. Raises NOT_FOUND, FORBIDDEN, CONFLICT when the user is in the team already."""
    member = TeamMember(equipe=lock_team(team=team, user=user, require=lambda _team: None), **values)
    try:
        with transaction.atomic():
            member.save(force_insert=True)
    except IntegrityError as error:
        if "equipe_membre_once" not in str(error):
            raise
        raise conflict(_("Cette personne est déjà membre de l'équipe.")) from error
    return member


@transaction.atomic
def change_member(*, member: TeamMember, values: dict[str, Any], user: Caller, require: Require) -> TeamMember:
    """Change the fields that were sent; an inactive member keeps what they handle and gets nothing more.

    Raises NOT_FOUND, FORBIDDEN, CONFLICT.
    """
    team = lock_team(team=member.equipe, user=user, require=lambda _team: None)
    current = lock_row(Lock.TEAM_MEMBERS, TeamMember.objects.filter(id=member.id, equipe=team))
    require(current)
    for name, value in values.items():
        setattr(current, name, value)
    current.save()
    return current


@transaction.atomic
def delete_member(*, member: TeamMember, user: Caller, require: Require) -> None:
    """Delete a member who handles no complaint; those that were handled keep their team.

    Raises NOT_FOUND, FORBIDDEN, CONFLICT, HAS_DEPENDENCIES.
    """
    _lock_complaints(membre=member)
    team = lock_team(team=member.equipe, user=user, require=lambda _team: None)
    current = lock_row(Lock.TEAM_MEMBERS, TeamMember.objects.filter(id=member.id, equipe=team), no_key=False)
    require(current)
    _refuse_handled(membre=current)
    Complaint.objects.filter(membre=current).update(membre=None)
    current.delete()


@transaction.atomic
def delete_team(*, team: Team, user: Caller, require: Require) -> None:
    """Delete a team that handles no complaint, with its members. Raises as `delete_member` does."""
    _lock_complaints(equipe=team)
    current = lock_team(team=team, user=user, require=require, no_key=False)
    _refuse_handled(equipe=current)
    Complaint.objects.filter(equipe=current).update(equipe=None, membre=None)
    current.delete()


def _lock_complaints(**owner: Any) -> None:
    """Lock the complaints of a team or a member: complaints are locked before teams."""
    list(lock_rows(Lock.COMPLAINTS, Complaint.objects.filter(**owner)).values_list("id", flat=True))


def _refuse_handled(**owner: Any) -> None:
    count = Complaint.objects.filter(statut__in=HANDLED_STATUSES, **owner).count()
    if count:
        raise blocked_by_dependencies(_("Des plaintes sont encore ouvertes ou en cours."))


@contextmanager
def raise_limit_reached() -> Iterator[None]:
    """Run a block in a savepoint; raise INVALID_STATUS when the triggers refuse a member one more complaint."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if "has reached the limit" not in str(error):
            raise
        raise invalid_status(_("Ce membre a atteint sa limite de plaintes en cours.")) from error
