"""Write members under the lock of their household, and keep its size up to date."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from config.caller import Caller
from config.locks import Lock, lock_row
from registry.households.locks import lock_writable_household, lock_writable_households
from registry.households.models import Household, Member
from registry.quality.api import assess_households


def _lock_member(member: Member) -> Member:
    """Lock and reload a member of a locked household. Raises NOT_FOUND when it was removed or moved meanwhile."""
    found = lock_row(Lock.MEMBERS, Member.objects.filter(id=member.id, menage=member.menage_id), no_key=False)
    return found


def _update_size(household: Household, declared: int) -> None:
    """Set the size to `declared`, or to the number of listed members plus the head if that is larger.

    Forms often declare the size first and list people later: listing them must not count them twice. Also assesses the
    household's quality again.
    """
    listed = 1 + Member.objects.filter(menage=household).count()
    Household.objects.filter(id=household.id).update(taille_menage=max(declared, listed), updated_at=timezone.now())
    assess_households([household.id])


@transaction.atomic
def add_members(*, household_id: UUID, members: list[dict[str, Any]], user: Caller) -> list[Member]:
    """Add members to a household that `user` can see, in one statement. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    household = lock_writable_household(household_id, user)
    created = Member.objects.bulk_create([Member(menage=household, **values) for values in members])
    _update_size(household, household.taille_menage)
    return created


@transaction.atomic
def update_member(*, member: Member, values: dict[str, Any], user: Caller) -> Member:
    """Set `values` on a member under its household's lock; a move to another household changes the sizes of both.

    Raises NOT_FOUND, also when the member was removed or moved meanwhile, and READ_ONLY_PROJECT.
    """
    target = values.get("menage", member.menage)
    old, new = lock_writable_households(user, member.menage_id, target.id)
    current = _lock_member(member)
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields=[*values, "updated_at"])
    _update_size(old, old.taille_menage - (old.id != new.id))
    if old.id != new.id:
        _update_size(new, new.taille_menage)
    return current


@transaction.atomic
def remove_member(*, member: Member, user: Caller) -> None:
    """Delete a member and reduce the household's size by one.

    Raises NOT_FOUND, also when the member was removed or moved meanwhile, and READ_ONLY_PROJECT.
    """
    household = lock_writable_household(member.menage_id, user)
    _lock_member(member).delete()
    _update_size(household, household.taille_menage - 1)
