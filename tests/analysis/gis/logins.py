"""Logins of the database for tests: made through the command, on real connections, and ended with the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from analysis.database_logins.models import DatabaseLogin
from config.ids import uuid7


def run_account(*arguments: str) -> str:
    """What `manage.py gis_account` says."""
    out = StringIO()
    call_command("gis_account", *arguments, stdout=out)
    return out.getvalue()


def new_name() -> str:
    """Roles belong to the server, where other tests run at the same time."""
    return f"essai_{uuid7().hex[-12:]}"


@contextmanager
def open_login(*scope: str) -> Iterator[tuple[str, str]]:
    """Name and password of a login with this scope, which is ended with the block."""
    name = new_name()
    try:
        said = run_account("make", name, *scope)
    except CommandError as error:
        if "TABANCA_DATABASE_ADMIN_URL" in str(error):
            pytest.skip("the role of this database makes no roles")
        raise
    try:
        yield name, said.split()[2]
    finally:
        run_account("end", name)


def connect(name: str, password: str) -> psycopg.Connection[Any]:
    """A session of a login in the database of the tests."""
    own = connection.get_connection_params()
    return psycopg.connect(
        host=own["host"], port=own["port"], dbname=own["dbname"], user=name, password=password, autocommit=True
    )


def see_as_own_role(*regions: Any, every: bool = False) -> None:
    """Let the views show the test's own session these regions, without a login."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolname, oid::bigint FROM pg_roles WHERE rolname = session_user")
        name, oid = cursor.fetchone()
    row = DatabaseLogin.objects.create(nom=name, oid=oid, usage="gis", toutes_regions=every)
    row.regions.set(regions)
