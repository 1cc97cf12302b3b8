"""Migrate the database and load the demonstration country into an empty one.

Usage: `python -m config.devtools.prepare [--menages N] [--compose]`, in the project's environment. Progress goes to
standard error. Standard output gets the demonstration accounts as a JSON list of {role, email, password}; with
--compose as lines for people who read the log of a container.
"""

import argparse
import io
import json
import os
import sys

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db.migrations.exceptions import InconsistentMigrationHistory

from config.devtools.state import describe_accounts

HOUSEHOLDS = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m config.devtools.prepare")
    parser.add_argument("--menages", type=int, help=f"households of an empty database; 0: accounts only ({HOUSEHOLDS})")
    parser.add_argument("--compose", action="store_true", help="started by docker compose: talk to who reads its log")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    anew = "docker compose down --volumes" if options.compose else "./dev reset"
    migrate_database(anew)
    seed_demonstration(options.menages, anew)
    print(
        "\n".join(describe_accounts(list_demonstration_accounts()))
        if options.compose
        else json.dumps(list_demonstration_accounts())
    )


def migrate_database(anew: str) -> None:
    """Bring the schema up to date.

    Raises SystemExit for a database of the migrations that were replaced before the first release; `anew` is the command
    that resets it.
    """
    try:
        call_command("migrate", verbosity=0)
    except InconsistentMigrationHistory:
        sys.exit(f"The migrations of this database were replaced. {anew} makes it again, without its data.")


def seed_demonstration(households: int | None, anew: str) -> None:
    """Load the demonstration once.

    A database with users or areas was loaded before: it is left unchanged, as in production. `anew` is the command that
    resets it.
    """
    if settings.PRODUCTION:
        return
    begun = [name for name in ("accounts.User", "geo.Region") if apps.get_model(name).objects.exists()]
    if begun:
        if households is not None:
            print_progress(f"The database has data already and stays as it is; {anew} begins anew.")
        return
    wanted = HOUSEHOLDS if households is None else households
    loaded = f"{wanted} households (20,000 take about half a minute)" if wanted else "accounts only"
    print_progress(f"Loading the demonstration: {loaded}")
    call_command("seed_demo", menages=wanted, seed=1, stdout=sys.stderr)


def list_demonstration_accounts() -> list[dict[str, str]]:
    """Return the demonstration accounts that exist in this database; none where all accounts are others."""
    out = io.StringIO()
    call_command("demo_accounts", "--json", stdout=out)
    known = set(apps.get_model("accounts.User").objects.values_list("email", flat=True))
    listed = json.loads(out.getvalue())
    return [{key: one[key] for key in ("role", "email", "password")} for one in listed if one["email"] in known]


def print_progress(text: str) -> None:
    print(f"==> {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
