"""Query roles, the permission catalogue and the permission matrix."""

from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from accounts.roles.models import Role
from accounts.roles.rules import MODULE_LABELS, PERMISSIONS_BY_MODULE, get_action_label
from config.caller import Caller

UNEXPIRED_GRANT = Q(grants__until__isnull=True) | Q(grants__until__gt=Now())


def list_roles(caller: Caller) -> QuerySet[Role]:
    """Return roles annotated with `users_count`: users whom the caller may see, by main role or grant."""
    users: Any = Role._meta.get_field("users").related_model
    seen = users._default_manager.visible_to(caller).order_by()
    own = seen.filter(role=OuterRef("pk")).values("role").annotate(count=Count("pk")).values("count")
    given = seen.filter(UNEXPIRED_GRANT, grants__role=OuterRef("pk")).values("grants__role").annotate(count=Count("pk"))
    return Role.objects.annotate(users_count=Coalesce(Subquery(own), 0) + Coalesce(Subquery(given.values("count")), 0))


def describe_permission_catalogue() -> list[dict[str, Any]]:
    """Return the modules of the catalogue with their actions, labelled in the active language."""
    return [
        {
            "id": module,
            "label": str(MODULE_LABELS.get(module, module)),
            "actions": [
                {"id": action, "label": get_action_label(module, action), "fullKey": f"{module}.{action}"}
                for action in actions
            ],
        }
        for module, actions in PERMISSIONS_BY_MODULE.items()
    ]


def build_permission_matrix() -> dict[str, dict[str, dict[str, bool]]]:
    """Return role code -> module -> action -> whether the role has the permission."""
    return {
        role.code: {
            module: {action: f"{module}.{action}" in role.permissions for action in actions}
            for module, actions in PERMISSIONS_BY_MODULE.items()
        }
        for role in Role.objects.all()
    }
