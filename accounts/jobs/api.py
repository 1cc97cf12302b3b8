"""Export what other features may use of jobs; the rest of the package is private."""

from accounts.jobs.hooks import JobKind, job_end_listeners, job_kinds
from accounts.jobs.queries import filter_own_jobs, find_job_caller
from accounts.jobs.services import act_as_job, recover_dead_jobs, start_job
from accounts.jobs.types import Progress

__all__ = [
    "JobKind",
    "Progress",
    "act_as_job",
    "filter_own_jobs",
    "find_job_caller",
    "job_end_listeners",
    "job_kinds",
    "recover_dead_jobs",
    "start_job",
]
