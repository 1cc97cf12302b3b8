"""Migrations: frozen text beside them, ways back, and no row missed while one fills a summary."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from django.db.migrations import Migration, RunSQL
from django.db.migrations.loader import MigrationLoader

from config.sql import load_queries

ROOT = Path(__file__).parents[1]
APPS = ("accounts", "geo", "registry", "transfers", "analysis")
FILES = sorted(path for app in APPS for path in (ROOT / app / "migrations").glob("[0-9]*.py"))
# What Django itself writes into migrations, and the reader of SQL files. All else is renamed and changed.
IMPORTABLE = re.compile(r"django\b.*|decimal|config\.(ids|sql|text)|\w+\.\w+\.models")
# The tables that triggers fill from the rows of others.
SUMMARIES = {
    "registry_menage_tally": {"registry_menage"},
    "registry_menage_cell": {"registry_menage"},
    "transfers_beneficiaire_cell": {"registry_menage", "transfers_beneficiaire"},
    "transfers_plainte_cell": {"transfers_plainte", "geo_localite"},
    "analysis_nearest_service": {"registry_menage"},
}
BODY = re.compile(r"\$(\w*)\$.*?\$\1\$", re.DOTALL)
WRITTEN = re.compile(r"\b(?:INSERT INTO|UPDATE|TRUNCATE)\s+(\w+)")
LOCKED = re.compile(r"\s*LOCK TABLE ([\w, ]+) IN SHARE ROW EXCLUSIVE MODE")


def list_migrations() -> list[Migration]:
    loader = MigrationLoader(None)
    return [migration for (app, _), migration in sorted((loader.disk_migrations or {}).items()) if app in APPS]


def list_statements(migration: Migration) -> list[str]:
    """SQL of each operation that runs any, without the bodies of functions."""
    return [BODY.sub("", step.sql) for step in migration.operations if isinstance(step, RunSQL)]


def find_unlocked_fillings(statements: list[str]) -> set[str]:
    """Tables whose rows a summary is filled from although others may write them meanwhile."""
    filled = {table for statement in statements for table in WRITTEN.findall(statement)}
    needed = set().union(*(SUMMARIES[table] for table in filled & SUMMARIES.keys()))
    lock = LOCKED.match(statements[0]) if statements else None
    return needed - set(lock[1].split(", ") if lock else ())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}.{path.stem}")
def test_a_migration_stands_for_itself(path: Path) -> None:
    """Code that a migration imports would change what it did, and could not be renamed."""
    imported = {
        name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }
    assert {name for name in imported if not IMPORTABLE.fullmatch(name)} == set()


@pytest.mark.parametrize("app", APPS)
def test_every_query_of_a_file_is_run(app: str) -> None:
    for path in (ROOT / app / "migrations").glob("*.sql"):
        code = path.with_suffix(".py").read_text(encoding="utf-8")
        assert [name for name in load_queries(path) if f'SQL["{name}"]' not in code] == []


def test_every_migration_has_a_way_back() -> None:
    assert [str(one) for one in list_migrations() if not all(step.reversible for step in one.operations)] == []


def test_filling_begins_when_nobody_writes() -> None:
    """Migrations run while the version before still serves: a row that is written between the filling and the commit
    would be missing from the summary for good."""
    assert {str(one) for one in list_migrations() if find_unlocked_fillings(list_statements(one))} == set()


@pytest.mark.parametrize(
    "statements, unlocked",
    [
        (["CREATE FUNCTION f() AS $$ INSERT INTO registry_menage_cell $$"], set()),
        (["INSERT INTO registry_menage_cell (z) SELECT 8"], {"registry_menage"}),
        (["LOCK TABLE registry_menage IN SHARE ROW EXCLUSIVE MODE", "INSERT INTO registry_menage_cell (z)"], set()),
        (
            ["INSERT INTO registry_menage_cell (z)", "LOCK TABLE registry_menage IN SHARE ROW EXCLUSIVE MODE"],
            {"registry_menage"},
        ),
        (
            ["LOCK TABLE registry_menage IN SHARE ROW EXCLUSIVE MODE", "INSERT INTO transfers_beneficiaire_cell (z)"],
            {"transfers_beneficiaire"},
        ),
    ],
)
def test_a_filling_without_its_lock_is_found(statements: list[str], unlocked: set[str]) -> None:
    assert find_unlocked_fillings([BODY.sub("", statement) for statement in statements]) == unlocked


@pytest.fixture
def empty_database(db: None) -> Iterator[str]:
    """Address of a new database beside that of the tests."""
    options = connection.get_connection_params()
    address = {key: options[key] for key in ("host", "port", "user", "password") if options.get(key)}
    name = f"{options['dbname']}_migrations"
    with psycopg.connect(dbname="postgres", autocommit=True, **address) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        server.execute(f'CREATE DATABASE "{name}"')
        yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def describe_schema(url: str) -> list[tuple[str, ...]]:
    """What stands in the schemas of the service: relations, columns, functions, triggers, constraints and types."""
    with psycopg.connect(url) as session:
        return session.execute(
            """
            SELECT 'relation', oid::regclass::text, relkind::text FROM pg_class
            WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('gis'), to_regnamespace('bi'))
            UNION ALL SELECT 'function', oid::regprocedure::text, md5(prosrc) FROM pg_proc
            WHERE pronamespace = 'public'::regnamespace
            UNION ALL SELECT 'trigger', tgname::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
            UNION ALL SELECT 'constraint', conname::text, pg_get_constraintdef(oid) FROM pg_constraint
            UNION ALL SELECT 'type', oid::regtype::text, typtype::text FROM pg_type
            WHERE typnamespace = 'public'::regnamespace AND typelem = 0
            UNION ALL SELECT 'column', table_name || '.' || column_name, data_type FROM information_schema.columns
            WHERE table_schema = 'public'
            ORDER BY 1, 2, 3
            """
        ).fetchall()


@pytest.mark.slow
def test_all_migrations_go_back_and_forth(empty_database: str) -> None:
    def migrate(*arguments: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0", *arguments],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": empty_database},
            check=True,
        )

    migrate()
    first = describe_schema(empty_database)
    migrate("accounts", "zero")  # all others rest on it
    left = {name for kind, name, _ in describe_schema(empty_database) if re.match(rf"({'|'.join(APPS)})_", name)}
    assert left == set()
    migrate()
    assert describe_schema(empty_database) == first
