"""Run a child process that reads one file, without Django or the database.

It gets its request as a line of JSON on standard input. Its limits are set, and it is confined, before the file is
opened. Its exit status is 0 when the file was read; else standard error holds one line of JSON with the reason.
"""

import errno
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from config.controls import CONTROL, LOST
from config.disk_space import is_disk_full
from geo.tables.confinement import MissingProtection, confine_process
from geo.tables.sandbox import UnreadableFile, limit_process

REFUSED_STATUS: Final = 3
# Control characters up to delete; those beyond it are recognised as damaged text (geo.tables.damaged_text).
CONTROLS: Final = {code: LOST for code in range(0x80) if CONTROL.fullmatch(chr(code))}
ESCAPES: Final = {**str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}), **CONTROLS}


def escape_copy_text(text: str) -> str:
    """Escape `text` for the text format of COPY."""
    return text.translate(ESCAPES)


def run_reader(read: Callable[[dict[str, Any]], None]) -> int:
    """Call `read` with the request and return the exit status.

    Before that the limits of the request are set and the process is confined. A refusal is written to standard error.
    """
    request = json.loads(sys.stdin.readline())
    limit_process(request["memoire"], request["secondes"], request["duree"], request["max_sortie"])
    try:
        confine_process(Path(request["fichier"]), Path(request["dossier"]), request["protections"])
        read(request)
    except MissingProtection as error:
        reason = {"erreur": "protection", "details": {"nom": error.name}}
    except UnreadableFile as error:
        reason = {"erreur": error.code, "details": error.details}
    except MemoryError:
        reason = {"erreur": "memoire", "details": {}}
    except BrokenPipeError:
        return REFUSED_STATUS
    except OSError as error:
        if error.errno != errno.ENOMEM and not is_disk_full(error):
            raise
        reason = {"erreur": "memoire" if error.errno == errno.ENOMEM else "espace", "details": {}}
    else:
        return 0
    sys.stderr.write(json.dumps(reason))
    return REFUSED_STATUS
