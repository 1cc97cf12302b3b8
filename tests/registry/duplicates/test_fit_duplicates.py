"""What reviewers decide teaches the weights; what they did not decide stays as it was."""

import json
import math
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from config.ids import uuid7
from registry.duplicates.fitting.decided_pairs import OTHER_LEVELS, OTHER_WEIGHTS, read_decided_pairs
from registry.duplicates.fitting.weights import WeightVector, compute_loss, fit_weights
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, WEIGHTS, find_mistakes_of_weights
from registry.duplicates.models import Merge, Pair
from registry.households.models import Household

ROOT = Path(__file__).resolve().parents[3]
ALIKE = {"nom": "proche", "sexe": "identique", "annee": "proche", "personnes": "la_plupart", "taille": "proche"}
NEAR = ALIKE | {"personnes": "une_de_plusieurs", "telephone": "commun_lieu", "lieu": "secteur"}


def tell(levels: dict[str, str], rarities: dict[str, float] | None = None) -> dict[str, float]:
    """What these levels add, as the analysis writes it."""
    found = {code: WEIGHTS["bits"][code][level] + (rarities or {}).get(code, 0) for code, level in levels.items()}
    return {code: round(bits, 1) for code, bits in found.items()}


def write_merges(levels: dict[str, str], count: int, **more: object) -> None:
    values = {"score": 80, "niveaux": levels, "apports": tell(levels), "modele": WEIGHTS["version"]}
    rest = {"archive": {}, "deplaces": {}, "valeurs": []}
    Merge.objects.bulk_create(
        Merge(
            **{"conserve": uuid7(), "absorbe": uuid7(), "code_conserve": "A", "code_absorbe": "B"}
            | values
            | rest
            | more
        )
        for _ in range(count)
    )


def write_distinct(levels: dict[str, str], count: int, decision: str | None = "distincts", **more: object) -> None:
    sides = [
        Household(id=uuid7(), code_menage=f"{decision}-{Household.objects.count()}-{n}", taille_menage=3)
        for n in range(2 * count)
    ]
    Household.objects.bulk_create(sides)
    values = {"score": 80, "niveaux": levels, "apports": tell(levels), "modele": WEIGHTS["version"]}
    decided = {"decide_le": datetime.now(tz=UTC), "empreinte_decision": uuid7()} if decision else {}
    Pair.objects.bulk_create(
        Pair(menage_a=a, menage_b=b, empreinte=uuid7(), decision=decision, **values | decided | more)
        for a, b in (sorted(two, key=lambda one: one.id) for two in zip(sides[::2], sides[1::2], strict=True))
    )


def test_decisions_move_the_weights_and_are_judged_on_others(db, tmp_path, capsys):
    """Here households with one telephone in another village of the secteur are mostly two, which the weights do not think."""
    write_merges(ALIKE, 60)
    write_merges(NEAR, 6)
    write_distinct(NEAR, 70)
    out = tmp_path / "poids.json"
    call_command("fit_duplicates", sortie=out)
    told = capsys.readouterr().out
    found = json.loads(out.read_text())
    assert find_mistakes_of_weights(found) == []
    before, after = WEIGHTS["bits"], found["bits"]
    moved = sum(after[code][level] - before[code][level] for code, level in NEAR.items() if ALIKE.get(code) != level)
    assert moved < -1
    # A comparison that no decision is about is weighed as before.
    assert after["enquete"] == before["enquete"]
    assert (found["fitted"]["on"], found["fitted"]["decisions"]) == (WEIGHTS["version"], 136)
    assert found["earlier"] == {WEIGHTS["version"]: {name: WEIGHTS[name] for name in ("intercept", "bits")}}
    assert f"held back: {found['fitted']['held_back']} pairs" in told
    lines = {line.split(" ")[0]: line for line in told.splitlines()}
    assert float(lines["learnt"].split()[1]) < float(lines["in"].split()[2])
    with pytest.raises(CommandError, match="is there already"):
        call_command("fit_duplicates", sortie=out)


def test_a_service_weighs_by_the_learnt_file(db, tmp_path):
    """In a process of its own: weights are read at the start. A file that would judge badly is refused there."""
    write_merges(ALIKE, 60)
    write_distinct(NEAR, 60)
    out = tmp_path / "poids.json"
    call_command("fit_duplicates", sortie=out)
    learnt = json.loads(out.read_text())
    code = (
        "import django; django.setup(); from registry.duplicates.linkage.evidence import WEIGHTS;"
        " from registry.duplicates.fitting.decided_pairs import list_known_weights as known;"
        " print(WEIGHTS['version'], *known(), sep='|')"
    )

    def start(**text: object) -> subprocess.CompletedProcess[str]:
        path = tmp_path / "used.json"
        path.write_text(json.dumps(learnt | text) if text else out.read_text())
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "TABANCA_DUPLICATE_WEIGHTS": str(path)}
        environment = {"PATH": "", **settings}
        return subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )

    started = start()
    assert (started.returncode, started.stderr) == (0, "")
    assert started.stdout.strip() == "|".join([learnt["version"], WEIGHTS["version"], learnt["version"]])
    refused = start(bits={})
    assert refused.returncode != 0 and "TABANCA_DUPLICATE_WEIGHTS" in refused.stderr


