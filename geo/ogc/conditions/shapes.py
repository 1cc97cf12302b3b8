"""Relate the shape of a feature to a shape of the condition."""

from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from geo.ogc.conditions.terms import GEOMETRY, ConditionError, Term

# The lookup of each function, and the lookup when the feature's shape is its second argument.
SPATIAL: Final = {
    "s_intersects": ("intersects", "intersects"),
    "s_disjoint": ("disjoint", "disjoint"),
    "s_equals": ("equals", "equals"),
    "s_touches": ("touches", "touches"),
    "s_crosses": ("crosses", "crosses"),
    "s_overlaps": ("overlaps", "overlaps"),
    "s_within": ("within", "contains"),
    "s_contains": ("contains", "within"),
}
# PostGIS relates collections of shapes by no other function.
WITH_COLLECTIONS: Final = frozenset({"s_intersects"})


def relate_shapes(operator: str, left: Term, right: Term) -> Q:
    """Return the condition of a spatial function. Raises ConditionError unless one side is the feature's shape."""
    if left.kind != GEOMETRY or right.kind != GEOMETRY or left.is_literal == right.is_literal:
        raise ConditionError(
            _("%(operator)s compare la géométrie de la couche avec une forme.") % {"operator": operator}
        )
    literal = left.expression if left.is_literal else right.expression
    if literal.geom_type == "GeometryCollection" and operator not in WITH_COLLECTIONS:
        message = _("%(operator)s n'accepte pas une collection de formes.")
        raise ConditionError(message % {"operator": operator})
    straight, reversed_ = SPATIAL[operator]
    if left.is_literal:
        return Q(**{f"{right.expression}__{reversed_}": left.expression})
    return Q(**{f"{left.expression}__{straight}": right.expression})
