"""`python -m tests.bench [--menages 1000000] [--lignes 500000] [--only lists,tiles] [--seconds 60]`: measure, print the table.

Ends with 1 when a bar is missed. The databases are made once, beside that of `DATABASE_URL`, and kept; what imports
leave in them (traces above all) grows with every run: `--fresh` makes them anew.
"""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from importlib import import_module

import django

from tests.bench.field.report import measure_field
from tests.bench.machine import described
from tests.bench.stage import Stage, dropped, ready_database
from tests.bench.tools import Row

DEFAULT_URL = "postgres://tabanca@127.0.0.1:5432/tabanca"
SERVICES = 10_000
SMALL = 20_000
# Name on the command line: module and function, in the order of the table.
MEASUREMENTS = {
    "export": ("reads", "export"),
    "lists": ("reads", "lists"),
    "suspicions": ("suspicions", "suspicions"),
    "tiles": ("tiles", "tiles"),
    "packages": ("packages", "packages"),
    "csv": ("writes", "csv_import"),
    "xlsx": ("writes", "xlsx_import"),
    "proximity": ("reads", "proximity"),
    "summary": ("reads", "summary"),
    "collection": ("reads", "collection"),
    "search": ("analyses", "searches"),
    "filtered": ("analyses", "filtered"),
    "density": ("analyses", "density"),
    "coverage": ("analyses", "coverage"),
    "features": ("questions", "features"),
    "filters": ("conditions", "filters"),
    "assistant": ("questions", "assistant"),
    "logins": ("logins", "logins"),
    "nearest": ("writes", "nearest"),
    "pmt": ("mass", "pmt"),
    "quality": ("mass", "quality"),
    "enrolment": ("mass", "enrolment"),
    "eligibility": ("eligibility", "eligibility"),
    "graduation": ("eligibility", "graduation"),
    "duplicates": ("duplicates", "duplicates"),
    "users": ("people", "users"),
    "audit": ("audit", "audit"),
    "calculation": ("payments", "calculation"),
    "fees": ("payments", "fees"),
    "files": ("payments", "files"),
    "execution": ("payments", "execution"),
    "payments": ("payments", "payments"),
    "deposits": ("deposits", "deposits"),
    "dashboards": ("dashboards", "dashboards"),
    "complaints": ("complaints", "complaints"),
    "races": ("races", "races"),
    "matching": ("reconciliation", "quality"),
    "assignment": ("reconciliation", "assignment"),
    "statement": ("reconciliation", "statement"),
    "protection": ("protection", "protection"),
}
LOAD = "load"
FIELD = "field"
MOST_FIELD = 20_000


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)


def tried(name: str, stage: Stage, work: Callable[[], list[Row]]) -> list[Row]:
    """The rows of one measurement, and what processors worked for it beside the clock's time; one that fails is a row
    too, and does not stop the others."""
    say(name)
    began = time.monotonic()
    try:
        with stage.spending(with_worker=True) as spent:
            rows = work()
        measured = f"{spent}; by the clock {time.monotonic() - began:.1f} s"
        rows.append(Row(f"{name}: processor time of all of it", "", measured, True))
    except Exception as error:  # noqa: BLE001 (reported in the table, with its trace above it)
        traceback.print_exc()
        rows = [Row(name, "", f"{type(error).__name__}: {error}"[:200], False)]
    for row in rows:
        say(f"  {row.work}: {row.measured}")
    return rows


def table(rows: Iterable[Row]) -> str:
    lines = ["| work | bar | measured | holds |", "|---|---|---|---|"]
    lines += [f"| {row.work} | {row.bar} | {row.measured} | {'yes' if row.holds else '**no**'} |" for row in rows]
    return "\n".join(lines)


def on_the_large(url: str, names: list[str], households: int, lines: int) -> list[Row]:
    say(f"database of {households:,} households")
    own = ready_database(url, households, SERVICES)
    # The measurements ask the application for its own SQL: it must look at the same database.
    os.environ["DATABASE_URL"] = own
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    with Stage(own, lines) as stage:
        found = []
        for name in names:
            module, function = MEASUREMENTS[name]
            found += tried(
                name, stage, lambda m=module, f=function: getattr(import_module(f"tests.bench.{m}"), f)(stage)
            )
        return found


def on_the_small(url: str, seconds: int) -> list[Row]:
    say(f"database of {SMALL:,} households")
    with Stage(ready_database(url, SMALL, None)) as stage:
        return tried(LOAD, stage, lambda: import_module("tests.bench.load").clients(stage, seconds))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--menages", type=int, default=1_000_000)
    parser.add_argument("--lignes", type=int, default=0, help="of how many payments statements are generated")
    parser.add_argument("--only", help=f"comma-separated: {', '.join((*MEASUREMENTS, LOAD, FIELD))}")
    parser.add_argument("--fresh", action="store_true", help="make the databases anew")
    parser.add_argument("--seconds", type=int, default=60, help="of the load of 32 clients")
    options = parser.parse_args()
    chosen = options.only.split(",") if options.only else [*MEASUREMENTS, LOAD, FIELD]
    unknown = set(chosen) - {*MEASUREMENTS, LOAD, FIELD}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    url = os.environ.get("DATABASE_URL", DEFAULT_URL)
    if options.fresh:
        dropped(url, options.menages, SMALL)
    machine = described(url)
    large = [name for name in MEASUREMENTS if name in chosen]
    rows = on_the_large(url, large, options.menages, options.lignes) if large else []
    if LOAD in chosen:
        rows += on_the_small(url, options.seconds)
    if FIELD in chosen:
        say(f"{FIELD} of {min(options.menages, MOST_FIELD):,} households")
        rows += measure_field(url, min(options.menages, MOST_FIELD))
    print("\n".join([*machine, "", table(rows)]))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