def test_what_cannot_be_learnt_is_refused(db, tmp_path):
    out = tmp_path / "poids.json"
    with pytest.raises(CommandError, match="0 merges and 0 pairs"):
        call_command("fit_duplicates", sortie=out)
    write_merges(ALIKE, 60)
    write_distinct(NEAR, 20)
    with pytest.raises(CommandError, match="at least"):
        call_command("fit_duplicates", sortie=out)
    with pytest.raises(CommandError, match="between 0 and 1"):
        call_command("fit_duplicates", sortie=out, essai=1.0)
    assert not out.exists()


def test_what_is_worse_on_the_part_held_back_is_not_written(db, tmp_path, monkeypatch):
    write_merges(ALIKE, 60)
    write_distinct(NEAR, 60)
    out = tmp_path / "poids.json"
    backwards = WeightVector().read(WEIGHTS)
    backwards[-1] += 20  # everything is certain
    monkeypatch.setattr("registry.duplicates.fitting.lessons.fit_weights", lambda *_, **__: backwards)
    with pytest.raises(CommandError, match="worse"):
        call_command("fit_duplicates", sortie=out)
    assert not out.exists()


def test_only_what_holds_is_read(db):
    """Undone merges, pairs put aside or open, and pairs of unknown weights or levels teach nothing."""
    write_merges(ALIKE, 3)
    write_merges(ALIKE, 1, annule_le=datetime.now(tz=UTC))
    write_merges(ALIKE, 2, modele="2020-01-01 00:00")
    write_merges(ALIKE, 1, niveaux=ALIKE | {"nom": "inconnu"})
    write_distinct(NEAR, 4)
    write_distinct(NEAR, 1, decision="ignorer")
    write_distinct(NEAR, 1, decision=None)
    decided = read_decided_pairs(WeightVector())
    assert (decided.pairs.truths.sum(), (~decided.pairs.truths).sum()) == (3, 4)
    assert decided.left_out == {OTHER_WEIGHTS: 2, OTHER_LEVELS: 1}


def test_pairs_of_one_household_are_held_back_together(db):
    a, b, c, d = (uuid7() for _ in range(4))
    for kept, absorbed in ((a, b), (a, c), (d, uuid7())):
        write_merges(ALIKE, 1, conserve=kept, absorbe=absorbed)
    groups = read_decided_pairs(WeightVector()).groups
    assert groups[0] == groups[1] != groups[2]


def test_a_pair_is_weighed_as_it_was(db):
    """The odds of a decided pair are those of its score: levels, rarities and prior."""
    levels = NEAR | {"nom": "identique_village", "lieu": "identique"}
    contributions = tell(levels, {"nom": 4.5, "lieu": 6.0})
    write_merges(levels, 1, apports=contributions)
    vector = WeightVector()
    [odds] = read_decided_pairs(vector).pairs.weigh(vector.read(WEIGHTS))
    prior = math.log2(2 * 0.02 / 10_000) + WEIGHTS["intercept"]
    assert odds == pytest.approx(sum(contributions.values()) + prior, abs=0.3)


def test_the_order_of_levels_holds_whatever_is_decided(db):
    """Reviewers who decide the other way round make no weights by which likeness tells against."""
    write_merges({"annee": "differente", "taille": "differente", "nom": "different"}, 50)
    write_distinct({"annee": "identique", "taille": "identique", "nom": "proche"}, 50)
    vector = WeightVector()
    pairs = read_decided_pairs(vector).pairs
    present = vector.read(WEIGHTS)
    found = fit_weights(vector, pairs, known=vector.find_steps(present), strength=0.1)
    assert compute_loss(pairs.weigh(found), pairs.truths) < compute_loss(pairs.weigh(present), pairs.truths)
    assert find_mistakes_of_weights({"version": "x", **vector.name(found)}) == []
    assert np.allclose(vector.read(vector.name(present)), present)


@pytest.mark.parametrize(
    ("change", "mistake"),
    [
        ({"version": ""}, "version"),
        ({"version": "x" * 41}, "version"),
        ({"intercept": None}, "intercept"),
        ({"intercept": float("nan")}, "intercept"),
        ({"bits": WEIGHTS["bits"] | {"sexe": {"identique": 1}}}, "sexe has a number"),
        ({"bits": WEIGHTS["bits"] | {"sexe": {"identique": 0, "conjoint": 1, "different": -1}}}, "sexe: no weight"),
        ({"bits": WEIGHTS["bits"] | {"sexe": {"identique": 3, "conjoint": 2, "different": 1}}}, "sexe: no weight"),
        ({"bits": WEIGHTS["bits"] | {"sexe": {"identique": "3", "conjoint": 2, "different": 0}}}, "sexe has a number"),
        ({"bits": WEIGHTS["bits"] | {"nom": WEIGHTS["bits"]["nom"] | {"identique": 1}}}, "nom: the weight"),
    ],
)
def test_bad_weights(change, mistake):
    assert find_mistakes_of_weights(WEIGHTS) == []
    assert mistake in " ".join(find_mistakes_of_weights(WEIGHTS | change))


def test_every_comparison_can_be_taught():
    vector = WeightVector()
    assert [code for code, _level in vector.places] == [
        comparison.code for comparison in HOUSEHOLD_COMPARISONS for _level in comparison.levels
    ]
