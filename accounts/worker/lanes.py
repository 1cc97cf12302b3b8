"""Run queued tasks in separate lanes, so that long jobs never delay mails, webhooks and upkeep.

Each lane is a Procrastinate worker with its own slots, in one process. A lane that loses the database restarts when the
database is back.
"""

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.db import Error, close_old_connections
from procrastinate.contrib.django import app
from procrastinate.exceptions import ConnectorException

from config.sql import Queries

logger = logging.getLogger("tabanca.worker")
SQL = Queries(__file__, "queue.sql")
LANES: Final = {"jobs": ("jobs",), "messages": ("mails", "webhooks"), "upkeep": ("upkeep",)}
# A mail server or a webhook that does not respond holds a slot for seconds.
MESSAGE_SLOTS: Final = 3
UPKEEP_SLOTS: Final = 2
TIDY_SECONDS: Final = 60
PAUSE_SECONDS: Final = 2
GRACE_SECONDS: Final = 10
KEEP_DAYS: Final = 7


def tidy_queue(now: float) -> int:
    """Delete Procrastinate's leftovers; return how many periodic runs were recorded for a future time.

    Those date from before the clock was set back: as long as they exist, no periodic task is queued until that time.
    """
    future = SQL.execute("delete_future_runs", {"now": int(now)})
    SQL.execute("delete_dead_workers")
    SQL.execute("delete_abandoned_tasks")
    SQL.execute("delete_ended_tasks", {"days": KEEP_DAYS})
    return future


def run_with_fresh_connection(work: Callable[[], Any], context: Any, worker: Any) -> Any:
    """Run a task on a working connection: threads outlive a restart of the database (a Procrastinate middleware)."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


class Worker:
    """Run the lanes of one process, and tidy the queue periodically."""

    def __init__(self, slots: int) -> None:
        self.slots = {"jobs": slots, "messages": MESSAGE_SLOTS, "upkeep": UPKEEP_SLOTS}
        self.app = app.with_connector(app.connector.get_worker_connector())  # type: ignore[attr-defined]  # of Django's connector only
        self.running: dict[str, asyncio.Task[None]] = {}
        self.is_stopping = False

    async def run(self) -> None:
        """Serve until SIGTERM or SIGINT, then let the running tasks end."""
        loop = asyncio.get_running_loop()
        # One thread per slot, and one for `_tidy_regularly`.
        loop.set_default_executor(ThreadPoolExecutor(max_workers=sum(self.slots.values()) + 1))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        async with self.app.open_async():
            tidying = asyncio.create_task(self._tidy_regularly())
            await asyncio.gather(*(self._keep_lane_running(name) for name in LANES))
            tidying.cancel()

    def stop(self) -> None:
        """Stop all lanes."""
        self.is_stopping = True
        for task in self.running.values():
            task.cancel()

    async def _keep_lane_running(self, name: str) -> None:
        """Run a lane, and restart it until the worker is stopped."""
        while not self.is_stopping:
            task = self.running[name] = asyncio.create_task(self._run_lane(name))
            try:
                await task
            except asyncio.CancelledError:
                continue  # cancelled by `stop`, or to restart after the clock was set back
            except (ConnectorException, Error):
                logger.warning("lane %s met no database, and begins again", name, exc_info=True)
            if not self.is_stopping:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _run_lane(self, name: str) -> None:
        await self.app.run_worker_async(
            queues=list(LANES[name]),
            name=name,
            concurrency=self.slots[name],
            delete_jobs="successful",
            shutdown_graceful_timeout=GRACE_SECONDS,
            install_signal_handlers=False,
            task_middleware=[run_with_fresh_connection],
        )

    async def _tidy_regularly(self) -> None:
        while True:
            try:
                future = await asyncio.to_thread(run_with_fresh_connection, lambda: tidy_queue(time.time()), None, None)
            except Error:
                logger.warning("the queue could not be tidied: no database")
            else:
                if future and "upkeep" in self.running:
                    logger.warning("the clock went back: periodic work begins anew")
                    self.running["upkeep"].cancel()
            await asyncio.sleep(TIDY_SECONDS)
