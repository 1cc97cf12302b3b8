"""Fit a PMT method to a survey: a regression of the logarithm of consumption per head.

    ln(consumption / size) = intercept + sum of weight x variable + error

Each household counts with its survey weight; standard errors are those of the survey's design. A part of the clusters is
held out and used only for evaluation: R² and, at a cut-off (the poorest share of people), the errors of exclusion and
inclusion.

Source: Grosh and Baker, "Proxy means tests for targeting social programs" (1995), for the model and the two errors.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from registry.pmt_fitting.columns import build_columns
from registry.pmt_fitting.comparison import LINEAR, MODELS
from registry.pmt_fitting.estimators import Estimator, fit_weights
from registry.pmt_fitting.measures import compute_r_squared, compute_targeting_errors, compute_weighted_quantile
from registry.pmt_fitting.survey import Survey, SurveyError

MIN_HOUSEHOLDS: Final = 50
VULNERABLE_SHARE: Final = 20.0  # percent of people above the cut-off who are "vulnerable"


@dataclass
class FittedMethod:
    """Hold a fitted method and its quality. Shares are of people, in percent."""

    values: dict[str, Any]
    report: dict[str, Any]
    dropped: list[str] = field(default_factory=list)


def fit_method(
    survey: Survey,
    *,
    cutoff: float,
    test: float = 0.3,
    seed: int = 1,
    max_p_value: float = 0.1,
    logarithms: set[str] | None = None,
    model: str = LINEAR,
) -> FittedMethod:
    """Fit a method which makes about the poorest `cutoff` percent of people eligible, by one of MODELS.

    `test` is the share of clusters held out. The score is the predicted logarithm scaled from its 0.5th (0) to its
    99.5th (100) percentile. The poverty threshold, which is also the limit of `pauvre`, is where the poorest `cutoff`
    percent of people end; the limit of `extreme_pauvre` is at half of that percentage, that of `vulnerable` 20
    percentage points above. Raises SurveyError when there are too few households or no variable explains consumption.
    """
    count = len(survey.table)
    if count < MIN_HOUSEHOLDS:
        raise SurveyError(f"{count} households can be used, at least {MIN_HOUSEHOLDS} are needed")
    way = MODELS[model]
    known = ~survey.design.set_aside(test, seed)
    columns = build_columns(survey, logarithms or set(), curves=way.curves)
    y = np.log(survey.consumption)
    design = survey.design.select(known)
    places, weights = fit_weights(
        y[known], columns.matrix[known], survey.weight[known], columns.shrunken, design,
        Estimator(way.loss, cutoff / 100), max_p_value, way.find_counted(survey, known),
    )  # fmt: skip
    if places in ([], [0]):
        raise SurveyError("no variable explains consumption")
    predicted = columns.matrix[:, places] @ weights
    limits = _compute_thresholds(predicted[known], survey.people[known], cutoff)
    by_place = dict(zip(places, weights, strict=True))
    values = {
        "intercept": float(by_place.get(0, 0.0)),
        "termes": [columns.terms[place - 1] | {"poids": float(by_place[place])} for place in places if place],
        **limits,
    }
    report = _build_report(survey, y, predicted, known, cutoff) | {
        "modele": model, "grappes": int(survey.design.cluster.max()) + 1, "graine": seed, "pMaximum": max_p_value,
    }  # fmt: skip
    dropped = [columns.describe(place) for place in range(1, len(columns.terms) + 1) if place not in places]
    return FittedMethod(values, report, dropped)


def _compute_thresholds(predicted: np.ndarray, people: np.ndarray, cutoff: float) -> dict[str, Any]:
    """Return transformation and thresholds from the predictions for the households of the training part."""
    low, high = (compute_weighted_quantile(predicted, people, share) for share in (0.005, 0.995))
    if high - low < 1e-6:
        raise SurveyError("the fitted variables tell no household from another")

    def score(share: float) -> float:
        scaled = 100 * (compute_weighted_quantile(predicted, people, share / 100) - low) / (high - low)
        return round(min(100.0, max(0.0, scaled)), 2)

    return {
        "transformation": {"type": "lineaire", "sens": "bas_pauvre", "minimum": low, "maximum": high},
        "seuils": {
            "extreme_pauvre": score(cutoff / 2),
            "pauvre": score(cutoff),
            "vulnerable": score(min(cutoff + VULNERABLE_SHARE, 100)),
        },
        "seuil_pauvrete": score(cutoff),
    }


def _build_report(
    survey: Survey, y: np.ndarray, predicted: np.ndarray, known: np.ndarray, cutoff: float
) -> dict[str, Any]:
    """Return the figures stored with the method.

    The poverty line and the threshold are those of the training part.
    """
    line = compute_weighted_quantile(y[known], survey.people[known], cutoff / 100)
    threshold = compute_weighted_quantile(predicted[known], survey.people[known], cutoff / 100)
    found: dict[str, Any] = {
        "lignes": survey.rows,
        "menages": len(y),
        "entrainement": int(known.sum()),
        "essai": int((~known).sum()),
        "seuilPart": cutoff,
    }
    for name, part in (("entrainement", known), ("essai", ~known)):
        if part.any():
            errors = compute_targeting_errors(y[part] <= line, predicted[part] <= threshold, survey.people[part])
            r2 = round(compute_r_squared(y[part], predicted[part], survey.weight[part]), 4)
            found[f"resultats{name.capitalize()}"] = {"r2": r2, **errors}
    return found
