"""Tiny files of every format, made by the tests, and a short way to import them."""

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from geo.imports.definition.options import build_options
from geo.imports.services import run_import

# GeoPackage and Shapefile are written by a process of their own, as the wheel's GDAL and the system's do not mix.
WRITER = """
import json, sys, geopandas, zipfile, pathlib
from shapely.geometry import shape
request = json.load(sys.stdin)
folder = pathlib.Path(request["folder"])
frame = geopandas.GeoDataFrame(
    [item["properties"] for item in request["features"]],
    geometry=[shape(item["geometry"]) for item in request["features"]], crs=4326,
).to_crs(request["crs"])
frame.to_file(folder / "places.gpkg", layer="villages", driver="GPKG")
frame.to_file(folder / "places.shp", driver="ESRI Shapefile", encoding="UTF-8")
with zipfile.ZipFile(folder / "places.zip", "w") as archive:
    for path in folder.glob("places.*"):
        if path.suffix in (".shp", ".shx", ".dbf", ".prj", ".cpg"):
            archive.write(path, "../../etc/" + path.name)
"""


def point(lon: float, lat: float) -> dict[str, Any]:
    return {"type": "Point", "coordinates": [lon, lat]}


def box(west: float, south: float, east: float, north: float) -> dict[str, Any]:
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Polygon", "coordinates": [ring]}


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def geojson(*features: dict[str, Any]) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def table(*rows: list[Any]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def workbook(*rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


VILLAGES = (
    feature(point(-15.4, 12.8), nom="Sare Uoreá", id="v1"),
    feature(point(-14.4, 12.3), nom="Madina", id="v2"),
)


@pytest.fixture(scope="session")
def gis_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """places.gpkg and places.zip (a Shapefile) of VILLAGES in EPSG:32628."""
    folder = tmp_path_factory.mktemp("gis")
    request = {"folder": str(folder), "features": VILLAGES, "crs": 32628}
    subprocess.run([sys.executable, "-c", WRITER], input=json.dumps(request).encode(), check=True)
    return folder


Load = Callable[..., dict[str, Any]]


@pytest.fixture
def load(db: Any, tmp_path: Path) -> Load:
    """`load("localite", content, source="a")` imports bytes (or a file) and answers the report."""

    def run(kind: str, content: bytes | Path, source: str = "a", **raw: str) -> dict[str, Any]:
        path = content if isinstance(content, Path) else tmp_path / "data"
        if isinstance(content, bytes):
            path.write_bytes(content)
        return run_import(path, build_options(kind, raw | {"source": source}, "x"))

    return run


def counts(report: dict[str, Any]) -> tuple[int, int, int, int]:
    """imported, updated, unchanged, skipped."""
    return report["imported"], report["updated"], report["unchanged"], report["skipped"]


def said(report: dict[str, Any], line: int) -> str:
    """All that was said about a line."""
    return " ".join(
        found["message"]
        for found in [*report["errors"], *report["avertissements"]]
        if line in [row["ligne"] for row in found["lignes"]]
    )
