"""Decide who may manage whom, under locks on the rows concerned.

Nobody manages a user who has rights that they lack (they could take over the account by a password reset), nobody gives
a role with such rights, and nobody reaches beyond their regions. Confidential rights do not count as rank: removing
them from a user, or deactivating the user, does not require them.
"""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.roles.api import CASES
from accounts.roles.models import Role
from accounts.users.api import list_users_with_rights, list_visible_regions
from accounts.users.models import User
from config.errors.problems import forbidden, invalid, not_found
from config.locks import Lock, lock_row, lock_rows


def lock_user(user_id: UUID, caller: Any) -> User:
    """Lock and return a user in the caller's scope, with rights. Raises NOT_FOUND."""
    lock_row(Lock.USERS, User.objects.filter(id=user_id, deleted_at__isnull=True).only("id"))
    user = list_users_with_rights().visible_to(caller).filter(id=user_id).first()  # type: ignore[attr-defined]
    if user is None:
        raise not_found()
    return user


def require_rank(caller: Any, user: User, *, lowering: bool = False) -> None:
    """Raise FORBIDDEN when the user has rights that the caller lacks, or has an inactive role with such rights.

    `lowering` ignores confidential rights, for changes that only remove rights.
    """
    over = _collect_permissions(user) - caller.permissions - (CASES if lowering else frozenset())
    if over:
        raise forbidden(_("Cet utilisateur a des droits que vous n'avez pas."))


def _collect_permissions(user: User) -> set[str]:
    """Return the permissions of all the user's roles, including inactive ones.

    Whoever took over the account would only have to wait for those to become active.
    """
    roles = [user.role, *(grant.role for grant in user.grants.current().select_related("role"))]  # type: ignore[attr-defined]
    return {key for role in roles for key in role.permissions}


def require_other_user(caller: Any, user: User) -> None:
    """Raise FORBIDDEN when the user is the caller: nobody raises, or ends, their own rights."""
    if caller.id == user.id:
        raise forbidden(_("Cela ne se fait pas sur son propre compte."))


def lock_assignable_role(role_id: UUID, caller: Any) -> Role:
    """Return an active role within the caller's rights, locked so that it gains no rights meanwhile.

    Raises VALIDATION_ERROR when it is unknown or inactive, FORBIDDEN when it has permissions that the caller lacks.
    """
    role = lock_rows(Lock.ROLES, Role.objects.filter(id=role_id, is_active=True)).first()
    if role is None:
        raise invalid({"role_id": [_("Rôle inconnu ou inactif.")]})
    if not caller.permissions.issuperset(role.permissions):
        raise forbidden(_("Ce rôle a des permissions que vous n'avez pas."))
    return role


def list_assignable_regions(ids: list[UUID], caller: Any) -> list[Any]:
    """Return regions within the caller's scope.

    A caller limited to regions must name at least one, because no region may mean all. Raises VALIDATION_ERROR.
    """
    regions = list_visible_regions(caller, ids)
    if len(regions) != len(set(ids)):
        raise invalid({"regions": [_("Région inconnue.")]})
    if not regions and caller.region_ids is not None:
        raise invalid({"regions": [_("Au moins une de vos régions est nécessaire.")]})
    return regions
