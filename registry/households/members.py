"""Writing members: each change is made under the household's lock and keeps its size right."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from config.api.problems import not_found
from registry.households.models import Household, Member
from registry.projects.services import require_writable
from registry.quality.services import assess_these


def _locked(user: Any, *ids: UUID) -> list[Household]:
    """Visible, writable households under lock, in the order asked for.

    Locked in the order of their ids, so that two moves in opposite directions wait and never deadlock.
    """
    rows = Household.objects.visible_to(user).select_for_update(of=("self",), no_key=True)
    found = {household.id: household for household in rows.filter(id__in=ids).order_by("id")}
    if found.keys() < set(ids):
        raise not_found()
    for household in found.values():
        require_writable(household.projet)
    return [found[identity] for identity in ids]


def _still_there(member: Member) -> Member:
    """The member as it is now that its household is locked. Raises NOT_FOUND when it was removed or moved meanwhile."""
    found = Member.objects.select_for_update().filter(id=member.id, menage=member.menage_id).first()
    if found is None:
        raise not_found()
    return found


def _resize(household: Household, declared: int) -> None:
    """Size is what was declared, and at least the head and the members that are listed.

    A form often gives the size first and lists people later: listing them must not count them twice.
    """
    listed = 1 + Member.objects.filter(menage=household).count()
    Household.objects.filter(id=household.id).update(taille_menage=max(declared, listed), updated_at=timezone.now())
    assess_these([household.id])


def age_at(birth: date, day: date) -> int:
    """Whole years from `birth` to `day`; a birthday on 29 February falls on 1 March."""
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


@transaction.atomic
def add_members(*, household_id: UUID, members: list[dict[str, Any]], user: Any) -> list[Member]:
    """Add members to a visible household in one statement. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    [household] = _locked(user, household_id)
    made = Member.objects.bulk_create([Member(menage=household, **values) for values in members])
    _resize(household, household.taille_menage)
    return made


@transaction.atomic
def update_member(*, member: Member, values: dict[str, Any], user: Any) -> Member:
    """Change the fields of a member that were sent, under its household's lock. Moving changes both sizes.

    Raises NOT_FOUND, also when another was quicker, and READ_ONLY_PROJECT.
    """
    target = values.get("menage", member.menage)
    old, new = _locked(user, member.menage_id, target.id)
    current = _still_there(member)
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields=[*values, "updated_at"])
    _resize(old, old.taille_menage - (old.id != new.id))
    if old.id != new.id:
        _resize(new, new.taille_menage)
    return current


@transaction.atomic
def remove_member(*, member: Member, user: Any) -> None:
    """Remove a member; the household is one person smaller. Raises NOT_FOUND, also when another was quicker."""
    [household] = _locked(user, member.menage_id)
    _still_there(member).delete()
    _resize(household, household.taille_menage - 1)
