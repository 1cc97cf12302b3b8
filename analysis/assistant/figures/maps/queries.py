"""Find areas, positions and cells for the map layer of an answer."""

from collections.abc import Iterable
from typing import Any, Final

import orjson
from django.contrib.gis.db.models.functions import AsGeoJSON
from django.db.models import F, Q, QuerySet

from analysis.assistant import rules
from analysis.assistant.figures.types import Findings
from analysis.assistant.rows.queries import (
    AREAS,
    SOURCES,
    MetresBetween,
    build_centre,
    build_geography,
    build_zones_condition,
    find_centre,
)
from analysis.assistant.types import Place, Plan
from analysis.density.api import compute_density_of
from config.caller import Caller

AREA_SOURCES: Final = {level: SOURCES[subject] for level, subject in rules.LEVELS.items()}
SHAPES: Final = {"region": "contour", "secteur": "contour", "localite": "geom"}
DIGITS: Final = 5
# Cells with their shapes, fullest first: as many as a map can show.
MAX_CELLS: Final = 2_000


def find_areas(level: str, zones: tuple[Place, ...], user: Caller) -> list[Place]:
    """Return the visible areas of a level that lie in one of the zones, by name; in all of them without zones."""
    rows = AREAS[level].objects.visible_to(user).order_by("nom", "id")
    if zones:
        rows = rows.filter(build_zones_condition(AREA_SOURCES[level], zones))
    return [Place(level, key, name) for key, name in rows.values_list("id", "nom")]


def build_area_features(rows: list[dict[str, Any]], user: Caller) -> list[dict[str, Any]]:
    """Return the rows of areas as GeoJSON features: simplified boundaries, and points of localities."""
    shapes: dict[Any, str] = {}
    for level in {row["niveau"] for row in rows if "niveau" in row}:
        wanted = [row["id"] for row in rows if row.get("niveau") == level]
        areas = AREAS[level].objects.visible_to(user).filter(id__in=wanted)
        shapes |= dict(areas.values_list("id", AsGeoJSON(F(SHAPES[level]), precision=DIGITS)))
    return [_build_feature(row, shapes.get(row["id"])) for row in rows if "niveau" in row]


def _build_feature(row: dict[str, Any], shape: str | None) -> dict[str, Any]:
    return {
        "type": "Feature",
        "id": row["id"],
        "geometry": orjson.loads(shape) if shape else None,
        "properties": {key: value for key, value in row.items() if key not in ("latitude", "longitude", "chef")},
    }


def list_rows(plan: Plan, rows: QuerySet[Any], user: Caller) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows that are shown, and their features; of the nearest also the distance in metres."""
    source = SOURCES[plan.sujet]
    columns: dict[str, Any] = {"nom_affiche": F(source.name)}
    for level in ("region", "secteur", "localite"):
        lookup = source.get_area(level)
        if lookup and lookup.endswith("_id"):
            columns[f"{level}_nom"] = F(f"{lookup.removesuffix('_id')}__nom")
    if plan.sujet == "menages":
        columns["chef_nom"] = F("chef__nom_complet")  # told to whoever may list households, as in their list
    shape = source.point or "contour"
    columns["forme"] = AsGeoJSON(F(shape), precision=DIGITS + 1)
    order: Iterable[str] = (source.name, "pk")
    if plan.genre == rules.NEAREST and plan.autour:
        centre = find_centre(plan.autour.place, user)
        if centre is None:
            return [], []
        rows = rows.filter(Q(**{f"{source.point}__isnull": False}))
        columns["distance"] = MetresBetween(build_geography(source), build_centre(centre))
        order = ("distance", "pk")
    found = rows.annotate(**columns).order_by(*order).values("pk", *columns)[: plan.limite or rules.MAX_ROWS]
    shown = [_build_row(values) for values in found]
    return shown, [_build_feature(row, values["forme"]) for row, values in zip(shown, found, strict=True)]


def _build_row(values: dict[str, Any]) -> dict[str, Any]:
    row = {"id": values["pk"], "nom": values["nom_affiche"]}
    row |= {level: values[f"{level}_nom"] for level in ("region", "secteur", "localite") if f"{level}_nom" in values}
    if "chef_nom" in values:
        row["chef"] = values["chef_nom"]
    shape = orjson.loads(values["forme"]) if values["forme"] else None
    if shape and shape["type"] == "Point":
        row["longitude"], row["latitude"] = shape["coordinates"]
    if "distance" in values:
        row["distance"] = values["distance"]
    return row


def list_cells(plan: Plan, rows: QuerySet[Any]) -> Findings:
    """Return the fullest cells of a density with their counts, and their shapes for the map."""
    cells, total = compute_density_of(rows, plan.cellule or rules.DEFAULT_CELL, plan.forme or "hexagone")
    shown = cells[:MAX_CELLS]
    figures = [cell["properties"] for cell in shown[: rules.MAX_ROWS]]
    densest = figures[0]["densite"] if figures else None
    return Findings(densest, figures, total, shown)
