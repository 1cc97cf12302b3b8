"""Compute coverage by zone from the nearest-service table."""

from typing import Any
from uuid import UUID

from django.contrib.gis.db.models.functions import AsGeoJSON
from django.db.models import F, QuerySet, Sum

from analysis.proximity.api import SERVICE_KINDS
from analysis.proximity.models import NearestService
from config.caller import Caller
from config.sql import Queries
from geo.areas.models import Locality, Region, Sector
from geo.scope.api import compile_subquery
from registry.households.tally.models import HouseholdTally

SQL = Queries(__file__, "coverage.sql")
# By level: its model, the household's column, the lookup of the region, the geometry field for maps.
LEVELS: dict[str, tuple[Any, str, str, str]] = {
    "region": (Region, "region_id", "id", "contour"),
    "secteur": (Sector, "secteur_id", "region_id", "contour"),
    "localite": (Locality, "localite_id", "secteur__region_id", "geom"),
}
# By filter: its lookup from NearestService, and from HouseholdTally.
FILTERS = {
    "region": ("region_id__in", "region_id__in"),
    "categorie": ("menage__categorie_pauvrete__in", "categorie_pauvrete__in"),
    "milieu": ("menage__milieu__in", "milieu__in"),
}


def _compute_percentage(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def _count_by_zone(rows: QuerySet[Any], column: str, zone: str, radius: float) -> dict[UUID | None, dict[str, Any]]:
    """Return counts and distances of these households by id of the zone; None is the key of those without a zone."""
    proches, params = compile_subquery(rows, "proches", zone=F(zone), metres=F(f"{column}_metres"))
    return {row.pop("zone"): row for row in SQL.fetch_rows("by_zone", params | {"rayon": radius}, proches=proches)}


def _count_unplaced(user: Caller, filters: dict[str, Any]) -> int:
    """Count the visible households without a position."""
    lookups = {FILTERS[name][1]: values for name, values in filters.items() if values}
    rows = HouseholdTally.objects.visible_to(user).filter(avec_position=False, **lookups)
    return int(rows.aggregate(n=Sum("n"))["n"] or 0)


def _list_zones(user: Caller, level: str, filters: dict[str, Any], drawn: bool) -> list[dict[str, Any]]:
    """Return all visible zones of the level in the filtered regions, with or without households."""
    model, _, region, shape = LEVELS[level]
    rows = model._default_manager.visible_to(user).order_by("nom", "id")
    if filters.get("region"):
        rows = rows.filter(**{f"{region}__in": filters["region"]})
    wanted = {"forme": AsGeoJSON(F(shape), precision=5)} if drawn else {}
    return list(rows.values("id", "nom", **wanted))


def compute_coverage(
    user: Caller, kind: str, radius: float, level: str, filters: dict[str, Any], drawn: bool = False
) -> dict[str, Any]:
    """Return the percentage of visible households with a service of the kind within `radius` metres, by zone.

    Distances are in metres, over the households for which a service exists; the median is rounded to 1 m, beyond 1 km
    to 10 m. A household without a zone counts in the total only. With `drawn` each zone has its shape in `forme`, as
    GeoJSON text.
    """
    lookups = {FILTERS[name][0]: values for name, values in filters.items() if values}
    rows = NearestService.objects.visible_to(user).filter(**lookups)
    found = _count_by_zone(rows, SERVICE_KINDS[kind].column, LEVELS[level][1], radius)
    zones = []
    for zone in _list_zones(user, level, filters, drawn):
        counts = found.get(zone["id"], {"menages": 0, "couverts": 0, "moyenne": None, "mediane": None})
        zones.append(
            zone
            | {
                "menages": counts["menages"],
                "couverts": counts["couverts"],
                "taux": _compute_percentage(counts["couverts"], counts["menages"]),
                "distanceMoyenne": None if counts["moyenne"] is None else round(counts["moyenne"], 1),
                "distanceMediane": counts["mediane"],
            }
        )
    total = {name: sum(row[name] for row in found.values()) for name in ("menages", "couverts")}
    return {
        "total": total | {"taux": _compute_percentage(total["couverts"], total["menages"])},
        "sansPosition": _count_unplaced(user, filters),
        "zones": zones,
    }
