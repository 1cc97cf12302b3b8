"""Searches, filtered counts, density and coverage over everything: what reads every household, or would."""

import itertools
from urllib.parse import quote

from tests.bench.stage import Stage
from tests.bench.tools import Client, Row, Times, timed

TURNS = 5
SIZES = (250, 1_000, 5_000, 50_000)
# The names of heads by how many bear them; each is searched by its first word of three letters or more.
COMMON = """
SELECT word FROM (SELECT unnest(string_to_array(normalise(nom_complet), ' ')) AS word FROM registry_chef_menage) AS names
WHERE length(word) > 2 GROUP BY word ORDER BY count(*) DESC LIMIT 5
"""
PARTS = ("man", "dja", "na", "BA-", "a", "%a" * 127, "a b c d e f g h", "man ane ama cam dja bac aba lam")


def searches(stage: Stage) -> list[Row]:
    client = stage.client()
    names = [row[0] for row in stage.sample(COMMON)]
    rows = []
    for work, texts, bar in (("a common name", names, 300), ("parts of names, hostile patterns", PARTS, 3_000)):
        found = Times()
        for text in [*texts] * TURNS:
            path = f"/api/menages?search={quote(text)}&limit=20"
            found.seconds.append(client.get(path, expect=(200, 400)).seconds)
        rows.append(Row(f"search of {work}", f"p95 < {bar} ms", str(found), found.p95 < bar))
    return rows


def filtered(stage: Stage) -> list[Row]:
    """Totals that the tally does not tell."""
    client = stage.client()
    asked = ("scorePmt[gte]=20&scorePmt[lte]=40", "tailleMenage[gte]=8", "scorePmt[lte]=30&milieu=rural")
    queries = itertools.cycle(asked)
    found = timed(lambda: client.get(f"/api/menages?limit=20&{next(queries)}"), TURNS * len(asked))
    return [Row("list by score or size", "p95 < 1 s", str(found), found.p95 < 1_000)]


def density(stage: Stage) -> list[Row]:
    client = stage.client()
    rows = []
    for mode, size in itertools.product(("hexagone", "carre"), SIZES):
        found = timed(lambda m=mode, s=size: _dense(client, m, s), TURNS)
        rows.append(Row(f"density, {mode}, {size:,} m", "p50 < 1 s", str(found), found.p50 < 1_000))
    return rows


def _dense(client: Client, mode: str, size: int) -> None:
    client.get(f"/api/carte/analyse/densite?mode={mode}&cellule={size}")


def coverage(stage: Stage) -> list[Row]:
    client = stage.client()
    rows = []
    for level, bar in (("region", 1_000), ("secteur", 1_000), ("localite", 3_000)):
        body = {"type": "ecoles", "rayon": 2_500, "niveau": level}
        found = timed(lambda b=body: client.post("/api/carte/analyse/couverture", b), TURNS)
        rows.append(Row(f"coverage by {level}", f"p50 < {bar} ms", str(found), found.p50 < bar))
    for subject in ("beneficiaires", "plaintes", "habitants"):
        body = {"sujet": subject, "type": "ecoles", "rayon": 2_500, "niveau": "secteur"}
        found = timed(lambda b=body: client.post("/api/carte/analyse/couverture", b), TURNS)
        rows.append(Row(f"coverage of {subject} by secteur", "p50 < 1 s", str(found), found.p50 < 1_000))
    return rows
