"""`./dev test`, `./dev lint`, `./dev bench`, and the small commands beside them."""

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
    """What pytest gets: without --all no slow tests; an own `-m` is left alone. All tests run in a process a core,
    each with a database of its own; those that are named run in one."""
    given = [argument for argument in arguments if argument != "--all"]
    if not any(argument.startswith(("tests", "-n")) for argument in given):
        # In their order: what empties tables comes last, for each process.
        given = ["-n", str(min(os.cpu_count() or 1, MOST_WORKERS)), "--dist", "load", *given]
    if "--all" in arguments or "-m" in arguments:
        return given
    return ["-m", "not slow", *given]


def test(arguments: Sequence[str]) -> int:
    """Set up for tests and run pytest on a database of its own; answers pytest's exit code."""
    serving.install("dev")
    packages.ensure_browser()
    with alone("test", "Another ./dev test of this checkout runs: both would use one database."), database() as url:
        # A test's data need not outlive a power cut.
        lax = f"{os.environ.get('PGOPTIONS', '')} -c synchronous_commit=off".strip()
        env = django_environment(url) | {"PGOPTIONS": lax, "TABANCA_CHROMIUM": packages.chromium() or ""}
        return run([PYTHON, "-m", "pytest", *pytest_arguments(arguments)], env=env)


def lint() -> int:
    """Run every check, also after one that failed; answers 1 when any did."""
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
    """Bring the message catalogues up to date; answers 1 while translations are missing."""
    serving.install("dev")
    return run([PYTHON, "-m", "config.devtools.messages"])


def bench(arguments: Sequence[str]) -> int:
    """Measure, on databases of its own beside the private one."""
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
    """psql on the database; Ctrl-C is psql's own there."""
    packages.ensure([packages.CLIENT, *needs()])
    with database() as url:
        forget_prepared()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return subprocess.run(["psql", url, *arguments], check=False).returncode


def reset(households: int | None, asked: bool) -> None:
    """Drop the database and load the demonstration again. It asks first, unless `asked`.

    Raises Unasked where it cannot ask: then nothing has changed.
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
    """Have it confirmed that this many households go; None: nothing is there to lose. Raises Failure otherwise."""
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
