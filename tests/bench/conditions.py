"""What a CQL2 filter costs beside the same condition written by hand: the same features, the same count."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db import connection

from accounts.users.models import User
from geo.ogc import queries
from geo.ogc.rules import CRS84
from geo.ogc.serializers import read_condition
from geo.ogc.types import Collection, FeatureQuery
from tests.bench.stage import Stage
from tests.bench.tools import Row, Times, timed

TURNS: Final = 15
PAGE: Final = 10_000
MOST: Final = 1.3
LAYER: Final = "menages"
FILTER: Final = "scorePmt >= 10 AND scorePmt < 60 AND milieu = 'rural'"
BY_HAND: Final = "geom IS NOT NULL AND score_pmt >= 10 AND score_pmt < 60 AND milieu = 'rural'"
# Later pages count nothing, and neither does the SQL beside them.
BEFORE_ALL: Final = UUID(int=0)
# What somebody would write for the same answer, to the same digits.
PAGE_BY_HAND: Final = f"""
SELECT '[' || string_agg('{{"type":"Feature","id":"' || id || '","geometry":' || ST_AsGeoJSON(geom, 6, 0) || ',"properties":'
  || json_build_object('id', id, 'codeMenage', code_menage, 'tailleMenage', taille_menage, 'scorePmt', score_pmt,
       'categoriePauvrete', categorie_pauvrete, 'eligible', eligible_programme, 'milieu', milieu) || '}}',
  ',' ORDER BY id) || ']', count(*)
FROM (SELECT * FROM registry_menage WHERE {BY_HAND} ORDER BY id LIMIT {PAGE}) AS page
"""
COUNT_BY_HAND: Final = f"SELECT count(*) FROM registry_menage WHERE {BY_HAND}"


def filters(stage: Stage) -> list[Row]:
    """Each answer is asked for in turn with its SQL, so that both meet the same machine."""
    caller = User.objects.get(email=stage.accounts[0]["email"])
    collection = queries.find_collection(LAYER, caller)
    reading = timed(lambda: _read_filter(collection), 200)

    def read_page() -> int:
        query = FeatureQuery(CRS84, PAGE, after=BEFORE_ALL, condition=_read_filter(collection))
        return queries.read_page(collection, caller, query).count

    def count() -> int:
        query = FeatureQuery(CRS84, PAGE, condition=_read_filter(collection))
        return queries.find_matching_rows(collection, caller, query).order_by().count()

    return [
        Row("CQL2 filter: parse, check, compile", "under 1 ms", f"p50 {reading.p50:.3f} ms", reading.p50 < 1),
        _compare(f"CQL2 filter: page of {PAGE:,} features", read_page, lambda: int(_ask(PAGE_BY_HAND)[1])),
        _compare("CQL2 filter: count over the table", count, lambda: int(_ask(COUNT_BY_HAND)[0])),
    ]


def _read_filter(collection: Collection) -> Any:
    return read_condition(collection, {"filter": FILTER, "filter-lang": "cql2-text"})


def _ask(statement: str) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        found: tuple[Any, ...] = cursor.fetchone()
    return found


def _compare(work: str, by_filter: Callable[[], int], by_hand: Callable[[], int]) -> Row:
    """Return the row of two ways to one answer. Raises RuntimeError when they differ."""
    rows, expected = by_filter(), by_hand()
    if rows != expected:
        raise RuntimeError(f"{work}: {rows} rows, by hand {expected}")
    filtered, raw = Times(), Times()
    for _turn in range(TURNS):
        filtered.seconds += timed(by_filter, 1).seconds
        raw.seconds += timed(by_hand, 1).seconds
    share = filtered.p50 / raw.p50
    measured = f"{rows:,} rows: {filtered.p50:.1f} ms, SQL {raw.p50:.1f} ms, {share:.2f} x"
    return Row(work, f"at most {MOST:g} x the SQL", measured, share <= MOST)
