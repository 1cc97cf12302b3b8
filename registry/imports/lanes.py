"""Work on one file in several lanes: a thread, a connection and a transaction each.

One backend types, checks and writes some 10,000 households a second, and all others only watch. So the rows are
divided by their household's code: what concerns one household (a code that stands twice, a known one) stays in one
lane. A lane is ready when everything it can fail at is done; then it waits, and commits or rolls back as it is told.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import copy_context
from queue import Full, Queue
from typing import Final, Generic, TypeVar
from zlib import crc32

from django.db import connection, transaction

Answer = TypeVar("Answer")
Work = Callable[[Iterator[bytes]], Answer]
# The first cells of a staged row: its line and its fault.
BEFORE: Final = 2
# How many blocks a lane may lie behind.
AHEAD: Final = 8
BEAT_SECONDS: Final = 0.5
# Without it the sums of codes that follow each other would have a pattern, and neighbours meet too often or never.
MIXER: Final = 0x9E3779B1


class Abandoned(Exception):
    """The lane was told to roll back."""


class Lane(Generic[Answer]):
    """One lane. `work` is given the blocks that are fed, inside the lane's transaction, and answers what it did.
    `around` is entered in the lane's thread before its transaction begins."""

    def __init__(self, work: Work[Answer], around: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        self.ready: Future[Answer] = Future()
        self._blocks: Queue[bytes | None] = Queue(AHEAD)
        self._commit: Future[bool] = Future()
        self._over: Future[None] = Future()
        # The copy carries the language and the request's identity into the thread.
        self._thread = threading.Thread(target=copy_context().run, args=(self._run, work, around), daemon=True)
        self._thread.start()

    def _run(self, work: Work[Answer], around: Callable[[], AbstractContextManager[None]]) -> None:
        try:
            with around(), transaction.atomic():
                self.ready.set_result(work(iter(self._blocks.get, None)))
                if not self._commit.result():
                    raise Abandoned
        except BaseException as error:  # noqa: BLE001 - whoever waits is told
            (self._over if self.ready.done() else self.ready).set_exception(error)
        else:
            self._over.set_result(None)
        finally:
            connection.close()

    def feed(self, block: bytes | None) -> None:
        """Give it a block; None is the end. Raises what the lane raised."""
        while not self.ready.done():
            with suppress(Full):
                self._blocks.put(block, timeout=BEAT_SECONDS)
                return
        self.ready.result()

    def commit(self) -> None:
        """Commit, and wait until that is done. Raises what it fails with."""
        self._commit.set_result(True)
        self._over.result()

    def abandon(self) -> None:
        """Roll back, unless it was committed, and wait until that is done."""
        if not self._commit.done():
            self._commit.set_result(False)
        while self._thread.is_alive():
            # It may be waiting for a block, or be full of them.
            if not self.ready.done() and not self._blocks.full():
                self._blocks.put(None)
            self._thread.join(BEAT_SECONDS)


def find_lane(code: bytes, count: int) -> int:
    """Find the lane of a code: always the same, and that of the next code by chance."""
    return (crc32(code) * MIXER >> 32) % count


def divided(blocks: Iterator[bytes], cell: int, count: int) -> Iterator[list[bytes]]:
    """Blocks of COPY's text as `count` parts each: a row goes by the text of its `cell`, counted after `BEFORE`."""
    place = BEFORE + cell
    rest = b""
    for block in blocks:
        *lines, rest = (rest + block).split(b"\n")
        parts: list[list[bytes]] = [[] for _ in range(count)]
        for line in lines:
            parts[find_lane(line.split(b"\t", place + 1)[place], count)].append(line)
        yield [b"".join(line + b"\n" for line in part) for part in parts]


def feed(lanes: Mapping[int, Lane], parts: Iterator[list[bytes]]) -> None:
    """Give each lane its part of every block. Raises what a lane raised."""
    for part in parts:
        for number, lane in lanes.items():
            if part[number]:
                lane.feed(part[number])
    for lane in lanes.values():
        lane.feed(None)


def answers(lanes: Mapping[int, Lane[Answer]], check: Callable[[], None]) -> list[Answer]:
    """What the lanes did, once all are ready. Raises what one raised, and what `check` raises meanwhile."""
    waiting = [lane.ready for lane in lanes.values()]
    while True:
        check()
        done, open_ = wait(waiting, BEAT_SECONDS, FIRST_EXCEPTION)
        failed = [future for future in done if future.exception()]
        if failed or not open_:
            return [future.result() for future in failed or waiting]


def together(at: Callable[[float], None], count: int) -> Sequence[Callable[[float], None]]:
    """For each of `count` lanes a place to tell its share of the way; `at` hears of their mean."""
    shares = [0.0] * count

    def told(place: int) -> Callable[[float], None]:
        def tell(share: float) -> None:
            shares[place] = share
            at(sum(shares) / count)

        return tell

    return [told(place) for place in range(count)]
