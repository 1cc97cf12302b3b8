"""The one guard: no write route of a household changes one of a project that takes no change."""

import pytest

from registry.follow_up.models import HealthVisit, Measure
from registry.households.models import Household, Member
from registry.projects.models import Project
from tests.api import world as worlds
from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, VIEWS, call
from tests.conftest import Api

# What of a side a route names when it writes something of a household.
OF_A_HOUSEHOLD = {"menage", "membre", "visite", "mesure"}
WRITES = [
    (path, method)
    for path, method in CASES
    if method != "get"
    and VIEWS[path].__module__.startswith("registry.")
    and (OF_A_HOUSEHOLD & set(ROUTES[path].ids.values()) or "{menage}" in str(ROUTES[path].body))
]


def state(household):
    """All of a household, as the tables hold it."""
    return (
        Household.objects.filter(id=household.id).values().first(),
        list(Member.objects.filter(menage=household).order_by("id").values()),
        [list(model.objects.order_by("id").values()) for model in (HealthVisit, Measure)],
    )


def test_the_walk_is_long():
    assert len(WRITES) >= 25
    assert {path for path, _ in WRITES} >= {"api/menages/valider-masse", "api/menages/<uuid:identity>/recalculate-pmt"}


@pytest.mark.parametrize(("path", "method"), WRITES)
def test_a_read_only_project_takes_nothing(path, method, country, cast):
    world = worlds.build(country)
    household = world.west.menage
    Household.objects.update(projet=Project.objects.create(code="CLOS", nom="Clos", lecture_seule=True))
    route = ROUTES[path]
    if route.before:
        Household.objects.filter(id=household.id).update(**route.before)
    before = state(household)
    answer = call(Api(cast.admin), path, method, world, "west")
    if route.mass:
        assert answer.json()["data"]["echoues"] == 1
        assert "lecture seule" in answer.json()["data"]["erreurs"][0]["message"]
    else:
        body = answer.json()
        told = body.get("code") or body.get("hydra:description")
        assert told in ("READ_ONLY_PROJECT", "Ce projet est en lecture seule.", "NOT_CONFIGURED"), answer.content[:300]
    assert state(household) == before
