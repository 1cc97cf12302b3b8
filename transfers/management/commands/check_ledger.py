"""Check every invariant of the money."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from transfers.ledger.api import check_ledger, list_invariants


class Command(BaseCommand):
    help = "Check every invariant of the ledger and of payments. Reads only, and may run at any moment."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the invariants, and raise CommandError when one does not hold."""
        with transaction.atomic():
            with connection.cursor() as cursor:
                # All are checked in one snapshot: others pay meanwhile.
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            faults = {fault.invariant: fault for fault in check_ledger()}
        for name in list_invariants():
            fault = faults.get(name)
            self.stdout.write(f"{'BROKEN' if fault else 'holds '}  {name}")
            for example in fault.examples if fault else ():
                self.stdout.write(f"          {example}")
        if faults:
            raise CommandError(f"{len(faults)} of {len(list_invariants())} invariants are broken.")
