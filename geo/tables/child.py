"""The life of a child process that reads one file. It knows neither Django nor the database.

It gets its request as JSON on standard input; its limits stand before the file is opened. It ends with 0 when the
file was read; else standard error holds one line of JSON: why it cannot be read.
"""

import json
import sys
from collections.abc import Callable
from typing import Any, Final

from config.controls import CONTROL, LOST
from geo.tables.sandbox import Unreadable, limit

REFUSED: Final = 3
# Control characters up to delete; those beyond it are looked for as damaged text (geo.tables.damage).
CONTROLS: Final = {code: LOST for code in range(0x80) if CONTROL.fullmatch(chr(code))}
ESCAPES: Final = {**str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}), **CONTROLS}


def copied(text: str) -> str:
    """Escaped for the text format of COPY."""
    return text.translate(ESCAPES)


def serve(read: Callable[[dict[str, Any]], None]) -> int:
    """Do `read` with the request; answer the exit status."""
    request = json.load(sys.stdin)
    limit(request["memoire"], request["secondes"], request["max_sortie"])
    try:
        read(request)
    except Unreadable as error:
        reason = {"erreur": error.code, "details": error.details}
    except MemoryError:
        reason = {"erreur": "memoire", "details": {}}
    except BrokenPipeError:
        return REFUSED
    else:
        return 0
    sys.stderr.write(json.dumps(reason))
    return REFUSED
