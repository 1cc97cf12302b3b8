"""Lists of households that a statement over all of them finds: what is suspect, and the answers to questions."""

import json
import time
from urllib.parse import urlencode

from registry.households.suspicions.filters import SQL, SUSPICIONS
from registry.quality.api import SUSPICION_LIMITS
from tests.bench.stage import Stage
from tests.bench.tools import Row, timed

TURNS = 3
# A page and its total run the statement once.
MOST = 2.0
QUESTIONS = {
    "far from a school": {"service": "ecoles", "sens": "plus", "metres": 5000},
    "near a public school": {"service": "ecoles", "type": "publique", "sens": "moins", "metres": 5000},
}


def suspicions(stage: Stage) -> list[Row]:
    """Compare the first page of each suspicion with its raw statement; a plan's page has a time of its own."""
    client = stage.client()
    rows = []
    for name, statement in SUSPICIONS.items():
        ids = SQL[statement].format(**SUSPICION_LIMITS)
        count = f"SELECT count(*) FROM registry_menage WHERE id IN ({ids})"
        spent = []
        with stage.database() as database:
            for _turn in range(TURNS):
                began = time.perf_counter()
                database.execute(count).fetchone()
                spent.append((time.perf_counter() - began) * 1000)
        query = urlencode({"anomalie": name, "limit": 20})
        found = timed(lambda query=query: client.get(f"/api/menages?{query}"), TURNS)
        ratio = found.p50 / max(min(spent), 10)
        measured = f"{found}; raw count {min(spent):.0f} ms; ratio {ratio:.2f}"
        rows.append(Row(f"GET /api/menages?anomalie={name}", f"p50 ≤ {MOST:g} x raw count", measured, ratio <= MOST))
    for words, distance in QUESTIONS.items():
        plan = json.dumps({"genre": "compter", "sujet": "menages", "distances": [distance]})
        found = timed(lambda plan=plan: client.get(f"/api/menages?{urlencode({'plan': plan})}"), TURNS)
        rows.append(Row(f"GET /api/menages?plan=…, {words}", "p50 < 10 s", str(found), found.p50 < 10_000))
    return rows
