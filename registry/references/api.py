"""Export what other features may use of references; the rest of the package is private."""

from registry.references.queries import list_reference_values

__all__ = [
    "list_reference_values",
]
