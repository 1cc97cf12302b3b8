"""Implement `./dev test`, `./dev lint`, `./dev bench`, and the small commands beside them."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence

from config.devtools import cluster, packages, serving, state
from config.devtools.database import database, elsewhere, forget_prepared, needs
from config.devtools.database import environment as django_environment
from config.devtools.shell import PYTHON, Failure, Unasked, alone, run, step

LINTERS: dict[str, tuple[str, ...]] = {
    "ruff check": ("-m", "ruff", "check", "."),
    "ruff format": ("-m", "ruff", "format", "--check", "."),
    "mypy": ("-m", "mypy", "."),
    "import-linter": ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
    "migrations": ("manage.py", "makemigrations", "--check", "--dry-run"),
}


MOST_WORKERS = 4


def pytest_arguments(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of pytest: without --all no slow tests, unless an own `-m` is given.

    All tests run in one process per core (at most MOST_WORKERS), each with its own database; tests that are named run
    in one process.
    """
    given = [argument for argument in arguments if argument != "--all"]
    if not any(argument.startswith(("tests", "-n")) for argument in given):
        # `load` keeps the tests in order: those that empty tables come last in each process.
        given = ["-n", str(min(os.cpu_count() or 1, MOST_WORKERS)), "--dist", "load", *given]
    if "--all" in arguments or "-m" in arguments:
        return given
    return ["-m", "not slow", *given]


def test(arguments: Sequence[str]) -> int:
    """Set up for tests and run pytest on its own database; return pytest's exit code."""
    serving.install("dev")
    packages.ensure_browser()
    with alone("test", "Another ./dev test of this checkout runs: both would use one database."), database() as url:
        # Data of tests need not survive a power failure.
        lax = f"{os.environ.get('PGOPTIONS', '')} -c synchronous_commit=off".strip()
        env = django_environment(url) | {"PGOPTIONS": lax, "TABANCA_CHROMIUM": packages.chromium() or ""}
        return run([PYTHON, "-m", "pytest", *pytest_arguments(arguments)], env=env)


def lint() -> int:
    """Run every check, also after one has failed; return 1 when any failed."""
    serving.install("dev")
    failed = []
    with database() as url:
        for name, command in LINTERS.items():
            step(name)
            if run([PYTHON, *command], env=django_environment(url)):
                failed.append(name)
    step(f"Failed: {', '.join(failed)}" if failed else "All checks hold.")
    return 1 if failed else 0


def messages() -> int:
    """Update the message catalogues; return 1 while translations are missing."""
    serving.install("dev")
    return run([PYTHON, "-m", "config.devtools.messages"])


def bench(arguments: Sequence[str]) -> int:
    """Run the measurements, on their own databases beside the private one."""
    serving.install("dev")
    with database() as url:
        return run([PYTHON, "-m", "tests.bench", *arguments], env=django_environment(url))


def manage(arguments: Sequence[str]) -> int:
    """Run Django's command line on the database."""
    serving.install("run")
    with database() as url:
        forget_prepared()
        return run([PYTHON, "manage.py", *arguments], env=django_environment(url))


def psql(arguments: Sequence[str]) -> int:
    """Open psql on the database; Ctrl-C is left to psql."""
    packages.ensure([packages.CLIENT, *needs()])
    with database() as url:
        forget_prepared()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return subprocess.run(["psql", url, *arguments], check=False).returncode


def reset(households: int | None, asked: bool) -> None:
    """Drop the database and load the demonstration again, after confirmation unless `asked` (already confirmed).

    Raises Unasked where nobody can be asked: nothing has changed then.
    """
    if elsewhere():
        raise Failure("./dev reset drops only its own private database. Empty the one of DATABASE_URL yourself.")
    serving.install("run")
    own = cluster.find_cluster()
    with cluster.running(own) as url:
        if not asked:
            _ask(cluster.count_households(own))
        if state.read():
            serving.down()
        step("Dropping the database")
        forget_prepared()
        cluster.empty_database(own)
        serving.prepare(django_environment(url), households)
    step("Done. ./dev up starts it.")


def _ask(households: int | None) -> None:
    """Ask to confirm that this many households are deleted; None means there is nothing to lose.

    Raises Failure unless the answer is yes, Unasked without a terminal.
    """
    if households is None:
        return
    if not sys.stdin.isatty():
        raise Unasked(f"This would delete {households:,} households and all else in the database: add --yes. "
                      "Nothing was deleted.")  # fmt: skip
    try:
        said = input(f"This deletes {households:,} households, the accounts and all else in the database. Type yes: ")
    except EOFError:
        said = ""
    if said.strip().lower() != "yes":
        raise Failure("Nothing was deleted.")
