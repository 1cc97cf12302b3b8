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


def _locked(household_id: UUID, user: Any) -> Household:
    rows = Household.objects.visible_to(user).select_for_update(of=("self",), no_key=True).select_related("projet")
    household = rows.filter(id=household_id).first()
    if household is None:
        raise not_found()
    require_writable(household.projet)
    return household


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
    household = _locked(household_id, user)
    made = Member.objects.bulk_create([Member(menage=household, **values) for values in members])
    _resize(household, household.taille_menage)
    return made


@transaction.atomic
def update_member(*, member: Member, values: dict[str, Any], user: Any) -> Member:
    """Change a member. Moving to another household changes both sizes."""
    old = _locked(member.menage_id, user)
    target = values.pop("menage", old)
    for name, value in values.items():
        setattr(member, name, value)
    if target.id != old.id:
        new = _locked(target.id, user)
        member.menage = new
        member.save()
        _resize(old, old.taille_menage - 1)
        _resize(new, new.taille_menage)
    else:
        member.save()
        _resize(old, old.taille_menage)
    return member


@transaction.atomic
def remove_member(*, member: Member, user: Any) -> None:
    """Remove a member; the household is one person smaller."""
    household = _locked(member.menage_id, user)
    if Member.objects.filter(id=member.id).delete()[0]:
        _resize(household, household.taille_menage - 1)
