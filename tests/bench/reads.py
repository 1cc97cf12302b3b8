"""Reading: the GeoJSON export, lists, tiles, proximity, statistics."""

import itertools
import json
import time
from typing import Any
from urllib.parse import urlencode

from django.db import connection

from accounts.users.queries import find_active_user
from geo.layers.exports import queries as exporting
from geo.layers.hooks import map_layers
from tests.bench.stage import Stage
from tests.bench.tools import Client, Memory, Row, Times, timed

CATEGORIES = ("extreme_pauvre", "pauvre", "vulnerable", "non_pauvre")
PAGE = """
SELECT m.*, r.nom, r.code, s.nom, s.code, l.nom, l.code, c.*, d.*
FROM registry_menage AS m
LEFT JOIN geo_region AS r ON r.id = m.region_id LEFT JOIN geo_secteur AS s ON s.id = m.secteur_id
LEFT JOIN geo_localite AS l ON l.id = m.localite_id
LEFT JOIN registry_chef_menage AS c ON c.menage_id = m.id LEFT JOIN registry_logement AS d ON d.menage_id = m.id
WHERE m.region_id = %s AND m.categorie_pauvrete = %s AND m.milieu = %s
ORDER BY m.id DESC LIMIT 20
"""
COUNT = "SELECT count(*) FROM registry_menage WHERE region_id = %s AND categorie_pauvrete = %s AND milieu = %s"
SUMMARY = """
SELECT count(*), count(*) FILTER (WHERE statut = 'valide'), count(*) FILTER (WHERE statut = 'en_attente'),
       count(*) FILTER (WHERE statut = 'rejete'), count(*) FILTER (WHERE statut_collecte = 'pre_collecte'),
       count(*) FILTER (WHERE eligible_programme), count(score_pmt), avg(score_pmt), sum(taille_menage), avg(taille_menage),
       avg(score_qualite), sum(nb_enfants_04), sum(nb_enfants_514), sum(nb_adultes_1564), sum(nb_personnes_65_plus)
FROM registry_menage
"""
# Where people live, so that tiles and circles are not empty.
SOMEWHERE = "SELECT ST_X(geom), ST_Y(geom) FROM geo_localite WHERE geom IS NOT NULL ORDER BY md5(id::text) LIMIT %s"


