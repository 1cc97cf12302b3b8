"""Households that were merged into another: what they were called still leads there."""

from typing import Any
from uuid import UUID

from django.db import models
from django.db.models.functions import Now

from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household


class FormerHousehold(models.Model):
    """The id and the code of a household that is gone, and the household that it became part of."""

    id = models.UUIDField(primary_key=True, editable=False)
    code_menage = models.CharField(max_length=60, db_collation="C", unique=True)
    # Held by a foreign key that cascades in the database (migration 0015).
    menage = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="anciens", db_constraint=False)
    created_at = models.DateTimeField(db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_menage_ancien"

    def __str__(self) -> str:
        return self.code_menage


def successor(identity: UUID, user: Any) -> UUID | None:
    """The household, as far as `user` sees it, that a merged one became part of. What is answered under the old id says
    so in `Content-Location`."""
    rows = FormerHousehold.objects.filter(id=identity)
    return rows.visible_to(user).values_list("menage_id", flat=True).first()


def merged_away(ids: list[UUID], user: Any) -> dict[UUID, str]:
    """Those of `ids` that became part of a household that `user` sees, with its code."""
    rows = FormerHousehold.objects.filter(id__in=ids).visible_to(user)
    return dict(rows.values_list("id", "menage__code_menage"))
