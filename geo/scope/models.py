"""Restrict querysets to the regions that a user may see; `visible_to(user)` is the only way to do it."""

from typing import Self

from django.db import models

from config.caller import Scope


class ScopedQuerySet(models.QuerySet):
    """Query rows that lie in a region; `scope_path` is the lookup from the row to the id of its region.

    A row without a region is visible only to users who see every region. `row_permissions` are the permissions on which
    `visible_to` depends besides the regions.
    """

    scope_path = "region_id"
    row_permissions: frozenset[str] = frozenset()

    def visible_to(self, user: Scope) -> Self:
        """Return the rows that `user` may see; `user.region_ids` is None for every region and () for none."""
        if user.region_ids is None:
            return self
        return self.filter(**{f"{self.scope_path}__in": user.region_ids})


class RegionScopedQuerySet(ScopedQuerySet):
    """Query regions themselves."""

    scope_path = "id"


class SectorScopedQuerySet(ScopedQuerySet):
    """Query rows below a secteur: communes and localities."""

    scope_path = "secteur__region_id"


class HouseholdScopedQuerySet(ScopedQuerySet):
    """Query rows that belong to a household: head, dwelling, members, visits."""

    scope_path = "menage__region_id"


class SharedQuerySet(models.QuerySet):
    """Query rows without geography, visible to every signed-in user: projects, campaigns, organisations."""

    def visible_to(self, user: Scope) -> Self:
        return self
