"""Open an account, or change the role of one: `manage.py account ana@example.org --role ROLE_SUPER_ADMIN --nom Lopes`.

For the server's operator: it grants any role, including those that no user could grant (the first administrator, the
first reader of VBG cases). The password of a new account is prompted for, or read from standard input when that is no
terminal.
"""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.directory.api import create_or_update_account
from accounts.users.models import User
from config.errors.problems import Problem


class Command(BaseCommand):
    """Open or change one account."""

    help = "Open an account, or give an existing one another role and regions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--role", required=True, help="code of the role, such as ROLE_SUPER_ADMIN")
        parser.add_argument("--regions", default="", help="codes of regions, with commas; none: all or nothing")
        parser.add_argument("--nom", default="")
        parser.add_argument("--prenom", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        new = not User.objects.filter(email=options["email"].strip().lower()).exists()
        try:
            user, created = create_or_update_account(
                email=options["email"],
                role_code=options["role"],
                regions=[code.strip() for code in options["regions"].split(",") if code.strip()],
                password=self.read_password() if new else None,
                nom=options["nom"],
                prenom=options["prenom"],
            )
        except Problem as problem:
            details = "; ".join(f"{field}: {' '.join(map(str, lines))}" for field, lines in problem.details.items())
            raise CommandError(details or str(problem.message)) from problem
        self.stdout.write(f"{user.email}: {options['role']} ({'opened' if created else 'changed'})")

    @staticmethod
    def read_password() -> str:
        return getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
