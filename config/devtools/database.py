"""The database that a command works on: the private cluster's, or the one that DATABASE_URL names."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from config.devtools import cluster, packages


def elsewhere() -> str | None:
    """The address in DATABASE_URL, when the caller gave one."""
    return os.environ.get("DATABASE_URL") or None


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
