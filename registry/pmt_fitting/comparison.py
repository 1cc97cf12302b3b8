"""Compare ways to fit a method, on households that none of them was fitted to.

The clusters of the survey are divided into `PARTS`; each part is predicted by what was fitted to the others, and its
poorest people by prediction are chosen. Of each way, at each cut-off: who is missed, who is chosen wrongly, and how many
fewer are missed than by the first one, each with its interval by the design of the survey. The limit between poor and
others, and the division, are taken as given.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from registry.pmt_fitting.boosting import fit_boosting
from registry.pmt_fitting.columns import Columns, build_columns
from registry.pmt_fitting.estimators import LEAST_SQUARES, QUANTILE, ROBUST, Estimator, fit_weights
from registry.pmt_fitting.measures import compute_weighted_quantile
from registry.pmt_fitting.survey import Survey

PARTS: Final = 5
CUTOFFS: Final = (20.0, 30.0, 40.0)
LINEAR: Final = "lineaire"
# The model of a method: the loss, and whether numbers have curves and places are shrunken.
MODELS: Final = {
    LINEAR: (LEAST_SQUARES, False),
    "courbes": (LEAST_SQUARES, True),
    "robuste": (ROBUST, True),
    "quantile": (QUANTILE, True),
}
BOUND: Final = "boosting"
Predict = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _predict_by_model(
    survey: Survey, y: np.ndarray, columns: Columns, estimator: Estimator, max_p_value: float
) -> Predict:
    def predict(known: np.ndarray, asked: np.ndarray) -> np.ndarray:
        design = survey.design.select(known)
        places, weights = fit_weights(
            y[known], columns.matrix[known], survey.weight[known], columns.shrunken, design, estimator, max_p_value
        )
        return np.asarray(columns.matrix[asked][:, places] @ weights)

    return predict


def _predict_by_boosting(survey: Survey, y: np.ndarray, columns: Columns) -> Predict:
    matrix = columns.matrix[:, 1:]
    numbers = np.array([term["operateur"] == "lineaire" for term in columns.terms], bool)

    def predict(known: np.ndarray, asked: np.ndarray) -> np.ndarray:
        weight = survey.weight[known]
        # Numbers count in the direction in which they count beside all others.
        found = np.linalg.lstsq(
            columns.matrix[known] * np.sqrt(weight)[:, None], y[known] * np.sqrt(weight), rcond=None
        )
        directions = np.where(numbers, np.sign(found[0][1:]), 0)
        return fit_boosting(y[known], matrix[known], weight, directions).predict(matrix[asked])

    return predict


def _choose_poorest(predicted: np.ndarray, people: np.ndarray, share: float) -> np.ndarray:
    """Return who is chosen, 0 or 1: exactly the `share` of people, so of those who are alike at the limit, a part of each."""
    limit = compute_weighted_quantile(predicted, people, share)
    chosen, alike = (predicted < limit).astype(float), predicted == limit
    chosen[alike] = (share * people.sum() - people @ chosen) / people[alike].sum()
    return np.asarray(chosen)


def _choose(survey: Survey, parts: np.ndarray, predict: Predict) -> dict[float, np.ndarray]:
    """Return who is chosen at each cut-off: the poorest people of each part, by what was fitted to the others."""
    chosen = {cutoff: np.zeros(len(parts)) for cutoff in CUTOFFS}
    for part in range(PARTS):
        asked = np.flatnonzero(parts == part)
        predicted = predict(np.flatnonzero(parts != part), asked)
        for cutoff, found in chosen.items():
            found[asked] = _choose_poorest(predicted, survey.people[asked], cutoff / 100)
    return chosen


def _describe(ratio: tuple[float, float, float]) -> list[float]:
    return [round(100 * value, 1) for value in ratio]


def compare_models(survey: Survey, logarithms: set[str], max_p_value: float, seed: int) -> dict[str, Any]:
    """Return the errors of each model and of boosting, in percent of people, each with its interval.

    `gain` is how much smaller the error of exclusion is than that of the linear model.
    """
    y = np.log(survey.consumption)
    parts = survey.design.divide(PARTS, seed)
    plain = build_columns(survey, logarithms, curves=False)
    curved = build_columns(survey, logarithms, curves=True)
    chosen: dict[str, dict[float, np.ndarray]] = {}
    for name, (loss, curves) in MODELS.items():
        columns = curved if curves else plain
        # One quantile serves all cut-offs: that of the poorest.
        estimator = Estimator(loss, CUTOFFS[0] / 100)
        chosen[name] = _choose(survey, parts, _predict_by_model(survey, y, columns, estimator, max_p_value))
    chosen[BOUND] = _choose(survey, parts, _predict_by_boosting(survey, y, plain))
    people = survey.people
    found: dict[str, Any] = {}
    for cutoff in CUTOFFS:
        poor = people * (y <= compute_weighted_quantile(y, people, cutoff / 100))
        found[f"{cutoff:g}"] = {
            name: {
                "exclusion": _describe(survey.design.find_interval(poor * (1 - mine[cutoff]), poor)),
                "inclusion": _describe(
                    survey.design.find_interval((people - poor) * mine[cutoff], people * mine[cutoff])
                ),
                "gain": _describe(survey.design.find_interval(poor * (mine[cutoff] - chosen[LINEAR][cutoff]), poor)),
            }
            for name, mine in chosen.items()
        }
    return found
