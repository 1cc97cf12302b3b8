"""Export what other features may use of erasure; the rest of the package is private."""

from accounts.erasure.hooks import erasers, retained_columns
from accounts.erasure.services import erase_subject
from accounts.erasure.types import ErasureResult, ErasureSubject

__all__ = [
    "ErasureResult",
    "ErasureSubject",
    "erase_subject",
    "erasers",
    "retained_columns",
]
