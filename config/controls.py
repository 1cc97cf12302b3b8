"""Find, replace and remove control characters.

No stored text may hold one: a spreadsheet with such a character can be neither written nor opened. Line breaks and tabs
are allowed, since long texts hold them. This module imports nothing of Django, so that child processes may use it.
"""

import re
from typing import Final

# C0 without tab, line feed and carriage return; delete; C1; and two code points that are not characters.
CLASS: Final = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\ufffe\uffff"
CONTROL: Final = re.compile(f"[{CLASS}]")
BREAK: Final = re.compile("[\t\n\r]+")
# The replacement for a character that cannot be stored.
LOST: Final = "\ufffd"


def has_controls(text: str) -> bool:
    """Return whether `text` holds a control character."""
    return CONTROL.search(text) is not None


def replace_controls(text: str) -> str:
    """Return `text` with each control character replaced by U+FFFD."""
    return CONTROL.sub(LOST, text)
