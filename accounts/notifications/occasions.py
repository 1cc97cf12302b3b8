"""What tells a user by itself: the end of long work that he started, and a mail that did not leave."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as lazy

from accounts.jobs.models import Job
from accounts.mails.models import OutgoingMail
from accounts.notifications.services import notify


class Announced(NamedTuple):
    """What the user of a job is told when it has ended."""

    category: str
    done: Any
    failed: Any
    link: str


ANNOUNCED: dict[str, Announced] = {}
# Of a kind that has no words of its own.
PLAIN = Announced("system", lazy("Une tâche est terminée"), lazy("Une tâche a échoué"), "")


def announce(kind: str, *, category: str, done: Any, failed: Any, link: str = "") -> None:
    """Have the end of this kind of job told to who started it (from a `hooks.py`): titles by `gettext_lazy`."""
    ANNOUNCED[kind] = Announced(category, done, failed, link)


def job_ended(job: Job, statut: str) -> None:
    """Called with every job that ends, in the transaction of its end. Who has stopped his job himself knows it."""
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


def mail_failed(mail: OutgoingMail, last: bool) -> None:
    """Tell who asked for a mail that it did not leave: at the first attempt, and when it is given up."""
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
