"""Clean file names for display and download. They are never used as a path."""

import re
import unicodedata
from typing import Final

LONGEST: Final = 255
# Characters with a special meaning on some system.
RESERVED: Final = re.compile(r'[<>:"|?*]')


def get_extension(name: str) -> str:
    """Return the part after the last dot in lower case, or an empty string."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def clean_file_name(name: str | None) -> str:
    """Return the name without folders, control characters, bidirectional controls and invisible characters.

    Leading and trailing dots and blanks are removed, so that no file is hidden; a name that is too long keeps its
    extension.
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
