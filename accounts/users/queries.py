"""Reading users, always with role, permissions and regions in one query."""

from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Q, QuerySet

from accounts.users.models import User


def users_with_rights() -> QuerySet[User]:
    """Users with their role joined and `linked_regions` aggregated: one query, whatever is asked of them."""
    linked = ArrayAgg("regions__id", filter=Q(regions__id__isnull=False), default=[])
    return User.objects.select_related("role").annotate(linked_regions=linked)  # type: ignore[no-redef]


def active_caller(user_id: UUID) -> User | None:
    """The user as a caller (for jobs), or None when gone or deactivated."""
    return users_with_rights().filter(id=user_id, is_active=True).first()
