"""Find what a package may hold for a caller, and the job that makes or made it."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.gis.db.models import Extent
from django.utils import timezone

from accounts.files.models import StoredFile
from accounts.jobs.api import filter_own_jobs
from accounts.jobs.models import Job
from analysis.packages.rules import FRESH_SECONDS
from analysis.packages.types import PackageContent, PackageOrder
from config.caller import Caller
from config.errors.problems import forbidden, not_found
from geo.areas.models import Region
from geo.layers.api import Layer, map_layers


def choose_layers(user: Caller, names: Iterable[str] | None) -> tuple[Layer, ...]:
    """Return the layers of a package: those named, or all that the caller may see, in the order of the catalogue.

    A layer that cannot be limited to a region is in no package. Raises FORBIDDEN for a named layer that the caller may
    not see.
    """
    regional = {name: layer for name, layer in map_layers.items() if "region" in layer.filters.base_filters}
    if names is None:
        return tuple(layer for layer in regional.values() if user.holds(layer.permission))
    wanted = {*names}
    chosen = tuple(layer for name, layer in regional.items() if name in wanted)
    if not all(user.holds(layer.permission) for layer in chosen):
        raise forbidden()
    return chosen


def find_content(user: Caller, region_id: UUID, layers: tuple[Layer, ...]) -> PackageContent:
    """Return what a package of a region is made of. Raises NOT_FOUND for a region that the caller does not see."""
    regions: Any = Region.objects.visible_to(user)
    found = regions.filter(id=region_id).annotate(box=Extent("contour")).values_list("nom", "box").first()
    if found is None:
        raise not_found()
    name, box = found
    return PackageContent(region_id, name, box or settings.MAP_DEFAULT_BOUNDS, layers, timezone.localdate())


def find_current_job(user: Caller, kind: str, order: PackageOrder) -> Job | None:
    """Return the caller's job of the same order that still runs, or whose package is fresh and still there."""
    jobs = filter_own_jobs(user, {"type": kind})
    known = order.describe()
    waiting = jobs.filter(statut__in=[Job.Statut.EN_ATTENTE, Job.Statut.EN_COURS], annulation_demandee=False)
    if running := waiting.filter(parametres=known).first():
        return running
    since = timezone.now() - timedelta(seconds=FRESH_SECONDS)
    job = jobs.filter(statut=Job.Statut.TERMINE, ended_at__gte=since, resultat__commande=known).first()
    if job is None or job.resultat is None:
        return None
    file = StoredFile.objects.visible_to(user).filter(id=job.resultat["fichier"])
    return job if file.exists() else None
