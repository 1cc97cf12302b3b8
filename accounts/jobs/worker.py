"""The worker: queued tasks in lanes, so that long jobs never keep mails, webhooks and upkeep waiting.

Each lane is a worker of procrastinate with slots of its own, in one process. A lane that loses the database begins
again when it is back.
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
SQL = Queries(__file__, "worker.sql")
LANES: Final = {"jobs": ("jobs",), "messages": ("mails", "webhooks"), "upkeep": ("upkeep",)}
# A mail server or a webhook that does not answer holds a slot for seconds.
MESSAGE_SLOTS: Final = 3
UPKEEP_SLOTS: Final = 2
TIDY_SECONDS: Final = 60
PAUSE_SECONDS: Final = 2
GRACE_SECONDS: Final = 10
KEEP_DAYS: Final = 7


def tidy_queue(now: float) -> int:
    """Remove what procrastinate leaves behind; return how many periodic runs were noted for a time to come.

    Those are from before the clock went back: while they stand, nothing periodic is queued until that time.
    """
    ahead = SQL.run("forget_runs_to_come", {"now": int(now)})
    SQL.run("forget_dead_workers")
    SQL.run("forget_abandoned")
    SQL.run("forget_ended", {"days": KEEP_DAYS})
    return ahead


def with_fresh_connection(work: Callable[[], Any], context: Any, worker: Any) -> Any:
    """Run a task on a connection that works: threads outlive a restart of the database (a procrastinate middleware)."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


class Worker:
    """The lanes of one process, and the tidying of the queue beside them."""

    def __init__(self, slots: int) -> None:
        self.slots = {"jobs": slots, "messages": MESSAGE_SLOTS, "upkeep": UPKEEP_SLOTS}
        self.app = app.with_connector(app.connector.get_worker_connector())  # type: ignore[attr-defined]
        self.running: dict[str, asyncio.Task[None]] = {}
        self.is_stopping = False

    async def run(self) -> None:
        """Serve until SIGTERM or SIGINT, then let the tasks at hand end."""
        loop = asyncio.get_running_loop()
        # Every slot has a thread, and the tidying has one.
        loop.set_default_executor(ThreadPoolExecutor(max_workers=sum(self.slots.values()) + 1))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        async with self.app.open_async():
            tidying = asyncio.create_task(self._tidy())
            await asyncio.gather(*(self._serve(name) for name in LANES))
            tidying.cancel()

    def stop(self) -> None:
        """End all lanes."""
        self.is_stopping = True
        for task in self.running.values():
            task.cancel()

    async def _serve(self, name: str) -> None:
        """Run a lane again and again until the worker is stopped."""
        while not self.is_stopping:
            task = self.running[name] = asyncio.create_task(self._run_lane(name))
            try:
                await task
            except asyncio.CancelledError:
                continue  # by `stop`, or to begin anew after the clock went back
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
            task_middleware=[with_fresh_connection],
        )

    async def _tidy(self) -> None:
        while True:
            try:
                ahead = await asyncio.to_thread(with_fresh_connection, lambda: tidy_queue(time.time()), None, None)
            except Error:
                logger.warning("the queue could not be tidied: no database")
            else:
                if ahead and "upkeep" in self.running:
                    logger.warning("the clock went back: periodic work begins anew")
                    self.running["upkeep"].cancel()
            await asyncio.sleep(TIDY_SECONDS)
