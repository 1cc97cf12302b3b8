"""Find what is near a point, a household or a locality. Distances are geodesic, in metres."""

from typing import Any
from uuid import UUID

import numpy as np
import orjson
from django.db import connection
from django.db.models import F, Q, QuerySet

from analysis.proximity.distances.circle_cover import CircleCover, compute_cover
from analysis.proximity.distances.planar_measure import compute_planar_measure
from analysis.proximity.rules import SERVICE_KINDS
from analysis.proximity.types import ServiceKind
from config.caller import ALL_REGIONS, Caller
from config.sql import Queries
from geo.scope.api import compile_subquery, compile_visible_subquery
from registry.households.models import Household

SQL = Queries(__file__, "proximity.sql")
LEVELS = ("prescolaire", "primaire", "secondaire")
SCHOOLS_PER_LEVEL = 5
SERVICE_COLUMNS = ("id", "nom", "type", "geom", "geog")


def _fetch_rows(sql: str, params: dict[str, Any]) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


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
) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of visible households within `radius` metres, and the `limit` nearest of them."""
    count = count_households_around(user, lon, lat, radius)
    if not count:
        return 0, []
    menages, params = compile_visible_subquery(
        Household, user, "menages", "id", "code_menage", "geom", "categorie_pauvrete"
    )
    params |= {"point": _build_point(lon, lat), "radius": radius, "limit": min(limit, count)}
    return count, _fetch_rows(SQL["households_near"].format(menages=menages), params)


def find_services_around(
    user: Caller, name: str, lon: float, lat: float, radius: float, limit: int
) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of visible services of a kind (its name in the API) within `radius` metres, and the nearest."""
    kind = SERVICE_KINDS[name]
    places, params = compile_visible_subquery(kind.model, user, "places", *SERVICE_COLUMNS)
    params |= {"point": _build_point(lon, lat), "radius": radius, "limit": limit}
    found = _fetch_rows(SQL["places_within"].format(places=places), params)
    types = {given: kind.resolve_type(given) for given in {place["type"] for place in found}}
    for place in found:
        place["type"], place["typeLabel"] = types[place["type"]]
    return (found[0]["total"] if found else 0), found


def find_services_near_household(user: Caller, household_id: UUID) -> dict[str, dict[str, Any] | None]:
    """Return the nearest service of each kind as id, nom, region and metres, or None without such a service. One query.

    The distance is always that of the truly nearest service. When its kind is not public and it lies outside the
    caller's regions, id, nom and region are None.
    """
    parts: list[str] = []
    params: dict[str, Any] = {"menage": household_id}
    for name, kind in SERVICE_KINDS.items():
        places, more = compile_visible_subquery(
            kind.model, ALL_REGIONS if kind.is_public else user, name, "id", "nom", "region_id"
        )
        params |= more
        parts.append(SQL["of_household"].format(type=name, column=kind.column, places=places))
    found = {row.pop("type"): row for row in _fetch_rows(" UNION ALL ".join(f"({part})" for part in parts), params)}
    return {name: found.get(name) for name in SERVICE_KINDS}


def filter_reachable(kind: ServiceKind, user: Caller) -> QuerySet[Any]:
    """Return the services that `user` may see as the nearest: of a public kind those of every region."""
    manager: Any = kind.model._default_manager
    rows: QuerySet[Any] = manager.all() if kind.is_public else manager.visible_to(user)
    return rows


def find_nearest_services(
    rows: QuerySet[Any], lon: float, lat: float, limit: int, *columns: str
) -> list[dict[str, Any]]:
    """Return the nearest of these services with `columns`, the names of secteur and region, and `distance`."""
    names = {"secteur_nom": F("secteur__nom"), "region_nom": F("region__nom")}
    places, params = compile_subquery(rows, "places", *SERVICE_COLUMNS, *columns, **names)
    params |= {"point": _build_point(lon, lat), "limit": limit}
    return _fetch_rows(SQL["places_near"].format(places=places), params)


def find_schools_by_level(user: Caller, household: Household) -> dict[str, list[dict[str, Any]]]:
    """Return per school level the nearest schools that teach it, in any region; empty lists without a position."""
    levels: dict[str, list[dict[str, Any]]] = {level: [] for level in LEVELS}
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


def find_services_near_locality(user: Caller, locality: Any) -> dict[str, dict[str, Any] | None]:
    """Return the nearest school, water point and health service of a locality, in any region."""
    wanted = {
        "ecole": ("ecoles", ()),
        "pointEau": ("points_eau", ("fonctionnel",)),
        "serviceSante": ("services_sante", ("statut", "telephone", "urgences_24h", "maternite")),
    }
    services: dict[str, dict[str, Any] | None] = dict.fromkeys(wanted)
    if not locality.geom:
        return services
    for key, (name, columns) in wanted.items():
        kind = SERVICE_KINDS[name]
        rows = filter_reachable(kind, user)
        for service in find_nearest_services(rows, locality.geom.x, locality.geom.y, 1, *columns):
            service["type"], service["typeLabel"] = kind.resolve_type(service["type"])
            services[key] = service
    return services
