"""Write reports into files, subscribe roles to them, and plan the mails of a month."""

import io
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.files.api import keep_result
from accounts.files.models import StoredFile
from accounts.mails.api import queue_mail
from accounts.notifications.api import find_language
from accounts.users.api import list_users_with_rights
from analysis.reports.models import ReportDelivery, ReportSubscription
from analysis.reports.printing.document import write_pdf
from analysis.reports.printing.workbook import write_workbook
from analysis.reports.queries import find_scope
from analysis.reports.rules import find_last_month
from analysis.reports.types import Report
from config.caller import Caller
from config.errors.problems import conflict

READ: Final = "analyses.lire"
MAIL: Final = "rapport"
PDF, XLSX = "pdf", "xlsx"
MEDIA: Final = {
    PDF: "application/pdf",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
WRITERS: Final = {PDF: write_pdf, XLSX: write_workbook}


def write_report(report: Report, form: str) -> tuple[str, bytes]:
    """Return the name and the content of a report's file."""
    out = io.BytesIO()
    WRITERS[form](out, report)
    return f"{_('rapport')}-{slugify(report.scope.nom)}-{report.debut:%Y-%m-%d}.{form}", out.getvalue()


def keep_report(report: Report, form: str, user: Caller) -> StoredFile:
    """Write a report into a file that only `user` may download, for as long as deposits are kept."""
    name, content = write_report(report, form)
    return keep_result(name=name, media=MEDIA[form], content=content, caller=user)


def subscribe_role(*, values: dict[str, Any]) -> ReportSubscription:
    """Subscribe a role to a monthly report. Raises CONFLICT when it is already."""
    try:
        with transaction.atomic():
            return ReportSubscription.objects.create(**values)
    except IntegrityError as error:
        if "rapport_abonnement_once" not in str(error):
            raise
        raise conflict(_("Ce rôle reçoit déjà ce rapport.")) from error


def plan_monthly_mails(today: date) -> int:
    """Plan the mails of last month's reports; return how many. A second run plans nothing more.

    Each person of a role gets their own: within their regions and permissions, in their language.
    """
    month = find_last_month(today)[0]
    planned = 0
    for subscription in ReportSubscription.objects.select_related("role"):
        members = list_users_with_rights().filter(role=subscription.role, is_active=True, deleted_at__isnull=True)
        for user in members.order_by("id"):
            planned += _plan_mail(subscription, user, month)
    return planned


@transaction.atomic
def _plan_mail(subscription: ReportSubscription, user: Any, month: date) -> int:
    """Plan one mail unless it was planned, or the user may not read the report; return how many."""
    scope = find_scope(user, programme_id=subscription.programme_id, region_id=subscription.region_id)
    if scope is None or not user.holds(READ):
        return 0
    delivery, is_new = ReportDelivery.objects.get_or_create(abonnement=subscription, user=user, mois=month)
    if not is_new:
        return 0
    with override(find_language(user)):
        delivery.courriel = queue_mail(kind=MAIL, user=user).id
    delivery.save(update_fields=["courriel"])
    return 1


def find_delivery(mail_id: UUID) -> ReportDelivery | None:
    """Return what a mail delivers, or None when the subscription was cancelled meanwhile."""
    return ReportDelivery.objects.select_related("abonnement").filter(courriel=mail_id).first()
