"""Query users for administrators."""

from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.directory.filters import UserFilters, sort_users
from accounts.users.api import list_visible_regions, load_regions
from accounts.users.models import User
from config.caller import Caller
from config.errors.problems import invalid
from config.paging import Page, paginate, paginate_search

USER_COLUMNS: Final = (
    "email",
    "nom",
    "prenom",
    "telephone",
    "is_active",
    "two_factor_enabled",
    "last_login",
    "failed_login_attempts",
    "created_at",
    "updated_at",
    "regions_liees",
    "role__nom",
    "role__code",
    "role__permissions",
)


def list_users(query: dict[str, Any]) -> QuerySet[User]:
    """Return users under the filters of the list, in the order of `tri`."""
    rows = User.objects.select_related("role").only(*USER_COLUMNS)
    return UserFilters.filter_rows(sort_users(rows, query.get("tri")), query)


def paginate_users(rows: QuerySet[User], query: dict[str, Any]) -> Page:
    """Return one page of these users, with their regions."""
    paged = paginate_search if query.get("search") else paginate
    page = paged(rows, query["page"], query["limit"])
    return page.replace_items(load_regions(page.items))


def list_role_grants(user: User) -> Any:
    """Return the roles granted to a user in addition to their own, including expired ones."""
    return user.grants.select_related("role")


def list_assignable_regions(ids: list[UUID], caller: Caller) -> list[Any]:
    """Return regions within the caller's scope.

    A caller limited to regions must name at least one, because no region may mean all. Raises VALIDATION_ERROR.
    """
    regions = list_visible_regions(caller, ids)
    if len(regions) != len(set(ids)):
        raise invalid({"regions": [_("Région inconnue.")]})
    if not regions and caller.region_ids is not None:
        raise invalid({"regions": [_("Au moins une de vos régions est nécessaire.")]})
    return regions
