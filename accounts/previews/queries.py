"""Tell what a role or a person sees, without acting for them: counts and names of fields, never a row."""

from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.audit.api import audited_tables
from accounts.previews.kinds.hooks import preview_kinds
from accounts.previews.kinds.types import PreviewKind
from accounts.previews.types import Preview, SeenField, SeenRows
from accounts.roles.models import Role
from accounts.users.api import list_visible_regions
from accounts.users.models import User
from config.caller import Caller, RegionScope, Scope
from config.errors.problems import invalid

# Rows are counted no further: whether somebody sees all, some or none is what is asked.
MOST_COUNTED: Final = 10_000
ALL_REGIONS_KEY: Final = "administration.toutes_regions"


def preview_user(user: User, caller: Caller) -> Preview:
    """Return what a user sees: their own role and the granted ones, in their regions."""
    return _build_preview(user.nom_complet, user, caller)


def preview_role(role: Role, regions: list[UUID], caller: Caller) -> Preview:
    """Return what somebody with this role alone would see in these regions, or without regions.

    A caller with regions asks about some of these. Raises VALIDATION_ERROR for a region that they do not see.
    """
    if len(list_visible_regions(caller, regions)) != len(set(regions)):
        raise invalid({"regions": [_("Région inconnue.")]})
    permissions = frozenset(role.permissions) if role.is_active else frozenset()
    within: tuple[UUID, ...] | None = tuple(regions)
    if not regions:
        sees_all = ALL_REGIONS_KEY in permissions
        within = caller.region_ids if sees_all else ()
    return _build_preview(role.nom, RegionScope(within, permissions), caller)


def _build_preview(name: str, seen_by: Scope, caller: Caller) -> Preview:
    regions = [] if seen_by.region_ids is None else list_visible_regions(caller, list(seen_by.region_ids))
    return Preview(
        nom=name,
        permissions=sorted(seen_by.permissions),
        regions=regions,
        tout_le_pays=seen_by.region_ids is None,
        lignes=[_count_rows(name, kind, seen_by, caller) for name, kind in preview_kinds.items()],
        champs=_list_guarded_fields(seen_by),
    )


def _count_rows(name: str, kind: PreviewKind, seen_by: Scope, caller: Caller) -> SeenRows:
    """Count the rows of a kind that `seen_by` sees; who asks learns no number of what they may not see themselves.

    Rows that only `seen_by` sees are left out: the difference of two counts would tell how many there are.
    """
    is_open = kind.permission in seen_by.permissions
    count = None
    if is_open and caller.holds(kind.permission):
        shared = RegionScope(seen_by.region_ids, seen_by.permissions & caller.permissions)
        count = kind.list_rows(shared).order_by()[: MOST_COUNTED + 1].count()
    return SeenRows(
        nature=name,
        libelle=str(kind.label),
        permission=kind.permission,
        ouvert=is_open,
        nombre=None if count is None else min(count, MOST_COUNTED),
        est_minimum=count is not None and count > MOST_COUNTED,
    )


def _list_guarded_fields(seen_by: Scope) -> list[SeenField]:
    """Return the fields that need a permission beside that of their table."""
    return [
        SeenField(table.model, column, permission, {table.read, permission} <= seen_by.permissions)
        for table in audited_tables.values()
        for column, permission in sorted(table.guarded.items())
        if not table.confidential
    ]
