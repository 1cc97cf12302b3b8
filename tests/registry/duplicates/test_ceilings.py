"""Pairs without a chance are left out before they are compared: the same pairs are found."""

import csv
import random
from collections import Counter

import pytest

from registry.duplicates.linkage import ceilings
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS
from registry.duplicates.linkage.linker import SHEET_COLUMN_TYPES, link_households

HOUSEHOLDS, DOUBLES = 300, 100
NAMES = [
    f"{first} {last}" for first in ("amadu", "fatu", "iero", "nhima", "quinta") for last in ("balde", "mane", "sane")
]


def draw_sheet(draw: random.Random) -> dict[str, object]:
    """Draw a sheet whose values many others have, each of them missing in one of ten."""
    village, year = draw.randrange(8), draw.randrange(1950, 1990)
    x, y = village * 1000 + draw.randrange(120), village * 500 + draw.randrange(120)
    people = sorted(draw.randrange(40) * 5000 + draw.randrange(1960, 2020, 4) for _ in range(draw.randrange(1, 6)))
    sheet = {
        "nom": draw.choice([*NAMES, "amadu balde cisse", "amadu bade"]),
        "sexe": draw.choice("MF"),
        "annee": year,
        "telephones": " ".join(str(draw.randrange(955_000_000, 955_000_090)) for _ in range(draw.randrange(1, 3))),
        "identifiant": draw.randrange(300),
        "lieu": f"village {village}",
        "secteur": village // 3,
        "erreur": draw.choice([5, 15, 60]),
        "taille": draw.randrange(1, 9),
        "chefs": draw.randrange(40) * 5000 + year,
        "personnes": " ".join(map(str, people)),
        "groupes": " ".join(map(str, people[:3])),
        "campagne": draw.randrange(2),
        "jour": f"2025-01-{draw.randrange(1, 4):02}",
        "enqueteur": draw.randrange(3),
        "plateforme": draw.choice("ab"),
        "logement": sum(draw.randrange(1, 4) << place for place in range(0, 60, 10)),
    }
    sheet = {name: value for name, value in sheet.items() if draw.random() > 0.1}
    return sheet | ({"x": x, "y": y, "maille": x // 100 * 100_000 + y // 100} if draw.random() > 0.1 else {})


@pytest.fixture
def frame(tmp_path):
    """The files that the analysis of a registry writes, made up."""
    draw = random.Random(5)
    sheets = [draw_sheet(draw) for _ in range(HOUSEHOLDS - DOUBLES)]
    # A double has its own values in a third of the columns.
    sheets += [sheet | {k: v for k, v in draw_sheet(draw).items() if draw.random() < 0.3} for sheet in sheets[:DOUBLES]]
    with (tmp_path / "frame.csv").open("w", newline="") as file:
        csv.DictWriter(file, [*SHEET_COLUMN_TYPES]).writerows(
            {"menage_id": place} | sheet for place, sheet in enumerate(sheets)
        )
    counts = {name: Counter(sheet[name] for sheet in sheets if name in sheet) for name in ("nom", "lieu", "maille")}
    counts["nom_lieu"] = Counter(f"{one['nom']}|{one['lieu']}" for one in sheets if {"nom", "lieu"} <= one.keys())
    shares = {name: {value: n / HOUSEHOLDS for value, n in found.items()} for name, found in counts.items()}
    phones = Counter(number for sheet in sheets for number in set(str(sheet.get("telephones", "")).split()))
    shares["shared"] = {number: n for number, n in phones.items() if n > 2}
    for name, found in shares.items():
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows(found.items())
    return tmp_path


def link(folder, min_score):
    """Return the lines of the pairs found, by the pair."""
    with link_households(folder, households=HOUSEHOLDS, min_score=min_score).open() as file:
        return {tuple(row[:2]): row[2:] for row in csv.reader(file)}


def test_the_same_pairs_are_found(frame):
    """Of all pairs, compared in full, those with the score are the ones that are found when it is asked for."""
    compared = link(frame, 0)
    assert len(compared) > 2_000
    for score in (1, 40, 90):
        assert link(frame, score) == {pair: row for pair, row in compared.items() if float(row[0]) >= score}
    assert len(link(frame, 40)) > 50


def test_what_is_not_looked_at_has_no_rarity():
    """Its best level is bounded by its bits."""
    others = [one for one in HOUSEHOLD_COMPARISONS if one.code not in ceilings.QUICK]
    assert others
    assert {level.rarity for one in others for level in one.levels} == {None}


def test_pairs_without_a_chance_are_not_compared(frame, monkeypatch):
    monkeypatch.setattr(ceilings, "build_ceiling_condition", lambda *given: "false")
    assert link(frame, 40) == {}
    assert len(link(frame, 0)) > 2_000
