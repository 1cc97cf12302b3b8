"""Open, change, deactivate and delete user accounts, grant roles and reset passwords.

Nobody manages a user who has rights that they lack (they could take over the account by a password reset), nobody gives
a role with such rights, and nobody reaches beyond their regions. Confidential rights do not count as rank: removing
them from a user, or deactivating the user, does not require them.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.directory.locks import lock_assignable_role, lock_assignable_roles, lock_user
from accounts.directory.queries import list_assignable_regions
from accounts.mails import api as mails
from accounts.notifications.models import NotificationPreference
from accounts.passwords.api import require_acceptable_password, set_password_as_administrator
from accounts.roles.api import CASE_PERMISSIONS, raise_constraint_problems
from accounts.roles.models import Role
from accounts.second_factor.api import delete_second_factor
from accounts.tokens.api import end_sessions
from accounts.users.api import list_regions_by_code
from accounts.users.models import RoleGrant, User
from accounts.webhooks.api import publish_event
from config.caller import Caller
from config.errors.problems import forbidden, invalid, invalid_status, not_found
from config.locks import Lock, lock_rows

Check = Callable[[User], None]


def create_user(*, values: dict[str, Any], caller: Caller, further_roles: Sequence[UUID] = ()) -> User:
    """Open an account. Without a password the user receives a mail with a link to choose one.

    Raises VALIDATION_ERROR, FORBIDDEN (roles or regions beyond the caller's), DUPLICATE_CODE, CONFLICT (incompatible
    roles).
    """
    values = dict(values)
    password, role_id, regions = values.pop("password", None), values.pop("role_id"), values.pop("regions")
    user = User(**values | {"email": values["email"].strip().lower()})
    if password is not None:
        require_acceptable_password(password, user, "password")
    user.password = make_password(password)
    user.must_change_password = password is not None and settings.FIRST_PASSWORD_CHANGE
    with raise_constraint_problems():
        user.role, *further = lock_assignable_roles([role_id, *further_roles], caller)
        wanted = list_assignable_regions(regions, caller)
        user.save(force_insert=True)
        user.regions.set(wanted)
        RoleGrant.objects.bulk_create(RoleGrant(user=user, role=role, granted_by_id=caller.id) for role in further)
        if password is None:
            mails.queue_mail(kind="invitation", user=user, asked_by=caller)
        publish_event("utilisateur.cree", {"userId": user.id})
    return user


def update_user(*, user_id: UUID, values: dict[str, Any], caller: Caller, require: Check) -> User:
    """Change names, telephone, role and regions, but never the address. `require` is called with the locked row.

    Raises NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (incompatible roles), INVALID_STATUS (last administrator).
    """
    values = dict(values)
    with raise_constraint_problems():
        user = lock_user(user_id, caller)
        require(user)
        _require_rank(caller, user, lowering=True)
        if values.pop("email", user.email).strip().lower() != user.email:
            raise invalid({"email": [_("L'adresse d'un compte ne change pas.")]})
        role_id, regions = values.pop("role_id", user.role_id), values.pop("regions", None)
        if role_id != user.role_id:
            _require_other_user(caller, user)
            user.role = lock_assignable_role(role_id, caller)
        if regions is not None and set(regions) != set(user.linked_regions):
            _require_other_user(caller, user)
            user.regions.set(list_assignable_regions(regions, caller))
        for name, value in values.items():
            setattr(user, name, value)
        user.save(update_fields=[*values, "role", "updated_at"])
        publish_event("utilisateur.modifie", {"userId": user.id})
    return user


def update_own_account(*, user_id: UUID, values: dict[str, Any], require: Check) -> None:
    """Change one's own names and telephone, which the trail says. `require` is called with the locked row."""
    [user] = lock_rows(Lock.USERS, User.objects.filter(id=user_id))
    require(user)
    for name, value in values.items():
        setattr(user, name, value)
    user.save(update_fields=[*values, "updated_at"])
    publish_event("utilisateur.modifie", {"userId": user.id})


def toggle_user_status(*, user_id: UUID, caller: Caller) -> bool:
    """Deactivate an active user, or activate an inactive one, and return whether they are active now.

    Their sessions end at once. Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS (last administrator).
    """
    with raise_constraint_problems():
        user = lock_user(user_id, caller)
        _require_other_user(caller, user)
        _require_rank(caller, user, lowering=user.is_active)
        User.objects.filter(id=user.id).update(is_active=not user.is_active, updated_at=timezone.now())
        end_sessions(user=user)
        publish_event("utilisateur.modifie", {"userId": user.id})
    return not user.is_active


