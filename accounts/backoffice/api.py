"""Export what other features may use of backoffice; the rest of the package is private."""

from accounts.backoffice.admin import CheapChangeList, ScopedAdmin
from accounts.backoffice.filters import (
    LabelFilter,
    NamedRowsFilter,
    RegionOfUserFilter,
    RoleFilter,
    WhoAndWhenFilter,
    read_id,
)
from accounts.backoffice.queries import name_kind, name_objects, search_history
from accounts.backoffice.rules import name_row
from accounts.backoffice.trail.filters import AuditedModelFilter
from accounts.backoffice.trail.queries import (
    describe_changes,
    describe_details,
    link_object,
    name_entry,
    summarise_changes,
)

__all__ = [
    "AuditedModelFilter",
    "CheapChangeList",
    "LabelFilter",
    "NamedRowsFilter",
    "RegionOfUserFilter",
    "RoleFilter",
    "ScopedAdmin",
    "WhoAndWhenFilter",
    "describe_changes",
    "describe_details",
    "link_object",
    "name_entry",
    "name_kind",
    "name_objects",
    "name_row",
    "read_id",
    "search_history",
    "summarise_changes",
]
