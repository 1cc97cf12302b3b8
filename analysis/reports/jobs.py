"""Write a report in the background, and compose the mails that carry the monthly ones."""

from datetime import date, timedelta
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from accounts.mails.api import MailFile, MailText
from accounts.users.api import find_active_user
from accounts.users.models import User
from analysis.reports.printing.document import describe_period
from analysis.reports.queries import build_report, find_scope
from analysis.reports.services import MEDIA, PDF, READ, XLSX, find_delivery, keep_report, write_report
from config.errors.problems import not_found

JOB: Final = "rapport"


def run_report_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Write the report with the rights that the job's user has when it runs; the result names the file."""
    params = job.parametres
    user = find_job_caller(job, READ)
    progress.report(0, 2)
    scope = find_scope(user, programme_id=_read_id(params["programme"]), region_id=_read_id(params["region"]))
    if scope is None:
        raise not_found()
    with override(params["langue"]):
        days = date.fromisoformat(params["dateDebut"]), date.fromisoformat(params["dateFin"])
        report = build_report(user, scope, days)
        progress.report(1, 2)
        stored = keep_report(report, params["format"], user)
    progress.report(2, 2)
    return {"fichier": str(stored.id), "nom": stored.nom, "taille": stored.taille, "type": stored.type}


def _read_id(text: str | None) -> UUID | None:
    return UUID(text) if text else None


def compose_report_mail(user: User, mail_id: UUID) -> MailText | None:
    """Return the mail of a monthly report with both files, as the user may read it now; None when they may not."""
    reader, delivery = find_active_user(user.id), find_delivery(mail_id)
    if reader is None or delivery is None or not reader.holds(READ):
        return None
    asked = delivery.abonnement
    scope = find_scope(reader, programme_id=asked.programme_id, region_id=asked.region_id)
    if scope is None:
        return None
    last = (delivery.mois + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    report = build_report(reader, scope, (delivery.mois, last))
    files = [MailFile(*write_report(report, form), MEDIA[form]) for form in (PDF, XLSX)]
    subject = _("Tabanca : rapport de %(name)s") % {"name": scope.nom}
    body = _(
        "Bonjour,\n\nCi-joint le rapport de %(name)s. %(period)s.\n\n"
        "Vous recevez ce courriel parce que votre rôle est abonné à ce rapport.\n"
    )
    return MailText(subject, body % {"name": scope.nom, "period": describe_period(report)}, tuple(files))
