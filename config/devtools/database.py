"""Provide the database that a command works on: that of the private cluster, or the one of DATABASE_URL."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.devtools import cluster, packages


def get_database_url() -> str | None:
    """Return DATABASE_URL, or None when it is not set."""
    return os.environ.get("DATABASE_URL") or None


def find_prepared_mark() -> Path | None:
    """Return the file beside the private database that says what it was prepared for, or None for another database."""
    return None if get_database_url() else cluster.find_cluster().data / "tabanca-prepared.json"


def clear_prepared_mark() -> None:
    """Make the next `./dev up` migrate, after something that may have changed the database."""
    mark = find_prepared_mark()
    if mark:
        mark.unlink(missing_ok=True)


def list_database_requirements() -> list[packages.Requirement]:
    """List what must be installed for the database."""
    return [] if get_database_url() else [packages.SERVER]


@contextmanager
def open_database() -> Iterator[str]:
    """Keep the database running within the block and yield its address."""
    url = get_database_url()
    if url:
        yield url
        return
    with cluster.run_cluster(cluster.find_cluster()) as own:
        yield own


@contextmanager
def open_test_database() -> Iterator[str]:
    """Keep the database running within the block, where tests may empty tables without firing triggers.

    On another database than the private one they truncate, which is slower, unless its role may do the same.
    """
    with open_database() as url:
        if get_database_url():
            yield url
            return
        with cluster.allow_silent_deletes(cluster.find_cluster()):
            yield url


def build_administrator_environment() -> dict[str, str]:
    """Return what lets `manage.py gis_account` make roles: the administrator of the private cluster, which must run.

    Whoever set DATABASE_URL says it in TABANCA_DATABASE_ADMIN_URL.
    """
    if get_database_url():
        return {}
    return {"TABANCA_DATABASE_ADMIN_URL": cluster.build_administrator_url(cluster.find_cluster())}


def build_django_environment(url: str) -> dict[str, str]:
    """Return the environment variables of Django's processes."""
    return os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
