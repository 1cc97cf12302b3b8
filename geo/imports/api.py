"""Export what other features may use of imports; the rest of the package is private."""

from geo.imports.definition.kinds import AREA_KINDS, FACILITY_KINDS, LOCALITY_KIND
from geo.imports.definition.messages import FILE_MESSAGES
from geo.imports.definition.options import ImportOptions, build_options
from geo.imports.services import run_import

__all__ = [
    "AREA_KINDS",
    "FACILITY_KINDS",
    "FILE_MESSAGES",
    "ImportOptions",
    "LOCALITY_KIND",
    "build_options",
    "run_import",
]