def delete_user(*, user_id: UUID, caller: Caller, require: Check) -> None:
    """Delete a user permanently: free their address, block sign-in and delete all rows that belong only to them.

    Id and name stay, because the history (who validated, who paid) must continue to name them.
    Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS (last administrator).
    """
    with raise_constraint_problems():
        user = lock_user(user_id, caller)
        require(user)
        _require_other_user(caller, user)
        _require_rank(caller, user, lowering=True)
        now = timezone.now()
        User.objects.filter(id=user.id).update(
            email=f"{user.id}@supprime.invalid",
            telephone=None,
            password=make_password(None),
            is_active=False,
            last_login=None,
            failed_login_attempts=0,
            must_change_password=False,
            deleted_at=now,
            updated_at=now,
        )
        delete_second_factor(user=user)
        for own in ("sessions", "grants", "password_resets", "notifications", "notification_marks", "saved_views"):
            getattr(user, own).all().delete()
        NotificationPreference.objects.filter(user=user).delete()
        user.regions.clear()
        publish_event("utilisateur.supprime", {"userId": user.id})


def reset_password(*, user_id: UUID, password: str | None, caller: Caller) -> None:
    """Set another user's password, or mail them a random one.

    Either way they must choose their own, and their sessions end. The second factor stays. Raises NOT_FOUND, FORBIDDEN,
    VALIDATION_ERROR, INVALID_STATUS.
    """
    with raise_constraint_problems():
        user = lock_user(user_id, caller)
        _require_other_user(caller, user)
        _require_rank(caller, user)
        if not user.is_active:
            raise invalid_status(_("Ce compte est désactivé."))
        set_password_as_administrator(user=user, password=password, by=caller)


def grant_role(*, user_id: UUID, role_id: UUID, until: datetime | None, caller: Caller) -> RoleGrant:
    """Grant a further role, permanently or until a given time; for a role already granted, change that time.

    Raises NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (incompatible roles).
    """
    if until is not None and until <= timezone.now():
        raise invalid({"until": [_("Cette date est passée.")]})
    with raise_constraint_problems():
        user = lock_user(user_id, caller)
        _require_other_user(caller, user)
        role = lock_assignable_role(role_id, caller)
        if role.id == user.role_id:
            raise invalid({"role_id": [_("C'est déjà le rôle de cet utilisateur.")]})
        grant, _created = RoleGrant.objects.update_or_create(
            user=user, role=role, defaults={"until": until, "granted_by_id": caller.id}
        )
    return grant


def revoke_role(*, user_id: UUID, grant_id: UUID, caller: Caller) -> None:
    """Revoke a granted role. Raises NOT_FOUND, FORBIDDEN."""
    with raise_constraint_problems():
        user = lock_user(user_id, caller)
        _require_rank(caller, user, lowering=True)
        if not RoleGrant.objects.filter(id=grant_id, user=user).delete()[0]:
            raise not_found()


def create_or_update_account(
    *, email: str, role_code: str, regions: list[str], password: str | None = None, **names: str
) -> tuple[User, bool]:
    """Open an account, or give an existing one another role and regions, on behalf of the server's operator.

    The only way to rights that no user holds: the first administrator, the first reader of VBG cases. `regions` are
    codes; a password is only set for a new account. Return the user and whether they are new. Raises VALIDATION_ERROR,
    CONFLICT, INVALID_STATUS.
    """
    role = Role.objects.filter(code=role_code, is_active=True).first()
    if role is None:
        raise invalid({"role": [_("Rôle inconnu ou inactif.")]})
    linked = list_regions_by_code(regions)
    if len(linked) != len(set(regions)):
        raise invalid({"regions": [_("Région inconnue.")]})
    with raise_constraint_problems():
        user = User.objects.filter(email=email.strip().lower()).first()
        created = user is None
        if user is None:
            user = User(email=email.strip().lower(), role=role, **names)
            require_acceptable_password(password or "", user, "password")
            user.password = make_password(password)
        user.role = role
        user.save()
        user.regions.set(linked)
    return user, created


def _require_rank(caller: Caller, user: User, *, lowering: bool = False) -> None:
    """Raise FORBIDDEN when the user has rights that the caller lacks, or has an inactive role with such rights.

    `lowering` ignores confidential rights, for changes that only remove rights.
    """
    over = _collect_permissions(user) - caller.permissions - (CASE_PERMISSIONS if lowering else frozenset())
    if over:
        raise forbidden(_("Cet utilisateur a des droits que vous n'avez pas."))


def _collect_permissions(user: User) -> set[str]:
    """Return the permissions of all the user's roles, including inactive ones.

    Whoever took over the account would only have to wait for those to become active.
    """
    roles = [user.role, *(grant.role for grant in user.grants.unexpired().select_related("role"))]
    return {key for role in roles for key in role.permissions}


def _require_other_user(caller: Caller, user: User) -> None:
    """Raise FORBIDDEN when the user is the caller: nobody raises, or ends, their own rights."""
    if caller.id == user.id:
        raise forbidden(_("Cela ne se fait pas sur son propre compte."))
