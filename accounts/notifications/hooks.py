"""Hold the texts of notifications about ended jobs."""

from dataclasses import dataclass

from django.utils.functional import Promise

from config.hooks import Hook


@dataclass(frozen=True)
class JobNotice:
    """Hold the texts of the notification that the user of a job gets when it has ended; titles by `gettext_lazy`."""

    category: str
    done: str | Promise
    failed: str | Promise
    link: str = ""


# By kind of job.
job_notices = Hook[JobNotice]("notices of ended jobs")
