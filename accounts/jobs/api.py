"""Export what other features may use of jobs; the rest of the package is private."""

from accounts.jobs.progress import Progress
from accounts.jobs.rights import find_job_caller
from accounts.jobs.services import (
    act_as_job,
    recover_dead_jobs,
    register_job_kind,
    start_job,
)
from accounts.jobs.worker import Worker

__all__ = [
    "Progress",
    "Worker",
    "act_as_job",
    "find_job_caller",
    "recover_dead_jobs",
    "register_job_kind",
    "start_job",
]
