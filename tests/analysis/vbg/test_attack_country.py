"""The attacker takes the demonstration country: every unit, block of months and rubrique of its three years of cases.

Then the overview of services: every region, block of months and status.
"""

import io
from collections import defaultdict
from datetime import date
from itertools import product
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection

from analysis.vbg.cases.api import become_case_role, shift_month
from analysis.vbg.statistics.api import count_cases, count_totals
from analysis.vbg.statistics.rules import find_last_day
from analysis.vbg.statistics.types import Counts, Period, Selection, Unit
from config.caller import ALL_REGIONS
from geo.areas.models import Region, Sector
from tests.analysis.vbg.attacker import Attacker, Cell, Dimension, Result, flat
from tests.analysis.vbg.test_attack import judge

# Blocks of months by length and the months in which they begin, as `split_blocks` cuts them.
LENGTHS = (1, 3, 12)


def list_blocks(first: date, last: date) -> dict[str, Period]:
    """The months, quarters and years within two months."""
    found, month = {}, first
    while month <= last:
        for length in LENGTHS:
            end = shift_month(month, length - 1)
            if (month.month - 1) % length == 0 and end <= last:
                found[f"{month:%Y-%m}/{length}"] = Period(month, end)
        month = shift_month(month, 1)
    return found


def describe_time(blocks: dict[str, Period]) -> Dimension:
    months = {name: period.begin for name, period in blocks.items() if name.endswith("/1")}
    inside = {
        name: [month for month, begin in months.items() if period.begin <= begin <= period.end]
        for name, period in blocks.items()
    }
    splits = [(name, tuple(parts)) for name, parts in inside.items() if len(parts) > 1]
    for name, period in blocks.items():
        if name.endswith("/12"):
            quarters = [
                one for one, each in blocks.items() if one.endswith("/3") and period.begin <= each.begin <= period.end
            ]
            splits.append((name, tuple(quarters)))
    return Dimension({name: frozenset(parts) for name, parts in inside.items()}, splits)


def describe_places() -> tuple[Dimension, dict[str, Unit]]:
    regions: dict[str, list[str]] = defaultdict(list)
    units = {"*": Unit()}
    for identity, region in Sector.objects.order_by("code").values_list("id", "region_id"):
        regions[str(region)].append(str(identity))
        units |= {str(identity): Unit(secteur_id=identity), str(region): Unit(region_id=region)}
    sectors = [sector for parts in regions.values() for sector in parts]
    groups = {"*": frozenset(sectors)} | {sector: frozenset([sector]) for sector in sectors}
    groups |= {region: frozenset(parts) for region, parts in regions.items()}
    splits = [("*", tuple(sectors)), ("*", tuple(regions))]
    # A region of one sector is that sector's own cell: the same cases and keys, so the same answer.
    splits += [(region, tuple(parts)) for region, parts in regions.items() if len(parts) > 1]
    return Dimension(groups, splits), units


def collect(units: dict[str, Unit], blocks: dict[str, Period], rubriques: list[str]) -> dict[Cell, int | None]:
    """The answer to every combination of filters; what is not told of a rubrique is that it has nobody."""
    answers: dict[Cell, int | None] = {}
    for place, unit in units.items():
        told: list[Counts] = count_cases(Selection([unit]), list(blocks.values()))
        for block, counts in zip(blocks, told, strict=True):
            answers[place, block, "*"] = counts.total
            answers |= {(place, block, each): counts.by_rubrique.get(each, 0) for each in rubriques}
    return answers


def collect_totals(regions: dict[str, list[UUID] | None], blocks: dict[str, Period]) -> dict[Cell, int | None]:
    """What the overview tells of each region, block and status; of those who were sent on it tells nothing."""
    answers: dict[Cell, int | None] = {}
    for (place, chosen), (block, period) in product(regions.items(), blocks.items()):
        told = count_totals(ALL_REGIONS, chosen, period.begin, find_last_day(period.end))
        answers[place, block, "*"] = told.cas_pris_en_charge
        answers[place, block, "en_cours"], answers[place, block, "fini"] = told.cas_en_cours, told.cas_resolus
    return answers


def attack_totals(blocks: dict[str, Period]) -> Result:
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT region_id, mois, CASE WHEN statut IN ('resolu', 'clos') THEN 'fini' ELSE statut END, sum(nombre)"
            " FROM vbg.suivi GROUP BY 1, 2, 3"
        )
        truth = {(str(place), f"{month:%Y-%m}/1", status): int(n) for place, month, status, n in cursor.fetchall()}
    regions = list(Region.objects.order_by("code").values_list("id", flat=True))
    answers = collect_totals({"*": None} | {str(region): [region] for region in regions}, blocks)
    dimensions = (flat(*map(str, regions)), describe_time(blocks), flat("en_cours", "fini", "transfere"))
    return Attacker(dimensions, answers, lambda cell: truth.get(cell, 0)).run()


def read_truth() -> tuple[dict[Cell, int], Any]:
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute("SELECT secteur_id, mois, rubrique, sum(nombre) FROM vbg.cube GROUP BY 1, 2, 3")
        found = {(str(place), f"{month:%Y-%m}/1", each): int(n) for place, month, each, n in cursor.fetchall()}
        cursor.execute("SELECT min(mois), max(mois), array_agg(DISTINCT rubrique) FROM vbg.cube")
        return found, cursor.fetchone()


@pytest.mark.slow
@pytest.mark.parametrize("number", [600, 3_333])
def test_the_demonstration_country_holds(db, number, monkeypatch, capsys):
    """With the cases of a country of few households, and of 20,000."""
    monkeypatch.setattr("analysis.demo.cases.services.count_demo_cases", lambda _households: number)
    call_command("seed_demo", menages=500, seed=1, stdout=io.StringIO())
    truth, (first, last, rubriques) = read_truth()
    blocks = list_blocks(first, last)
    places, units = describe_places()
    dimensions = (places, describe_time(blocks), flat(*sorted(rubriques)))
    answers = collect(units, blocks, sorted(rubriques))
    assert len(answers) == len(units) * len(blocks) * (len(rubriques) + 1)
    total = judge([Attacker(dimensions, answers, lambda cell: truth.get(cell, 0)).run()])
    overview = judge([attack_totals(blocks)])
    with capsys.disabled():
        print(f"\n{number:,} cases: {total}, {total.gain:+.1f} points")
        print(f"by status: {overview}, {overview.gain:+.1f} points")
