"""Export what other features may use of erasure; the rest of the package is private."""

from registry.erasure.services import anonymise_household, register_identifying_words

__all__ = [
    "anonymise_household",
    "register_identifying_words",
]
