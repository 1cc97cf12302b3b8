"""Compare column titles regardless of case, accents and punctuation."""

import re
import unicodedata
from typing import Final

NOT_ALNUM: Final = re.compile(r"[^a-z0-9]+")


def build_title_key(name: str) -> str:
    """Return the letters and digits of a title without accents.

    `nbEnfants04`, `Nb enfants 0-4` and `nb_enfants_0_4` have the same key.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return NOT_ALNUM.sub("", plain.lower())
