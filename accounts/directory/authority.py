"""Who may manage whom. Three rules, held under the locks of the rows they speak of:

nobody manages a user with rights that he lacks himself (he could become him by a reset), nobody gives a role with
such rights, and nobody reaches beyond his regions. Confidential rights are no rank: taking them from somebody, or
putting him out, does not need them.
"""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.roles.catalogue import CASES
from accounts.roles.models import Role
from accounts.users.models import User
from accounts.users.queries import regions_visible_to, users_with_rights
from config.api.problems import forbidden, invalid, not_found


def locked_user(user_id: UUID, caller: Any) -> User:
    """A user whom the caller sees, with rights, under the lock of his row. Raises NOT_FOUND."""
    if not User.objects.select_for_update(no_key=True).filter(id=user_id, deleted_at__isnull=True).exists():
        raise not_found()
    user = users_with_rights().visible_to(caller).filter(id=user_id).first()  # type: ignore[attr-defined]
    if user is None:
        raise not_found()
    return user


def require_rank(caller: Any, user: User, *, lowering: bool = False) -> None:
    """Raise FORBIDDEN when the user has rights that the caller lacks, now or once a role of his is in force again."""
    over = _rights(user) - caller.permissions - (CASES if lowering else frozenset())
    if over:
        raise forbidden(_("Cet utilisateur a des droits que vous n'avez pas."))


def _rights(user: User) -> set[str]:
    """What the user's roles hold, also those that are out of force: whoever becomes him would only have to wait."""
    roles = [user.role, *(grant.role for grant in user.grants.current().select_related("role"))]  # type: ignore[attr-defined]
    return {key for role in roles for key in role.permissions}


def require_other(caller: Any, user: User) -> None:
    """Raise FORBIDDEN for the caller himself: nobody raises, or ends, his own rights."""
    if caller.id == user.id:
        raise forbidden(_("Cela ne se fait pas sur son propre compte."))


def role_to_give(role_id: UUID, caller: Any) -> Role:
    """An active role within the caller's rights, locked, so that it does not grow meanwhile."""
    role = Role.objects.select_for_update(no_key=True).filter(id=role_id, is_active=True).first()
    if role is None:
        raise invalid({"role_id": [_("Rôle inconnu ou inactif.")]})
    if not caller.permissions.issuperset(role.permissions):
        raise forbidden(_("Ce rôle a des permissions que vous n'avez pas."))
    return role


def regions_to_give(ids: list[UUID], caller: Any) -> list[Any]:
    """Regions within the caller's. Who has regions himself must name some: none may mean all."""
    regions = regions_visible_to(caller, ids)
    if len(regions) != len(set(ids)):
        raise invalid({"regions": [_("Région inconnue.")]})
    if not regions and caller.region_ids is not None:
        raise invalid({"regions": [_("Au moins une de vos régions est nécessaire.")]})
    return regions
