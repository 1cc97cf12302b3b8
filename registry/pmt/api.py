"""Export what other features may use of pmt; the rest of the package is private."""

from registry.pmt.compiler import CompiledMethod, compile_method
from registry.pmt.fitting import FittedMethod, fit_method
from registry.pmt.queries import find_method_in_force, find_thresholds_in_force, read_definition
from registry.pmt.rules import (
    Thresholds,
    build_category_sql,
    build_eligible_sql,
    classify_score,
    is_eligible_score,
)
from registry.pmt.services import create_method
from registry.pmt.survey import SurveyError, read_survey
from registry.pmt.variables import BY_NAME, LEVELS, VARIABLES

__all__ = [
    "BY_NAME",
    "CompiledMethod",
    "FittedMethod",
    "LEVELS",
    "SurveyError",
    "Thresholds",
    "VARIABLES",
    "build_category_sql",
    "build_eligible_sql",
    "classify_score",
    "compile_method",
    "create_method",
    "find_method_in_force",
    "find_thresholds_in_force",
    "fit_method",
    "is_eligible_score",
    "read_definition",
    "read_survey",
]
