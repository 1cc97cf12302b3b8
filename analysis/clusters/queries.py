"""Compute clusters of poverty of the households that a user may see."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import orjson
from django.contrib.gis.db.models.functions import AsGeoJSON
from django.db.models import Avg, Count, F, QuerySet

from analysis.clusters.rules import (
    MIN_AREAS,
    PERMUTATIONS,
    compute_local_moran,
    find_hexagon_neighbours,
    list_classes,
)
from analysis.density.api import count_cells, draw_cells, find_points
from config.caller import Caller
from config.sql import Queries
from geo.areas.models import Sector

SQL = Queries(__file__, "clusters.sql")
Features = list[dict[str, Any]]


def find_clusters(
    user: Caller, level: str, size: float, threshold: float, filters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the areas with a mean score as GeoJSON with their classes, and the global Moran's I as `resume`.

    With fewer than MIN_AREAS areas nothing is significant, and `resume` has no figure. Raises FORBIDDEN without the
    permission to see households, of which a small area would tell.
    """
    rows = find_points("menages", user, filters)
    if rows is None:
        raise LookupError("households are no type of points")
    scored = rows.filter(score_pmt__isnull=False)
    found = _find_sectors(user, scored, filters) if level == "secteur" else _find_cells(scored, size)
    features, neighbours = found
    return {"features": features, "resume": _classify(features, neighbours, threshold)}


def _find_sectors(user: Caller, rows: QuerySet[Any], filters: Mapping[str, Any]) -> tuple[Features, list[list[int]]]:
    sums = {
        each["secteur_id"]: each for each in rows.values("secteur_id").annotate(n=Count("*"), score=Avg("score_pmt"))
    }
    sectors = Sector.objects.visible_to(user).filter(geom__isnull=False)
    if filters.get("region"):
        sectors = sectors.filter(region_id__in=filters["region"])
    found = sectors.order_by("nom", "id").values("id", "nom", forme=AsGeoJSON(F("contour"), precision=5))
    listed = [sector for sector in found if sector["id"] in sums]
    features = [
        _build_feature(
            sector["forme"] and orjson.loads(sector["forme"]),
            {"id": str(sector["id"]), "nom": sector["nom"]},
            sums[sector["id"]]["n"],
            float(sums[sector["id"]]["score"]),
        )
        for sector in listed
    ]
    places = {sector["id"]: place for place, sector in enumerate(listed)}
    neighbours: list[list[int]] = [[] for _ in listed]
    for pair in SQL.fetch_rows("neighbours", {"ids": list(places)}):
        neighbours[places[pair["a"]]].append(places[pair["b"]])
        neighbours[places[pair["b"]]].append(places[pair["a"]])
    return features, neighbours


def _find_cells(rows: QuerySet[Any], size: float) -> tuple[Features, list[list[int]]]:
    found = count_cells(rows, size, "hexagone")
    if not found:
        return [], []
    rings = draw_cells(found, size, "hexagone")
    features = [
        _build_feature(
            {"type": "Polygon", "coordinates": ring}, {"id": f"{column}/{row}", "nom": None}, count, score or 0
        )
        for (column, row, count, score, _), ring in zip(found, rings[:, None], strict=True)
    ]
    return features, find_hexagon_neighbours([(column, row) for column, row, *_ in found])


def _build_feature(shape: Any, names: dict[str, Any], count: int, score: float) -> dict[str, Any]:
    properties = names | {"menages": count, "scorePmtMoyen": round(score, 2)}
    return {"type": "Feature", "geometry": shape, "properties": properties}


def _classify(features: Features, neighbours: Sequence[Sequence[int]], threshold: float) -> dict[str, Any]:
    """Add the class of each area to its properties; return what is said of all."""
    values = np.array([feature["properties"]["scorePmtMoyen"] for feature in features])
    enough = len(features) >= MIN_AREAS
    found = compute_local_moran(values, neighbours if enough else [[] for _ in features])
    classes = list_classes(found, threshold)
    for place, feature in enumerate(features):
        linked = bool(found.neighbours[place])
        feature["properties"] |= {
            "voisins": len(neighbours[place]),
            "moranLocal": round(float(found.moran[place]), 4) if linked else None,
            "valeurP": round(float(found.p_values[place]), 4) if linked else None,
            "classe": classes[place],
        }
    return {
        "zones": len(features),
        "moran": round(found.total, 4) if enough and found.neighbours.any() else None,
        "attendu": round(-1 / (len(features) - 1), 4) if enough else None,
        "permutations": PERMUTATIONS,
        "parClasse": {code: classes.count(code) for code in sorted(set(classes))},
    }
