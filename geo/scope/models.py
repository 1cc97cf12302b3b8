"""The one door for scope: `visible_to(user)`."""

from typing import Any, Self

from django.db import models


class ScopedQuerySet(models.QuerySet):
    """Rows that lie in a region. `scope_path` is the lookup from the row to its region's id.

    A row without a region is seen only by a caller who sees every region.
    """

    scope_path = "region_id"

    def visible_to(self, user: Any) -> Self:
        """The rows that `user` may see. `user.region_ids` None is every region, () is none."""
        if user.region_ids is None:
            return self
        return self.filter(**{f"{self.scope_path}__in": user.region_ids})


class RegionScopedQuerySet(ScopedQuerySet):
    """Regions themselves."""

    scope_path = "id"


class SectorScopedQuerySet(ScopedQuerySet):
    """Rows below a sector: communes and localities."""

    scope_path = "secteur__region_id"


class HouseholdScopedQuerySet(ScopedQuerySet):
    """Rows that belong to a household: head, dwelling, members, visits."""

    scope_path = "menage__region_id"


class SharedQuerySet(models.QuerySet):
    """Rows without geography that every signed-in caller may see: projects, campaigns, organisations."""

    def visible_to(self, user: Any) -> Self:
        return self
