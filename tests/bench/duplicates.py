"""Duplicates: how good the model is on a made-up registry whose doubles are known, and how fast on a large one."""

import csv
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection

from config.sql import Queries
from registry.duplicates.analysis import services as analysis
from registry.duplicates.linkage.comparisons import MAX_HOUSEHOLDS_OF_OWN_NUMBER, VILLAGE_SMOOTHING
from registry.duplicates.linkage.linker import link_households
from registry.households.models import Household
from tests.bench.stage import Stage
from tests.bench.tools import Memory, Row, timed
from tests.bench.twins import Country, Record, pairs

SQL = Queries(__file__, "doubles.sql")
SEED = 20260101
HOUSEHOLDS = 40_000
DOUBLES = 0.05
MOST_MEMORY = 4096  # MB
# Of an analysis: the pairs are found from the second to the fifth.
STEPS = (
    "rebuild_sheets",
    "_export_sheets",
    "link_households",
    "_load_found_pairs",
    "write_pairs",
    "write_summaries",
)


def keys(names: list[str]) -> dict[str, str]:
    """The key of each name, made by the database: the one place where the rules run."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nom, name_key(nom) FROM unnest(%s::text[]) AS nom", [list(set(names))])
        return dict(cursor.fetchall())


def write_frame(folder: Path, records: list[Record], key: dict[str, str]) -> None:
    """The files that `link_households` reads, as `registry.duplicates.analysis` writes them; no members are listed."""
    counts: dict[str, Counter[Any]] = {name: Counter() for name in ("nom", "lieu", "maille", "nom_lieu")}
    phones: Counter[str] = Counter()
    with (folder / "frame.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        for n, record in enumerate(records):
            nom, lieu = key[record.nom], f"l{record.place}"
            x = None if record.lon is None else round(record.lon * 108_500)
            y = None if record.lat is None else round(record.lat * 110_574)
            square = None if x is None or y is None else int(x / 100) * 100_000 + int(y / 100)
            for name, value in (("nom", nom), ("lieu", lieu), ("maille", square), ("nom_lieu", f"{nom}|{lieu}")):
                if value is not None:
                    counts[name][value] += 1
            if record.telephone:
                phones[record.telephone] += 1
            year = None if record.age is None else 2025 - record.age
            told = [nom, record.sexe, year, record.telephone, None, lieu, record.sector, x, y, x and 15, record.taille]
            writer.writerow([n, *told, *(None,) * 8, square])
    shares = {name: {value: n / len(records) for value, n in found.items()} for name, found in counts.items()}
    for pair, n in counts["nom_lieu"].items():
        nom, lieu = pair.split("|")
        here = n + VILLAGE_SMOOTHING * shares["nom"][nom]
        shares["nom_lieu"][pair] = here / (counts["lieu"][lieu] + VILLAGE_SMOOTHING)
    for name, found in shares.items():
        with (folder / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows(found.items())
    with (folder / "shared.csv").open("w", newline="") as file:
        csv.writer(file).writerows(item for item in phones.items() if item[1] > MAX_HOUSEHOLDS_OF_OWN_NUMBER)


def quality(found: list[tuple[int, int, float]], truths: list[int], least: float) -> tuple[float, float, float]:
    """Precision, recall and F1 of the pairs whose score is at least `least`."""
    kept = [(a, b) for a, b, score in found if score >= least]
    right = sum(truths[a] == truths[b] for a, b in kept)
    precision, recall = right / max(len(kept), 1), right / max(pairs(truths), 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def linked(records: list[Record]) -> list[tuple[int, int, float]]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_frame(folder, records, keys([record.nom for record in records]))
        with link_households(folder, households=len(records), min_score=1).open() as file:
            return [(int(row[0]), int(row[1]), float(row[2])) for row in csv.reader(file)]


def made_up() -> list[Row]:
    """How good the model is where every double is known."""
    records = list(Country(HOUSEHOLDS, SEED).records(DOUBLES))
    truths = [record.truth for record in records]
    found = linked(records)
    rows = []
    for name, least, bar in (("review", settings.DUPLICATE_REVIEW, 0.95), ("certain", settings.DUPLICATE_CERTAIN, 0.0)):
        precision, recall, f1 = quality(found, truths, least)
        told = f"precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}"
        goal = f"F1 at least {bar}" if bar else ""
        rows.append(Row(f"duplicates of local names, {name} (score {least})", goal, told, f1 >= bar))
    return rows


@contextmanager
def time_steps() -> Iterator[dict[str, float]]:
    """Time the steps of analyses within the block, by name (seconds)."""
    spent: dict[str, float] = {}
    works = {name: getattr(analysis, name) for name in STEPS}

    def run(name: str, *args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return works[name](*args, **kwargs)
        finally:
            spent[name] = spent.get(name, 0) + time.perf_counter() - began

    try:
        for name in STEPS:
            setattr(analysis, name, partial(run, name))
        yield spent
    finally:
        for name, work in works.items():
            setattr(analysis, name, work)


def insert_doubles() -> None:
    with connection.cursor() as cursor:
        for query in ("clean", "functions", "doubles", "heads"):
            cursor.execute(SQL[query])
        cursor.execute("ANALYZE registry_menage; ANALYZE registry_chef_menage")


def of_a_million() -> list[Row]:
    """The analysis of all, and Splink alone on the same frame."""
    insert_doubles()
    try:
        with time_steps() as spent, Memory([os.getpid()]) as memory:
            began = time.perf_counter()
            analysis.prepare_sheets(Household.objects.all())
            counts = analysis.find_duplicate_pairs(Household.objects.all())
            seconds = time.perf_counter() - began
        thresholds = (settings.DUPLICATE_REVIEW, settings.DUPLICATE_CERTAIN)
        judged = [SQL.fetch_one("judged", {"least": least}) for least in thresholds]
    finally:
        SQL.execute("clean")
        with connection.cursor() as cursor:  # as autovacuum does within minutes: look-ups follow
            cursor.execute("VACUUM registry_menage")
            cursor.execute("VACUUM registry_doublon_fiche")
    search = sum(spent[name] for name in STEPS[1:5])
    parts = ", ".join(f"{name.strip('_')} {value:.0f} s" for name, value in spent.items())
    said = "; ".join(f"precision {row['precision']:.3f}, recall {row['recall']:.3f}" for row in judged)
    return [
        Row(
            f"duplicates among {counts['menages']:,} households",
            "under 120 s, under 4 GB",
            f"{seconds:.0f} s ({parts}); +{memory.growth:.0f} MB",
            seconds < 120 and memory.growth < MOST_MEMORY,
        ),
        Row(
            "the same, from sheets to pairs, by Splink alone",
            "at most 1.5 x",
            f"ratio {search / spent['link_households']:.2f}",
            search <= 1.5 * spent["link_households"],
        ),
        Row("the same, at review; at certain", "", said, True),
    ]


def one_of_a_million(stage: Stage) -> list[Row]:
    """The search for the doubles of one household, through the server."""
    client = stage.client()
    ids = iter([str(row[0]) for row in stage.sample("SELECT id FROM registry_menage ORDER BY random() LIMIT 101")])
    times = timed(lambda: client.get(f"/api/menages/{next(ids)}/doublons"), 100)
    return [Row("doubles of one household", "p95 under 50 ms", str(times), times.p95 < 50)]


def duplicates(stage: Stage) -> list[Row]:
    return [*made_up(), *of_a_million(), *one_of_a_million(stage)]
