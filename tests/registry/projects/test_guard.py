"""The one guard: no write route of a household changes one of a project that takes no change."""

import threading

import pytest
from django.db import connection, transaction

from config.errors.problems import Problem
from registry.collection_workflow.services import apply_transition_to_all
from registry.follow_up.models import HealthVisit, Measure
from registry.households.models import Household, Member
from registry.households.services import update_household
from registry.projects.models import Project
from tests.api import world as worlds
from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, VIEWS, call
from tests.conftest import Api
from tests.walk import walk

# What of a side a route names when it writes something of a household.
OF_A_HOUSEHOLD = {"menage", "membre", "visite", "mesure"}
WRITES = [
    (path, method)
    for path, method in CASES
    if method != "get"
    # Transfers serves one of them: the enrolment of households of the list.
    and (VIEWS[path].__module__.startswith("registry.") or path.startswith("api/menages/"))
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


def test_a_read_only_project_takes_nothing(country, cast):
    world, caller = worlds.build(country), Api(cast.admin)
    household = world.west.menage
    Household.objects.update(projet=Project.objects.create(code="CLOS", nom="Clos", lecture_seule=True))

    def check(case):
        path, method = case
        route = ROUTES[path]
        if route.before:
            Household.objects.filter(id=household.id).update(**route.before)
        before = state(household)
        answer = call(caller, path, method, world, "west")
        body = answer.json()
        if route.mass:
            assert body["data"]["echoues"] == 1
            assert "lecture seule" in body["data"]["erreurs"][0]["message"]
        else:
            told = body.get("code") or body.get("hydra:description")
            assert told in ("READ_ONLY_PROJECT", "Ce projet est en lecture seule."), answer.content[:300]
        assert state(household) == before

    walk(WRITES, check)


def test_a_score_is_typed_only_where_scoring_is_allowed(api, cast, household):
    project = Project.objects.create(code="SANS", nom="Sans score", peut_scorer=False)
    Household.objects.filter(id=household.id).update(projet=project)
    before = state(household)
    address = f"/api/menages/{household.id}"
    for body in ({"scorePmt": "1.00"}, {"scorePmt": None}, {"categoriePauvrete": "non_pauvre"}):
        assert api(cast.agent_west).put(address, body).status_code == 403, body
    new = {"tailleMenage": 3, "scorePmt": "1.00", "projetId": str(project.id)}
    assert api(cast.agent_west).post("/api/menages", new).status_code == 403
    assert state(household) == before
    # The form is sent whole: a score that stays is not typed.
    same = {"scorePmt": "18.50", "categoriePauvrete": "extreme_pauvre", "milieu": "urbain"}
    assert api(cast.agent_west).put(address, same).status_code == 200
    assert api(cast.agent_west).post("/api/menages", new | {"scorePmt": None}).status_code == 201


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["update", "move"])
def test_archived_while_the_caller_waited(cast, household, act):
    project = Project.objects.create(code="BIENTOT", nom="Bientôt archivé")
    Household.objects.filter(id=household.id).update(projet=project)
    held, waiting = threading.Event(), threading.Event()

    def holder():
        with transaction.atomic():
            Household.objects.filter(id=household.id).update(altitude=12)
            held.set()
            waiting.wait(10)
            Project.objects.update(lecture_seule=True)
        connection.close()

    thread = threading.Thread(target=holder)
    thread.start()
    held.wait(60)
    threading.Timer(0.5, waiting.set).start()
    if act == "update":
        with pytest.raises(Problem, match="READ_ONLY_PROJECT"):
            update_household(
                household_id=household.id, values={"altitude": 9}, user=cast.admin, require=lambda row: None
            )
    else:
        with transaction.atomic():
            verdicts = apply_transition_to_all(ids=[household.id], transition="validation", user=cast.admin)
        assert verdicts[household.id].code == "READ_ONLY_PROJECT"
    thread.join()
    household.refresh_from_db()
    assert (household.altitude, household.statut_collecte) == (12, "pre_collecte")
