"""Compare ways to fit a method, on households that none of them was fitted to.

The clusters of the survey are divided into `PARTS`, several times; each part is predicted by what was fitted to the others,
and its poorest people by prediction are chosen. Of each way, at each cut-off: who is missed, who is chosen wrongly, and how
many fewer are missed than by the first one, each as the mean of the divisions, with its interval by the design of the
survey. The intervals of differences are those of the same households, divided alike. The limit between poor and others is
taken as given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from registry.pmt_fitting.boosting import fit_boosting
from registry.pmt_fitting.columns import Columns, build_columns
from registry.pmt_fitting.estimators import LEAST_SQUARES, QUANTILE, ROBUST, Estimator, fit_weights
from registry.pmt_fitting.measures import compute_weighted_quantile
from registry.pmt_fitting.survey import Survey

PARTS: Final = 5
DIVISIONS: Final = 5
CUTOFFS: Final = (20.0, 30.0, 40.0)
LINEAR: Final = "lineaire"


@dataclass(frozen=True)
class Model:
    """Say how a method is fitted: by which loss, whether numbers have curves and places are shrunken, and what counts.

    A household counts with its survey weight, or with its people: so do the errors.
    """

    loss: str = LEAST_SQUARES
    curves: bool = True
    by_people: bool = False

    def find_counted(self, survey: Survey, rows: np.ndarray) -> np.ndarray:
        return (survey.people if self.by_people else survey.weight)[rows]


MODELS: Final = {
    LINEAR: Model(curves=False),
    "courbes": Model(),
    "robuste": Model(ROBUST),
    "quantile": Model(QUANTILE),
    "quantile_personnes": Model(QUANTILE, by_people=True),
}
BOUND: Final = "boosting"
Predict = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _predict_by_model(survey: Survey, y: np.ndarray, columns: Columns, model: Model, max_p_value: float) -> Predict:
    # One quantile serves all cut-offs: that of the poorest.
    estimator = Estimator(model.loss, CUTOFFS[0] / 100)

    def predict(known: np.ndarray, asked: np.ndarray) -> np.ndarray:
        design = survey.design.select(known)
        places, weights = fit_weights(
            y[known], columns.matrix[known], survey.weight[known], columns.shrunken, design, estimator, max_p_value,
            model.find_counted(survey, known),
        )  # fmt: skip
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


def _choose_often(survey: Survey, divisions: list[np.ndarray], predict: Predict) -> dict[float, np.ndarray]:
    """Return how often each household is chosen at each cut-off, over the divisions."""
    found = [_choose(survey, parts, predict) for parts in divisions]
    return {cutoff: np.asarray(np.mean([one[cutoff] for one in found], axis=0)) for cutoff in CUTOFFS}


def compare_models(
    survey: Survey, logarithms: set[str], max_p_value: float, seed: int, divisions: int = DIVISIONS
) -> dict[str, Any]:
    """Return the errors of each model and of boosting, in percent of people, each with its interval.

    `gain` is how much smaller the error of exclusion is than that of the linear model, `moitie` how much more than half of
    what boosting gains that is.
    """
    y = np.log(survey.consumption)
    divided = [survey.design.divide(PARTS, seed + place) for place in range(divisions)]
    plain = build_columns(survey, logarithms, curves=False)
    curved = build_columns(survey, logarithms, curves=True)
    chosen: dict[str, dict[float, np.ndarray]] = {}
    for name, model in MODELS.items():
        columns = curved if model.curves else plain
        chosen[name] = _choose_often(survey, divided, _predict_by_model(survey, y, columns, model, max_p_value))
    chosen[BOUND] = _choose_often(survey, divided, _predict_by_boosting(survey, y, plain))
    people = survey.people
    found: dict[str, Any] = {}
    for cutoff in CUTOFFS:
        poor = people * (y <= compute_weighted_quantile(y, people, cutoff / 100))
        gains = {name: mine[cutoff] - chosen[LINEAR][cutoff] for name, mine in chosen.items()}
        found[f"{cutoff:g}"] = {
            name: {
                "exclusion": _describe(survey.design.find_interval(poor * (1 - mine[cutoff]), poor)),
                "inclusion": _describe(
                    survey.design.find_interval((people - poor) * mine[cutoff], people * mine[cutoff])
                ),
                "gain": _describe(survey.design.find_interval(poor * gains[name], poor)),
                "moitie": _describe(survey.design.find_interval(poor * (gains[name] - gains[BOUND] / 2), poor)),
            }
            for name, mine in chosen.items()
        }
    return found
