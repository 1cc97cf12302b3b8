"""Query photographs of households."""

from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from config.caller import Scope
from registry.households.models import Household
from registry.photos.models import HouseholdPhoto

READ = "registre.lire"


def list_photos(household: Household) -> QuerySet[HouseholdPhoto]:
    """Return the photographs of a household with their files, newest first."""
    return HouseholdPhoto.objects.filter(menage=household).select_related("fichier", "auteur")


def list_visible_photos(user: Scope) -> QuerySet[Any]:
    """Return the ids of the files of photographs that `user` may see (listens to `file_holders`)."""
    rows = HouseholdPhoto.objects.visible_to(user)
    return (rows if READ in user.permissions else rows.none()).order_by().values("fichier_id")


def count_photos(ids: list[UUID]) -> dict[UUID, int]:
    """Return the number of photographs by household: they are removed before it is (`household_dependencies`)."""
    rows = HouseholdPhoto.objects.filter(menage__in=ids).order_by().values("menage_id").annotate(count=Count("id"))
    return {row["menage_id"]: row["count"] for row in rows}
