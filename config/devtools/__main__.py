"""Parse the command line of `./dev` and run its commands."""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

from config.devtools import backups, commands, environment, serving
from config.devtools.shell import LOCAL, PYTHON, ROOT, Failure, SignalReceived, require_writable

HELP = """\
./dev up [--detach] [--port N] [--menages N]
                   set up what is missing, load the demonstration country once, and serve;
                   --detach: in the background; --menages 0: accounts only, no country
./dev down         stop what runs in this checkout
./dev test [...]   run the tests; --all: the slow ones too; anything else goes to pytest
./dev lint         ruff, mypy, import-linter, whether a migration is missing; of scripts biome and typescript
./dev messages     collect the messages to translate, and compile the catalogues
./dev bench [...]  measure (python -m tests.bench)
./dev lock [--upgrade]
                   write the locks anew from pyproject.toml and package.json
./dev psql [...]   a prompt on the database
./dev reset [--menages N] [--yes]
                   drop the database and load the demonstration again; asks first, unless --yes, which it
                   needs where it cannot ask
./dev backup [FILE]
                   everything of this moment into one archive
./dev restore FILE --drill
                   prove a backup: restore it beside, check it, drop it again
./dev restore FILE --replace
                   take a backup in place of the database, which is kept beside
./dev manage ...   Django's command line
./dev help         this

What is missing on a Debian or Ubuntu system is installed with apt, as root or through sudo; else ./dev says what to
install. The database is a private PostgreSQL cluster of this checkout (DATABASE_URL=postgres://... names another),
everything else that is made lies in .venv, node_modules and .local. .local/server.json tells scripts what runs.
"""


# The commands that write files in the checkout, besides those that receive their arguments unparsed.
MAKING = ("up", "serve", "reset", "lock", "lint", "messages")


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    os.umask(0o077)  # files made here are readable by their owner only
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # keep nohup effective
            signal.signal(number, _raise_signal_received)
    name, *rest = arguments or ["help"]
    try:
        return run_command(name, rest)
    except Failure as failure:
        print(f"./dev {name}: {failure}", file=sys.stderr)
        return failure.code
    except OSError as error:
        print(f"./dev {name}: {error}", file=sys.stderr)
        return 1
    except SignalReceived as told:
        return 0 if name in ("up", "serve") else 128 + told.number


def _raise_signal_received(number: int, frame: FrameType | None) -> None:
    raise SignalReceived(number)


def run_command(name: str, rest: list[str]) -> int:
    """Run the named command and return its exit code."""
    passing: dict[str, Callable[[list[str]], int]] = {
        "test": commands.run_tests,
        "bench": commands.run_benchmarks,
        "manage": commands.run_manage,
        "psql": commands.open_psql,
        "backup": backups.write_backup,
        "restore": backups.restore_backup,
    }
    if name in passing or name in MAKING:
        require_writable(ROOT, LOCAL, PYTHON.parents[1], ROOT / "node_modules")
    if name in passing:
        return passing[name](rest)
    if name in ("up", "serve"):
        options = parse_up_options(rest)
        if name == "serve":  # the background process of `up --detach`
            serving.run_service(options.port, options.menages, detached=True)
        else:
            serving.start_service(options.port, options.menages, options.detach)
        return 0
    if name == "reset":
        options = parse_reset_options(rest)
        commands.reset_database(options.menages, asked=options.yes)
        return 0
    if name == "down":
        serving.stop_service()
        return 0
    if name == "lock":
        environment.write_locks(rest)
        return 0
    if name == "lint":
        return commands.run_linters()
    if name == "messages":
        return commands.update_messages()
    print(HELP, end="", file=sys.stdout if name in ("help", "-h", "--help") else sys.stderr)
    return 0 if name in ("help", "-h", "--help") else 2


def parse_up_options(arguments: list[str]) -> argparse.Namespace:
    """Parse and validate the options of `up`."""
    parser = argparse.ArgumentParser(prog="./dev up", allow_abbrev=False)
    parser.add_argument("--detach", action="store_true", help="leave it in the background once it is ready")
    parser.add_argument(
        "--port", type=_build_number_parser(1, 65_535), help="the port on the loopback (else a free one)"
    )
    _add_households_option(parser)
    return parser.parse_args(arguments)


def parse_reset_options(arguments: list[str]) -> argparse.Namespace:
    """Parse and validate the options of `reset`."""
    parser = argparse.ArgumentParser(prog="./dev reset", allow_abbrev=False)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    _add_households_option(parser)
    return parser.parse_args(arguments)


def _add_households_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--menages", type=_build_number_parser(0, 5_000_000), help="households of the demonstration")


def _build_number_parser(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{low} to {high}")
        return value

    return number


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
