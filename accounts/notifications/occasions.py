"""Notify users of the end of their jobs, and of mails that could not be sent."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as lazy

from accounts.jobs.models import Job
from accounts.mails.models import OutgoingMail
from accounts.notifications.services import notify


class JobNotice(NamedTuple):
    """Hold the texts of the notification that the user of a job gets when it has ended."""

    category: str
    done: Any
    failed: Any
    link: str


ANNOUNCED: dict[str, JobNotice] = {}
# For kinds of jobs without registered texts.
PLAIN = JobNotice("system", lazy("Une tâche est terminée"), lazy("Une tâche a échoué"), "")


def register_job_notice(kind: str, *, category: str, done: Any, failed: Any, link: str = "") -> None:
    """Register the texts for the end of a kind of job (called from a `hooks.py`); titles by `gettext_lazy`."""
    ANNOUNCED[kind] = JobNotice(category, done, failed, link)


def notify_job_end(job: Job, statut: str) -> None:
    """Notify the user of a job that has ended. Called for every job, in the transaction that ends it.

    Cancelled jobs are skipped: the user cancelled them and knows.
    """
    what = ANNOUNCED.get(job.type, PLAIN)
    if statut == Job.Statut.ANNULE:
        return
    done = statut == Job.Statut.TERMINE
    notify(
        to=[job.user_id], category=what.category, type="success" if done else "error",
        title=what.done if done else what.failed, link=what.link,
        message=lazy("Le résultat est prêt.") if done else lazy("Le détail de l'échec est dans la tâche."),
        data={"jobId": str(job.id), "statut": str(statut)},
    )  # fmt: skip


def notify_mail_failure(mail: OutgoingMail, last: bool) -> None:
    """Notify the user who requested a mail that it was not sent: at the first failure, and when it is abandoned."""
    notify(
        to=[mail.asked_by_id], type="error" if last else "warning", link="/utilisateurs",
        title=lazy("Un courriel n'a pas pu être envoyé") if last else lazy("Un courriel attend"),
        message=(
            lazy("Le serveur de courrier n'a pas accepté le message. Il ne sera plus envoyé.")
            if last
            else lazy("Le serveur de courrier ne répond pas. Le message sera envoyé dès que possible.")
        ),
        data={"userId": str(mail.user_id), "mailId": str(mail.id)},
    )  # fmt: skip
