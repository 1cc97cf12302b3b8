"""Write members under the lock of their household, and keep its size up to date."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from config.errors.problems import not_found
from registry.households.models import Household, Member
from registry.projects.api import require_writable
from registry.quality.api import assess_households


def _lock_writable_households(user: Any, *ids: UUID) -> list[Household]:
    """Lock households that `user` can see and whose project accepts changes; return them in the order of `ids`.

    They are locked in the order of their ids, so that two moves in opposite directions cannot deadlock. Raises
    NOT_FOUND, READ_ONLY_PROJECT.
    """
    rows = Household.objects.visible_to(user).select_for_update(of=("self",), no_key=True)
    found = {household.id: household for household in rows.filter(id__in=ids).order_by("id")}
    if found.keys() < set(ids):
        raise not_found()
    for household in found.values():
        require_writable(household.projet)
    return [found[identity] for identity in ids]


def _lock_member(member: Member) -> Member:
    """Lock and reload a member of a locked household. Raises NOT_FOUND when it was removed or moved meanwhile."""
    found = Member.objects.select_for_update().filter(id=member.id, menage=member.menage_id).first()
    if found is None:
        raise not_found()
    return found


def _update_size(household: Household, declared: int) -> None:
    """Set the size to `declared`, or to the number of listed members plus the head if that is larger.

    Forms often declare the size first and list people later: listing them must not count them twice. Also assesses the
    household's quality again.
    """
    listed = 1 + Member.objects.filter(menage=household).count()
    Household.objects.filter(id=household.id).update(taille_menage=max(declared, listed), updated_at=timezone.now())
    assess_households([household.id])


def compute_age(birth: date, day: date) -> int:
    """Return the whole years from `birth` to `day`; in other years a birthday on 29 February falls on 1 March."""
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


@transaction.atomic
def add_members(*, household_id: UUID, members: list[dict[str, Any]], user: Any) -> list[Member]:
    """Add members to a household that `user` can see, in one statement. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    [household] = _lock_writable_households(user, household_id)
    made = Member.objects.bulk_create([Member(menage=household, **values) for values in members])
    _update_size(household, household.taille_menage)
    return made


@transaction.atomic
def update_member(*, member: Member, values: dict[str, Any], user: Any) -> Member:
    """Set `values` on a member under its household's lock; a move to another household changes the sizes of both.

    Raises NOT_FOUND, also when the member was removed or moved meanwhile, and READ_ONLY_PROJECT.
    """
    target = values.get("menage", member.menage)
    old, new = _lock_writable_households(user, member.menage_id, target.id)
    current = _lock_member(member)
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields=[*values, "updated_at"])
    _update_size(old, old.taille_menage - (old.id != new.id))
    if old.id != new.id:
        _update_size(new, new.taille_menage)
    return current


@transaction.atomic
def remove_member(*, member: Member, user: Any) -> None:
    """Delete a member and reduce the household's size by one.

    Raises NOT_FOUND, also when the member was removed or moved meanwhile, and READ_ONLY_PROJECT.
    """
    [household] = _lock_writable_households(user, member.menage_id)
    _lock_member(member).delete()
    _update_size(household, household.taille_menage - 1)
