"""Report a job's progress: the job sets it in memory, and a thread with its own connection writes it to the row.

The job's own transaction stays open until the end, so nobody could read progress written in it.
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
from accounts.jobs.rights import RunRights, build_lost_rights_problem
from config.errors.database import is_unavailable

logger = logging.getLogger("tabanca.jobs")
BEAT_SECONDS = 1.0


class JobCancelled(Exception):
    """Signal that the job was asked to stop."""


class ExtraTransaction(Protocol):
    """Represent a transaction in addition to the job's own, ready to commit when the job's function has returned."""

    def commit(self) -> None: ...

    def abandon(self) -> None: ...


class Progress:
    """Hold a job's progress and its request to stop.

    `at(done, total)` is cheap and may be called often; it raises Cancelled when the job was asked to stop, and
    FORBIDDEN when its user has lost a right that they had when the run began.

    Work that is too slow for one transaction adds further transactions to `beside`: they commit after all work has
    succeeded, just before the job's own. A crash in between leaves some of them committed, so each must write a receipt
    that lets the next run do only the rest.
    """

    def __init__(self) -> None:
        self.beside: list[ExtraTransaction] = []
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
            raise JobCancelled
        if self.withdrawn:
            raise build_lost_rights_problem()

    def whole(self) -> int:
        """Return the progress of a job that ended well: its total, even when the total was only an estimate."""
        return self.done if self.total is None else self.total

    def commit_beside(self) -> None:
        """Commit the further transactions, as the last step before the job's own commit."""
        self.sealed = bool(self.beside)
        for other in self.beside:
            other.commit()

    def abandon_beside(self) -> None:
        """Roll back and drop the further transactions that were not committed."""
        while self.beside:
            self.beside.pop().abandon()


def _send_heartbeats(job_id: UUID, worker: UUID, progress: Progress, rights: RunRights, over: threading.Event) -> None:
    """Renew the lease and write the progress every second until `over`, and read whether the job must stop.

    It stops when its cancellation was requested, its lease lost or its user's rights reduced.
    """
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
                # The run may still be alive, and the lease lasts for many heartbeats: the next one reconnects.
                logger.warning("a heartbeat of job %s met no database", job_id)
                connection.close()
    finally:
        connection.close()


@contextmanager
def keep_lease(job_id: UUID, worker: UUID, progress: Progress, rights: RunRights) -> Iterator[None]:
    """Renew the job's lease while the block runs, and check the rights that its user had at the beginning.

    The thread runs until after the block's transaction, in which the end state is written too. A heartbeat that finds
    the row locked waits for the commit, then finds no running job of this worker: it changes nothing, and its request
    to stop comes too late to matter.
    """
    over = threading.Event()
    thread = threading.Thread(target=_send_heartbeats, args=(job_id, worker, progress, rights, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(timeout=10)
