"""Reading users, always with role, permissions and regions in one query."""

from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Func, OuterRef, Prefetch, QuerySet

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


def with_regions(rows: QuerySet[User]) -> QuerySet[User]:
    """The same users with what is shown of their regions: one more query, and no boundaries."""
    return rows.prefetch_related(Prefetch("regions", _regions().only("id", "nom", "code")))


def regions_of(user: User) -> Any:
    """What is shown of a user's regions."""
    loaded = getattr(user, "_prefetched_objects_cache", {}).get("regions")
    return user.regions.only("id", "nom", "code") if loaded is None else loaded  # type: ignore[attr-defined]


def _regions() -> Any:
    """Regions belong to an app above this one, which has linked them to users: they are reached through the link."""
    region: Any = User._meta.get_field("regions").related_model
    return region._default_manager


def regions_visible_to(user: Any, ids: list[UUID]) -> list[Any]:
    """The regions of `ids` that `user` may see."""
    return list(_regions().visible_to(user).filter(id__in=ids))


def regions_by_code(codes: list[str]) -> list[Any]:
    """The regions with these codes."""
    return list(_regions().filter(code__in=codes))
