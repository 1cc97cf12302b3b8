"""Import an upload while the caller waits or, when it is large or the caller chooses so, by a job."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

from accounts.files.api import build_file_path, remove_file, store_file
from accounts.files.models import StoredFile
from accounts.jobs.models import Job
from config.caller import Caller

Result = TypeVar("Result")
# How long a deposit is kept for its job.
RETENTION: Final = timedelta(days=1)


class TooManyRows(Exception):
    """Signal a file with more rows than are read while the caller waits."""


def import_deposit(
    upload: Any,
    user: Caller,
    *,
    run: Callable[[Path], Result],
    start: Callable[[StoredFile], Job],
    by_job: bool = False,
    max_bytes: int | None = None,
) -> Result | Job:
    """Store an upload and return what `run` returns for its path, or the job that `start` starts for it.

    It is a job where the caller chose so, for a file of more than `max_bytes`, and when `run` raises TooManyRows,
    having changed nothing. Any other error removes the deposit.
    """
    stored = store_file(upload, user, RETENTION)
    if by_job or (max_bytes is not None and stored.taille > max_bytes):
        return start(stored)
    try:
        result = run(build_file_path(stored))
    except TooManyRows:
        return start(stored)
    except BaseException:
        remove_file(stored)
        raise
    remove_file(stored)
    return result
