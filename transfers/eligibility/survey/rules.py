"""Compute targeting errors and their intervals, and recognise what cells of a survey say."""

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from django.utils.translation import gettext_lazy as lazy

from geo.tables import messages as tables
from registry.pmt.api import PLACE_WEIGHTS_KIND, PMT_VARIABLES
from transfers.eligibility.survey.types import Estimate, Sample, SurveyHousehold
from transfers.eligibility.types import BOOLEAN, NUMBER

MAX_ROWS: Final = 100_000
MIN_HOUSEHOLDS: Final = 30
Z: Final = 1.959964  # of an interval of 95 percent
TRUE_WORDS: Final = frozenset({"1", "true", "vrai", "oui", "sim", "yes", "o", "s", "y"})
FALSE_WORDS: Final = frozenset({"0", "false", "faux", "non", "não", "nao", "no", "n"})
# A field of rules that is a variable of methods, too, is known to a survey by the name of the variable.
VARIABLES_BY_FIELD: Final = {
    variable.name.rpartition(".")[2]: variable.name for variable in PMT_VARIABLES if variable.kind != PLACE_WEIGHTS_KIND
}
FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucun ménage : il n'y a rien sous la ligne des titres."),
    "titres": lazy("Le fichier n'a pas de colonne « %(colonnes)s ». Colonnes lues : %(titres)s."),
    "peu": lazy("Seuls %(n)d ménages ont une consommation, une taille et un poids : il en faut au moins %(least)d."),
}


def name_column(field: str) -> str:
    """Return under which name a survey has a field of rules, or a variable."""
    return VARIABLES_BY_FIELD.get(field, field)


def parse_number(cell: str | None) -> float | None:
    """Return a number with decimal comma or point, or None."""
    try:
        number = float((cell or "").strip().replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def parse_value(kind: str, cell: str | None) -> Any:
    """Return what a cell says of a field of a kind, None where it says nothing."""
    if kind == NUMBER:
        return parse_number(cell)
    text = (cell or "").strip()
    if kind == BOOLEAN:
        word = text.lower()
        return True if word in TRUE_WORDS else (False if word in FALSE_WORDS else None)
    return text or None


def find_poverty_line(households: Sequence[SurveyHousehold], share: float) -> float:
    """Return the consumption per head up to which the poorest `share` (0 to 1) of people live."""
    ordered = sorted(households, key=lambda row: row.consumption)
    wanted, reached = share * sum(row.people for row in ordered), 0.0
    for row in ordered:
        reached += row.people
        if reached >= wanted:
            return row.consumption
    return ordered[-1].consumption


def build_sample(households: Sequence[SurveyHousehold], line: float) -> Sample:
    """Return households as columns; the poor consume at most `line` per head."""
    _names, clusters = np.unique([row.cluster for row in households], return_inverse=True)
    people = np.array([row.people for row in households], dtype=float)
    return Sample(people, clusters, np.array([row.consumption <= line for row in households], dtype=bool))


def estimate_share(sample: Sample, part: np.ndarray, whole: np.ndarray) -> Estimate | None:
    """Return the share of the people of `whole` that are also of `part`, in percent; None without anybody.

    The variance is that of a ratio of weighted sums over clusters (linearised). The interval is Wilson's with the number
    of independent persons of the same variance, so that it stays within 0 and 100 and is not empty at its ends.
    """
    wholes = np.bincount(sample.clusters, np.where(whole, sample.people, 0.0))
    parts = np.bincount(sample.clusters, np.where(whole & part, sample.people, 0.0))
    total = float(wholes.sum())
    if not total:
        return None
    ratio = float(parts.sum()) / total
    count = int(np.count_nonzero(wholes))
    kish = total**2 / float((wholes**2).sum())
    residuals = (parts - ratio * wholes) / total
    variance = count / (count - 1) * float((residuals**2).sum()) if count > 1 else 0.0
    size = ratio * (1 - ratio) / variance if variance > 0 else kish
    low, high = _compute_wilson(ratio, size)
    return Estimate(*(round(100 * value, 2) for value in (ratio, low, high)))


def _compute_wilson(ratio: float, size: float) -> tuple[float, float]:
    middle = (ratio + Z**2 / (2 * size)) / (1 + Z**2 / size)
    half = Z / (1 + Z**2 / size) * math.sqrt(ratio * (1 - ratio) / size + Z**2 / (4 * size**2))
    return max(0.0, middle - half), min(1.0, middle + half)
