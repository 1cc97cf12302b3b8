"""Export what other features may use of projects; the rest of the package is private."""

from registry.projects.services import (
    filter_open_projects,
    find_closed_projects,
    lock_open_projects,
    register_indirect_dependency,
    require_writable,
)

__all__ = [
    "filter_open_projects",
    "find_closed_projects",
    "lock_open_projects",
    "register_indirect_dependency",
    "require_writable",
]
