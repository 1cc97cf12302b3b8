"""Hold what other features add to jobs at start-up: kinds of jobs, and listeners to their ends."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.jobs.models import Job
from accounts.jobs.types import Progress
from config.hooks import Hook


@dataclass(frozen=True)
class JobKind:
    """Describe a kind of job.

    `run(job, progress)` does the work in one transaction, and returns the result in its documented shape.

    A job that first queries another system has `prepare`: a context manager entered before the transaction begins,
    which changes nothing here and yields the third argument of `run`.

    A job that works in further transactions has `describe_remains`, which returns a sentence about what remains of an
    unsuccessful job, or None when nothing does.

    A job whose work would go on without it has `stop`, which ends that work: it is called when somebody cancels the job,
    and when it ends without success, before its remains are described. It may be called twice.

    `name` (by `gettext_lazy`) is shown to users whom the job keeps waiting.
    """

    run: Callable[..., dict[str, Any]]
    name: str | Promise = ""
    prepare: Callable[[Job, Progress], AbstractContextManager[Any]] | None = None
    describe_remains: Callable[[Job], str | None] | None = None
    stop: Callable[[Job], None] | None = None


job_kinds = Hook[JobKind]("kinds of jobs")
# Called with each job that a run or `recover_dead_jobs` ended, and its state, in the transaction of its end.
job_end_listeners = Hook[Callable[[Job, str], None]]("listeners to the ends of jobs")
