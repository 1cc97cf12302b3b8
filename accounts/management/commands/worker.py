"""`manage.py worker`: run queued jobs until told to stop."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from procrastinate.contrib.django import app

from accounts.jobs import services


class Command(BaseCommand):
    help = "Runs queued jobs and periodic upkeep. SIGTERM or Ctrl-C stops it after the job at hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--concurrency", type=int, default=2, help="jobs at once (default 2)")

    def handle(self, *args: Any, **options: Any) -> None:
        services.recover()
        worker = app.with_connector(app.connector.get_worker_connector())  # type: ignore[attr-defined]
        self.stdout.write("worker started")
        worker.run_worker(concurrency=options["concurrency"], delete_jobs="successful", shutdown_graceful_timeout=10)
