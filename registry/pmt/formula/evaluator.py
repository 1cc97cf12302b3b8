"""Compute a score in Python, for households that are in no table: those of a survey.

The compiler does the same in SQL for the registry; `tests/registry/pmt` holds the two together.
"""

import math
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from registry.pmt.formula.compiler import MAX_EXPONENT
from registry.pmt.formula.definition import Definition, Term, Transformation
from registry.pmt.formula.variables import AREA_LEVELS, MILIEU, PLACE_WEIGHTS_KIND

CENT: Final = Decimal("0.01")


def compute_score(definition: Definition, values: Mapping[str, Any]) -> Decimal | None:
    """Return the score of a household whose values are given by the names of variables, places by their codes.

    None when a value is missing without which the method has no score.
    """
    raw = definition.intercept
    for term in definition.terms:
        part = _compute_contribution(term, values)
        if part is None:
            return None
        raw += part
    score = _transform(definition.transformation, raw)
    # The database shows a double with 15 digits before it rounds.
    return Decimal(f"{score:.15g}").quantize(CENT, ROUND_HALF_UP)


def list_variables(definition: Definition) -> set[str]:
    """Return the names of the values that a score reads."""
    names = set()
    for term in definition.terms:
        if term.variable.kind == PLACE_WEIGHTS_KIND:
            names |= {level for level in (*AREA_LEVELS, MILIEU) if level in term.value}
        else:
            names.add(term.variable.name)
    return names


def _compute_contribution(term: Term, values: Mapping[str, Any]) -> float | None:
    value = _find_value(term, values)
    if value is None or (term.operator == "logarithme" and value <= 0):
        return term.contribution_if_missing
    if term.operator in ("lineaire", "poids"):
        return term.weight * float(value)
    if term.operator == "carre":
        return term.weight * (float(value) * float(value))
    if term.operator == "logarithme":
        return term.weight * math.log(value)
    return term.weight if _holds(term, value) else 0.0


def _find_value(term: Term, values: Mapping[str, Any]) -> Any:
    if term.variable.kind != PLACE_WEIGHTS_KIND:
        return values.get(term.variable.name)
    for level in (*AREA_LEVELS, MILIEU):
        if level in term.value and values.get(level) in term.value[level]:
            return term.value[level][values[level]]
    return None


def _holds(term: Term, value: Any) -> bool:
    wanted = term.value
    match term.operator:
        case "=":
            return bool(value == wanted)
        case "!=":
            return bool(value != wanted)
        case "<":
            return bool(value < wanted)
        case "<=":
            return bool(value <= wanted)
        case ">":
            return bool(value > wanted)
        case ">=":
            return bool(value >= wanted)
        case "entre":
            return bool(wanted[0] <= value <= wanted[1])
        case "dans":
            return value in wanted
    return value not in wanted


def _transform(transformation: Transformation, raw: float) -> float:
    share = raw
    if transformation.kind == "lineaire":
        low, high = transformation.numbers
        share = 100 * (raw - low) / (high - low)
    elif transformation.kind == "logistique":
        centre, scale = transformation.numbers
        share = 100 / (1 + math.exp(max(-MAX_EXPONENT, min(MAX_EXPONENT, (centre - raw) / scale))))
    limited = max(0.0, min(100.0, share))
    return limited if transformation.direction == "bas_pauvre" else 100 - limited
