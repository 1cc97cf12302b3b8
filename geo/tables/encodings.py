"""Character sets by name. It knows neither Django nor the database, so that child processes may use it."""

import codecs
import re
from typing import Final

NAME: Final = re.compile(r"[A-Za-z0-9_.:-]{1,30}")
# Ways of writing text in other text: Python lists them beside the character sets, and no file is written in one of them.
NO_CHARACTER_SETS: Final = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})


def is_character_set(name: str) -> bool:
    """Return whether text can be read in a character set of this name."""
    if not NAME.fullmatch(name):
        return False
    try:
        "".encode(name)  # refuses what turns bytes into bytes
        known = codecs.lookup(name)
    except (LookupError, UnicodeError):
        return False
    return known.incrementaldecoder is not None and known.name.replace("-", "_") not in NO_CHARACTER_SETS
