"""Query graduation criteria."""

from uuid import UUID

from django.db.models import QuerySet

from transfers.graduation.criteria.models import GraduationCriterion


def list_programme_criteria(programme_id: UUID) -> QuerySet[GraduationCriterion]:
    """Return the criteria of a programme, inactive ones too, in their order."""
    return GraduationCriterion.objects.filter(programme_id=programme_id)
