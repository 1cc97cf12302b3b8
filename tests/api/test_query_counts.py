"""The number of queries of every GET is pinned: a list that starts to ask once per row fails here.

`TABANCA_PIN=1 ./dev test tests/api/test_query_counts.py` writes the numbers anew; look at the difference.
"""

import json
import os
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api import world as worlds
from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, call, content
from tests.conftest import Api, make_user

PINNED = Path(__file__).with_name("query_counts.json")
READS = [path for path, method in CASES if method == "get" and path in ROUTES and ROUTES[path].counted]


def count(caller, path, world):
    cache.clear()
    with CaptureQueriesContext(connection) as seen:
        content(call(caller, path, "get", world, "west"))
    return len(seen)


def test_reads_ask_as_often_as_pinned(country):
    world = worlds.build(country)
    caller = Api(make_user("ROLE_SUPER_ADMIN", country.west))
    few = {path: count(caller, path, world) for path in READS}
    for number in range(5):
        worlds.fill(country.west, country.north, -15.4, f"N{number}")
    many = {path: count(caller, path, world) for path in READS}
    assert many == few, "the number of queries grows with the number of rows"
    if os.environ.get("TABANCA_PIN"):
        PINNED.write_text(json.dumps(few, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        pytest.skip("pinned anew")
    assert few == json.loads(PINNED.read_text(encoding="utf-8"))
