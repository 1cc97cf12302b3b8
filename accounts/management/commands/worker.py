"""Run queued tasks until a signal stops the process: `manage.py worker`."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.jobs.api import recover_dead_jobs
from accounts.worker.lanes import Worker


class Command(BaseCommand):
    help = "Runs queued jobs, mails, webhooks and periodic upkeep. SIGTERM or Ctrl-C stops it after the tasks at hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--concurrency", type=int, default=2, help="long jobs at once (default 2)")

    def handle(self, *args: Any, **options: Any) -> None:
        recover_dead_jobs()
        self.stdout.write("worker started")
        asyncio.run(Worker(options["concurrency"]).run())
