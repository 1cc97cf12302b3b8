"""Export what other features may use of users; the rest of the package is private."""

from accounts.users.queries import (
    build_unprotected_filter,
    find_active_user,
    list_regions_by_code,
    list_user_ids_with_permission,
    list_user_ids_with_permissions,
    list_user_ids_with_reach,
    list_users_with_rights,
    list_visible_regions,
    load_regions,
)

__all__ = [
    "build_unprotected_filter",
    "find_active_user",
    "list_regions_by_code",
    "list_user_ids_with_permission",
    "list_user_ids_with_permissions",
    "list_user_ids_with_reach",
    "list_users_with_rights",
    "list_visible_regions",
    "load_regions",
]
