"""Query users, always with role, permissions and regions in one query."""

from collections.abc import Collection, Iterable
from typing import Any, Final
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, Func, OuterRef, Q, QuerySet

from accounts.roles.api import SENSITIVE_PERMISSIONS
from accounts.users.models import RoleGrant, User, UserQuerySet
from config.caller import Scope, has_reach
from config.sql import Queries

SQL: Final = Queries(__file__, "users.sql")
ALL_REGIONS: Final = "administration.toutes_regions"


def list_users_with_rights() -> UserQuerySet:
    """Return users with role, `linked_regions` and `granted_permissions` loaded: reading them takes no more queries."""
    links = User.regions.through.objects.filter(user=OuterRef("pk"))
    keys = (
        RoleGrant.objects.in_force()
        .filter(user=OuterRef("pk"))
        .annotate(key=Func(F("role__permissions"), function="unnest"))
    )
    users: UserQuerySet = (
        User.objects.select_related("role")
        .defer("recherche")
        .annotate(
            linked_regions=ArraySubquery(links.values("region_id")),
            granted_permissions=ArraySubquery(keys.order_by().values("key")),
        )
    )
    return users


def find_active_user(user_id: UUID) -> User | None:
    """Return an active user with their rights loaded (for jobs), or None."""
    return list_users_with_rights().filter(id=user_id, is_active=True).first()


def list_user_ids_with_permission(key: str, region_ids: Iterable[UUID] | None = None) -> QuerySet[Any]:
    """Return the ids of active users who hold a permission, by their own role or a granted one.

    With `region_ids`, only of those who see at least one of these regions.
    """
    given = RoleGrant.objects.in_force().filter(user=OuterRef("pk"))
    rows = User.objects.filter(_build_permission_filter(given, key), is_active=True, deleted_at__isnull=True)
    if region_ids is not None:
        links = User.regions.through.objects.filter(user=OuterRef("pk"))
        within = Exists(links.filter(region__in=list(region_ids)))
        rows = rows.filter(within | ~Exists(links) & _build_permission_filter(given, ALL_REGIONS))
    ids: QuerySet[Any] = rows.order_by().values_list("id", flat=True)
    return ids


def list_user_ids_with_reach(key: str, region_ids: Iterable[UUID]) -> list[UUID]:
    """Return the ids of active users who hold a permission and see all of these regions (none: the whole country)."""
    regions = set(region_ids)
    holders = list_users_with_rights().filter(id__in=list_user_ids_with_permission(key)).order_by("id")
    return [user.id for user in holders if has_reach(user, regions)]


def list_user_ids_with_permissions(keys: Collection[str], region_id: UUID | None) -> set[UUID]:
    """Return the ids of active users who hold each of these permissions and see a region: None is the whole country.

    One statement, which is not built anew: it is asked whenever somebody must be told of a row.
    """
    return set(SQL.fetch_column("list_holders", {"keys": [*keys], "region": region_id, "everywhere": ALL_REGIONS}))


def _build_permission_filter(given: QuerySet[Any], key: str) -> Q:
    own = Q(role__is_active=True, role__permissions__contains=[key])
    return own | Q(Exists(given.filter(role__permissions__contains=[key])))


def build_unprotected_filter() -> Q:
    """Return the condition of active accounts with a sensitive permission, their own or granted, and no second factor."""
    keys = sorted(SENSITIVE_PERMISSIONS)
    own = Q(role__is_active=True, role__permissions__overlap=keys)
    given = RoleGrant.objects.in_force().filter(user=OuterRef("pk"), role__permissions__overlap=keys)
    return Q(is_active=True, two_factor_enabled=False) & (own | Q(Exists(given)))


def load_regions(users: list[User]) -> list[User]:
    """Load `loaded_regions` of all these users with one query, without boundaries; return the same list.

    A country has few regions, so each is read once rather than once per user.
    """
    known = {
        region.id: region
        for region in _limit_region_columns(
            _get_region_manager().filter(id__in={id for u in users for id in u.regions_liees})
        )
    }
    for user in users:
        user.loaded_regions = [region for id, region in known.items() if id in user.regions_liees]
    return users


def get_regions(user: User) -> Any:
    """Return a user's regions with id, name and code: those loaded by `load_regions`, or a queryset."""
    return _limit_region_columns(user.regions) if user.loaded_regions is None else user.loaded_regions


def _limit_region_columns(regions: Any) -> Any:
    return regions.only("id", "nom", "code")


def _get_region_manager() -> Any:
    """Return the manager of Region, through the link: the model belongs to an app above this one (geo)."""
    region: Any = User._meta.get_field("regions").related_model
    return region._default_manager


def list_visible_regions(user: Scope, ids: list[UUID]) -> list[Any]:
    """Return the regions of `ids` that `user` may see."""
    return list(_get_region_manager().visible_to(user).filter(id__in=ids))


def list_regions_by_code(codes: list[str]) -> list[Any]:
    """Return the regions with these codes."""
    return list(_get_region_manager().filter(code__in=codes))
