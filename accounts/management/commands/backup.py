"""Write database and uploaded files into one archive: `manage.py backup`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InternalError, transaction
from django.utils import timezone
from psycopg.errors import ReadOnlySqlTransaction

from accounts.audit.api import write_audit_entry
from accounts.backup import api as backup


class Command(BaseCommand):
    help = "Writes the database and the uploaded files of one moment into one archive. It holds personal data."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("archive", type=Path, nargs="?", help="the file to write (tabanca-<time>.tar)")

    def handle(self, *args: Any, **options: Any) -> None:
        target = options["archive"] or Path(f"tabanca-{timezone.now():%Y%m%dT%H%M%SZ}.tar")
        try:
            manifest = backup.create_backup(target, lambda text: self.stdout.write(f"{text} …"))
        except backup.BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        rows = sum(manifest["rows"].values())
        self._note(rows, target.stat().st_size)
        self.stdout.write(
            f"{target}: {rows:,} rows of {len(manifest['rows'])} tables, {target.stat().st_size / 1e6:,.1f} MB.\n"
            "It holds personal data and is not encrypted: keep it as you keep the database. Try it: "
            f"manage.py restore --drill {target}"
        )

    def _note(self, rows: int, size: int) -> None:
        """Write the backup into the history, from which the administration tells its age."""
        try:
            with transaction.atomic():
                write_audit_entry(action="operation", model=backup.HISTORY_KIND, count=rows, details={"octets": size})
        except InternalError as error:
            if not isinstance(error.__cause__, ReadOnlySqlTransaction):
                raise
            self.stderr.write("This server takes no writes: the administration will not know of this backup.")
