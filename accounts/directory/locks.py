"""Lock users and the roles to give them, so that neither gains rights while they are changed."""

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


def lock_assignable_role(role_id: UUID, caller: Caller) -> Role:
    """Return an active role within the caller's rights, locked so that it gains no rights meanwhile.

    Raises VALIDATION_ERROR when it is unknown or inactive, FORBIDDEN when it has permissions that the caller lacks.
    """
    role = lock_rows(Lock.ROLES, Role.objects.filter(id=role_id, is_active=True)).first()
    if role is None:
        raise invalid({"role_id": [_("Rôle inconnu ou inactif.")]})
    if not caller.permissions.issuperset(role.permissions):
        raise forbidden(_("Ce rôle a des permissions que vous n'avez pas."))
    return role
