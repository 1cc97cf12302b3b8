"""Households and services for the tests of the nearest-service table, and what the table must say."""

from typing import Any

from django.db import connection

from analysis.proximity.rules import SERVICE_KINDS

TABLES = [kind.table for kind in SERVICE_KINDS.values()]


def run(statement: str, *params: Any) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchall() if cursor.description else []


def households(count: int, prefix: str = "T", box: tuple[float, float, float, float] = (-16.5, 11, -14, 12.5)) -> None:
    """`count` households at random places of a box; one in ten has no position."""
    west, south, east, north = box
    run(
        """INSERT INTO registry_menage (code_menage, taille_menage, geom)
           SELECT %s || n, 5, CASE WHEN n %% 10 > 0 THEN ST_SetSRID(ST_MakePoint(
             %s + %s * random(), %s + %s * random()), 4326) END FROM generate_series(1, %s) AS n""",
        prefix,
        west,
        east - west,
        south,
        north - south,
        count,
    )


def services(table: str, count: int, box: tuple[float, float, float, float] = (-16.5, 11, -14, 12.5)) -> None:
    west, south, east, north = box
    run(
        f"""INSERT INTO {table} (nom, geom) SELECT 'S' || n, ST_SetSRID(ST_MakePoint(
              %s + %s * random(), %s + %s * random()), 4326) FROM generate_series(1, %s) AS n""",
        west,
        east - west,
        south,
        north - south,
        count,
    )


def differences() -> list[str]:
    """Where the table differs from trying every service for every household: empty when it is right.

    A service may differ only where both are equally far; a distance by less than 1 cm.
    """
    found = []
    placed = run("SELECT count(*) FROM registry_menage WHERE geom IS NOT NULL")[0][0]
    if run("SELECT count(*) FROM analysis_nearest_service")[0][0] != placed:
        found.append("not one row per household with a position")
    if run(
        """SELECT FROM registry_menage AS m JOIN analysis_nearest_service AS n ON n.menage_id = m.id
           WHERE (n.region_id, n.secteur_id, n.localite_id) IS DISTINCT FROM (m.region_id, m.secteur_id, m.localite_id)"""
    ):
        found.append("not the places of the households")
    for name, kind in SERVICE_KINDS.items():
        wrong = run(
            f"""SELECT m.code_menage, n.{kind.column}_metres, best.metres, own.metres
                FROM registry_menage AS m JOIN analysis_nearest_service AS n ON n.menage_id = m.id
                LEFT JOIN LATERAL (SELECT min(ST_Distance(s.geog, m.geom::geography)) AS metres
                                   FROM {kind.table} AS s) AS best ON true
                LEFT JOIN LATERAL (SELECT ST_Distance(s.geog, m.geom::geography) AS metres
                                   FROM {kind.table} AS s WHERE s.id = n.{kind.column}) AS own ON true
                WHERE (best.metres IS NULL) <> (n.{kind.column} IS NULL)
                   OR coalesce(abs(best.metres - n.{kind.column}_metres) > 0.01, n.{kind.column} IS NOT NULL)
                   OR coalesce(abs(best.metres - own.metres) > 0.01, n.{kind.column} IS NOT NULL)"""
        )
        found += [f"{name}: {row}" for row in wrong]
    return found
