"""Writing roles. Nobody gives a role a right that he does not have himself, nor takes one away."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.roles.catalogue import CASES
from accounts.roles.models import Incompatibility, Role
from accounts.roles.rules import database_rules, require_held
from config.api.problems import forbidden, has_dependencies, invalid, not_found


def _locked(role_id: UUID) -> Role:
    role = Role.objects.select_for_update().filter(id=role_id).first()
    if role is None:
        raise not_found()
    return role


def create_role(*, values: dict[str, Any], caller: Any) -> Role:
    """A new role. Raises FORBIDDEN, DUPLICATE_CODE."""
    require_held(caller, values["permissions"])
    with database_rules():
        return Role.objects.create(**values | {"permissions": sorted(set(values["permissions"]))})


def update_role(*, role_id: UUID, values: dict[str, Any], caller: Any, require: Callable[[Role], None]) -> Role:
    """Change name, description, permissions or whether the role is in force; its code stays.

    `require` is called with the row under its lock. Raises NOT_FOUND, FORBIDDEN (rights that the caller lacks, a role
    above his own, or more rights for a role that he has), INVALID_STATUS (last administrator).
    """
    with database_rules():
        role = _locked(role_id)
        require(role)
        had, wanted = set(role.permissions), set(values.get("permissions", role.permissions))
        active = values.get("is_active", role.is_active)
        # Whole when it is put in or out of force. Confidential keys are no rank: who lacks them may change the rest.
        changed = had ^ wanted if active == role.is_active else had | wanted
        require_held(caller, changed | had - CASES)
        if active and wanted - (had if role.is_active else set()):
            _require_not_own(caller, role)
        for name, value in (values | {"permissions": sorted(wanted)}).items():
            setattr(role, name, value)
        role.save()
    return role


def _require_not_own(caller: Any, role: Role) -> None:
    """Raise FORBIDDEN for a role that the caller has: what he holds until a date would be his for good."""
    if caller.role_id == role.id or _grants().filter(role=role, user=caller).exists():
        raise forbidden(_("Nul n'ajoute de droits à un rôle qu'il a lui-même."))


def delete_role(*, role_id: UUID, caller: Any, require: Callable[[Role], None]) -> None:
    """Delete a role that nobody has. Raises NOT_FOUND, FORBIDDEN for a system role, HAS_DEPENDENCIES."""
    with database_rules():
        role = _locked(role_id)
        require(role)
        if role.is_system:
            raise forbidden(_("Un rôle du système ne peut pas être supprimé."))
        require_held(caller, role.permissions)
        users: Any = Role._meta.get_field("users").related_model
        having = users._default_manager.filter(role=role)
        count = having.filter(deleted_at__isnull=True).count() + _grants().filter(role=role).count()
        if count:
            text = ngettext(
                "Ce rôle est celui de %(count)d utilisateur.", "Ce rôle est celui de %(count)d utilisateurs.", count
            )
            raise has_dependencies(text % {"count": count}, {"utilisateurs": count})
        # Deleted users stay for the history; the role that they had goes.
        having.update(role=Role.objects.get(code="ROLE_USER"))
        role.delete()


def _grants() -> Any:
    grants: Any = Role._meta.get_field("grants").related_model
    return grants._default_manager


def declare_incompatible(*, role_ids: list[UUID], motif: str, caller: Any) -> Incompatibility:
    """Declare that nobody may hold both roles. Raises CONFLICT while somebody does, DUPLICATE_CODE."""
    found = sorted(Role.objects.filter(id__in=role_ids), key=lambda role: role.id)
    if len(found) != 2:
        raise invalid({"role_ids": [_("Deux rôles différents sont attendus.")]})
    with database_rules():
        return Incompatibility.objects.create(role_a=found[0], role_b=found[1], motif=motif)


def allow_together(*, incompatibility_id: UUID, caller: Any) -> None:
    """Withdraw an incompatibility. Raises NOT_FOUND."""
    if not Incompatibility.objects.filter(id=incompatibility_id).delete()[0]:
        raise not_found()
