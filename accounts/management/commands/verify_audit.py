"""Compare the audit entries with their seals and list those that differ: `manage.py verify_audit`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.audit.api import SealHead, find_newest_seal, list_seal_faults, seal_audit_entries

FAULTS = {
    "changed": "was changed after it was sealed",
    "removed": "was sealed and is gone",
    "inserted": "was put in beside the order: all of its time were sealed without it",
    "erased": "has no values left, and no anonymisation says so",
    "seals_removed": "has no seal before it: seals were removed",
    "head": "is not the chain that was written down",
}


class Command(BaseCommand):
    help = "Seal what is open, then compare every entry of the history with its seal. Exit code 1 names what is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--head", help="a head written down earlier, POSITION:HASH, that must still be there")

    def handle(self, *args: Any, **options: Any) -> None:
        expected = None
        if options["head"]:
            position, _colon, chain = options["head"].partition(":")
            if not (position.isascii() and position.isdecimal()) or not chain:
                raise CommandError("--head takes POSITION:HASH, as this command prints it.")
            expected = SealHead(int(position), chain)
        # Checked before sealing, so that entries inserted meanwhile are not sealed as new.
        found = list_seal_faults(expected)
        for fault in found:
            self.stdout.write(f"seal {fault.position or '-'}, entry {fault.entry_id or '-'}: {FAULTS[fault.kind]}")
        if found:
            raise CommandError(f"{len(found)} entries of the history are not as they were sealed.")
        seal_audit_entries()
        newest = find_newest_seal()
        self.stdout.write(f"head {newest.position}:{newest.chain}" if newest else "nothing is sealed yet")
