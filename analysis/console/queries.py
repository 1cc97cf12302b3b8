"""Find the console's bundle: what its page loads, and what its service worker keeps on a device."""

import json
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.templatetags.static import static

from analysis.console.types import Pack

FOLDER: Final = "console/pack/"
ICON: Final = "console/icons/tabanca.svg"


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
