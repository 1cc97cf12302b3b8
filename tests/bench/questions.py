"""What makers of maps wait for: pages and filters of OGC API, and the reading of questions beside their answers."""

from urllib.parse import quote

from tests.bench.stage import Stage
from tests.bench.tools import Row, Times, timed

TURNS = 20
PAGE = 100
FAR = 900_000
ITEMS = "/ogc/collections/menages/items"
# The row before the page that begins so far in; of a smaller country the middle.
BEFORE = """
SELECT id FROM registry_menage WHERE geom IS NOT NULL ORDER BY id
OFFSET least(%(far)s, (SELECT count(*) / 2 FROM registry_menage)) LIMIT 1
"""
FILTER = "scorePmt >= 20 AND scorePmt < 21 AND milieu = 'rural'"
RAW = """
SELECT count(*), sum(length(ST_AsGeoJSON(geom))) FROM (
  SELECT geom FROM registry_menage
  WHERE geom IS NOT NULL AND score_pmt >= 20 AND score_pmt < 21 AND milieu = 'rural' ORDER BY id LIMIT 101) AS rows
"""
QUESTIONS = (
    "Combien de ménages éligibles dans la région de Bafatá ?",
    "How many poor households more than 5 km from a school?",
    "Quantos agregados chefiados por uma mulher em Oio?",
    "Quels sont les trois secteurs les plus mal servis ?",
    "Quel pourcentage des ménages ruraux sont dirigés par une femme ?",
)


def features(stage: Stage) -> list[Row]:
    """A page far in, by the key of the link `next`, and a filter beside the same condition in SQL."""
    client = stage.client()
    before = stage.sample(BEFORE, {"far": FAR})[0][0]
    page = timed(lambda: client.get(f"{ITEMS}?limit={PAGE}&apres={before}"), TURNS)
    with stage.database() as database:
        raw = timed(lambda: database.execute(RAW).fetchall(), TURNS)
    # `apres` before the first row: later pages count nothing, as the SQL beside it.
    start = f"{ITEMS}?limit={PAGE}&apres=00000000-0000-0000-0000-000000000000"
    filtered = timed(lambda: client.get(f"{start}&filter={quote(FILTER)}"), TURNS)
    unfiltered = timed(lambda: client.get(start), TURNS)
    extra = filtered.p50 - unfiltered.p50
    return [
        Row(f"OGC items, page of {PAGE} at {FAR:,}", "p95 < 50 ms", str(page), page.p95 < 50),
        Row(
            "OGC items with a CQL2 filter",
            "at most 1.3 x the SQL, beside a page without",
            f"{filtered.p50:.1f} ms ({unfiltered.p50:.1f} without), SQL {raw.p50:.1f} ms",
            extra <= 1.3 * raw.p50,
        ),
    ]


def assistant(stage: Stage) -> list[Row]:
    """Questions beside the same as plans, which are not read: what reading costs."""
    client = stage.client()
    asked, planned = Times(), Times()
    for question in QUESTIONS:
        plan = client.post("/api/carte/assistant", {"question": question}).json()["data"]["plan"]
        asked.seconds += timed(lambda q=question: client.post("/api/carte/assistant", {"question": q}), TURNS).seconds
        planned.seconds += timed(lambda p=plan: client.post("/api/carte/assistant", {"plan": p}), TURNS).seconds
    extra = asked.p95 - planned.p95
    measured = f"p95 {asked.p95:.1f} ms, as plans {planned.p95:.1f} ms"
    return [Row("assistant, reading beside the query", "p95 < 150 ms more", measured, extra < 150)]
