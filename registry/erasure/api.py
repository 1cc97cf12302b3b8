"""Export what other features may use of erasure; the rest of the package is private."""

from registry.erasure.hooks import identifying_word_sources
from registry.erasure.services import anonymise_household

__all__ = [
    "anonymise_household",
    "identifying_word_sources",
]
