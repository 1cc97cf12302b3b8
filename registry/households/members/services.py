"""Write members under the lock of their household, and keep its size up to date."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.users.models import User
from config.caller import Caller
from config.errors.problems import invalid
from config.locks import Lock, lock_row
from registry.households.locks import lock_writable_household, lock_writable_households
from registry.households.members.rules import compute_age
from registry.households.models import HeadOfHousehold, Household, Member
from registry.households.services import notify_listeners
from registry.quality.api import assess_households

# What a head and a member both have; contacts and the marital status are a head's alone.
SHARED_FIELDS: Final = ("nom_complet", "sexe", "age", "niveau_education", "occupation_principale")
Require = Callable[[Member], None]


def _require_any(_member: Member) -> None:
    """Accept any version of a member."""


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
def update_member(*, member: Member, values: dict[str, Any], user: Caller, require: Require = _require_any) -> Member:
    """Set `values` on a member under its household's lock; a move to another household changes the sizes of both.

    `require(member)` is called once the lock is held (If-Match). Raises NOT_FOUND, also when the member was removed or
    moved meanwhile, CONFLICT and READ_ONLY_PROJECT.
    """
    target = values.get("menage", member.menage)
    old, new = lock_writable_households(user, member.menage_id, target.id)
    current = _lock_member(member)
    require(current)
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields=[*values, "updated_at"])
    _update_size(old, old.taille_menage - (old.id != new.id))
    if old.id != new.id:
        _update_size(new, new.taille_menage)
    return current


@transaction.atomic
def remove_member(*, member: Member, user: Caller, require: Require = _require_any) -> None:
    """Delete a member and reduce the household's size by one.

    `require(member)` is called once the lock is held (If-Match). Raises NOT_FOUND, also when the member was removed or
    moved meanwhile, CONFLICT and READ_ONLY_PROJECT.
    """
    household = lock_writable_household(member.menage_id, user)
    current = _lock_member(member)
    require(current)
    current.delete()
    _update_size(household, household.taille_menage - 1)


@transaction.atomic
def change_head(
    *,
    household_id: UUID,
    member_id: UUID,
    former_link: str | None,
    user: User,
    require: Callable[[Household], None],
) -> Household:
    """Make a member the head of the household; the former head becomes a member, or has left without `former_link`.

    The new head begins without telephone, mobile money and bank account: those of the former head would pay the wrong
    person. `require(household)` is called once the lock is held (If-Match). Raises NOT_FOUND, CONFLICT,
    READ_ONLY_PROJECT, VALIDATION_ERROR for somebody who is no member.
    """
    household = lock_writable_household(household_id, user)
    require(household)
    member = Member.objects.filter(id=member_id, menage=household).first()
    if member is None:
        raise invalid({"membre": [_("Cette personne n'est pas membre du ménage.")]})
    member = _lock_member(member)
    former = HeadOfHousehold.objects.filter(menage=household).first()
    has_left = former is None or former_link is None
    if former is not None and former_link is not None:
        kept = {name: getattr(former, name) for name in SHARED_FIELDS}
        Member.objects.create(menage=household, lien_parente=former_link, **kept)
    values = {name: getattr(member, name) for name in SHARED_FIELDS}
    if member.date_naissance and member.age is None:
        values["age"] = compute_age(member.date_naissance, timezone.localdate())
    nobody = {"statut_matrimonial": None, "telephone": None, "numero_mobile_money": None, "compte_bancaire": None}
    HeadOfHousehold.objects.update_or_create(menage=household, defaults={**values, **nobody})
    member.delete()
    _update_size(household, household.taille_menage - has_left)
    notify_listeners(household.id, user)
    household.refresh_from_db()
    return household
