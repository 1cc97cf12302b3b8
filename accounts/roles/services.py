"""Create, change and delete roles and incompatibilities.

Nobody adds a permission to a role, or removes one from it, that they do not have themselves.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.roles.models import Incompatibility, Role
from accounts.roles.rules import CASE_PERMISSIONS, require_permissions
from accounts.roles.types import RoleHolder
from config.caller import Caller
from config.errors.problems import (
    Problem,
    blocked_by_dependencies,
    conflict,
    forbidden,
    invalid,
    invalid_status,
    not_found,
)
from config.locks import Lock, lock_row


@contextmanager
def raise_constraint_problems() -> Iterator[None]:
    """Run the block in a transaction and raise violated constraints as problems.

    INVALID_STATUS for the last administrator, CONFLICT for incompatible roles or a repeated grant, DUPLICATE_CODE for a
    role code, e-mail address or incompatibility that exists already. Other IntegrityErrors pass.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        problem = _find_constraint_problem(getattr(getattr(error.__cause__, "diag", None), "constraint_name", "") or "")
        if problem is None:
            raise
        raise problem from error


def _name_duplicate(field: str, sentence: str) -> Problem:
    return Problem("DUPLICATE_CODE", sentence, {field: [sentence]})


def _find_constraint_problem(constraint: str) -> Problem | None:
    if constraint == "last_administrator":
        return invalid_status(_("Le dernier administrateur actif doit le rester."))
    if constraint == "roles_incompatible":
        return conflict(_("Ces deux rôles sont incompatibles : une même personne ne peut pas les avoir."))
    if constraint == "incompatibility_once":
        return Problem("DUPLICATE_CODE", _("Ces deux rôles sont déjà déclarés incompatibles."))
    if constraint.startswith("accounts_role_code"):
        return _name_duplicate("code", _("Ce code de rôle est déjà utilisé."))
    if constraint.startswith(("accounts_user_email", "user_email")):
        return _name_duplicate("email", _("Cette adresse a déjà un compte."))
    if constraint == "role_grant_once":
        return conflict(_("Cet utilisateur a déjà ce rôle."))
    return None


def _lock_role(role_id: UUID) -> Role:
    return lock_row(Lock.ROLES, Role.objects.filter(id=role_id), no_key=False)


def create_role(*, values: dict[str, Any], caller: Caller) -> Role:
    """Create a role. Raises FORBIDDEN, DUPLICATE_CODE."""
    require_permissions(caller, values["permissions"])
    with raise_constraint_problems():
        return Role.objects.create(**values | {"permissions": sorted(set(values["permissions"]))})


def update_role(*, role_id: UUID, values: dict[str, Any], caller: RoleHolder, require: Callable[[Role], None]) -> Role:
    """Change name, description, permissions or activity of a role; its code cannot change.

    `require` is called with the locked row. Raises NOT_FOUND, FORBIDDEN (permissions that the caller lacks, a role with
    more permissions than the caller's, or more permissions for a role that the caller has), INVALID_STATUS (last
    administrator).
    """
    with raise_constraint_problems():
        role = _lock_role(role_id)
        require(role)
        had, wanted = set(role.permissions), set(values.get("permissions", role.permissions))
        active = values.get("is_active", role.is_active)
        # Activating or deactivating a role changes all its keys. Confidential keys (CASE_PERMISSIONS) imply no rank:
        # callers who lack them may still change the others.
        changed = had ^ wanted if active == role.is_active else had | wanted
        require_permissions(caller, changed | had - CASE_PERMISSIONS)
        if active and wanted - (had if role.is_active else set()):
            _require_other_role(caller, role)
        for name, value in (values | {"permissions": sorted(wanted)}).items():
            setattr(role, name, value)
        role.save()
    return role


def _require_other_role(caller: RoleHolder, role: Role) -> None:
    """Raise FORBIDDEN for a role that the caller has: even a temporary grant could be made permanent this way."""
    if caller.role_id == role.id or _get_grant_manager().filter(role=role, user_id=caller.id).exists():
        raise forbidden(_("On n'ajoute pas de droits à un rôle que l'on a soi-même."))


def delete_role(*, role_id: UUID, caller: Caller, require: Callable[[Role], None]) -> None:
    """Delete a role without users or grants. Raises NOT_FOUND, FORBIDDEN for a system role, HAS_DEPENDENCIES.

    `require` is called with the locked row.
    """
    with raise_constraint_problems():
        role = _lock_role(role_id)
        require(role)
        if role.is_system:
            raise forbidden(_("Un rôle du système ne peut pas être supprimé."))
        require_permissions(caller, role.permissions)
        users: Any = Role._meta.get_field("users").related_model
        having = users._default_manager.filter(role=role)
        count = having.filter(deleted_at__isnull=True).count() + _get_grant_manager().filter(role=role).count()
        if count:
            text = ngettext(
                "Ce rôle est celui de %(count)d utilisateur.", "Ce rôle est celui de %(count)d utilisateurs.", count
            )
            raise blocked_by_dependencies(text % {"count": count}, {"utilisateurs": count})
        # Deleted users are kept for the audit log; they get the basic role instead.
        having.update(role=Role.objects.get(code="ROLE_USER"))
        role.delete()


def _get_grant_manager() -> Any:
    grants: Any = Role._meta.get_field("grants").related_model
    return grants._default_manager


def create_incompatibility(*, role_ids: list[UUID], motif: str, caller: Caller) -> Incompatibility:
    """Declare that nobody may hold both roles.

    Raises VALIDATION_ERROR unless two roles are given, CONFLICT while somebody holds both, DUPLICATE_CODE.
    """
    found = sorted(Role.objects.filter(id__in=role_ids), key=lambda role: role.id)
    if len(found) != 2:
        raise invalid({"role_ids": [_("Deux rôles différents sont attendus.")]})
    with raise_constraint_problems():
        return Incompatibility.objects.create(role_a=found[0], role_b=found[1], motif=motif)


def delete_incompatibility(*, incompatibility_id: UUID, caller: Caller) -> None:
    """Delete an incompatibility. Raises NOT_FOUND."""
    if not Incompatibility.objects.filter(id=incompatibility_id).delete()[0]:
        raise not_found()
