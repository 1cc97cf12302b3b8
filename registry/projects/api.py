"""Export what other features may use of projects; the rest of the package is private."""

from registry.projects.hooks import project_dependencies
from registry.projects.locks import lock_open_projects
from registry.projects.queries import filter_open_projects, find_closed_projects
from registry.projects.rules import require_writable

__all__ = [
    "filter_open_projects",
    "find_closed_projects",
    "lock_open_projects",
    "project_dependencies",
    "require_writable",
]
