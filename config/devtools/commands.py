"""Implement `./dev test`, `./dev lint`, `./dev bench`, and the small commands beside them."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence

from config.devtools import cluster, packages, server_state, serving
from config.devtools.database import (
    build_administrator_environment,
    clear_prepared_mark,
    get_database_url,
    list_database_requirements,
    open_database,
    open_test_database,
)
from config.devtools.database import build_django_environment as django_environment
from config.devtools.shell import (
    PYTHON,
    ROOT,
    Command,
    ConfirmationRequired,
    Failure,
    hold_lock,
    print_step,
    run_command,
)

NODE_PROGRAMS = ROOT / "node_modules" / ".bin"
LINTERS: dict[str, Command] = {
    "ruff check": (PYTHON, "-m", "ruff", "check", "."),
    "ruff format": (PYTHON, "-m", "ruff", "format", "--check", "."),
    "mypy": (PYTHON, "-m", "mypy", "."),
    "import-linter": (PYTHON, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
    "migrations": (PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"),
    "biome": (NODE_PROGRAMS / "biome", "check"),
    "typescript": (NODE_PROGRAMS / "tsc", "--project", "."),
}

MOST_WORKERS = 4


def build_pytest_arguments(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of pytest: without --all no slow tests, unless an own `-m` is given.

    All tests run in one process per core (at most MOST_WORKERS), each with its own database; tests that are named run
    in one process.
    """
    given = [argument for argument in arguments if argument != "--all"]
    if not any(argument.startswith(("tests", "-n")) for argument in given):
        # `load` keeps the tests in order: those that empty tables, of shipped rows too, come last in each process. Few at
        # once: the first hand-out of an eighth of all would leave the other processes idle for minutes at the end.
        workers = min(os.cpu_count() or 1, MOST_WORKERS)
        given = ["-n", str(workers), "--dist", "load", "--maxschedchunk", "25", *given]
    if "--all" in arguments or "-m" in arguments:
        return given
    return ["-m", "not slow", *given]


def run_tests(arguments: Sequence[str]) -> int:
    """Set up for tests and run pytest on its own database; return pytest's exit code."""
    serving.install_requirements("dev")
    packages.ensure_browser()
    with (
        hold_lock("test", "Another ./dev test of this checkout runs: both would use one database."),
        open_test_database() as url,
    ):
        # Data of tests need not survive a power failure.
        lax = f"{os.environ.get('PGOPTIONS', '')} -c synchronous_commit=off".strip()
        env = django_environment(url) | {"PGOPTIONS": lax, "TABANCA_CHROMIUM": packages.find_chromium() or ""}
        env |= build_administrator_environment()
        # Each process of a test would compile the whole project anew.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        return run_command([PYTHON, "-m", "pytest", *build_pytest_arguments(arguments)], env=env)


def run_linters() -> int:
    """Run every check, also after one has failed; return 1 when any failed."""
    serving.install_requirements("dev")
    packages.ensure_requirements([packages.NODE])  # also where the npm packages were there already
    failed = []
    with open_database() as url:
        for name, command in LINTERS.items():
            print_step(name)
            if run_command(command, env=django_environment(url)):
                failed.append(name)
    print_step(f"Failed: {', '.join(failed)}" if failed else "All checks hold.")
    return 1 if failed else 0


def update_messages() -> int:
    """Update the message catalogues; return 1 while translations are missing."""
    serving.install_requirements("dev")
    return run_command([PYTHON, "-m", "config.devtools.messages"])


def run_benchmarks(arguments: Sequence[str]) -> int:
    """Run the measurements, on their own databases beside the private one."""
    serving.install_requirements("dev")
    with open_database() as url:
        return run_command(
            [PYTHON, "-m", "tests.bench", *arguments], env=django_environment(url) | build_administrator_environment()
        )


def run_manage(arguments: Sequence[str]) -> int:
    """Run Django's command line on the database."""
    serving.install_requirements("run")
    with open_database() as url:
        clear_prepared_mark()
        env = django_environment(url) | build_administrator_environment()
        return run_command([PYTHON, "manage.py", *arguments], env=env)


def open_psql(arguments: Sequence[str]) -> int:
    """Open psql on the database; Ctrl-C is left to psql."""
    packages.ensure_requirements([packages.CLIENT, *list_database_requirements()])
    with open_database() as url:
        clear_prepared_mark()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return subprocess.run(["psql", url, *arguments], check=False).returncode


def reset_database(households: int | None, asked: bool) -> None:
    """Drop the database and load the demonstration again, after confirmation unless `asked` (already confirmed).

    Raises Unasked where nobody can be asked: nothing has changed then.
    """
    if get_database_url():
        raise Failure("./dev reset drops only its own private database. Empty the one of DATABASE_URL yourself.")
    serving.install_requirements("run")
    own = cluster.find_cluster()
    with cluster.run_cluster(own) as url:
        if not asked:
            _confirm_deletion(cluster.count_households(own))
        if server_state.read_server_state():
            serving.stop_service()
        print_step("Dropping the database")
        clear_prepared_mark()
        cluster.recreate_database(own)
        serving.prepare_database(django_environment(url), households)
    print_step("Done. ./dev up starts it.")


def _confirm_deletion(households: int | None) -> None:
    """Ask to confirm that this many households are deleted; None means there is nothing to lose.

    Raises Failure unless the answer is yes, Unasked without a terminal.
    """
    if households is None:
        return
    if not sys.stdin.isatty():
        raise ConfirmationRequired(
            f"This would delete {households:,} households and all else in the database: add --yes. Nothing was deleted."
        )
    try:
        said = input(f"This deletes {households:,} households, the accounts and all else in the database. Type yes: ")
    except EOFError:
        said = ""
    if said.strip().lower() != "yes":
        raise Failure("Nothing was deleted.")
