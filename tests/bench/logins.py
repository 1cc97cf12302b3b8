"""A login of the database with one region: its view by a box, beside the table under it."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import psycopg
from django.contrib.gis.db.models import Extent
from django.db import connection
from django.db.models import Count

from analysis.database_logins.api import NewLogin, end_login, make_login
from config.ids import uuid7
from geo.areas.models import Region
from registry.households.models import Household
from tests.bench.stage import Stage
from tests.bench.tools import Row, Times, timed

BOXES, SIDE, MOST = 60, 0.05, 1.5
WHERE = "geom && ST_MakeEnvelope(%s, %s, %s, %s, 4326)"
# What a program draws points by.
VIEW = f"SELECT cle, ST_AsBinary(geom), categorie_pauvrete FROM gis.menages WHERE {WHERE}"
TABLE = f"SELECT gis.cle(id), ST_AsBinary(geom), categorie_pauvrete FROM registry_menage WHERE {WHERE}"
Box = tuple[float, float, float, float]


def logins(stage: Stage) -> list[Row]:
    """Boxes of 5 km around households of the largest region, which a login of that region asks for."""
    region = Region.objects.annotate(n=Count("menages")).order_by("-n")[0]
    boxes = _choose_boxes(region)
    name = f"bench_{uuid7().hex[-12:]}"
    password = make_login(login=NewLogin(name=name, usage="gis", regions=(region.code,)))
    try:
        own = connection.get_connection_params()
        address = {key: own[key] for key in ("host", "port", "dbname") if own.get(key)}
        with stage.database() as database, psycopg.connect(**address, user=name, password=password) as session:
            table = _ask(lambda box: database.execute(TABLE, box).fetchall(), boxes)
            view = _ask(lambda box: session.execute(VIEW, box).fetchall(), boxes)
    finally:
        end_login(name=name)
    return [
        Row(
            f"gis.menages by box, login of one region, {SIDE:g} degrees",
            f"p95 at most {MOST:g} x the table's",
            f"{view}; table {table}",
            view.p95 <= MOST * table.p95,
        )
    ]


def _choose_boxes(region: Region) -> list[Box]:
    """Return boxes around households of the region chosen at random, the same each time, of those well inside it."""
    west, south, east, north = Household.objects.filter(region=region).aggregate(box=Extent("geom"))["box"]
    chosen = random.Random(1)
    keys = list(Household.objects.filter(region=region, geom__isnull=False).order_by("id").values_list("id", flat=True))
    rows = Household.objects.filter(id__in=chosen.sample(keys, min(BOXES, len(keys)))).values_list("geom", flat=True)
    places = [(place.x, place.y) for place in rows if place]
    half = SIDE / 2
    return [(max(west, x - half), max(south, y - half), min(east, x + half), min(north, y + half)) for x, y in places]


def _ask(ask: Callable[[Box], Sequence[Any]], boxes: list[Box]) -> Times:
    """Return the times of every box, after each was asked for once."""
    found = Times()
    for box in boxes:
        found.seconds += timed(partial(ask, box), 2).seconds
    return found
