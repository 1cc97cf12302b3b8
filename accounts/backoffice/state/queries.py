"""Tell the state of the service: jobs, mails, the last backup and the disk, each to who may see what it is about."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit.api import list_recent_operations
from accounts.backup.api import HISTORY_KIND
from accounts.jobs.models import Job
from accounts.mails.models import OutgoingMail
from config.caller import Caller

# One is made each night (docs/howto/deploy.md): a missed one is told.
OLDEST_BACKUP: Final = timedelta(hours=36)
# A page of the guide, in the language of who reads.
BACKUP_HELP: Final = "/aide/sauvegarde"
# Below this share of free room, files and the database may soon have none.
LEAST_FREE: Final = 0.1
GIGABYTE: Final = 1e9


@dataclass(frozen=True)
class Tile:
    """Show one figure; `is_bad` when somebody should look, `is_grave` when data may be lost till somebody acts."""

    title: str
    value: str
    text: str
    is_bad: bool = False
    url: str = ""
    is_grave: bool = False
    # Where the guide says what to do about it.
    help_url: str = ""


def describe_jobs(jobs: QuerySet[Any]) -> Tile:
    """Tell how many jobs run and wait, and how many failed within a day."""
    since = timezone.now() - timedelta(days=1)
    open_states = [Job.Statut.EN_ATTENTE, Job.Statut.EN_COURS]
    is_open, has_failed = Q(statut__in=open_states), Q(statut=Job.Statut.ECHOUE, ended_at__gte=since)
    counts = (
        jobs.order_by()
        .filter(is_open | has_failed)
        .aggregate(open=Count("pk", filter=is_open), failed=Count("pk", filter=has_failed))
    )
    failed = ngettext("%(n)d échouée depuis hier", "%(n)d échouées depuis hier", counts["failed"]) % {
        "n": counts["failed"]
    }
    value = ngettext("%(n)d en cours", "%(n)d en cours", counts["open"]) % {"n": counts["open"]}
    query = "?statut__exact=echoue" if counts["failed"] else ""
    url = reverse("admin:accounts_job_changelist") + query
    return Tile(_("Tâches"), value, failed, counts["failed"] > 0, url)


def describe_mails(mails: QuerySet[Any]) -> Tile:
    """Tell how many mails wait, and how many of the last week were given up."""
    since = timezone.now() - timedelta(days=7)
    waits = Q(statut__in=[OutgoingMail.Statut.EN_ATTENTE, OutgoingMail.Statut.EN_ENVOI])
    is_lost = Q(statut=OutgoingMail.Statut.ABANDONNE, created_at__gte=since)
    counts = (
        mails.order_by()
        .filter(waits | is_lost)
        .aggregate(waiting=Count("pk", filter=waits), lost=Count("pk", filter=is_lost))
    )
    lost = ngettext("%(n)d non remis en sept jours", "%(n)d non remis en sept jours", counts["lost"]) % {
        "n": counts["lost"]
    }
    query = "?statut__exact=abandonne" if counts["lost"] else ""
    url = reverse("admin:accounts_outgoingmail_changelist") + query
    waiting = ngettext("%(n)d en attente", "%(n)d en attente", counts["waiting"]) % {"n": counts["waiting"]}
    return Tile(_("Courriels"), waiting, lost, counts["lost"] > 0, url)


def _spell_age(moment: datetime) -> str:
    hours = int((timezone.now() - moment).total_seconds() // 3600)
    if hours < 48:
        return ngettext("il y a %(n)d heure", "il y a %(n)d heures", hours) % {"n": hours}
    return ngettext("il y a %(n)d jour", "il y a %(n)d jours", hours // 24) % {"n": hours // 24}


def _how_to_back_up() -> str:
    return _("Il en faut une par jour. Demandez-la aujourd'hui à la personne qui gère le serveur.")


def describe_backup(user: Caller) -> Tile:
    """Tell when the last backup was made, from the history."""
    found = list_recent_operations(HISTORY_KIND, user, 1)
    if not found:
        lost = _("Si le disque tombait en panne, rien ne serait récupéré.")
        return Tile(
            _("Sauvegarde"), _("aucune"), f"{lost} {_how_to_back_up()}", True, is_grave=True, help_url=BACKUP_HELP
        )
    last = found[0].date
    is_old = timezone.now() - last > OLDEST_BACKUP
    text = _how_to_back_up() if is_old else _("La dernière, terminée sans faute.")
    return Tile(_("Sauvegarde"), _spell_age(last), text, is_old, help_url=BACKUP_HELP if is_old else "")


def describe_disk() -> Tile:
    """Tell how much room is left where uploaded files are kept."""
    folder = next(place for place in (Path(settings.FILES_ROOT), *Path(settings.FILES_ROOT).parents) if place.exists())
    usage = shutil.disk_usage(folder)
    share = usage.free / usage.total if usage.total else 0
    value = _("%(free)d Go libres") % {"free": usage.free / GIGABYTE}
    text = _("Il reste %(share)d %% de la place du disque des fichiers.") % {"share": round(share * 100)}
    return Tile(_("Disque"), value, text, share < LEAST_FREE)


def describe_service(request: Any, site: Any) -> list[Tile]:
    """Return the tiles that the caller may see; backups and disk are for who administers the whole country."""
    jobs, mails = site.get_model_admin(Job), site.get_model_admin(OutgoingMail)
    tiles = [describe_jobs(jobs.get_queryset(request))] if jobs.has_view_permission(request) else []
    tiles += [describe_mails(mails.get_queryset(request))] if mails.has_view_permission(request) else []
    if request.user.region_ids is not None:
        return tiles
    tiles += [describe_backup(request.user)] if request.user.holds("administration.audit") else []
    return [*tiles, describe_disk()]
