"""Writing the nearest-service table in bulk, with the kernel. The triggers of migration 0002 write it otherwise."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.db import connection, transaction

from analysis.proximity.copying import read_points, write_rows
from analysis.proximity.kernel import Services
from analysis.proximity.kinds import KINDS, Kind
from config.sql import Queries

SQL = Queries(__file__, "nearest.sql")
TABLE, STAGE = "analysis_nearest_service", "nearest_stage"
ZONES = ("region_id", "secteur_id", "localite_id")
# Equal places are one to the kernel: the lowest id stands for them, as in the triggers.
PLACES = """SELECT id, ST_X(geom), ST_Y(geom)
            FROM (SELECT DISTINCT ON (geom) id, geom FROM {table} ORDER BY geom, id) AS place ORDER BY id"""
HOUSEHOLDS = "SELECT id, ST_X(geom), ST_Y(geom) FROM registry_menage WHERE geom IS NOT NULL"
FRESH = "SELECT id, ST_X(place), ST_Y(place) FROM {touched} WHERE place IS NOT NULL"
TOUCHED = """SELECT id, ST_X(geom), ST_Y(geom) FROM registry_menage
             WHERE geom IS NOT NULL AND id IN (SELECT id FROM {touched} WHERE place IS NULL)"""
Columns = list[tuple[str, Any]]


def _columns(kind: Kind, lon: np.ndarray, lat: np.ndarray) -> Columns:
    """The two columns of one kind for points in degrees; None stands for nulls when there is no such service."""
    ids, place_lon, place_lat = read_points(PLACES.format(table=kind.table))
    if not len(ids):
        return [(kind.column, None), (f"{kind.column}_metres", None)]
    index, metres = Services(place_lon, place_lat).nearest(lon, lat)
    return [(kind.column, ids[index]), (f"{kind.column}_metres", metres)]


def _compute(points: str, kinds: Iterable[Kind]) -> Columns:
    """All columns for the households of a SELECT of id, longitude, latitude."""
    ids, lon, lat = read_points(points)
    columns: Columns = [("menage_id", ids)]
    for kind in kinds:
        columns += _columns(kind, lon, lat)
    return columns


@contextmanager
def _staged(columns: Columns) -> Iterator[str]:
    """Put computed rows into a temporary table; yields what follows INSERT INTO, with the places of the households."""
    names = ", ".join(name for name, _ in columns)
    SQL.run("stage")
    write_rows(f"{STAGE} ({names})", columns)
    given = ", ".join(f"{STAGE}.{name}" for name, _ in columns)
    places = ", ".join(f"menage.{name}" for name in ZONES)
    yield (
        f"({names}, {', '.join(ZONES)}) SELECT {given}, {places}"
        f" FROM {STAGE} JOIN registry_menage AS menage ON menage.id = {STAGE}.menage_id"
    )
    SQL.run("unstage")


def _insert(columns: Columns) -> None:
    """Computed rows of households of which the table has none."""
    with _staged(columns) as rows, connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {TABLE} {rows}")


def _merge(columns: Columns, touched: str | None = None) -> None:
    """Bring computed rows in: new ones inserted, others changed only where the answer differs (by more than 1 mm), or the
    places of the household do.

    Households of the table `touched` that were neither computed nor just inserted lose their rows.
    """
    names = [name for name, _ in columns]
    written = [*names[1:], *ZONES]
    values, given = ", ".join(written), ", ".join(f"excluded.{name}" for name in written)
    differs = " OR ".join(
        [f"n.{name} IS DISTINCT FROM excluded.{name}" for name in (*names[1::2], *ZONES)]
        + [f"abs(n.{kind}_metres - excluded.{kind}_metres) > 0.001" for kind in names[1::2]]
    )
    with _staged(columns) as rows, connection.cursor() as cursor:
        if touched:
            cursor.execute(SQL["drop_untold"].format(touched=touched))
        cursor.execute(
            f"INSERT INTO {TABLE} AS n {rows} "
            f"ON CONFLICT (menage_id) DO UPDATE SET ({values}) = ROW({given}) WHERE {differs}"
        )


@transaction.atomic
def rebuild_nearest(kinds: Iterable[str] = tuple(KINDS)) -> int:
    """Compute the table anew for all households and these kinds (names of the API). Answers the number of households.

    Rows that are right already are not written. Readers are never held up; writers of households or services wait.
    """
    SQL.run("hold_off_all")
    SQL.run("drop_unplaced")
    columns = _compute(HOUSEHOLDS, [KINDS[name] for name in kinds])
    if SQL.one("has_rows")["found"]:
        _merge(columns)
    else:
        _insert(columns)
    return len(columns[0][1])


def refresh_households(touched: str) -> None:
    """Compute the rows of some households; `touched` is a table with their ids (callback of a bulk load)."""
    SQL.run("hold_off_services")
    kinds, told = KINDS.values(), SQL.one("told", touched=touched)
    if told["fresh"]:
        _insert(_compute(FRESH.format(touched=touched), kinds))
    if told["others"]:
        _merge(_compute(TOUCHED.format(touched=touched), kinds), touched)


def refresh_services(table: str) -> None:
    """Compute one kind anew after a bulk load of its services (callback); tables of other places are none of ours."""
    changed = [name for name, kind in KINDS.items() if kind.table == table]
    if changed:
        rebuild_nearest(changed)
