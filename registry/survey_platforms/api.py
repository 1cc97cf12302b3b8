"""Export what other features may use of survey platforms; the rest of the package is private."""

from registry.survey_platforms.connectors.cells import format_cell, split_position
from registry.survey_platforms.connectors.interface import compute_digest
from registry.survey_platforms.services import (
    CONNECTORS,
    EXTRACT_ANSWERS,
    fetch_submissions,
    require_configured,
    store_submissions,
)
from registry.survey_platforms.types import FetchedSubmissions, FormKey, ImportTooLarge, StoreResult

__all__ = [
    "CONNECTORS",
    "EXTRACT_ANSWERS",
    "FetchedSubmissions",
    "FormKey",
    "ImportTooLarge",
    "StoreResult",
    "compute_digest",
    "fetch_submissions",
    "format_cell",
    "require_configured",
    "split_position",
    "store_submissions",
]
