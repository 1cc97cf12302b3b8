"""A login of the database sees its regions, whatever it tries."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.contrib.gis.geos import Point
from django.core.management.base import CommandError
from django.db import connection

from analysis.database_logins.models import DatabaseLogin
from analysis.database_logins.services import open_administration
from registry.households.models import Household
from tests.analysis.gis.logins import connect, new_name, open_login, run_account, see_as_own_role

BOX = "geom && ST_MakeEnvelope(-17, 11, -13, 14, 4326)"


def add_households(country: SimpleNamespace) -> None:
    """One in each region, and one nowhere."""
    for code, region, place in [("M-OI", country.west, -15.5), ("M-BA", country.east, -14.5), ("M-0", None, -10)]:
        Household.objects.create(code_menage=code, taille_menage=4, region=region, geom=Point(place, 12.5, srid=4326))


def codes(session: psycopg.Connection[Any], condition: str = "true") -> set[str]:
    return {code for (code,) in session.execute(f"SELECT code_menage FROM gis.menages WHERE {condition}")}


@pytest.fixture
def analyst(transactional_db: None, country: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """The session of a login of Bafatá."""
    add_households(country)
    scope = ("--regions", "BA", "--description", "Bureau de Bafatá")
    with open_login(*scope) as (name, password), connect(name, password) as session:
        yield SimpleNamespace(name=name, password=password, session=session, country=country)


def test_a_login_cannot_get_round_its_regions(analyst: SimpleNamespace) -> None:
    session = analyst.session
    assert codes(session) == codes(session, BOX) == {"M-BA"}
    assert session.execute("SELECT nom FROM gis.regions").fetchall() == [("Bafatá",)]
    assert session.execute("SELECT nom FROM gis.secteurs").fetchall() == [("Cossé",)]

    # Another role, another name for itself.
    session.execute("SET ROLE gis_lecteur")
    assert codes(session) == {"M-BA"}
    session.execute("RESET ROLE")
    for refused in (
        "SET SESSION AUTHORIZATION gis_lecteur",
        "SELECT * FROM registry_menage",
        "SELECT * FROM analysis_portee_connexion",
        "INSERT INTO analysis_connexion_base_region SELECT * FROM analysis_connexion_base_region",
        "SELECT * FROM analysis_style_gis",
        "UPDATE gis.regions SET population = 0",
        "DELETE FROM gis.qgis_projects",
        "CREATE VIEW gis.mine AS SELECT 1",
        "CREATE TABLE public.mine (id integer)",
        # A function that tells what it is asked about: it would have to be made first.
        "CREATE FUNCTION pg_temp.tell(text) RETURNS boolean LANGUAGE plpgsql COST 0.001 AS 'BEGIN RETURN true; END'",
        "CREATE TEMPORARY TABLE kept (id integer)",
    ):
        with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction)):
            session.execute(refused)
        # Read-only sessions are a courtesy, which whoever likes switches off.
        session.execute("SET default_transaction_read_only = off")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            session.execute(refused)

    # Functions that tell a row by failing on it: they see no row of another region.
    session.execute("SELECT count(*) FROM gis.menages WHERE code_menage = 'M-BA' OR code_menage::integer = 0")
    session.execute("SELECT count(*) FROM gis.menages WHERE 1 / (CASE code_menage WHEN 'M-OI' THEN 0 ELSE 1 END) = 1")


def test_no_function_runs_with_the_rights_of_another(analyst: SimpleNamespace) -> None:
    found = analyst.session.execute(
        """
        SELECT oid::regprocedure::text FROM pg_proc
        WHERE prosecdef AND prorettype <> 'trigger'::regtype AND has_function_privilege(oid, 'EXECUTE')
        """
    ).fetchall()
    # PostGIS tells anybody the box around a table, from statistics.
    assert {name.partition("(")[0] for (name,) in found} == {"st_estimatedextent"}
    tables = analyst.session.execute(
        """
        SELECT oid::regclass::text FROM pg_class
        WHERE relkind IN ('r', 'v', 'm', 'p') AND has_table_privilege(oid, 'SELECT')
          AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'gis'::regnamespace)
        """
    ).fetchall()
    of_postgis = {"spatial_ref_sys", "geometry_columns", "geography_columns"}
    assert {name for (name,) in tables} <= of_postgis


def test_a_login_does_not_count_what_is_written(analyst: SimpleNamespace) -> None:
    """PostgreSQL counts the rows of every table, those of cases of violence too, and tells everybody."""
    for asked in (
        "SELECT n_tup_ins FROM pg_stat_all_tables WHERE relname = 'cas'",
        "SELECT n_tup_ins FROM pg_stat_xact_all_tables WHERE relname = 'cas'",
        "SELECT heap_blks_hit FROM pg_statio_all_tables WHERE relname = 'cas'",
        "SELECT pg_stat_get_live_tuples(oid) FROM pg_class WHERE relname = 'cas'",
        "SELECT mode FROM pg_locks",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            analyst.session.execute(asked).fetchall()
    # The service itself asks who waits for whom, and supervision counts.
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks")
        cursor.execute("SELECT has_function_privilege('pg_monitor', 'pg_stat_get_live_tuples(oid)', 'EXECUTE')")
        assert cursor.fetchone() == (True,)


def test_metabase_may_ask_for_the_number_of_rows(transactional_db: None, country: SimpleNamespace) -> None:
    with open_login("--usage", "bi", "--regions", "BA") as (name, password), connect(name, password) as session:
        assert session.execute("SELECT n_live_tup FROM pg_stat_user_tables WHERE relname = 'cas'").fetchall()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            session.execute("SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'cas'")


def test_boxes_use_the_index_below_the_scope(analyst: SimpleNamespace) -> None:
    east = analyst.country.east
    Household.objects.bulk_create(
        Household(code_menage=f"G-{n}", taille_menage=1, region=east, geom=Point(-14.9 + n / 2_500, 12.5, srid=4326))
        for n in range(2_000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE registry_menage")
    box = "geom && ST_MakeEnvelope(-14.502, 12.4, -14.498, 12.6, 4326)"
    query = f"EXPLAIN SELECT cle, geom FROM gis.menages WHERE {box}"
    plan = "\n".join(line for (line,) in analyst.session.execute(query))
    assert re.search(r"Index Cond: .*geom && ", plan), plan
    # The joins whose columns are not asked for are not made.
    assert "geo_localite" not in plan and "analysis_nearest_service" not in plan


def test_a_login_ends_with_its_sessions(analyst: SimpleNamespace) -> None:
    assert f"{analyst.name}\tgis\tBA\t" in run_account("list")
    assert "1 sessions\tBureau de Bafatá" in run_account("list")
    for until, seen in (("2020-01-01", set()), ("infinity", {"M-BA"})):
        with open_administration() as administration:
            administration.execute(f"ALTER ROLE {analyst.name} VALID UNTIL '{until}'")
        assert codes(analyst.session) == seen
    run_account("end", analyst.name)
    with pytest.raises(psycopg.OperationalError):
        codes(analyst.session)
    with pytest.raises(psycopg.OperationalError, match="authentication failed"):
        connect(analyst.name, analyst.password)
    assert f"{analyst.name}\tgis\tBA\t" in run_account("list") and "\tended " in run_account("list")

    # Who takes the name of an ended login gets its own regions only; and a role of that name without a row sees nothing.
    with psycopg.connect(**connection_of_owner(), autocommit=True) as owner:
        assert owner.execute("SELECT count(*) FROM gis.menages").fetchone() == (0,)


def connection_of_owner() -> dict[str, Any]:
    own = connection.get_connection_params()
    return {key: own[key] for key in ("host", "port", "user", "password", "dbname") if own.get(key)}


@pytest.mark.django_db
def test_scope_is_of_the_name_and_the_number_of_the_role(country: SimpleNamespace) -> None:
    add_households(country)

    def seen() -> list[tuple[str]]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT code_menage FROM gis.menages ORDER BY 1")
            return cursor.fetchall()

    assert seen() == []
    see_as_own_role(country.east)
    assert seen() == [("M-BA",)]
    login = DatabaseLogin.objects.get()
    login.regions.add(country.west)
    assert seen() == [("M-BA",), ("M-OI",)]
    # What lies in no region is only for who sees all.
    DatabaseLogin.objects.update(toutes_regions=True)
    assert seen() == [("M-0",), ("M-BA",), ("M-OI",)]
    # The role was dropped, and another one made under its name.
    DatabaseLogin.objects.update(oid=login.oid + 1)
    assert seen() == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["make", "Robert'); --", "--all-regions"], "minuscules"),
        (["make", "postgres", "--regions", "XX"], "Régions inconnues : XX"),
        (["make", "analyste", "--regions", " , "], "au moins une région"),
        (["end", "nobody_at_all"], "introuvable|existe pas"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run_account(*arguments)
    assert not DatabaseLogin.objects.exists()


@pytest.mark.django_db
def test_a_role_of_the_server_is_never_taken_over(country: SimpleNamespace) -> None:
    taken = connection.settings_dict["USER"]
    with pytest.raises(CommandError, match="déjà un rôle|TABANCA_DATABASE_ADMIN_URL"):
        run_account("make", taken, "--regions", "BA")
    with pytest.raises(CommandError):
        run_account("end", taken)
    assert new_name() != new_name()
