"""Limit what a saved view holds: codes and identifiers, as the console's address does, and nothing about people."""

import re
from typing import Final

MOST_VIEWS: Final = 100
MOST_VALUES: Final = 40
MOST_SHARES: Final = 50
MAP: Final = "carte"
NAME: Final = re.compile(r"[a-zA-Z]{1,20}")
# Codes, numbers, ids, lists of them and encoded parameters: no text with spaces.
VALUE: Final = re.compile(r"[\w.,:/=&%+\[\]-]{1,1000}", re.ASCII)
# The card of one household, and what was typed into a search, belong to no view.
PERSONAL: Final = frozenset({"fiche", "element", "search", "recherche"})
