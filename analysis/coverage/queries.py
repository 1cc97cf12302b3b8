"""Compute coverage by zone, and classes of distances, from the nearest-service table."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

import orjson
from django.contrib.gis.db.models.functions import AsGeoJSON
from django.db.models import F

from analysis.coverage.rules import BOUNDS, FARTHEST, HOUSEHOLDS, INHABITANTS, NEAREST
from analysis.coverage.subjects.queries import (
    count_unplaced_households,
    find_distances,
    place_subject,
    refuse_hidden_choice,
    refuse_meaningless_filters,
)
from analysis.coverage.subjects.types import CountedServices, PlacedRows
from analysis.coverage.types import ClassCounts, ZoneCounts
from analysis.proximity.api import SERVICE_KINDS, ServiceChoice
from config.caller import Caller
from config.sql import Queries
from geo.areas.api import annotate_inhabitants
from geo.areas.models import Locality, Region, Sector
from geo.ogc.api import ComputedFeatures
from geo.scope.api import compile_subquery

SQL = Queries(__file__, "coverage.sql")
# By level: its model, the lookups of the areas that its zones lie in, the geometry field for maps.
LEVELS: dict[str, tuple[Any, dict[str, str], str]] = {
    "region": (Region, {"region": "id"}, "contour"),
    "secteur": (Sector, {"region": "region_id", "secteur": "id"}, "contour"),
    "localite": (Locality, {"region": "secteur__region_id", "secteur": "secteur_id", "localite": "id"}, "geom"),
}


EVERY_SERVICE: Final = ServiceChoice()


def _compute_percentage(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def _compute_rate(part: int, people: int | None) -> float | None:
    return round(1000 * part / people, 1) if people else None


def _count_by_zone(placed: PlacedRows, radius: float) -> dict[UUID | None, ZoneCounts]:
    """Return the counts of these rows by id of the zone; None is the key of those without a zone."""
    weights = asdict(placed.weights)
    zones = SQL.fetch_objects(ZoneCounts, "by_zone", placed.params | {"rayon": radius}, proches=placed.sql, **weights)
    return {counts.zone: counts for counts in zones}


def _list_zones(user: Caller, level: str, filters: Mapping[str, Any], with_shapes: bool) -> list[dict[str, Any]]:
    """Return all visible zones of the level in the filtered areas, with or without households."""
    model, areas, shape = LEVELS[level]
    rows = model._default_manager.visible_to(user).order_by("nom", "id")
    for name, lookup in areas.items():
        if filters.get(name):
            rows = rows.filter(**{f"{lookup}__in": filters[name]})
    shapes = {"forme": AsGeoJSON(F(shape), precision=5)} if with_shapes else {}
    zones = annotate_inhabitants(rows, level).values("id", "nom", "habitants", **shapes)
    return [
        {"id": zone.pop("id"), "nom": zone.pop("nom"), "population": zone.pop("habitants"), **zone} for zone in zones
    ]


def compute_coverage(
    user: Caller,
    kind: str,
    radius: float,
    level: str,
    filters: Mapping[str, Any],
    with_shapes: bool = False,
    subject: str = HOUSEHOLDS,
    choice: ServiceChoice = EVERY_SERVICE,
) -> dict[str, Any]:
    """Return the percentage of what is counted with a service of the kind within `radius` metres, by zone.

    The number stands under the name of the subject (menages, beneficiaires, plaintes, habitants). Distances are in
    metres, over what a service exists for; the median is rounded to 1 m, beyond 1 km to 10 m. What has no zone counts in
    the total only. `with_shapes` adds the shape of each zone as GeoJSON text, in `forme`. Raises VALIDATION_ERROR for a
    choice among services of a kind that is not public.
    """
    refuse_hidden_choice(kind, choice)
    placed = place_subject(user, subject, CountedServices(kind, choice), level, filters)
    found = _count_by_zone(placed, radius)
    zones = []
    for zone in _list_zones(user, level, filters, with_shapes):
        counts = found.get(zone["id"]) or ZoneCounts(zone["id"])
        rate = {} if subject == INHABITANTS else {"pour1000Habitants": _compute_rate(counts.nombre, zone["population"])}
        zones.append(
            zone
            | {
                subject: counts.nombre,
                "couverts": counts.couverts,
                "taux": _compute_percentage(counts.couverts, counts.nombre),
                **rate,
                "distanceMoyenne": None if counts.moyenne is None else round(counts.moyenne, 1),
                "distanceMediane": counts.mediane,
            }
        )
    every = sum(counts.nombre for counts in found.values())
    covered = sum(counts.couverts for counts in found.values())
    return {
        "sujet": subject,
        "total": {subject: every, "couverts": covered, "taux": _compute_percentage(covered, every)},
        "sansPosition": placed.unplaced,
        "zones": zones,
    }


def read_choice(values: Mapping[str, Any]) -> ServiceChoice:
    """Return which services count by `typesService` and `enService` of a request."""
    return ServiceChoice(tuple(values.get("typesService") or ()), values["enService"])


def build_zone_feature(zone: dict[str, Any]) -> dict[str, Any]:
    """Convert a zone to a GeoJSON feature; its shape is removed from its properties."""
    shape = zone.pop("forme")
    return {"type": "Feature", "id": zone["id"], "geometry": shape and orjson.loads(shape), "properties": zone}


def compute_coverage_collection(user: Caller, values: Mapping[str, Any]) -> ComputedFeatures:
    """Return the zones of `compute_coverage` as features. Raises as it, and VALIDATION_ERROR for meaningless filters."""
    refuse_meaningless_filters(values["sujet"], values)
    found = compute_coverage(
        user,
        values["type"],
        values["rayon"],
        values["niveau"],
        values,
        with_shapes=True,
        subject=values["sujet"],
        choice=read_choice(values),
    )
    features = [build_zone_feature(zone) for zone in found["zones"]]
    return ComputedFeatures(features, len(features))


def count_distances(user: Caller, kinds: Sequence[str], filters: Mapping[str, Any]) -> dict[str, Any]:
    """Count the visible households by class of distance to the nearest service of each kind: two queries.

    Of several kinds the distance to the nearest of all of them is counted too, and that within which each of them is. A
    household without any service of a kind is in no class of it, but in `sansService`.
    """
    rows = find_distances(user, filters)
    columns = {f"m{place}": F(f"{SERVICE_KINDS[kind].column}_metres") for place, kind in enumerate(kinds)}
    proches, params = compile_subquery(rows, "proches", **columns)
    classes = ", ".join(f"width_bucket({column}, %(bounds)s::float8[])" for column in columns)
    bounds = {"bounds": list(BOUNDS)}
    found = SQL.fetch_objects(ClassCounts, "by_class", params | bounds, proches=proches, classes=classes)
    series = [
        _count_series(kind, [(each.classes[place], each.menages) for each in found]) for place, kind in enumerate(kinds)
    ]
    if len(kinds) > 1:
        series += _count_together(found)
    ends: list[int | None] = [*BOUNDS, None]
    return {
        "classes": [{"de": begin, "a": end} for begin, end in zip((0, *BOUNDS), ends, strict=True)],
        "series": series,
        "menages": sum(each.menages for each in found),
        "sansPosition": count_unplaced_households(user, filters),
    }


def _count_together(found: Sequence[ClassCounts]) -> list[dict[str, Any]]:
    """Return the series of several kinds together: the class of a smallest distance is the smallest of the classes."""
    known = [([place for place in each.classes if place is not None], each) for each in found]
    nearest = [(min(places, default=None), each.menages) for places, each in known]
    farthest = [(max(places) if len(places) == len(each.classes) else None, each.menages) for places, each in known]
    return [_count_series(NEAREST, nearest), _count_series(FARTHEST, farthest)]


def _count_series(kind: str, counts: Sequence[tuple[int | None, int]]) -> dict[str, Any]:
    by_class = [0] * (len(BOUNDS) + 1)
    missing = 0
    for place, count in counts:
        if place is None:
            missing += count
        else:
            by_class[place] += count
    return {"type": kind, "menages": by_class, "sansService": missing}
