"""Export what other features may use of pmt; the rest of the package is private."""

from registry.pmt.formula.compiler import FENCE, CompiledMethod, compile_method
from registry.pmt.formula.evaluator import compute_score, list_variables
from registry.pmt.formula.variables import (
    AREA_KIND,
    AREA_LEVELS,
    BOOLEAN_KIND,
    NUMBER_KIND,
    PLACE_WEIGHTS_KIND,
    PMT_VARIABLES,
    VARIABLES_BY_NAME,
    PmtVariable,
)
from registry.pmt.queries import find_method_in_force, find_thresholds_in_force, read_definition
from registry.pmt.rules import (
    Thresholds,
    build_category_sql,
    build_eligible_sql,
    classify_score,
    is_eligible_score,
)
from registry.pmt.services import create_method

__all__ = [
    "AREA_KIND",
    "AREA_LEVELS",
    "BOOLEAN_KIND",
    "CompiledMethod",
    "FENCE",
    "NUMBER_KIND",
    "PMT_VARIABLES",
    "Thresholds",
    "VARIABLES_BY_NAME",
    "PmtVariable",
    "PLACE_WEIGHTS_KIND",
    "build_category_sql",
    "build_eligible_sql",
    "classify_score",
    "compile_method",
    "compute_score",
    "create_method",
    "find_method_in_force",
    "find_thresholds_in_force",
    "is_eligible_score",
    "list_variables",
    "read_definition",
]
