"""Write the nearest-service table in bulk, with the kernel. Single changes are written by triggers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.db import connection, transaction

from analysis.proximity.copying import read_columns, read_points, write_rows
from analysis.proximity.kernel import ServiceIndex
from analysis.proximity.kinds import KINDS, ServiceKind
from config.locks import Lock, claim_lock
from config.sql import Queries

SQL = Queries(__file__, "nearest.sql")
TABLE, STAGE = "analysis_nearest_service", "nearest_stage"
ZONES = ("region_id", "secteur_id", "localite_id")
# Services at the same position are one to the kernel: the lowest id represents them, as in the triggers.
PLACES = """SELECT id, ST_X(geom), ST_Y(geom)
            FROM (SELECT DISTINCT ON (geom) id, geom FROM {table} ORDER BY geom, id) AS place ORDER BY id"""
# Households with their stored row; the zero id means no service. `kept` is 1 where the row has the same areas as the
# household.
KNOWN = """SELECT m.id, ST_X(m.geom), ST_Y(m.geom),
                  (n.menage_id IS NOT NULL AND (n.region_id, n.secteur_id, n.localite_id)
                   IS NOT DISTINCT FROM (m.region_id, m.secteur_id, m.localite_id))::integer::float8 AS kept, {known}
           FROM registry_menage AS m LEFT JOIN analysis_nearest_service AS n ON n.menage_id = m.id
           WHERE m.geom IS NOT NULL"""
KNOWN_KIND = "coalesce(n.{0}, '00000000-0000-0000-0000-000000000000'), coalesce(n.{0}_metres, -1)"
# Tolerance in metres between a stored and a computed distance; both ways to compute it agree far better.
SAME = 0.001
FRESH = "SELECT id, ST_X(place), ST_Y(place) FROM {touched} WHERE place IS NOT NULL"
TOUCHED = """SELECT id, ST_X(geom), ST_Y(geom) FROM registry_menage
             WHERE geom IS NOT NULL AND id IN (SELECT id FROM {touched} WHERE place IS NULL)"""
Columns = list[tuple[str, Any]]


def _compute_kind(kind: ServiceKind, lon: np.ndarray, lat: np.ndarray) -> Columns:
    """Compute the two columns of one kind for points in degrees; None stands for nulls, without any such service."""
    ids, place_lon, place_lat = read_points(PLACES.format(table=kind.table))
    if not len(ids):
        return [(kind.column, None), (f"{kind.column}_metres", None)]
    index, metres = ServiceIndex(place_lon, place_lat).nearest(lon, lat)
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
    select = KNOWN.format(known=", ".join(KNOWN_KIND.format(kind.column) for kind in kinds))
    ids, lon, lat, kept, *known = read_columns(
        select, ("uuid", "float8", "float8", "float8", *("uuid", "float8") * len(kinds))
    )
    columns = _compute_kinds(kinds, lon, lat)
    changed = kept == 0
    for at in range(0, len(known), 2):
        changed |= _find_different(known[at], known[at + 1], columns[at][1], columns[at + 1][1])
    columns.insert(0, ("menage_id", ids))
    return [(name, None if values is None else values[changed]) for name, values in columns], len(ids)


def _find_different(
    known: np.ndarray, known_metres: np.ndarray, found: np.ndarray | None, metres: np.ndarray | None
) -> np.ndarray:
    """Return a mask of where the nearest service of one kind, or its distance, differs from the known one."""
    halves = known.view("<u8").reshape(-1, 2)
    if found is None or metres is None:
        differs: np.ndarray = (halves[:, 0] != 0) | (halves[:, 1] != 0)
        return differs
    others = halves != found.view("<u8").reshape(-1, 2)
    differs = others[:, 0] | others[:, 1] | (np.abs(known_metres - metres) > SAME)
    return differs


@contextmanager
def _stage_rows(columns: Columns) -> Iterator[str]:
    """Copy computed rows to a temporary table; yield the column list and SELECT that follow `INSERT INTO <table>`.

    The SELECT adds the areas of the households.
    """
    names = ", ".join(name for name, _ in columns)
    SQL.execute("stage")
    write_rows(f"{STAGE} ({names})", columns)
    given = ", ".join(f"{STAGE}.{name}" for name, _ in columns)
    places = ", ".join(f"menage.{name}" for name in ZONES)
    yield (
        f"({names}, {', '.join(ZONES)}) SELECT {given}, {places}"
        f" FROM {STAGE} JOIN registry_menage AS menage ON menage.id = {STAGE}.menage_id"
    )
    SQL.execute("unstage")


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
    written = [*names[1:], *ZONES]
    values, given = ", ".join(written), ", ".join(f"excluded.{name}" for name in written)
    differs = " OR ".join(
        [f"n.{name} IS DISTINCT FROM excluded.{name}" for name in (*names[1::2], *ZONES)]
        + [f"abs(n.{kind}_metres - excluded.{kind}_metres) > {SAME}" for kind in names[1::2]]
    )
    with _stage_rows(columns) as rows, connection.cursor() as cursor:
        if touched:
            cursor.execute(SQL["drop_untold"].format(touched=touched))
        cursor.execute(
            f"INSERT INTO {TABLE} AS n {rows} "
            f"ON CONFLICT (menage_id) DO UPDATE SET ({values}) = ROW({given}) WHERE {differs}"
        )


@transaction.atomic
def rebuild_nearest(kinds: Iterable[str] = tuple(KINDS)) -> int:
    """Recompute the table for all households and these kinds (names in the API). Return the number of households.

    Rows that are correct already are not written. Locks the table: writers of households or services wait, readers do
    not.
    """
    claim_lock(Lock.NEAREST_SERVICES)
    SQL.execute("hold_off_all")
    SQL.execute("drop_unplaced")
    changes, count = _compute_changes([KINDS[name] for name in kinds])
    if not SQL.fetch_one("has_rows")["found"]:
        _insert_rows(changes)
    elif len(changes[0][1]):
        _merge_rows(changes)
    return count


def refresh_households(touched: str) -> None:
    """Compute the rows of the households in the table `touched` (callback of a bulk load)."""
    claim_lock(Lock.NEAREST_SERVICES)
    SQL.execute("hold_off_services")
    kinds, told = KINDS.values(), SQL.fetch_one("told", touched=touched)
    if told["fresh"]:
        _insert_rows(_compute_households(FRESH.format(touched=touched), kinds))
    if told["others"]:
        _merge_rows(_compute_households(TOUCHED.format(touched=touched), kinds), touched)


def refresh_services(table: str) -> None:
    """Recompute one kind after a bulk load of its services (callback); ignore tables of other facilities."""
    changed = [name for name, kind in KINDS.items() if kind.table == table]
    if changed:
        rebuild_nearest(changed)
