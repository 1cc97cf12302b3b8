"""Reading users, always with role, permissions and regions in one query."""

from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Func, OuterRef, QuerySet

from accounts.users.models import RoleGrant, User


def users_with_rights() -> QuerySet[User]:
    """Users with their role joined, `linked_regions` and `granted_permissions`: one query, whatever is asked of them."""
    links = User.regions.through.objects.filter(user=OuterRef("pk"))  # type: ignore[attr-defined]
    keys = (
        RoleGrant.objects.in_force()
        .filter(user=OuterRef("pk"))
        .annotate(key=Func(F("role__permissions"), function="unnest"))
    )
    return (
        User.objects.select_related("role")
        .defer("recherche")
        .annotate(
            linked_regions=ArraySubquery(links.values("region_id")),
            granted_permissions=ArraySubquery(keys.order_by().values("key")),
        )  # type: ignore[no-redef]
    )


def active_caller(user_id: UUID) -> User | None:
    """The user as a caller (for jobs), or None when gone or deactivated."""
    return users_with_rights().filter(id=user_id, is_active=True).first()


def regions_visible_to(user: Any, ids: list[UUID]) -> list[Any]:
    """The regions of `ids` that `user` may see."""
    regions: Any = User._meta.get_field("regions").related_model
    return list(regions._default_manager.visible_to(user).filter(id__in=ids))
