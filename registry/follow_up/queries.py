"""Count visits and measures of households."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import Count

from registry.follow_up.models import HouseholdRecord


def build_record_counter(model: type[HouseholdRecord]) -> Callable[[list[UUID]], dict[UUID, int]]:
    """Return a function that counts the records of one kind, by household id (for `household_dependencies`)."""

    def count(ids: list[UUID]) -> dict[UUID, int]:
        rows: Any = model._default_manager
        found = rows.filter(menage_id__in=ids).order_by().values("menage_id")
        return dict(found.annotate(n=Count("id")).values_list("menage_id", "n"))

    return count
