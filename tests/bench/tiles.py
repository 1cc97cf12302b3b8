"""Tiles: how long they take, and how long processors work for them beside raw SQL and an empty view."""

from math import ceil
from typing import Any

from geo.layers.cells.rules import FINEST_ZOOM
from geo.layers.tiles.rules import PLANNED_ZOOM, Tile
from tests.bench.load import TILE_AT, path_of_tile, tile_paths
from tests.bench.processor import Spent
from tests.bench.stage import Stage
from tests.bench.tools import Client, Row, Times, timed

EMPTY = "/api/banc/vide"  # of tests.bench.urls, which only a server of this bench imports
LIST = "/api/carte/beneficiaires?limit=100"
# What the table calls the layers.
NAMES = {"menages": "households", "beneficiaires": "beneficiaries"}
MOST = 200
# Processor time is told in hundredths of a second: so many requests that one of them is well seen.
REQUESTS = 400
OVER_RAW, BESIDE_RAW = 1.5, 0.002
OVER_EMPTY = 2.0
# From this zoom on a household is a feature; below, a cell.
SINGLE = 14
POINTS = """
SELECT ST_AsMVT(feature, 'menages', 4096, 'shape', 'fid') FROM (
  SELECT ST_AsMVTGeom(ST_Transform(geom, 3857), ST_TileEnvelope(%(z)s, %(x)s, %(y)s), 4096, 64, true) AS shape,
         id::text, code_menage, categorie_pauvrete, score_pmt::float8, eligible_programme, milieu, taille_menage,
         ('x' || right(id::text, 12))::bit(48)::bigint AS fid
  FROM registry_menage
  WHERE geom && ST_Transform(ST_TileEnvelope(%(z)s, %(x)s, %(y)s, margin => 64.0 / 4096), 4326)) AS feature
"""
CELLS = """
SELECT ST_AsMVT(feature, 'menages', 4096, 'shape', 'fid') FROM (
  SELECT ST_AsMVTGeom(ST_Transform(ST_SetSRID(ST_MakePoint(
           sum(somme_lon)::float8 / sum(n)::float8 / 1000000, sum(somme_lat)::float8 / sum(n)::float8 / 1000000), 4326), 3857),
           ST_TileEnvelope(%(z)s, %(x)s, %(y)s), 4096, 64, true) AS shape,
         x::bigint << 24 | y AS fid, sum(n)::integer AS nombre, (sum(somme_pmt) / nullif(sum(avec_pmt), 0))::float8 AS score,
         sum(n) FILTER (WHERE categorie_pauvrete = 'extreme_pauvre')::integer AS extreme_pauvre,
         sum(n) FILTER (WHERE categorie_pauvrete = 'pauvre')::integer AS pauvre,
         sum(n) FILTER (WHERE categorie_pauvrete = 'vulnerable')::integer AS vulnerable,
         sum(n) FILTER (WHERE categorie_pauvrete = 'non_pauvre')::integer AS non_pauvre
  FROM registry_menage_cell
  WHERE z = %(finest)s AND x BETWEEN %(left)s AND %(right)s AND y BETWEEN %(top)s AND %(bottom)s
  GROUP BY x, y HAVING sum(n) > 0) AS feature
"""


