"""Learn the weights of the evidence for duplicates from what reviewers have decided.

`manage.py fit_duplicates --sortie weights.json`
"""

import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from registry.duplicates.api import WEIGHTS, get_score_thresholds
from registry.duplicates.fitting.api import (
    DecidedPairs,
    Figures,
    Lesson,
    TooFewDecisions,
    WeightVector,
    learn_weights,
    list_known_weights,
    read_decided_pairs,
)


class Command(BaseCommand):
    help = (
        "Learn the weights of duplicates from merges and pairs said to be distinct, and judge them on a part held back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sortie", type=Path, help="the new file of weights (without: only tell)")
        parser.add_argument("--essai", type=float, default=0.3, help="the part of decisions held back to judge (0.3)")
        parser.add_argument("--graine", type=int, default=1, help="seed of the division (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path | None = options["sortie"]
        if not 0 < options["essai"] < 1:
            raise CommandError("--essai is between 0 and 1")
        if out and out.exists():
            raise CommandError(f"{out} is there already: weights are kept, since pairs were judged by them")
        vector = WeightVector()
        decided = read_decided_pairs(vector)
        for reason, count in decided.left_out.items():
            self.stdout.write(f"{count} decided pairs are left out: {reason}")
        try:
            lesson = learn_weights(
                vector,
                decided,
                vector.read(WEIGHTS),
                held=options["essai"],
                seed=options["graine"],
                **get_score_thresholds(),
            )
        except TooFewDecisions as error:
            raise CommandError(str(error)) from error
        self._report(vector, lesson)
        if not lesson.is_no_worse:
            raise CommandError("the learnt weights judge the part held back worse: nothing was written")
        if out:
            self._write(out, vector, decided, lesson)

    def _report(self, vector: WeightVector, lesson: Lesson) -> None:
        held = lesson.present
        self.stdout.write(
            f"fitted to {lesson.fitted} decisions, drawn to the weights in use by {lesson.strength:g};"
            f" held back: {held.pairs} pairs, {held.doubles} of them merged"
        )
        thresholds = get_score_thresholds()
        for name, figures in (("in use", lesson.present), ("learnt", lesson.learnt)):
            self.stdout.write(f"{name:<7} {_describe(figures, thresholds)}")
        before, after = vector.read(WEIGHTS), lesson.bits
        moved = sorted(vector.places.items(), key=lambda item: -abs(after[item[1]] - before[item[1]]))
        for (comparison, level), place in moved[:10]:
            if abs(after[place] - before[place]) >= 0.05:
                self.stdout.write(f"{before[place]:+6.1f} to {after[place]:+6.1f} bits  {comparison} {level}")

    def _write(self, out: Path, vector: WeightVector, decided: DecidedPairs, lesson: Lesson) -> None:
        made = {
            "on": WEIGHTS["version"],
            "decisions": len(decided.pairs.truths),
            "merged": int(decided.pairs.truths.sum()),
            "held_back": lesson.present.pairs,
            "strength": lesson.strength,
        }
        earlier = {
            version: {name: weights[name] for name in ("intercept", "bits")}
            for version, weights in list_known_weights().items()
        }
        version = f"{datetime.now(tz=UTC):%Y-%m-%d %H:%M:%S} décisions"
        found = {"version": version, "fitted": made, **vector.name(lesson.bits), "earlier": earlier}
        with out.open("x", encoding="utf-8") as file:
            json.dump(found, file, indent=2, ensure_ascii=False)
        self.stdout.write(f"{out} has the version {version}: TABANCA_DUPLICATE_WEIGHTS={out.resolve()}")


def _describe(figures: Figures, thresholds: dict[str, float]) -> str:
    return (
        f"{figures.loss:.3f} bits of surprise a pair; from {thresholds['review']:g} on {figures.review_count} told,"
        f" {figures.review_right} right; from {thresholds['certain']:g} on {figures.certain_count} told,"
        f" {figures.certain_right} right, of {figures.doubles}"
    )