def copied_features() -> tuple[int, float]:
    """Features of the household export and the seconds that its very SELECT takes through COPY, thrown away."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM accounts_user WHERE email LIKE 'admin@%%'")
        caller = find_active_user(cursor.fetchone()[0])
    layer = map_layers["menages"]
    select = exporting.compile_export_select(layer, layer.find_rows(caller, {}), caller)
    with exporting.open_cursor() as cursor:
        began = time.perf_counter()
        with cursor.copy(cursor.mogrify(exporting.build_geojson_copy_sql(select), select.params)) as copy:
            count = sum(1 for _ in copy)
        return count, time.perf_counter() - began


def streamed(client: Client) -> tuple[int, float, int]:
    """Bytes, seconds and features of the export over HTTP, read in blocks."""
    client.connection.close()  # a new one: the server may have ended the idle one
    began = time.perf_counter()
    client.connection.request("GET", "/api/carte/export/geojson", headers={"Authorization": f"Bearer {client.token}"})
    answer = client.connection.getresponse()
    size = features = 0
    tail = b""
    while block := answer.read(1 << 20):
        size += len(block)
        features += (tail + block).count(b'"type":"Feature"') - tail.count(b'"type":"Feature"')
        tail = block[-20:]
    if answer.status != 200 or not tail.rstrip().endswith(b"]}"):
        raise RuntimeError(f"export: {answer.status}, ends with {tail!r}")
    return size, time.perf_counter() - began, features


def export(stage: Stage) -> list[Row]:
    raw_count, raw_seconds = min((copied_features() for _ in range(2)), key=lambda found: found[1])
    client = stage.client()
    with Memory(stage.pids[:1]) as memory:
        size, seconds, features = min((streamed(client) for _ in range(2)), key=lambda found: found[1])
    if features != raw_count:
        raise RuntimeError(f"export of {features} features, not {raw_count}")
    rate, raw_rate = features / seconds, raw_count / raw_seconds
    measured = (
        f"{features:,} features, {size / 1e6:.0f} MB in {seconds:.1f} s: {rate:,.0f}/s; COPY {raw_rate:,.0f}/s; "
        f"ratio {rate / raw_rate:.2f}; memory +{memory.growth:.0f} MB"
    )
    holds = rate >= 0.5 * raw_rate and rate >= 100_000 and memory.growth < 150
    return [Row("GeoJSON export of all households", "≥ 0.5 x COPY, ≥ 100,000/s, < 150 MB growth", measured, holds)]


def lists(stage: Stage) -> list[Row]:
    client = stage.client()
    regions = [str(row[0]) for row in stage.sample("SELECT id FROM geo_region ORDER BY code")]
    asked = list(itertools.product(regions, CATEGORIES, ("rural", "urbain")))
    served, raw = Times(), Times()
    with stage.database() as database:
        for turn in range(3):
            for region, category, milieu in asked:
                query = {"page": 1, "limit": 20, "region": region, "categoriePauvrete": category, "milieu": milieu}
                answer = client.get(f"/api/menages?{urlencode(query)}")
                began = time.perf_counter()
                database.execute(PAGE, [region, category, milieu]).fetchall()
                total = database.execute(COUNT, [region, category, milieu]).fetchone()[0]
                spent = time.perf_counter() - began
                if answer.json()["pagination"]["total"] != total:
                    raise RuntimeError(f"total of {query} is not {total}")
                if turn:  # the first turn warms both
                    served.seconds.append(answer.seconds)
                    raw.seconds.append(spent)
    ratio = served.p95 / raw.p95
    rows = [
        Row(
            "GET /api/menages, region + category + milieu, page 1",
            "p95 ≤ 2.5 x raw page and count",
            f"{served}; raw {raw}; ratio {ratio:.2f}",
            ratio <= 2.5,
        )
    ]
    for page in (1, 1_000):
        found = timed(lambda page=page: client.get(f"/api/menages?page={page}&limit=20"), 60)
        rows.append(Row(f"GET /api/menages, page {page:,}", "p95 < 60 ms", str(found), found.p95 < 60))
    return rows


def proximity(stage: Stage) -> list[Row]:
    client = stage.client()
    found = Times()
    for lon, lat in stage.sample(SOMEWHERE, [210]):
        body = {"lat": lat, "lng": lon, "radius": 5_000, "types": ["menages", "ecoles", "services_sante"]}
        found.seconds.append(client.post("/api/carte/analyse/proximite", body).seconds)
    del found.seconds[:10]
    return [Row("proximite, 5 km, households, schools, health", "p95 < 20 ms", str(found), found.p95 < 20)]


def summary(stage: Stage) -> list[Row]:
    client = stage.client()
    served = timed(lambda: client.get("/api/menages/stats/summary"), 40)
    with stage.database() as database:
        raw = timed(lambda: database.execute(SUMMARY).fetchall(), 3)
        exact = database.execute("SELECT count(*), sum(taille_menage) FROM registry_menage").fetchone()
    data: Any = client.get("/api/menages/stats/summary").json()["data"]
    if exact != tuple(_named(data, "total", "totalPopulation")):
        raise RuntimeError(f"summary is not exact: {json.dumps(data)[:300]}, not {exact}")
    holds = served.p95 <= 1.3 * raw.p95 or served.p95 < 50
    return [Row("stats/summary over all", "≤ 1.3 x raw SQL or < 50 ms", f"{served}; raw {raw.p50:.0f} ms", holds)]


def collection(stage: Stage) -> list[Row]:
    """What waits in the collection: a page of the list, and the statistics, of all and of each region."""
    client = stage.client()
    regions = [str(row[0]) for row in stage.sample("SELECT id FROM geo_region ORDER BY code")]
    rows = []
    for name, path, within, bar in (
        ("list, page 1, of all and by region", "/api/menages/pre-collecte?page=1&limit=20", [None, *regions], 60),
        ("list, page 1,000", "/api/menages/pre-collecte?page=1000&limit=20", [None], 60),
        ("statistics, of all and by region", "/api/menages/pre-collecte/stats?", [None, *regions], 400),
    ):
        paths = [f"{path}&region={region}" if region else path for region in within]
        for each in paths:  # each once unmeasured
            client.get(each)
        asked = itertools.cycle(paths)
        found = timed(lambda asked=asked: client.get(next(asked)), 60)
        rows.append(Row(f"pre-collection, {name}", f"p95 < {bar} ms", str(found), found.p95 < bar))
    return rows


def _named(data: dict[str, Any], *names: str) -> list[Any]:
    """The first value of each name, wherever it stands in the answer."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        for name, inner in value.items() if isinstance(value, dict) else [(key, value)]:
            flat.setdefault(name, inner)
    return [flat.get(name) for name in names]
