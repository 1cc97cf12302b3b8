"""Create and change facilities one at a time, or many at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.utils.translation import gettext as _

from config.errors.problems import invalid
from geo.areas.models import Region, Sector
from geo.facilities.hooks import facility_load_callbacks
from geo.facilities.models import Facility, WaterPoint
from geo.facilities.rules import CLOSED_STATUSES, OPEN_STATUSES


@transaction.atomic
def save_facility(facility: Facility, *, creating: bool = False) -> Facility:
    """Save a facility, with the secteur and region in which its point lies when neither is set.

    A facility outside every boundary has no region: only users who see every region see it. Raises VALIDATION_ERROR for a
    water point that is newly said to work and not to: one that was imported so can have its name mended.
    """
    if isinstance(facility, WaterPoint) and (creating or _has_new_answer(facility)):
        _require_one_answer(facility)
    placed = facility.geom is not None
    if placed and facility.secteur_id is None and facility.region_id is None:
        within = Sector.objects.filter(geom__covers=facility.geom).order_by("id").only("id", "region_id").first()
        facility.secteur_id = within.id if within else None
    if facility.region_id is None:
        if facility.secteur_id is not None:
            rows = Region.objects.filter(secteurs=facility.secteur_id)
        else:
            rows = Region.objects.filter(geom__covers=facility.geom) if placed else Region.objects.none()
        facility.region_id = rows.order_by("id").values_list("id", flat=True).first()
    facility.save(force_insert=creating)
    return facility


def _has_new_answer(point: WaterPoint) -> bool:
    """Return whether the status of a stored water point, or whether it works, differs from what is stored."""
    return not WaterPoint.objects.filter(id=point.id, statut=point.statut, fonctionnel=point.fonctionnel).exists()


def _require_one_answer(point: WaterPoint) -> None:
    """Raise VALIDATION_ERROR where the status of a water point says the opposite of whether it works."""
    text = None
    if point.fonctionnel and point.statut in CLOSED_STATUSES:
        text = _(
            "Ce point d'eau est en panne ou abandonné, et dit fonctionner : corrigez le statut, ou « Fonctionnel »."
        )
    elif point.fonctionnel is False and point.statut in OPEN_STATUSES:
        text = _("Ce point d'eau est en service, et dit ne pas fonctionner : corrigez le statut, ou « Fonctionnel ».")
    if text:
        raise invalid({"fonctionnel": [text]}, text)


@contextmanager
def bulk_load_facilities(*tables: str) -> Iterator[None]:
    """Open a transaction for writing many rows of these facility tables (`geo_ecole` ...), then run the callbacks.

    Updating what an upper app derives per household (the nearest services) is too slow facility by facility. Inside the
    block its triggers see the setting `tabanca.bulk` on and do nothing; its callback updates the whole table at the end.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL tabanca.bulk = 'on'")
        yield
        cursor.execute("SET LOCAL tabanca.bulk = 'off'")
        for table in tables:
            for callback in facility_load_callbacks.values():
                callback(table)
