"""Lock users and the roles to give them, so that neither gains rights while they are changed."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.roles.models import Role
from accounts.users.api import list_users_with_rights
from accounts.users.models import User
from config.caller import Caller
from config.errors.problems import forbidden, invalid, not_found
from config.locks import Lock, lock_row, lock_rows


def lock_user(user_id: UUID, caller: Caller) -> User:
    """Lock and return a user in the caller's scope, with rights. Raises NOT_FOUND."""
    lock_row(Lock.USERS, User.objects.filter(id=user_id, deleted_at__isnull=True).only("id"))
    user = list_users_with_rights().visible_to(caller).filter(id=user_id).first()
    if user is None:
        raise not_found()
    return user


def lock_assignable_roles(role_ids: Sequence[UUID], caller: Caller) -> list[Role]:
    """Return active roles within the caller's rights, in this order, locked so that they gain no rights meanwhile.

    Raises VALIDATION_ERROR when one is unknown or inactive, FORBIDDEN when one has permissions that the caller lacks.
    """
    found = {role.id: role for role in lock_rows(Lock.ROLES, Role.objects.filter(id__in=role_ids, is_active=True))}
    if len(found) != len(set(role_ids)):
        raise invalid({"role_id": [_("Rôle inconnu ou inactif.")]})
    if not all(caller.permissions.issuperset(role.permissions) for role in found.values()):
        raise forbidden(_("Ce rôle a des permissions que vous n'avez pas."))
    return [found[role_id] for role_id in role_ids]


def lock_assignable_role(role_id: UUID, caller: Caller) -> Role:
    """Return one such role."""
    return lock_assignable_roles([role_id], caller)[0]
