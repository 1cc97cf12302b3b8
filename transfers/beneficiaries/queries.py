"""Reading beneficiaries."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count

from config.sql import Queries
from transfers.beneficiaries.models import Beneficiary

SQL = Queries(__file__, "beneficiaries.sql")


def of_households(ids: list[UUID]) -> dict[UUID, int]:
    """How many beneficiaries each household has that has any, also those who left."""
    found = Beneficiary.objects.filter(menage_id__in=ids).order_by().values("menage_id")
    return dict(found.annotate(n=Count("id")).values_list("menage_id", "n"))


def of_project(project_id: UUID) -> int:
    """How many beneficiaries the programmes of a project have."""
    return Beneficiary.objects.filter(programme__projet_id=project_id).count()


def words(household_id: UUID) -> Iterable[str]:
    """What names the beneficiaries of a household."""
    return [row["word"] for row in SQL.rows("words", {"id": household_id})]
