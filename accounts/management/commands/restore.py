"""Restore a backup into a new database and check it: `manage.py restore`; `--drill` drops it again."""

import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.backup import api as backup


class Command(BaseCommand):
    help = (
        "Restores an archive of `backup` into a NEW database of the same server, and checks it: sums, rows, schema, "
        "invariants. What exists is never written over."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("archive", type=Path)
        parser.add_argument("--database", help="the name of the new database")
        parser.add_argument("--files", type=Path, help="the new folder of the uploaded files")
        parser.add_argument("--drill", action="store_true", help="restore, check, say how long it took, and drop it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["drill"] == bool(options["database"] and options["files"]):
            raise CommandError("Give either --drill or --database and --files.")
        if not options["archive"].is_file():
            raise CommandError(f"There is no file {options['archive']}.")
        started = time.monotonic()
        try:
            if options["drill"]:
                faults = self._drill(options["archive"])
            else:
                faults = backup.restore_backup(options["archive"], options["database"], options["files"], self._say)
        except backup.BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        for fault in faults:
            self.stderr.write(f"  {fault}")
        if faults:
            raise CommandError("The restored database is not what was saved.")
        self.stdout.write(f"Everything holds, after {time.monotonic() - started:.0f} s.")
        if options["database"] and options["verbosity"]:
            self.stdout.write(
                "To use it, start the service with DATABASE_URL naming the database "
                f"{options['database']} and TABANCA_FILES_ROOT={options['files'].resolve()}."
            )

    def _say(self, text: str) -> None:
        self.stdout.write(f"{text} …")

    def _drill(self, archive: Path) -> list[str]:
        name = f"tabanca_drill_{secrets.token_hex(4)}"
        with tempfile.TemporaryDirectory(prefix="tabanca-drill-") as folder:
            try:
                return backup.restore_backup(archive, name, Path(folder, "fichiers"), self._say)
            finally:
                backup.drop_database(name)
