"""Packages for tablets: how long a GeoPackage of a million points takes, and the tiles of a region, and in what memory."""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from os import getpid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.gis.db.models import Extent
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from analysis.packages.services import write_geopackage, write_tiles
from analysis.packages.types import PackageContent
from config.caller import Caller
from geo.areas.models import Region
from geo.layers.api import map_layers, write_layer
from registry.households.models import Household
from tests.bench.stage import Stage
from tests.bench.tools import MEBIBYTE, Memory, Row

POINTS, SECONDS, GROWTH = 1_000_000, 60, 400


class Everything:
    """A caller who sees every row."""

    region_ids = None
    permissions = frozenset({"vbg.lire"})

    def holds(self, key: str) -> bool:
        return True


def packages(stage: Stage) -> list[Row]:
    """Made in this process, as a job makes them; the bar of a million points is held in proportion to their number."""
    user: Any = Everything()
    region = Region.objects.annotate(n=Count("menages")).order_by("-n")[0]
    box = Region.objects.filter(id=region.id).aggregate(box=Extent("contour"))["box"] or settings.MAP_DEFAULT_BOUNDS
    content = PackageContent(region.id, region.nom, box, tuple(map_layers.values()), timezone.localdate())
    with tempfile.TemporaryDirectory() as name, transaction.atomic():
        folder = Path(name)
        return [
            _measure_points(folder / "points.gpkg", user),
            _measure(
                f"GeoPackage of all layers of {region.nom}, with styles",
                SECONDS,
                folder / "region.gpkg",
                lambda path: sum(layer["objets"] for layer in write_geopackage(path, content, user)),
            ),
            _measure(
                f"MBTiles of {region.nom}, z 5 to 14, all layers",
                SECONDS,
                folder / "region.mbtiles",
                lambda path: write_tiles(path, content, user),
            ),
        ]


def _measure_points(path: Path, user: Caller) -> Row:
    layer = map_layers["menages"]
    rows = Household.objects.filter(geom__isnull=False)
    count = rows.count()
    bar = max(5.0, SECONDS * count / POINTS)

    def write(path: Path) -> int:
        write_layer(path, layer, layer.find_rows(user, {}), user, "gpkg")
        with closing(sqlite3.connect(path)) as file:
            return int(file.execute("SELECT count(*) FROM menages").fetchone()[0])

    return _measure(f"GeoPackage of {count:,} points", bar, path, write, count)


def _measure(name: str, bar: float, path: Path, work: Callable[[Path], int], expected: int | None = None) -> Row:
    began = time.monotonic()
    with Memory([getpid()]) as memory:
        made = work(path)
    seconds = time.monotonic() - began
    size = path.stat().st_size / MEBIBYTE
    measured = f"{seconds:.1f} s; {made:,} in {size:.1f} MB; memory +{memory.growth:.0f} MB"
    holds = seconds < bar and memory.growth < GROWTH and expected in (None, made)
    return Row(name, f"under {bar:.0f} s, under {GROWTH} MB growth", measured, holds)
