"""Recognise names of character sets. Imports nothing of Django or the database, so that child processes may use it."""

import codecs
import re
from typing import Final

NAME: Final = re.compile(r"[A-Za-z0-9_.:-]{1,30}")
# Encodings of text as other text: Python lists them beside the character sets, but no file is written in one.
NO_CHARACTER_SETS: Final = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})


def is_character_set(name: str) -> bool:
    """Return whether text can be decoded from a character set of this name."""
    if not NAME.fullmatch(name):
        return False
    try:
        "".encode(name)  # refuses bytes-to-bytes codecs
        known = codecs.lookup(name)
    except (LookupError, UnicodeError):
        return False
    return known.incrementaldecoder is not None and known.name.replace("-", "_") not in NO_CHARACTER_SETS
