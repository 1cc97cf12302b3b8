"""The database that a command works on: the private cluster's, or the one that DATABASE_URL names."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.devtools import cluster, packages


def elsewhere() -> str | None:
    """The address in DATABASE_URL, when the caller gave one."""
    return os.environ.get("DATABASE_URL") or None


def prepared_mark() -> Path | None:
    """The file beside the private database that says what it was made ready for; None for a database elsewhere."""
    return None if elsewhere() else cluster.find_cluster().data / "tabanca-prepared.json"


def forget_prepared() -> None:
    """Have the next `./dev up` migrate, after something that may have changed the database."""
    mark = prepared_mark()
    if mark:
        mark.unlink(missing_ok=True)


def needs() -> list[packages.Need]:
    """What the machine must have for the database."""
    return [] if elsewhere() else [packages.SERVER]


@contextmanager
def database() -> Iterator[str]:
    """Have the database ready for a while; answers its address."""
    url = elsewhere()
    if url:
        yield url
        return
    with cluster.running(cluster.find_cluster()) as own:
        yield own


def environment(url: str) -> dict[str, str]:
    """The environment of Django's processes."""
    return os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
