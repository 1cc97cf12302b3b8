"""Check the invariants of merges, for `manage.py check_data`."""

from django.db.models import Exists, OuterRef

from registry.duplicates.models import Merge
from registry.households.models import FormerHousehold, Household


def check_merges() -> str | None:
    """Return what is wrong with merges which are not undone, or None.

    The absorbed household must be gone, and its id must lead to a successor as long as the kept household exists.
    """
    absorbed, kept = OuterRef("absorbe"), OuterRef("conserve")
    in_force = Merge.objects.filter(annule_le__isnull=True)
    if living := in_force.filter(Exists(Household.objects.filter(id=absorbed))).count():
        return f"{living} households were merged and are there again"
    leads = Exists(FormerHousehold.objects.filter(id=absorbed))
    lost = in_force.filter(Exists(Household.objects.filter(id=kept))).exclude(leads).count()
    return f"{lost} merged households lead nowhere" if lost else None
