"""Embed querysets in larger SQL statements: the ORM writes scope and filters, the SQL around it processes the rows."""

import re
from functools import cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet

from config.caller import RegionScope, Scope

PLACEHOLDER = re.compile(r"%%|%s")


def compile_subquery(rows: QuerySet[Any], name: str, *columns: str, **expressions: Any) -> tuple[str, dict[str, Any]]:
    """Return the SELECT of these columns (`attname`s) and named expressions, and its parameters by name.

    The parameters are called `<name>_0`, `<name>_1` ... An empty queryset gives a SELECT that returns no row.
    """
    query: Any = rows.order_by().values(*columns, **expressions).query
    sql, params = query.get_compiler(DEFAULT_DB_ALIAS, elide_empty=False).as_sql()
    names = iter([f"{name}_{index}" for index in range(len(params))])
    text = PLACEHOLDER.sub(lambda found: f"%({next(names)})s" if found[0] == "%s" else found[0], sql)
    return text, {f"{name}_{index}": value for index, value in enumerate(params)}


@cache
def _compile_for_region_count(
    model: type[Model], name: str, columns: tuple[str, ...], regions: int | None, permissions: frozenset[str]
) -> tuple[str, dict[str, Any]]:
    """Return the `compile_subquery` for a user with this many regions (None is every region) and these permissions.

    Its parameters that are UUIDs are the positions of the regions instead of the regions themselves.
    """
    places = None if regions is None else tuple(UUID(int=place) for place in range(regions))
    manager: Any = model._default_manager
    rows = manager.visible_to(RegionScope(places, permissions))
    return compile_subquery(rows, name, *columns)


def compile_visible_subquery(model: type[Model], user: Scope, name: str, *columns: str) -> tuple[str, dict[str, Any]]:
    """Return the `compile_subquery` of the rows of `model` that `user` may see.

    Compiling the SQL costs more than some queries take, so it is cached for each number of regions and the permissions
    that the rows depend on.
    """
    mine = user.region_ids
    permissions = list_row_permissions(model, user)
    text, params = _compile_for_region_count(model, name, columns, None if mine is None else len(mine), permissions)
    return text, {key: (mine or ())[value.int] if isinstance(value, UUID) else value for key, value in params.items()}


def list_row_permissions(model: type[Model], user: Scope) -> frozenset[str]:
    """Return those of the user's permissions on which the visible rows of `model` depend."""
    manager: Any = model._default_manager
    needed: frozenset[str] = getattr(manager.all(), "row_permissions", frozenset())
    return needed & user.permissions if needed else needed


def sees_all_rows(model: type[Model], user: Scope) -> bool:
    """Return whether no row of `model` in the user's regions is hidden from him by a permission."""
    manager: Any = model._default_manager
    return bool(getattr(manager.all(), "row_permissions", frozenset()) <= user.permissions)
