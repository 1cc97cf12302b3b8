"""Make, list and end logins of the database: `manage.py gis_account make analyste_bafata --regions BA`.

For the server's operator. A login reads the views of the schema `gis` (for QGIS) or `bi` (`--usage bi`: Superset,
Metabase) in its regions, and nothing else. The password is shown once.
"""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.database_logins.api import LoginState, NewLogin, Usage, end_login, list_logins, make_login, publish_views
from config.errors.problems import Problem


class Command(BaseCommand):
    help = "Makes, lists and ends logins of the database for QGIS and BI tools, each with its regions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        make = actions.add_parser("make", help="make a login and show its password")
        make.add_argument("name", help="lower-case letters, digits and _")
        scope = make.add_mutually_exclusive_group(required=True)
        scope.add_argument("--regions", help="codes of regions, with commas")
        scope.add_argument("--all-regions", action="store_true", help="rows without a region too")
        make.add_argument("--usage", choices=Usage.values, default=Usage.GIS)
        make.add_argument("--description", default="", help="whose it is, and what for")
        make.add_argument("--until", type=date.fromisoformat, help="the day (2027-01-31) from which it cannot sign in")
        actions.add_parser("list", help="list all logins, ended ones too")
        end = actions.add_parser("end", help="end a login and its sessions at once")
        end.add_argument("name")
        publish = actions.add_parser("publish", help="write styles and project for QGIS")
        publish.add_argument("--host", default="", help="the server's address as QGIS reaches it")
        publish.add_argument("--port", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action']}")(options)
        except Problem as problem:
            details = "; ".join(" ".join(map(str, lines)) for lines in problem.details.values())
            raise CommandError(details or str(problem.message)) from problem

    def _make(self, options: dict[str, Any]) -> None:
        codes = tuple(code.strip() for code in (options["regions"] or "").split(",") if code.strip())
        login = NewLogin(
            name=options["name"],
            usage=options["usage"],
            regions=None if options["all_regions"] else codes,
            description=options["description"],
            until=options["until"],
        )
        password = make_login(login=login)
        self.stdout.write(f"{login.name}: password {password} (shown once)")

    def _list(self, options: dict[str, Any]) -> None:
        for login in list_logins():
            self.stdout.write(_describe(login))

    def _end(self, options: dict[str, Any]) -> None:
        dropped = end_login(name=options["name"])
        left = "" if dropped else "; its role owns something in another database, stays, and cannot sign in"
        self.stdout.write(f"{options['name']}: ended{left}")

    def _publish(self, options: dict[str, Any]) -> None:
        count = publish_views(host=options["host"], port=options["port"])
        self.stdout.write(f"Styles and project of {count} layers")


def _describe(login: LoginState) -> str:
    regions = "all regions" if login.regions is None else ", ".join(login.regions) or "no region"
    if login.ended:
        state = f"ended {login.ended:%Y-%m-%d}"
    elif login.sessions is None:
        state = "no such role on this server"
    else:
        state = f"{login.sessions} sessions"
    return "\t".join(
        [login.name, login.usage, regions, f"made {login.made:%Y-%m-%d}", state, login.description]
    ).rstrip()
