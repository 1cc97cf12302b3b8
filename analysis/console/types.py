"""Define the console's bundle."""

import hashlib
import json
from typing import NamedTuple


class Pack(NamedTuple):
    """Name the files of a bundle by their addresses: script, styles, words, and all of them."""

    script: str
    preload: list[str]
    style: str
    words: dict[str, str]
    files: list[str]

    @property
    def version(self) -> str:
        """Return a short hash of all names, which are hashes of what the files hold."""
        return hashlib.sha256(" ".join(self.files).encode()).hexdigest()[:12]

    @property
    def words_text(self) -> str:
        """Return the addresses of the words as JSON, for an attribute of the page."""
        return json.dumps(self.words)
