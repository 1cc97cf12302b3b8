"""Export what other features may use of backoffice; the rest of the package is private."""

from accounts.backoffice.admin import CheapChangeList, ScopedAdmin
from accounts.backoffice.queries import list_audited_models, name_kind, name_objects, search_history

__all__ = [
    "CheapChangeList",
    "ScopedAdmin",
    "list_audited_models",
    "name_kind",
    "name_objects",
    "search_history",
]
