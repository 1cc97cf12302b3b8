"""Read profiles as the households that rules and methods compare: those that changed since are read from their tables."""

from functools import cache
from typing import Any, Final

from django.db import connection

from accounts.sync.api import build_changed_sql, find_position, has_more_changes
from config.caller import Scope
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.households.models import Household
from transfers.eligibility.profiles.models import HouseholdProfile
from transfers.eligibility.profiles.rules import (
    AGE_SQL,
    AGE_TEXTS,
    CHARACTER_SQL,
    HEAD_KNOWN,
    OF_DISABLED,
    list_profile_columns,
)
from transfers.eligibility.types import HouseholdSource

SQL: Final = Queries(__file__, "profiles.sql")
# Of more changed households, all are read from their tables.
MOST_CHANGED: Final = 10_000
_SEXES: Final = {"femmes": "sexe = 'F'", "hommes": "sexe = 'M'", "autres": "sexe IS NULL"}
_AGGREGATES: Final = ", ".join(
    f"string_agg(signe, '') FILTER (WHERE {sex}) AS {name},"
    f" string_agg(signe, '') FILTER (WHERE {sex} AND handicap) AS {OF_DISABLED[name]}"
    for name, sex in _SEXES.items()
)
# In the order of their characters: the same members give the same text.
_MEMBERS: Final = (
    f"SELECT menage_id, sexe, handicap, {CHARACTER_SQL} AS signe"
    f" FROM (SELECT membre.menage_id, membre.sexe, membre.handicap, {AGE_SQL} AS age"
    " FROM registry_membre_menage AS membre{among}) AS personne ORDER BY menage_id, signe"
)
# The households that changed since a transaction (`depuis`). One statement reads them and the profiles: with two, a transaction that
# ends between them would be seen in one household and not in the other.
CHANGED: Final = (
    f"{build_changed_sql('menages', 'depuis')} UNION ALL SELECT parti.menage_id FROM registry_membre_menage AS parti"
    f" WHERE parti.id IN ({build_changed_sql('membres', 'depuis')})"
)
_ALL_MEMBERS: Final = (
    f"LEFT JOIN (SELECT menage_id, {_AGGREGATES} FROM ({_MEMBERS.format(among='')}) AS personnes GROUP BY menage_id)"
    " AS ages ON ages.menage_id = m.id"
)
_FEW_MEMBERS: Final = (
    f"LEFT JOIN LATERAL (SELECT {_AGGREGATES}"
    f" FROM ({_MEMBERS.format(among=' WHERE membre.menage_id = m.id')}) AS personnes) AS ages ON true"
)


@cache
def list_copied_columns() -> tuple[str, ...]:
    """Return the columns of households that profiles copy."""
    return tuple(name for name in list_profile_columns() if _find_expression(name) == f"m.{name}")


def _find_expression(column: str) -> str:
    """Return what a column holds, over `m` (the household), `chef`, `logement` and `ages`."""
    if column in AGE_TEXTS:
        return f"coalesce(ages.{column}, '')"
    if column == HEAD_KNOWN:
        return "chef.menage_id IS NOT NULL"
    part, _line, name = column.partition("_")
    return f"{part}.{name}" if part in ("chef", "logement") else f"m.{column}"


def build_fresh_select(households: str, *, few: bool) -> str:
    """Return a SELECT of the profiles of `households`, which has `list_copied_columns()`, from their tables."""
    columns = ", ".join(
        f"({_find_expression(field.attname)})::{field.db_type(connection)} AS {field.attname}"
        for field in HouseholdProfile._meta.concrete_fields
    )
    return (
        f"SELECT {columns} FROM ({households}) AS m LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id"
        " LEFT JOIN registry_logement AS logement ON logement.menage_id = m.id"
        f" {_FEW_MEMBERS if few else _ALL_MEMBERS}"
    )


def find_last_written(most: int) -> int | None:
    """Return the transaction that profiles are written up to, or None when all households must be read anew.

    More than `most` changed since, no profile was written yet, not on this day, or not in this database.
    """
    states = SQL.fetch_rows("find_state")
    if not states or not states[0]["is_of_today"]:
        return None
    [state] = states
    position, written = find_position(), int(state["transaction"])
    if state["epoch"] != position.epoch or written < position.floor or has_changed(written, most):
        return None
    return written


def has_changed(written: int, most: int = 0) -> bool:
    """Return whether transactions from this one on may have changed more than `most` households, or members."""
    return any(has_more_changes(nature, written, most) for nature in ("menages", "membres"))


def compile_profiles(filters: dict[str, Any], user: Scope) -> HouseholdSource | None:
    """Return the households that `user` sees under these filters as profiles, or None when the tables must be read."""
    written = find_last_written(MOST_CHANGED)
    if written is None:
        return None
    stored, params = compile_subquery(
        HouseholdProfile.objects.visible_to(user).filter(**filters), "profils", *list_profile_columns()
    )
    seen, more = compile_subquery(
        Household.objects.visible_to(user).filter(**filters), "menages", *list_copied_columns()
    )
    fresh = build_fresh_select(f"SELECT * FROM ({seen}) AS vu WHERE vu.id IN ({CHANGED})", few=True)
    # NOT IN and not NOT EXISTS: the planner makes one table of the changed ones, which each worker asks.
    unchanged = f"SELECT * FROM ({stored}) AS garde WHERE garde.id NOT IN ({CHANGED})"
    return HouseholdSource((unchanged, fresh), {**params, **more, "depuis": str(written)}, is_profiled=True)
