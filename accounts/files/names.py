"""Names of files as they are shown and offered for saving. They are never a path."""

import re
import unicodedata
from typing import Final

LONGEST: Final = 255
# What some system takes for more than a sign of a name.
RESERVED: Final = re.compile(r'[<>:"|?*]')


def extension(name: str) -> str:
    """What follows the last point, in lower case; nothing when there is none."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def clean(name: str | None) -> str:
    """A name without folders, control characters, signs that turn the direction of writing or that are not seen.

    Points and blanks at the ends go, so that no name is hidden; one that is too long keeps its extension.
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name or ""))[-1]
    seen = "".join(sign if sign.isprintable() else " " for sign in last if unicodedata.category(sign) != "Cf")
    plain = " ".join(RESERVED.sub("_", seen).split()).strip(" .")
    if not plain:
        return "fichier"
    stem, point, suffix = plain.rpartition(".")
    if len(plain) > LONGEST and point and len(suffix) < 16:
        return f"{stem[: LONGEST - len(suffix) - 1].rstrip(' .')}.{suffix}"
    return plain[:LONGEST]
