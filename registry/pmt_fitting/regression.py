"""Fit a PMT method to a survey: weighted least squares on the logarithm of consumption per head.

    ln(consumption / size) = intercept + sum of weight x variable + error

Each household counts with its survey weight; standard errors are robust (HC1). Numbers enter as they are (or as their
logarithm), texts as one condition for each value except the most frequent. A part of the households is held out and
used only for evaluation: R² and, at a cut-off (the poorest share of people), the errors of exclusion and inclusion.

Sources: Grosh and Baker, "Proxy means tests for targeting social programs" (1995), for the model and the two errors;
White (1980) and MacKinnon and White (1985) for HC1.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy.linalg import qr

from registry.pmt.api import BOOLEAN_KIND, NUMBER_KIND, PmtVariable
from registry.pmt_fitting.survey import Survey, SurveyError

MIN_HOUSEHOLDS: Final = 50
# A value with a smaller share of the weighted households is grouped with the most frequent value.
RARE_SHARE: Final = 0.02
VULNERABLE_SHARE: Final = 20.0  # percent of people above the cut-off who are "vulnerable"
Term = dict[str, Any]


@dataclass
class FittedMethod:
    """Hold a fitted method and its quality. Shares are of people, in percent."""

    values: dict[str, Any]
    report: dict[str, Any]
    dropped: list[str] = field(default_factory=list)


def compute_weighted_quantile(values: np.ndarray, weights: np.ndarray, share: float) -> float:
    """Return the smallest value which at least `share` (0 to 1) of the weight does not exceed."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order]) / weights.sum()
    return float(values[order][min(int(np.searchsorted(reached, share)), len(values) - 1)])


def compute_r_squared(actual: np.ndarray, predicted: np.ndarray, weights: np.ndarray) -> float:
    """Return 1 - weighted residual sum of squares / weighted total sum of squares."""
    mean = np.average(actual, weights=weights)
    return float(1 - np.sum(weights * (actual - predicted) ** 2) / np.sum(weights * (actual - mean) ** 2))


def compute_targeting_errors(poor: np.ndarray, chosen: np.ndarray, people: np.ndarray) -> dict[str, float]:
    """Return the targeting errors and the share of people chosen, in percent of people.

    Exclusion: the poor who are not chosen, of the poor. Inclusion: the chosen who are not poor, of the chosen. A share
    of an empty group is 0.
    """

    def share(part: np.ndarray, whole: np.ndarray) -> float:
        total = people[whole].sum()
        return round(float(100 * people[part & whole].sum() / total), 2) if total else 0.0

    return {
        "erreurExclusion": share(~chosen, poor),
        "erreurInclusion": share(~poor, chosen),
        "partChoisie": share(chosen, np.ones_like(poor)),
    }


def _build_term_columns(survey: Survey, logarithms: set[str]) -> list[tuple[Term, np.ndarray]]:
    """Return the terms which the survey allows, without weights, each with its column."""
    found: list[tuple[Term, np.ndarray]] = []
    for variable in survey.variables:
        values = survey.table[variable.name]
        if variable.kind == NUMBER_KIND:
            found.append(_build_measure_column(variable, values.to_numpy(float), variable.name in logarithms))
        elif variable.kind == BOOLEAN_KIND:
            found.append((_build_term(variable, "=", True), values.to_numpy(float)))
        else:
            shares = pd.Series(survey.weight).groupby(values).sum().sort_values(ascending=False) / survey.weight.sum()
            kept = [value for value, share in list(shares.items())[1:] if share >= RARE_SHARE]
            found += [(_build_term(variable, "=", value), (values == value).to_numpy(float)) for value in kept]
    return found


def _build_measure_column(variable: PmtVariable, values: np.ndarray, logarithm: bool) -> tuple[Term, np.ndarray]:
    if not logarithm:
        return _build_term(variable, "lineaire", None), values
    if (values <= 0).any():
        raise SurveyError(f"{variable.name} has values that are not positive: it has no logarithm")
    return _build_term(variable, "logarithme", None), np.log(values)


def _build_term(variable: PmtVariable, operator: str, value: Any) -> Term:
    return {"variable": variable.name, "operateur": operator, "valeur": value}


def _describe_term(term: Term) -> str:
    return " ".join(str(part) for part in term.values() if part is not None)


def _find_independent_columns(matrix: np.ndarray) -> list[int]:
    """Return the indexes of linearly independent columns of the matrix, whose first column is the constant."""
    scaled = matrix / np.maximum(np.linalg.norm(matrix, axis=0), 1e-300)
    _q, r, pivots = qr(scaled, mode="economic", pivoting=True)
    size = np.abs(np.diag(r))
    rank = int((size > 1e-9 * size[0]).sum())
    return sorted(pivots[:rank])


def _fit_weights(
    y: np.ndarray, matrix: np.ndarray, weight: np.ndarray, max_p_value: float
) -> tuple[list[int], np.ndarray]:
    """Fit by weighted least squares, dropping terms whose p-value is above `max_p_value` one by one, the largest first.

    Return the indexes of the remaining columns, and their coefficients.
    """
    places = _find_independent_columns(matrix)
    while True:
        result = sm.WLS(y, matrix[:, places], weights=weight).fit(cov_type="HC1")
        unsure = np.where(np.array(places) == 0, -1.0, result.pvalues)
        worst = int(np.argmax(unsure))
        if len(places) == 1 or not unsure[worst] > max_p_value:
            return places, result.params
        places.pop(worst)


def fit_method(
    survey: Survey,
    *,
    cutoff: float,
    test: float = 0.3,
    seed: int = 1,
    max_p_value: float = 0.1,
    logarithms: set[str] | None = None,
) -> FittedMethod:
    """Fit a method which makes about the poorest `cutoff` percent of people eligible.

    `test` is the share of households held out. The score is the predicted logarithm scaled from its 0.5th (0) to its
    99.5th (100) percentile. The poverty threshold, which is also the limit of `pauvre`, is where the poorest `cutoff`
    percent of people end; the limit of `extreme_pauvre` is at half of that percentage, that of `vulnerable` 20
    percentage points above. Raises SurveyError when there are too few households or no variable explains consumption.
    """
    count = len(survey.table)
    if count < MIN_HOUSEHOLDS:
        raise SurveyError(f"{count} households can be used, at least {MIN_HOUSEHOLDS} are needed")
    shuffled = np.random.default_rng(seed).permutation(count)
    aside = np.zeros(count, bool)
    aside[shuffled[: round(test * count)]] = True
    known = ~aside
    terms = _build_term_columns(survey, logarithms or set())
    matrix = np.column_stack([np.ones(count), *(column for _term_, column in terms)])
    y = np.log(survey.consumption)
    places, weights = _fit_weights(y[known], matrix[known], survey.weight[known], max_p_value)
    chosen = [terms[place - 1][0] for place in places if place]
    if not chosen:
        raise SurveyError("no variable explains consumption")
    predicted = matrix[:, places] @ weights
    limits = _compute_thresholds(predicted[known], survey.people[known], cutoff)
    by_place = dict(zip(places, weights, strict=True))
    values = {
        "intercept": float(by_place.get(0, 0.0)),
        "termes": [terms[place - 1][0] | {"poids": float(by_place[place])} for place in places if place],
        **limits,
    }
    report = _build_report(survey, y, predicted, known, cutoff) | {"graine": seed, "pMaximum": max_p_value}
    names = [_describe_term(term) for term, _column in terms]
    return FittedMethod(values, report, [name for place, name in enumerate(names, 1) if place not in places])


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
