"""Load the demonstration country: `manage.py seed_demo --menages 20000 --seed 1`."""

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from analysis.demo.api import (
    ANALYZED_TABLES,
    MANY_HOUSEHOLDS,
    OtherDataError,
    analyse_country,
    find_seed_parameters,
    seed_accounts,
    seed_country,
)


class Command(BaseCommand):
    """Create the demonstration country once; a second run does nothing."""

    help = "Load a synthetic country: areas, services, households, users. The same seed gives the same country."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--menages", type=int, default=20_000, help="households, up to 5,000,000; 0: accounts only")
        parser.add_argument("--seed", type=int, default=1, help="another seed, another country")
        parser.add_argument("--etablissements", type=int, help="services of the five kinds together, in proportion")
        parser.add_argument(
            "--membres", action="store_true", help=f"members also from {MANY_HOUSEHOLDS:,} households on"
        )
        parser.add_argument("--force", action="store_true", help="beside data that stands in the registry already")

    def handle(self, *args: Any, **options: Any) -> None:
        households, seed, facilities = options["menages"], options["seed"], options["etablissements"]
        if settings.PRODUCTION:
            raise CommandError("The demonstration has public passwords: it is not loaded in production.")
        if (
            not 0 <= households <= 5_000_000
            or not 0 <= seed <= 2_000_000
            or not (facilities is None or facilities >= 5)
        ):
            raise CommandError("--menages 0 to 5000000, --seed 0 to 2000000, --etablissements at least 5")
        loaded = find_seed_parameters()
        if loaded:
            self.stdout.write(f"The demonstration country is loaded already ({loaded}): nothing to do.")
            return
        if not households:
            seed_accounts(seed)
            return
        self.started = time.monotonic()
        try:
            seed_country(
                households=households,
                seed=seed,
                facilities=facilities,
                members=options["membres"] or households < MANY_HOUSEHOLDS,
                force=options["force"],
                report=self.print_progress,
            )
        except OtherDataError as error:
            raise CommandError("The registry holds other data. --force loads the demonstration beside it.") from error
        if households < MANY_HOUSEHOLDS and not connection.in_atomic_block:
            self.print_progress(f"{analyse_country()} pairs of possible duplicates")
        if not connection.in_atomic_block:
            # VACUUM marks the new pages as all-visible, so that index-only scans need not read the rows.
            with connection.cursor() as cursor:
                cursor.execute(f"VACUUM {', '.join(ANALYZED_TABLES)}")
                # The many rows appended by the load are folded: VACUUM FULL frees the space that they took.
                cursor.execute("VACUUM FULL registry_menage_tally, registry_menage_cell")
        self.print_progress("done")

    def print_progress(self, text: str) -> None:
        """Print a line of progress with the seconds elapsed."""
        self.stdout.write(f"{time.monotonic() - self.started:6.1f} s  {text}")
        self.stdout.flush()
