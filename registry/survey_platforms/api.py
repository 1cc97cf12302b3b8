"""Export what other features may use of survey platforms; the rest of the package is private."""

from registry.survey_platforms.connectors.cells import format_cell, split_position
from registry.survey_platforms.connectors.encrypted import MANIFEST_NAMES, strip_prefixes
from registry.survey_platforms.connectors.errors import convert_platform_errors
from registry.survey_platforms.connectors.interface import (
    EncryptedSubmission,
    PlatformConnector,
    PlatformForm,
    PlatformQuestion,
    PlatformSubmission,
    compute_digest,
)
from registry.survey_platforms.services import (
    CONNECTORS,
    EXTRACT_ANSWERS,
    fetch_submissions,
    find_configured_source,
    open_connector,
    require_configured,
    store_submissions,
)
from registry.survey_platforms.types import FetchedSubmissions, FormKey, ImportTooLarge, StoreResult

__all__ = [
    "CONNECTORS",
    "EXTRACT_ANSWERS",
    "MANIFEST_NAMES",
    "EncryptedSubmission",
    "FetchedSubmissions",
    "FormKey",
    "ImportTooLarge",
    "PlatformConnector",
    "PlatformForm",
    "PlatformQuestion",
    "PlatformSubmission",
    "StoreResult",
    "compute_digest",
    "convert_platform_errors",
    "fetch_submissions",
    "find_configured_source",
    "format_cell",
    "open_connector",
    "require_configured",
    "split_position",
    "store_submissions",
    "strip_prefixes",
]
