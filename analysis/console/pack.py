"""Find the console's bundle: what its page loads, and what its service worker keeps on a device."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.templatetags.static import static

FOLDER = "console/pack/"
ICON = "console/icons/tabanca.svg"


class Pack(NamedTuple):
    """Name the files of a bundle by their addresses: script, styles, words of each language, and all of them."""

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


def find_pack() -> Pack | None:
    """Return the bundle, or None where the page loads its modules one by one."""
    return read_pack(settings.CONSOLE_PACK / "pack.json") if settings.CONSOLE_PACKED else None


@cache
def read_pack(index: Path) -> Pack:
    """Read what `config/devtools/build-console.mjs` wrote."""
    read = json.loads(index.read_text())
    return Pack(
        script=static(FOLDER + read["script"]),
        preload=[static(FOLDER + name) for name in read["preload"]],
        style=static(FOLDER + read["style"]),
        words={code: static(FOLDER + name) for code, name in read["words"].items()},
        files=[*(static(FOLDER + name) for name in read["files"]), static(ICON)],
    )
