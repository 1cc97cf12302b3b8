"""Print the demonstration accounts: `manage.py demo_accounts [--json]`."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from analysis.demo.api import list_accounts


class Command(BaseCommand):
    """Print role, e-mail address, password and regions; the super administrator comes first."""

    help = "Print the demonstration accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="as a JSON list")

    def handle(self, *args: Any, **options: Any) -> None:
        accounts = list_accounts()
        if options["json"]:
            self.stdout.write(json.dumps(accounts, ensure_ascii=False))
            return
        for account in accounts:
            regions = ", ".join(account["regions"]) or "-"
            self.stdout.write(f"{account['role']:<18} {account['email']:<36} {account['password']}  {regions}")
