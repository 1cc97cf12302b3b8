"""Check the permissions that views declare for each method; without a declaration, access is denied.

`permission` is one declaration or a map of method to declaration. A declaration is `public`, `authenticated`,
`<module>.<action>`, or a tuple of several `<module>.<action>`: who holds any of them passes, and the service that the view
calls asks for the one which the request needs.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission

from config.api.reach import NATIONAL, get_declared_reach
from config.caller import require_reach
from config.errors.problems import Problem

PUBLIC = "public"
AUTHENTICATED = "authenticated"
# What a signed-in caller may have to do first. Until then only views with `open_to_restricted` accept them.
RESTRICTIONS = {
    "mot_de_passe": _("Choisissez d'abord un nouveau mot de passe."),
    "double_authentification": _("Activez d'abord la double authentification."),
}


def get_declared_permission(view: Any, method: str) -> str | tuple[str, ...] | None:
    """Return the permission key that `view` declares for `method`, several of which any will do, or None."""
    permission = getattr(view, "permission", None)
    if isinstance(permission, dict):
        return permission.get("GET" if method == "HEAD" else method)
    return permission


def is_opened(declared: str | tuple[str, ...] | None, holds: Callable[[str], bool]) -> bool:
    """Return whether the permissions that `holds` knows open what is declared."""
    return any(holds(key) for key in ((declared,) if isinstance(declared, str) else declared or ()))


class DeclaredPermission(BasePermission):
    """Check the caller's restrictions, permissions and regions against the view's declaration."""

    def has_permission(self, request: Any, view: Any) -> bool:
        key = get_declared_permission(view, request.method)
        if key == PUBLIC or request.method == "OPTIONS":
            return True
        if request.user is None:
            raise NotAuthenticated
        restriction = request.user.restriction
        if restriction and not getattr(view, "open_to_restricted", False):
            raise Problem("FORBIDDEN", RESTRICTIONS[restriction], data={"restriction": restriction})
        if key != AUTHENTICATED and not is_opened(key, request.user.holds):
            return False
        if request.method not in SAFE_METHODS and get_declared_reach(view, request.method) == NATIONAL:
            require_reach(request.user)
        return True
