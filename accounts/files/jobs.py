"""Remove files left by killed processes: only files made by this service, as this system user, more than a day ago."""

import os
import re
import shutil
import stat
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from procrastinate.contrib.django import app

from accounts.files.services import remove_stray_files
from config.memory_files import MEMORY_FOLDER

STRAY_AGE: Final = timedelta(days=1)
# Files of uploads (named by Django) and folders of this service, both with the eight characters of Python's tempfile.
TEMPORARY_NAMES: Final = re.compile(
    r"tmp[a-z0-9_]{8}\.upload(\..*)?|tabanca-(import|export|drill|restore)-[a-z0-9_]{8}"
)
# Folders with the links of a killed backup.
BACKUP_NAMES: Final = re.compile(r"\.backup-[a-z0-9_]{8}")


@app.periodic(cron="41 2 * * *")
@app.task(name="forget_strays", queue="upkeep", queueing_lock="forget_strays")
def remove_strays(timestamp: int) -> None:
    """Delete, every night, stored files without a row and temporary files left by killed processes."""
    remove_stray_files()
    sweep_temporary_files()


def sweep_folder(folder: Path, names: re.Pattern[str]) -> int:
    """Remove files and folders with matching names and return how many; symbolic links and their targets stay."""
    before = time.time() - STRAY_AGE.total_seconds()
    removed = 0
    for path in folder.iterdir() if folder.is_dir() else ():
        try:
            facts = path.lstat()
        except FileNotFoundError:  # another process removed it meanwhile
            continue
        if facts.st_uid != os.getuid() or facts.st_mtime >= before or not names.fullmatch(path.name):
            continue
        if stat.S_ISDIR(facts.st_mode):
            shutil.rmtree(path, ignore_errors=True)
        elif stat.S_ISREG(facts.st_mode):
            path.unlink(missing_ok=True)
        else:
            continue
        removed += 1
    return removed


def sweep_temporary_files() -> int:
    """Remove abandoned temporary files of uploads, imports, exports, backups and restores. Return how many."""
    folders = {Path(tempfile.gettempdir()), MEMORY_FOLDER}
    removed = sum(sweep_folder(folder, TEMPORARY_NAMES) for folder in folders)
    return removed + sweep_folder(settings.FILES_ROOT, BACKUP_NAMES)
