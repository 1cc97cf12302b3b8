"""Export what commands may use of the collector of cases; the rest of the package is private."""

from analysis.vbg.case_collection.services import find_public_key
from analysis.vbg.sealed_forms.keys import make_private_key

__all__ = ["find_public_key", "make_private_key"]
