"""Find what is near a point, a household or a locality. Distances are geodesic, in metres."""

from typing import Any
from uuid import UUID

import numpy as np
import orjson
from django.db import connection
from django.db.models import F, Q, QuerySet

from analysis.proximity.distances.circle_cover import CircleCover, compute_cover
from analysis.proximity.distances.planar_measure import compute_planar_measure
from analysis.proximity.rules import LOCALITY_SERVICES, SERVICE_KINDS
from analysis.proximity.types import (
    HouseholdAround,
    HouseholdService,
    NearService,
    ServiceAround,
    ServiceChoice,
    ServiceKind,
)
from config.caller import ALL_REGIONS, Caller
from config.sql import Queries
from geo.areas.models import Locality
from geo.facilities.api import exclude_closed
from geo.scope.api import compile_subquery, compile_visible_subquery
from registry.households.models import Household, Member

SQL = Queries(__file__, "proximity.sql")
LEVELS = ("prescolaire", "primaire", "secondaire")
SCHOOLS_PER_LEVEL = 5
SERVICE_COLUMNS = ("id", "nom", "type", "geom", "geog")


def _build_point(lon: float, lat: float) -> str:
    return f"SRID=4326;POINT({lon!r} {lat!r})"


def _build_cover_params(cover: CircleCover) -> dict[str, str]:
    """Return the array parameters of `count_covered` as text: the driver is slower on numbers than the query."""
    arrays: dict[str, np.ndarray] = {
        **dict(zip(("x14", "first14", "last14"), cover.whole14.T, strict=True)),
        **dict(zip(("x17", "first17", "last17"), cover.whole17.T, strict=True)),
        **dict(zip(("rim_first", "rim_last"), cover.rim.T, strict=True)),
    }
    return {name: f"{{{_serialize_numbers(values)}}}" for name, values in arrays.items()}


def _serialize_numbers(values: np.ndarray) -> str:
    return orjson.dumps(np.ascontiguousarray(values), option=orjson.OPT_SERIALIZE_NUMPY).decode()[1:-1]


def count_households_around(user: Caller, lon: float, lat: float, radius: float) -> int:
    """Count the visible households within `radius` metres.

    The count is exact, although most households are counted by map cell, without reading their rows.
    """
    regions = None if user.region_ids is None else list(user.region_ids)
    params: dict[str, Any] = {"point": _build_point(lon, lat), "radius": radius, "regions": regions}
    cover = compute_cover(lon, lat, radius)
    if cover is None:
        count: int = SQL.fetch_one("count_measured", params)["n"]
        return count
    params |= {"lon": lon, "lat": lat, **compute_planar_measure(lon, lat, radius)._asdict()}
    count = SQL.fetch_one("count_covered", params | _build_cover_params(cover))["n"]
    return count


def find_households_around(
    user: Caller, lon: float, lat: float, radius: float, limit: int
) -> tuple[int, list[HouseholdAround]]:
    """Return the number of visible households within `radius` metres, and the `limit` nearest of them."""
    count = count_households_around(user, lon, lat, radius)
    if not count:
        return 0, []
    menages, params = compile_visible_subquery(
        Household, user, "menages", "id", "code_menage", "geom", "categorie_pauvrete"
    )
    params |= {"point": _build_point(lon, lat), "radius": radius, "limit": min(limit, count)}
    return count, SQL.fetch_objects(HouseholdAround, "households_near", params, menages=menages)


def find_services_around(
    user: Caller, name: str, lon: float, lat: float, radius: float, limit: int
) -> tuple[int, list[ServiceAround]]:
    """Return the number of visible services of a kind (its name in the API) within `radius` metres, and the nearest."""
    places, params = compile_visible_subquery(SERVICE_KINDS[name].model, user, "places", *SERVICE_COLUMNS)
    params |= {"point": _build_point(lon, lat), "radius": radius, "limit": limit}
    services = SQL.fetch_objects(ServiceAround, "places_within", params, places=places)
    return (services[0].total if services else 0), services


