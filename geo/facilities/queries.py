"""Query facilities, and build the expressions of their types."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db.models import Case, CharField, Expression, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, NullIf

from config.caller import Caller
from config.sql import Queries
from geo.facilities.models import WaterPoint
from geo.facilities.rules import CLOSED_STATUSES, TypeLabels

SQL = Queries(__file__, "facilities.sql")


class ReferencePoint(NamedTuple):
    """Hold a position in degrees."""

    lon: float
    lat: float


def find_reference_point(name: str) -> ReferencePoint | None:
    """Return the position of the locality or secteur of this name, or None when there is none.

    The scope of the caller does not apply: it is a landmark of the map, the same for every user.
    """
    points = SQL.fetch_objects(ReferencePoint, "reference_point", {"name": name})
    return points[0] if points else None


def exclude_closed(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Leave out the facilities that are known to be closed or broken; one of unknown state stays."""
    closed = Q(statut__in=CLOSED_STATUSES)
    if rows.model is WaterPoint:
        closed |= Q(fonctionnel=False)
    return rows.exclude(closed)


def select_type_code(default: str) -> Callable[[Any], Expression]:
    """Return a property with the type code of a facility, or `default` when it has none."""
    return lambda user: Coalesce(NullIf(F("type"), Value("")), Value(default), output_field=CharField())


def select_type_label(labels: TypeLabels, default: str) -> Callable[[Any], Expression]:
    """Return a property with the label of the type in the language of the request."""

    def expression(user: Caller) -> Expression:
        cases = [When(type=kind, then=Value(str(label))) for kind, label in labels.items()]
        unnamed = When(type="", then=Value(str(labels[default])))
        return Case(*cases, unnamed, default=F("type"), output_field=CharField())

    return expression
