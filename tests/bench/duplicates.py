"""Duplicates: how good the model is on a made-up registry whose doubles are known, and how fast on a large one."""

import csv
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from registry.duplicates.linking import link
from registry.duplicates.weights import MAX_SHARING
from tests.bench.twins import Record, pairs

SEED = 20260101


def keys(connection: Any, names: list[str]) -> dict[str, str]:
    """The key of each name, made by the database: the one place where the rules run."""
    rows = connection.execute("SELECT nom, name_key(nom) FROM unnest(%s::text[]) AS nom", [list(set(names))]).fetchall()
    return dict(rows)


def write_frame(folder: Path, records: list[Record], key: dict[str, str]) -> None:
    """The files that `link` reads, as `registry.duplicates.analysis` writes them."""
    names: Counter[str] = Counter()
    places: Counter[str] = Counter()
    phones: Counter[str] = Counter()
    with (folder / "frame.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        for n, record in enumerate(records):
            nom, lieu = key[record.nom], f"l{record.place}"
            names[nom] += 1
            places[lieu] += 1
            if record.telephone:
                phones[record.telephone] += 1
            x = None if record.lon is None else round(record.lon * 108_500)
            y = None if record.lat is None else round(record.lat * 110_574)
            year = None if record.age is None else 2025 - record.age
            writer.writerow(
                [n, nom, record.sexe, year, record.telephone, None, lieu, record.sector, x, y, record.taille]
            )
    for name, counts in (("nom", names), ("lieu", places)):
        with (folder / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows((value, count / len(records)) for value, count in counts.items())
    with (folder / "shared.csv").open("w", newline="") as file:
        csv.writer(file).writerows([phone] for phone, count in phones.items() if count > MAX_SHARING)


def quality(found: list[tuple[int, int, float]], truths: list[int], least: float) -> tuple[float, float, float]:
    """Precision, recall and F1 of the pairs whose score is at least `least`."""
    kept = [(a, b) for a, b, score in found if score >= least]
    right = sum(truths[a] == truths[b] for a, b in kept)
    precision, recall = right / max(len(kept), 1), right / max(pairs(truths), 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def linked(connection: Any, records: list[Record]) -> list[tuple[int, int, float]]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_frame(folder, records, keys(connection, [record.nom for record in records]))
        with link(folder, households=len(records), least=1).open() as file:
            return [(int(row[0]), int(row[1]), float(row[2])) for row in csv.reader(file)]