def tiles(stage: Stage) -> list[Row]:
    """Tiles with people in them; the server keeps no tiles, so each answer without If-None-Match is made anew."""
    client = stage.client()
    tagged: list[tuple[str, str]] = []
    rows = [_time_zoom(stage, client, zoom, bar, tagged) for zoom, bar in ((6, 150), (9, 100), (12, 50), (14, 30))]
    rows += [_time_zoom(stage, client, zoom, bar, [], "beneficiaires") for zoom, bar in ((6, 150), (9, 100))]
    rows.append(_time_list(client))
    known = tagged[:: max(1, len(tagged) // 200)]
    rows.append(_time_known(client, known))
    rows += [_weigh_zoom(stage, client, zoom) for zoom in (13, 14, 15, 16)]
    return [*rows, _weigh_known(stage, client, known)]


def _time_zoom(
    stage: Stage, client: Client, zoom: int, bar: int, tagged: list[tuple[str, str]], layer: str = "menages"
) -> Row:
    """Time the tiles of a layer at a zoom; their tags are added to `tagged`."""
    paths = tile_paths(stage, zoom, MOST, layer)
    found, sizes = Times(), []
    for path in paths * max(1, 60 // len(paths)):
        answer = client.get(path, expect=(200, 204))
        found.seconds.append(answer.seconds)
        sizes.append(len(answer.body))
        if "etag" in answer.headers:
            tagged.append((path, answer.headers["etag"]))
    name = f"{NAMES[layer]} tile z {zoom} ({len(paths)} tiles, largest {max(sizes) / 1024:.0f} KB)"
    return Row(name, f"p95 < {bar} ms", str(found), found.p95 < bar)


def _time_list(client: Client) -> Row:
    """Time the list of beneficiaries on the map, with its total and those without a position."""
    found = timed(lambda: client.get(LIST), 60)
    return Row("beneficiaries on the map, 100 of them", "p95 < 100 ms", str(found), found.p95 < 100)


def _time_known(client: Client, known: list[tuple[str, str]]) -> Row:
    found = Times([client.get(path, expect=(304,), If_None_Match=tag).seconds for path, tag in known])
    return Row("tile not changed (304)", "p95 < 5 ms", str(found), found.p95 < 5)


def _weigh_zoom(stage: Stage, client: Client, zoom: int) -> Row:
    """Hold the processor time of a zoom's tiles against that of the same tiles in raw SQL."""
    places = stage.sample(TILE_AT, {"z": zoom})
    places = places[:: ceil(len(places) / MOST)]
    places = places * ceil(REQUESTS / len(places))
    paths = [path_of_tile(zoom, x, y) for x, y in places]
    for path in paths[:20]:  # unmeasured
        client.get(path, expect=(200, 204))
    found = Times()
    with stage.spending() as served:
        for path in paths:
            found.seconds.append(client.get(path, expect=(200, 204)).seconds)
    raw = _spend_raw(stage, POINTS if zoom >= SINGLE else CELLS, zoom, places)
    each, bound = served.total / len(paths), OVER_RAW * raw.total / len(paths) + BESIDE_RAW
    measured = (
        f"{1000 * each:.2f} ms ({served.each(len(paths))}); raw {1000 * raw.total / len(paths):.2f} ms; "
        f"bound {1000 * bound:.2f} ms; by the clock {found}"
    )
    name = f"households tile z {zoom}, processor time of one"
    return Row(name, f"≤ {OVER_RAW} x raw ST_AsMVT + {1000 * BESIDE_RAW:.0f} ms", measured, each <= bound)


def _spend_raw(stage: Stage, statement: str, zoom: int, places: list[tuple[Any, ...]]) -> Spent:
    """Have the database make the tiles from a statement written by hand, prepared from PLANNED_ZOOM on as the service's."""
    asked, prepare = [_raw_params(zoom, x, y) for x, y in places], zoom >= PLANNED_ZOOM
    with stage.database() as database:
        for params in asked[:20]:  # unmeasured
            database.execute(statement, params, prepare=prepare).fetchone()
        with stage.spending() as spent:
            for params in asked:
                database.execute(statement, params, prepare=prepare).fetchone()
    spent.server = 0.0  # nobody asked it
    return spent


def _raw_params(zoom: int, x: int, y: int) -> dict[str, int]:
    """A tile, and the first and last of its cells of the finest zoom that is stored."""
    cells = Tile(zoom, x, y).compute_cell_range(max(zoom, FINEST_ZOOM))
    return {
        "finest": FINEST_ZOOM,
        "z": zoom,
        "x": x,
        "y": y,
        **dict(zip(("left", "right", "top", "bottom"), cells, strict=True)),
    }


def _weigh_known(stage: Stage, client: Client, known: list[tuple[str, str]]) -> Row:
    """Hold the processor time of a tile that the client has against that of a view that does nothing."""
    asked = known * ceil(REQUESTS / len(known))
    client.get(EMPTY, expect=(204,))
    with stage.spending() as empty:
        for _ in asked:
            client.get(EMPTY, expect=(204,))
    with stage.spending() as found:
        for path, tag in asked:
            client.get(path, expect=(304,), If_None_Match=tag)
    ratio = found.total / empty.total
    measured = f"{found.each(len(asked))}; empty {empty.each(len(asked))}; ratio {ratio:.2f}"
    return Row(
        "tile not changed (304), processor time of one",
        f"≤ {OVER_EMPTY:.0f} x an empty view",
        measured,
        ratio <= OVER_EMPTY,
    )
