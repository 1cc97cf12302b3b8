"""Export what other features may use of erasure; the rest of the package is private."""

from accounts.erasure.services import (
    ErasureResult,
    ErasureSubject,
    erase_subject,
    register_eraser,
    register_retained_columns,
)

__all__ = [
    "ErasureResult",
    "ErasureSubject",
    "erase_subject",
    "register_eraser",
    "register_retained_columns",
]
