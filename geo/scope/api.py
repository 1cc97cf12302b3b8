"""Export what other features may use of scope; the rest of the package is private."""

from geo.scope.queries import compile_subquery, compile_visible_subquery, list_row_permissions, sees_all_rows

__all__ = [
    "compile_subquery",
    "compile_visible_subquery",
    "list_row_permissions",
    "sees_all_rows",
]
