"""Procrastinate looks here for the app's tasks."""

from accounts.jobs.queue import recover_jobs, run_job

__all__ = ["recover_jobs", "run_job"]
