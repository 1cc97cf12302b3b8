"""Titles of columns, compared whatever their case, accents and signs."""

import re
import unicodedata
from typing import Final

NOT_ALNUM: Final = re.compile(r"[^a-z0-9]+")


def key(name: str) -> str:
    """`nbEnfants04`, `Nb enfants 0-4` and `nb_enfants_0_4` are one column: letters and digits without accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return NOT_ALNUM.sub("", plain.lower())
