"""A database with all migrations, of which those of tests are copies.

The migrations take half a minute for each process of each run, a copy a second. A changed migration makes a new
template, beside the database of `DATABASE_URL`, and drops the last one.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
APPS = ("accounts", "geo", "registry", "transfers", "analysis")


def hash_migrations() -> str:
    """A hash of what the migrations say, and of the packages that bring their own."""
    digest = hashlib.sha256((ROOT / "requirements.lock").read_bytes())
    for app in APPS:
        for path in sorted((ROOT / app / "migrations").iterdir()):
            if path.suffix in {".py", ".sql"}:
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def ready_template(url: str) -> str:
    """Make the template unless there is one; answer its name. Processes that ask at once wait for the first."""
    parts = urlsplit(url)
    prefix = f"{parts.path[1:]}_template_"
    name = prefix + hash_migrations()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext('tests.template'))")
        known = connection.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prefix])
        old = {row[0] for row in known}
        if name in old:
            return name
        for other in old:
            connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(other)))
        # Renamed when it is whole: an unfinished one is never taken for it.
        unfinished = f"{prefix}new"
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(unfinished)))
        own = urlunsplit(parts._replace(path=f"/{unfinished}"))
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=os.environ | {"DATABASE_URL": own}, check=True)
        rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
        connection.execute(rename.format(sql.Identifier(unfinished), sql.Identifier(name)))
    return name


def pytest_configure(config: pytest.Config) -> None:
    """Where several processes run the tests, make the template while they still collect them."""
    if config.getoption("dist", "no") == "no" or hasattr(config, "workerinput"):
        return
    making = subprocess.Popen([sys.executable, "-m", "tests.template"], cwd=ROOT)

    def wait() -> None:
        making.wait()

    config.add_cleanup(wait)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The databases of tests are copies of the template."""
    settings.DATABASES["default"]["TEST"]["TEMPLATE"] = ready_template(os.environ["DATABASE_URL"])


if __name__ == "__main__":
    ready_template(os.environ["DATABASE_URL"])