def find_services_near_households(user: Caller, ids: list[UUID]) -> dict[UUID, dict[str, HouseholdService | None]]:
    """Return by household the nearest service of each kind, or None without such a service. One query.

    The distance is always that of the truly nearest service. When its kind is not public and it lies outside the
    caller's regions, nothing else is known of it.
    """
    parts: list[str] = []
    params: dict[str, Any] = {"menages": ids}
    for name, kind in SERVICE_KINDS.items():
        places, more = compile_visible_subquery(
            kind.model, ALL_REGIONS if kind.is_public else user, name, "id", "nom", "type", "region_id", "geom"
        )
        params |= more
        parts.append(SQL["of_households"].format(type=name, column=kind.column, places=places))
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"({part})" for part in parts), params)
        services = {(identity, name): HouseholdService(*values) for identity, name, *values in cursor.fetchall()}
    return {identity: {name: services.get((identity, name)) for name in SERVICE_KINDS} for identity in ids}


def list_members_by_household(user: Caller, ids: list[UUID]) -> dict[UUID, list[Member]]:
    """Return the visible members of these households, by household. One query."""
    found: dict[UUID, list[Member]] = {identity: [] for identity in ids}
    for member in Member.objects.visible_to(user).filter(menage__in=ids):
        found[member.menage_id].append(member)
    return found


def filter_reachable(kind: ServiceKind, user: Caller) -> QuerySet[Any]:
    """Return the services that `user` may see as the nearest: of a public kind those of every region."""
    manager: Any = kind.model._default_manager
    rows: QuerySet[Any] = manager.all() if kind.is_public else manager.visible_to(user)
    return rows


def filter_chosen(rows: QuerySet[Any], kind: ServiceKind, choice: ServiceChoice) -> QuerySet[Any]:
    """Return those of these services of a kind that the choice counts; one without type is of the kind's default type."""
    if choice.types:
        rows = rows.filter(type__in=[*choice.types, *([""] if kind.default in choice.types else [])])
    return exclude_closed(rows) if choice.in_service else rows


def find_nearest_services(rows: QuerySet[Any], lon: float, lat: float, limit: int, *columns: str) -> list[NearService]:
    """Return the nearest of these services, with `columns` among the fields that have a default."""
    names = {"secteur_nom": F("secteur__nom"), "region_nom": F("region__nom")}
    places, params = compile_subquery(rows, "places", *SERVICE_COLUMNS, *columns, **names)
    params |= {"point": _build_point(lon, lat), "limit": limit}
    return SQL.fetch_objects(NearService, "places_near", params, places=places)


def find_schools_by_level(user: Caller, household: Household) -> dict[str, list[NearService]]:
    """Return per school level the nearest schools that teach it, in any region; empty lists without a position."""
    levels: dict[str, list[NearService]] = {level: [] for level in LEVELS}
    if household.geom is None:
        return levels
    for level in LEVELS:
        teaches = Q(niveaux_enseignes__contains=[level])
        if level == "prescolaire":
            teaches |= Q(prescolaire=True)
        schools = filter_reachable(SERVICE_KINDS["ecoles"], user).filter(teaches)
        levels[level] = find_nearest_services(
            schools, household.geom.x, household.geom.y, SCHOOLS_PER_LEVEL, "code", "prescolaire", "niveaux_enseignes"
        )
    return levels


def find_services_near_locality(user: Caller, locality: Locality) -> dict[str, NearService | None]:
    """Return the nearest school, water point and health service of a locality, in any region."""
    services: dict[str, NearService | None] = dict.fromkeys(LOCALITY_SERVICES)
    if not locality.geom:
        return services
    for key, (name, columns) in LOCALITY_SERVICES.items():
        rows = filter_reachable(SERVICE_KINDS[name], user)
        nearest = find_nearest_services(rows, locality.geom.x, locality.geom.y, 1, *columns)
        services[key] = nearest[0] if nearest else None
    return services
