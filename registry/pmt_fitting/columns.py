"""Make the columns of a regression from a survey, each with the term of a method that it stands for.

Numbers enter as they are, or as their logarithm; with curves, as their square and logarithm, too. Texts enter as one
condition for each value except the most frequent; with curves, places enter with every value, to be shrunken.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from registry.pmt.api import AREA_KIND, BOOLEAN_KIND, NUMBER_KIND, PmtVariable
from registry.pmt_fitting.survey import Survey, SurveyError

# A value with a smaller share of the weighted households is grouped with the most frequent value.
RARE_SHARE: Final = 0.02
FEWEST_VALUES: Final = 4  # of a number that has a curve
Term = dict[str, Any]


@dataclass(frozen=True)
class Columns:
    """Hold the terms, and a matrix whose first column is the constant and the others those of the terms."""

    terms: list[Term]
    matrix: np.ndarray
    shrunken: np.ndarray

    def describe(self, place: int) -> str:
        return " ".join(str(part) for part in self.terms[place - 1].values() if part is not None)


def build_columns(survey: Survey, logarithms: set[str], *, curves: bool) -> Columns:
    """Return the terms which the survey allows, without weights, with their columns."""
    found: list[tuple[Term, np.ndarray, bool]] = []
    for variable in survey.variables:
        values = survey.table[variable.name]
        if variable.kind == NUMBER_KIND:
            logarithm = variable.name in logarithms
            found += [
                (*one, False) for one in _build_number_columns(variable, values.to_numpy(float), logarithm, curves)
            ]
        elif variable.kind == BOOLEAN_KIND:
            found.append((_build_term(variable, "=", True), values.to_numpy(float), False))
        else:
            shares = pd.Series(survey.weight).groupby(values).sum().sort_values(ascending=False) / survey.weight.sum()
            shrunken = curves and variable.kind == AREA_KIND
            kept = [
                value
                for place, (value, share) in enumerate(shares.items())
                if shrunken or (place and share >= RARE_SHARE)
            ]
            found += [(_build_term(variable, "=", one), (values == one).to_numpy(float), shrunken) for one in kept]
    matrix = np.column_stack([np.ones(len(survey.table)), *(column for _, column, _ in found)])
    return Columns([term for term, _, _ in found], matrix, np.array([False, *(shrunken for _, _, shrunken in found)]))


def _build_number_columns(
    variable: PmtVariable, values: np.ndarray, logarithm: bool, curves: bool
) -> list[tuple[Term, np.ndarray]]:
    if logarithm and (values <= 0).any():
        raise SurveyError(f"{variable.name} has values that are not positive: it has no logarithm")
    linear = (_build_term(variable, "lineaire", None), values)
    is_curved = curves and len(np.unique(values)) >= FEWEST_VALUES
    found = [] if logarithm and not is_curved else [linear]
    if is_curved:
        found.append((_build_term(variable, "carre", None), values**2))
    if logarithm or (is_curved and (values > 0).all()):
        found.append((_build_term(variable, "logarithme", None), np.log(values)))
    return found


def _build_term(variable: PmtVariable, operator: str, value: Any) -> Term:
    return {"variable": variable.name, "operateur": operator, "valeur": value}
