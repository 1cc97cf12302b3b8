"""Export what other features may use of collectors; the rest of the package is private."""

from registry.collectors.platforms import compute_digest
from registry.collectors.reading import format_cell, split_position
from registry.collectors.services import (
    ANSWERS,
    PLATFORMS,
    At,
    FetchedSubmissions,
    FormKey,
    ImportTooLarge,
    StoreResult,
    fetch_submissions,
    require_configured,
    store_submissions,
)

__all__ = [
    "ANSWERS",
    "At",
    "FetchedSubmissions",
    "FormKey",
    "ImportTooLarge",
    "PLATFORMS",
    "StoreResult",
    "compute_digest",
    "fetch_submissions",
    "format_cell",
    "require_configured",
    "split_position",
    "store_submissions",
]
