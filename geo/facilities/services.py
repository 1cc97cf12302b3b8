"""Create and change facilities one at a time."""

from django.db import transaction

from geo.areas.models import Region, Sector
from geo.facilities.models import Facility


@transaction.atomic
def save_facility(facility: Facility, *, creating: bool = False) -> Facility:
    """Save a facility, with the secteur and region in which its point lies when neither is set.

    A facility outside every boundary has no region: only users who see every region see it.
    """
    if facility.secteur_id is None and facility.region_id is None:
        within = Sector.objects.filter(geom__covers=facility.geom).order_by("id").only("id", "region_id").first()
        facility.secteur_id = within.id if within else None
    if facility.region_id is None:
        if facility.secteur_id is not None:
            rows = Region.objects.filter(secteurs=facility.secteur_id)
        else:
            rows = Region.objects.filter(geom__covers=facility.geom)
        facility.region_id = rows.order_by("id").values_list("id", flat=True).first()
    facility.save(force_insert=creating)
    return facility
