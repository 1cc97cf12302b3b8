"""Store households that were merged into another, so that their old ids and codes still lead to it."""

from typing import Any
from uuid import UUID

from django.db import models
from django.db.models.functions import Now

from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household


class FormerHousehold(models.Model):
    """Store the id and code of a household that was merged, and its successor (`menage`)."""

    id = models.UUIDField(primary_key=True, editable=False)
    code_menage = models.CharField(max_length=60, db_collation="C", unique=True)
    # The database has the foreign key, which cascades (migration 0002_cascades).
    menage = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="anciens", db_constraint=False)
    created_at = models.DateTimeField(db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_menage_ancien"

    def __str__(self) -> str:
        return self.code_menage


def find_successor_id(identity: UUID, user: Any) -> UUID | None:
    """Return the id of the household into which `identity` was merged, or None if there is none that `user` can see.

    A response for the old id names its successor in `Content-Location`.
    """
    rows = FormerHousehold.objects.filter(id=identity)
    return rows.visible_to(user).values_list("menage_id", flat=True).first()


def find_successor_codes(ids: list[UUID], user: Any) -> dict[UUID, str]:
    """Map those of `ids` that were merged into a household visible to `user` to the code of that successor."""
    rows = FormerHousehold.objects.filter(id__in=ids).visible_to(user)
    return dict(rows.values_list("id", "menage__code_menage"))
