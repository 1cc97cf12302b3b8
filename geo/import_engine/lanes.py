"""Divide the work on one file among lanes, each with its own thread, connection and transaction.

One backend types, checks and writes some 10,000 households per second while the others are idle. So the rows are
divided by the code of their household: all rows of one household (a duplicate code, a known household) go to one lane.
A lane is ready when nothing can fail in it any more; then it waits for the order to commit or roll back.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import copy_context
from queue import Full, Queue
from typing import Final, Generic, TypeVar
from uuid import UUID, uuid5
from zlib import crc32

from django.db import connection, transaction

LaneResult = TypeVar("LaneResult")
LaneWork = Callable[[Iterator[bytes]], LaneResult]
# Number of cells before the columns of a staged row: its line and its fault.
LEADING_CELLS: Final = 2
# How many blocks may wait for a lane.
MAX_QUEUED_BLOCKS: Final = 8
POLL_SECONDS: Final = 0.5
# Without it the checksums of consecutive codes would follow a pattern, and neighbouring codes would share a lane too
# often or never.
HASH_MULTIPLIER: Final = 0x9E3779B1


def list_lane_operations(job_id: UUID, count: int) -> list[UUID]:
    """Return the id of the audit operation of each of the `count` lanes of a job: the same in every run of the job."""
    return [uuid5(job_id, f"lot {number + 1}/{count}") for number in range(count)]


class LaneAbandoned(Exception):
    """Signal that the lane was ordered to roll back."""


class Lane(Generic[LaneResult]):
    """Run one lane.

    `work` receives the blocks that are fed, inside the lane's transaction, and returns its result. `around` is entered
    in the lane's thread before its transaction begins.
    """

    def __init__(
        self, work: LaneWork[LaneResult], around: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self.ready: Future[LaneResult] = Future()
        self._blocks: Queue[bytes | None] = Queue(MAX_QUEUED_BLOCKS)
        self._commit: Future[bool] = Future()
        self._over: Future[None] = Future()
        # Copy the context, which carries the language and the identity of the request, to the thread.
        self._thread = threading.Thread(target=copy_context().run, args=(self._run, work, around), daemon=True)
        self._thread.start()

    def _run(self, work: LaneWork[LaneResult], around: Callable[[], AbstractContextManager[None]]) -> None:
        try:
            with around(), transaction.atomic():
                self.ready.set_result(work(iter(self._blocks.get, None)))
                if not self._commit.result():
                    raise LaneAbandoned
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            (self._over if self.ready.done() else self.ready).set_exception(error)
        else:
            self._over.set_result(None)
        finally:
            connection.close()

    def feed_block(self, block: bytes | None) -> None:
        """Queue a block for the lane; None marks the end. Raises what the lane raised."""
        while not self.ready.done():
            with suppress(Full):
                self._blocks.put(block, timeout=POLL_SECONDS)
                return
        self.ready.result()

    def commit(self) -> None:
        """Commit, and wait until it is done. Raises what the commit raises."""
        self._commit.set_result(True)
        self._over.result()

    def abandon(self) -> None:
        """Roll back, unless committed, and wait until it is done."""
        if not self._commit.done():
            self._commit.set_result(False)
        while self._thread.is_alive():
            # The lane may be waiting for a block; its queue may also be full.
            if not self.ready.done() and not self._blocks.full():
                self._blocks.put(None)
            self._thread.join(POLL_SECONDS)


def find_lane(code: bytes, count: int) -> int:
    """Return the lane of a code: always the same, and independent of the lane of the next code."""
    return (crc32(code) * HASH_MULTIPLIER >> 32) % count


def divide_blocks(blocks: Iterator[bytes], cell: int, count: int) -> Iterator[list[bytes]]:
    """Split blocks of COPY text into `count` parts each.

    A row goes to a part by the text of its cell at index `cell`, counted after the first `LEADING_CELLS` cells.
    """
    place = LEADING_CELLS + cell
    rest = b""
    for block in blocks:
        *lines, rest = (rest + block).split(b"\n")
        parts: list[list[bytes]] = [[] for _ in range(count)]
        for line in lines:
            parts[find_lane(line.split(b"\t", place + 1)[place], count)].append(line)
        yield [b"".join(line + b"\n" for line in part) for part in parts]


def feed_lanes(lanes: Mapping[int, Lane], parts: Iterator[list[bytes]]) -> None:
    """Feed each lane its part of every block. Raises what a lane raised."""
    for part in parts:
        for number, lane in lanes.items():
            if part[number]:
                lane.feed_block(part[number])
    for lane in lanes.values():
        lane.feed_block(None)


def wait_for_lanes(lanes: Mapping[int, Lane[LaneResult]], check: Callable[[], None]) -> list[LaneResult]:
    """Return the results of the lanes, once all are ready. Raises what a lane or `check` raises meanwhile."""
    waiting = [lane.ready for lane in lanes.values()]
    while True:
        check()
        done, open_ = wait(waiting, POLL_SECONDS, FIRST_EXCEPTION)
        failed = [future for future in done if future.exception()]
        if failed or not open_:
            return [future.result() for future in failed or waiting]
