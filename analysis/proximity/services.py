"""Write the nearest-service table in bulk, with `ServiceIndex`. Single changes are written by triggers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.db import connection, transaction

from analysis.proximity.distances.binary_copy import read_columns, read_points, write_rows
from analysis.proximity.distances.service_index import ServiceIndex
from analysis.proximity.rules import SERVICE_KINDS
from analysis.proximity.types import ServiceKind
from config.locks import Lock, claim_lock
from config.sql import Queries

SQL = Queries(__file__, "nearest.sql")
TABLE, STAGE = "analysis_nearest_service", "nearest_stage"
AREA_COLUMNS = ("region_id", "secteur_id", "localite_id")
STORED_KIND_SQL = "coalesce(n.{0}, '00000000-0000-0000-0000-000000000000'), coalesce(n.{0}_metres, -1)"
# Tolerance in metres between a stored and a computed distance; both ways to compute it agree far better.
TOLERANCE_METRES = 0.001
Columns = list[tuple[str, Any]]


def _compute_kind(kind: ServiceKind, lon: np.ndarray, lat: np.ndarray) -> Columns:
    """Compute the two columns of one kind for points in degrees; None stands for nulls, without any such service."""
    ids, service_lon, service_lat = read_points(
        SQL["service_points"].format(table=kind.table, condition=kind.condition)
    )
    if not len(ids):
        return [(kind.column, None), (f"{kind.column}_metres", None)]
    index, metres = ServiceIndex(service_lon, service_lat).find_nearest(lon, lat)
    return [(kind.column, ids[index]), (f"{kind.column}_metres", metres)]


def _compute_households(points: str, kinds: Iterable[ServiceKind]) -> Columns:
    """Compute all columns for the households of a SELECT of id, longitude, latitude."""
    ids, lon, lat = read_points(points)
    return [("menage_id", ids), *_compute_kinds(kinds, lon, lat)]


def _compute_kinds(kinds: Iterable[ServiceKind], lon: np.ndarray, lat: np.ndarray) -> Columns:
    columns: Columns = []
    for kind in kinds:
        columns += _compute_kind(kind, lon, lat)
    return columns


def _compute_changes(kinds: Sequence[ServiceKind]) -> tuple[Columns, int]:
    """Return the columns of those households whose stored row differs, and the number of all households.

    The arrays are compared here: to compare in the database, all rows would have to be written to it first.
    """
    select = SQL["stored_rows"].format(kinds=", ".join(STORED_KIND_SQL.format(kind.column) for kind in kinds))
    ids, lon, lat, has_current_areas, *stored = read_columns(
        select, ("uuid", "float8", "float8", "float8", *("uuid", "float8") * len(kinds))
    )
    columns = _compute_kinds(kinds, lon, lat)
    changed = has_current_areas == 0
    for index in range(0, len(stored), 2):
        changed |= _find_different(stored[index], stored[index + 1], columns[index][1], columns[index + 1][1])
    columns.insert(0, ("menage_id", ids))
    return [(name, None if values is None else values[changed]) for name, values in columns], len(ids)


def _find_different(
    stored: np.ndarray, stored_metres: np.ndarray, found: np.ndarray | None, metres: np.ndarray | None
) -> np.ndarray:
    """Return a mask of where the nearest service of one kind, or its distance, differs from the stored one."""
    halves = stored.view("<u8").reshape(-1, 2)
    if found is None or metres is None:
        differs: np.ndarray = (halves[:, 0] != 0) | (halves[:, 1] != 0)
        return differs
    others = halves != found.view("<u8").reshape(-1, 2)
    differs = others[:, 0] | others[:, 1] | (np.abs(stored_metres - metres) > TOLERANCE_METRES)
    return differs


@contextmanager
def _stage_rows(columns: Columns) -> Iterator[str]:
    """Copy computed rows to a temporary table; yield the column list and SELECT that follow `INSERT INTO <table>`.

    The SELECT adds the areas of the households.
    """
    names = ", ".join(name for name, _ in columns)
    SQL.execute("create_stage")
    write_rows(f"{STAGE} ({names})", columns)
    given = ", ".join(f"{STAGE}.{name}" for name, _ in columns)
    places = ", ".join(f"menage.{name}" for name in AREA_COLUMNS)
    yield (
        f"({names}, {', '.join(AREA_COLUMNS)}) SELECT {given}, {places}"
        f" FROM {STAGE} JOIN registry_menage AS menage ON menage.id = {STAGE}.menage_id"
    )
    SQL.execute("drop_stage")


def _insert_rows(columns: Columns) -> None:
    """Insert the computed rows of households that have no row yet."""
    with _stage_rows(columns) as rows, connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {TABLE} {rows}")


def _merge_rows(columns: Columns, touched: str | None = None) -> None:
    """Insert computed rows, and update existing rows that differ in a service, an area or, by over 1 mm, a distance.

    With `touched` (the table of a bulk load), rows of its households that were neither computed nor just inserted are
    deleted.
    """
    names = [name for name, _ in columns]
    written = [*names[1:], *AREA_COLUMNS]
    values, given = ", ".join(written), ", ".join(f"excluded.{name}" for name in written)
    differs = " OR ".join(
        [f"n.{name} IS DISTINCT FROM excluded.{name}" for name in (*names[1::2], *AREA_COLUMNS)]
        + [f"abs(n.{kind}_metres - excluded.{kind}_metres) > {TOLERANCE_METRES}" for kind in names[1::2]]
    )
    with _stage_rows(columns) as rows, connection.cursor() as cursor:
        if touched:
            cursor.execute(SQL["delete_unplaced_touched"].format(touched=touched))
        cursor.execute(
            f"INSERT INTO {TABLE} AS n {rows} "
            f"ON CONFLICT (menage_id) DO UPDATE SET ({values}) = ROW({given}) WHERE {differs}"
        )


@transaction.atomic
def rebuild_nearest(kinds: Iterable[str] = tuple(SERVICE_KINDS)) -> int:
    """Recompute the table for all households and these kinds (names in the API). Return the number of households.

    Rows that are correct already are not written. Locks the table: writers of households or services wait, readers do
    not.
    """
    claim_lock(Lock.NEAREST_SERVICES, again=True)
    SQL.execute("lock_against_writers")
    SQL.execute("delete_unplaced")
    changes, count = _compute_changes([SERVICE_KINDS[name] for name in kinds])
    if not SQL.fetch_one("has_rows")["found"]:
        _insert_rows(changes)
    elif len(changes[0][1]):
        _merge_rows(changes)
    return count


def refresh_households(touched: str) -> None:
    """Compute the rows of the households in the table `touched` (callback of a bulk load)."""
    claim_lock(Lock.NEAREST_SERVICES, again=True)
    SQL.execute("lock_against_services")
    kinds, load = SERVICE_KINDS.values(), SQL.fetch_one("describe_load", touched=touched)
    if load["has_inserted"]:
        _insert_rows(_compute_households(SQL["inserted_points"].format(touched=touched), kinds))
    if load["has_changed"]:
        _merge_rows(_compute_households(SQL["changed_points"].format(touched=touched), kinds), touched)


def refresh_services(table: str) -> None:
    """Recompute one kind after a bulk load of its services (callback); ignore tables of other facilities."""
    changed = [name for name, kind in SERVICE_KINDS.items() if kind.table == table]
    if changed:
        rebuild_nearest(changed)
