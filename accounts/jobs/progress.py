"""How far a job is: told by the job in memory, written down by a thread with a connection of its own.

The job's own transaction is open until the end, so what it wrote about progress nobody could read.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from accounts.jobs.models import Job
from accounts.jobs.rights import Rights, withdrawn
from config.api.faults import is_unavailable

logger = logging.getLogger("tabanca.jobs")
BEAT_SECONDS = 1.0


class Cancelled(Exception):
    """The job was asked to stop."""


class Beside(Protocol):
    """A transaction beside the job's own: ready to commit when the job's function has answered."""

    def commit(self) -> None: ...

    def abandon(self) -> None: ...


class Progress:
    """`at(done, total)` is cheap and may be called often; it raises Cancelled when the job was asked to stop, and
    FORBIDDEN when its user has lost a right that the run began with.

    Work that one transaction is too slow for is put `beside`: it commits when all is settled, just before the job.
    A crash in between leaves a part of it, so each must leave a receipt by which the next run does only the rest.
    """

    def __init__(self) -> None:
        self.beside: list[Beside] = []
        self.sealed = False
        self.done = 0
        self.total: int | None = None
        self.stop = False
        self.withdrawn = False

    def at(self, done: int, total: int | None = None) -> None:
        self.done = done
        self.total = self.total if total is None else total
        self.check()

    def check(self) -> None:
        if self.stop:
            raise Cancelled
        if self.withdrawn:
            raise withdrawn()

    def whole(self) -> int:
        """How far a job is that ended well: all is done, also where the total was only reckoned."""
        return self.done if self.total is None else self.total

    def commit_beside(self) -> None:
        """The last act before the job's own commit."""
        self.sealed = bool(self.beside)
        for other in self.beside:
            other.commit()

    def abandon_beside(self) -> None:
        """Roll back whatever was not committed, and forget it."""
        while self.beside:
            self.beside.pop().abandon()


def _beat(job_id: UUID, worker: UUID, progress: Progress, rights: Rights, over: threading.Event) -> None:
    """Until `over`: renew the lease, write the progress, read whether to stop (asked, lease lost, rights lost)."""
    held = Job.objects.filter(id=job_id, worker=worker, statut=Job.Statut.EN_COURS)
    try:
        while not over.wait(BEAT_SECONDS):
            try:
                lease = timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)
                alive = held.update(fait=progress.done, total=progress.total, lease_until=lease)
                asked = Job.objects.filter(id=job_id, annulation_demandee=True).exists()
                progress.stop = progress.stop or asked or not alive
                progress.withdrawn = progress.withdrawn or not rights.kept()
            except Error as error:
                if not is_unavailable(error):
                    raise
                # The run may still be alive, and the lease lasts for many beats: the next one connects anew.
                logger.warning("a heartbeat of job %s met no database", job_id)
                connection.close()
    finally:
        connection.close()


@contextmanager
def heartbeat(job_id: UUID, worker: UUID, progress: Progress, rights: Rights) -> Iterator[None]:
    """Keep the job's lease while the block runs, and watch over the rights it began with.

    The thread outlives the block's transaction, in which the end state is written too. A beat that meets that row
    locked waits for the commit, then finds no run of this worker to renew: it changes nothing, and what it says of
    stopping comes too late to matter.
    """
    over = threading.Event()
    thread = threading.Thread(target=_beat, args=(job_id, worker, progress, rights, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(timeout=10)
