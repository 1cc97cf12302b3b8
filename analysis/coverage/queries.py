"""Compute coverage by zone, and classes of distances, from the nearest-service table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import orjson
from django.contrib.gis.db.models.functions import AsGeoJSON
from django.db.models import F, QuerySet, Sum

from analysis.coverage.filters import CoverageFilters, TalliedCoverageFilters
from analysis.coverage.types import ClassCounts, ZoneCounts
from analysis.proximity.api import SERVICE_KINDS
from analysis.proximity.models import NearestService
from config.caller import Caller
from config.sql import Queries
from geo.areas.models import Locality, Region, Sector
from geo.ogc.api import ComputedFeatures
from geo.scope.api import compile_subquery
from registry.households.tally.models import HouseholdTally

SQL = Queries(__file__, "coverage.sql")
# By level: its model, the household's column, the lookup of the region, the geometry field for maps.
LEVELS: dict[str, tuple[Any, str, str, str]] = {
    "region": (Region, "region_id", "id", "contour"),
    "secteur": (Sector, "secteur_id", "region_id", "contour"),
    "localite": (Locality, "localite_id", "secteur__region_id", "geom"),
}

# Where the classes of distances end, in metres; the last class has no end.
BOUNDS: Final = (500, 1_000, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000)
# Of several kinds together: where the first of them is, and where all of them are.
NEAREST, FARTHEST = "le_plus_proche", "le_plus_loin"


def _compute_percentage(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def _count_by_zone(rows: QuerySet[Any], column: str, zone: str, radius: float) -> dict[UUID | None, ZoneCounts]:
    """Return the counts of these households by id of the zone; None is the key of those without a zone."""
    proches, params = compile_subquery(rows, "proches", zone=F(zone), metres=F(f"{column}_metres"))
    zones = SQL.fetch_objects(ZoneCounts, "by_zone", params | {"rayon": radius}, proches=proches)
    return {counts.zone: counts for counts in zones}


def _count_unplaced(user: Caller, filters: dict[str, Any]) -> int:
    """Count the visible households without a position."""
    unplaced = HouseholdTally.objects.visible_to(user).filter(avec_position=False)
    rows = TalliedCoverageFilters.filter_rows(unplaced, filters)
    return int(rows.aggregate(n=Sum("n"))["n"] or 0)


def _list_zones(user: Caller, level: str, filters: dict[str, Any], with_shapes: bool) -> list[dict[str, Any]]:
    """Return all visible zones of the level in the filtered regions, with or without households."""
    model, _, region, shape = LEVELS[level]
    rows = model._default_manager.visible_to(user).order_by("nom", "id")
    if filters.get("region"):
        rows = rows.filter(**{f"{region}__in": filters["region"]})
    shapes = {"forme": AsGeoJSON(F(shape), precision=5)} if with_shapes else {}
    return list(rows.values("id", "nom", "population", **shapes))


def compute_coverage(
    user: Caller, kind: str, radius: float, level: str, filters: dict[str, Any], with_shapes: bool = False
) -> dict[str, Any]:
    """Return the percentage of visible households with a service of the kind within `radius` metres, by zone.

    Distances are in metres, over the households for which a service exists; the median is rounded to 1 m, beyond 1 km
    to 10 m. A household without a zone counts in the total only. `with_shapes` adds the shape of each zone as GeoJSON
    text, in `forme`.
    """
    rows = CoverageFilters.filter_rows(NearestService.objects.visible_to(user), filters)
    found = _count_by_zone(rows, SERVICE_KINDS[kind].column, LEVELS[level][1], radius)
    zones = []
    for zone in _list_zones(user, level, filters, with_shapes):
        counts = found.get(zone["id"]) or ZoneCounts(zone["id"])
        zones.append(
            zone
            | {
                "menages": counts.menages,
                "couverts": counts.couverts,
                "taux": _compute_percentage(counts.couverts, counts.menages),
                "distanceMoyenne": None if counts.moyenne is None else round(counts.moyenne, 1),
                "distanceMediane": counts.mediane,
            }
        )
    households = sum(counts.menages for counts in found.values())
    covered = sum(counts.couverts for counts in found.values())
    return {
        "total": {"menages": households, "couverts": covered, "taux": _compute_percentage(covered, households)},
        "sansPosition": _count_unplaced(user, filters),
        "zones": zones,
    }


def build_zone_feature(zone: dict[str, Any]) -> dict[str, Any]:
    """Convert a zone to a GeoJSON feature; its shape is removed from its properties."""
    shape = zone.pop("forme")
    return {"type": "Feature", "id": zone["id"], "geometry": shape and orjson.loads(shape), "properties": zone}


def compute_coverage_collection(user: Caller, values: Mapping[str, Any]) -> ComputedFeatures:
    """Return the zones of `compute_coverage` as features."""
    found = compute_coverage(user, values["type"], values["rayon"], values["niveau"], dict(values), with_shapes=True)
    features = [build_zone_feature(zone) for zone in found["zones"]]
    return ComputedFeatures(features, len(features))


def count_distances(user: Caller, kinds: Sequence[str], filters: Mapping[str, Any]) -> dict[str, Any]:
    """Count the visible households by class of distance to the nearest service of each kind: two queries.

    Of several kinds the distance to the nearest of all of them is counted too, and that within which each of them is. A
    household without any service of a kind is in no class of it, but in `sansService`.
    """
    rows = CoverageFilters.filter_rows(NearestService.objects.visible_to(user), dict(filters))
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
        "sansPosition": _count_unplaced(user, dict(filters)),
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
