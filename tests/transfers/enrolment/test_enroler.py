"""Enrolling into a programme: by name, or the next ones; once, whoever does it at the same time."""

import threading

import pytest
from django.db import transaction

from accounts.audit.models import Trace
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from registry.households.models import Household
from registry.projects.models import Project
from tests.threads import together, wait_for_a_wait
from tests.transfers.enrolment.test_bulk_enroll import valid
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme


@pytest.fixture
def path(programme):
    return f"/api/programmes/{programme.id}/enroler"


@pytest.fixture
def five(country):
    """V-0 … V-4 of the west, the last the poorest."""
    rows = valid(country.west, 5)
    for place, row in enumerate(rows):
        Household.objects.filter(id=row.id).update(score_pmt=50 - place)
    return rows


def ids(*rows):
    return [str(row.id) for row in rows]


def enrolled():
    return sorted(Beneficiary.objects.values_list("menage__code_menage", flat=True))


def test_by_name(api, cast, path, five, programme, eastern):
    caller = api(cast.agent_west)
    Beneficiary.objects.create(code="TM-9", menage=five[2], programme=programme, nom_complet="Chef")
    answer = caller.post(path, {"menageIds": ids(*five[:3], eastern, five[0]), "limit": None}).json()
    data = answer["data"]
    assert (data["enrolled"], data["skipped"], data["totalBeneficiaires"]) == (2, 3, 3)
    assert answer["message"] == "2 ménages enrôlés."
    why = [error["message"] for error in data["erreurs"]]
    assert [word in text for word, text in zip(("déjà", "introuvable", "répété"), why, strict=True)] == [True] * 3
    assert enrolled() == ["V-0", "V-1", "V-2"]
    told = Trace.objects.get(model="masse_enroler_menages")
    assert (told.utilisateur_id, told.nombre) == (cast.agent_west.id, 2)


def test_the_next_ones_are_the_poorest(api, cast, path, five):
    caller = api(cast.agent_west)
    first = caller.post(path, {"menageIds": [], "limit": 2}).json()["data"]
    assert (first["enrolled"], first["skipped"], first["totalBeneficiaires"]) == (2, 0, 2)
    assert enrolled() == ["V-3", "V-4"]
    assert caller.post(path, {"menageIds": []}).json()["data"]["enrolled"] == 3
    assert caller.post(path, {"menageIds": []}).json()["data"] == {
        "enrolled": 0,
        "skipped": 0,
        "totalBeneficiaires": 5,
        "erreurs": [],
    }


def test_who_left_comes_back_by_name_only(api, cast, path, five, programme):
    Beneficiary.objects.create(
        code="TM-9",
        menage=five[0],
        programme=programme,
        nom_complet="C",
        statut_enrolement="sorti",
        motif_sortie="x",
        date_sortie="2025-01-01T00:00Z",
    )
    caller = api(cast.agent_west)
    assert caller.post(path, {"menageIds": []}).json()["data"]["enrolled"] == 4
    assert caller.post(path, {"menageIds": ids(five[0])}).json()["data"]["enrolled"] == 1


def test_a_pause_stays(api, cast, path, five, programme):
    Beneficiary.objects.create(
        code="TM-9", menage=five[0], programme=programme, nom_complet="C", statut_enrolement="suspendu"
    )
    caller = api(cast.agent_west)
    assert caller.post(path, {"menageIds": []}).json()["data"]["enrolled"] == 4
    assert caller.post(path, {"menageIds": ids(five[0])}).json()["data"]["skipped"] == 1
    assert Beneficiary.objects.get(menage=five[0]).statut_enrolement == "suspendu"


def test_only_one_s_own(api, cast, country, path, five):
    valid(country.east, 2, first=10)
    Household.objects.filter(code_menage="V-11").update(region=None)
    assert api(cast.agent_east).post(path, {"menageIds": []}).json()["data"]["totalBeneficiaires"] == 1
    assert enrolled() == ["V-10"]
    assert api(cast.agent_west).post(path, {"menageIds": []}).json()["data"]["totalBeneficiaires"] == 5
    assert api(cast.admin).post(path, {"menageIds": []}).json()["data"]["totalBeneficiaires"] == 7


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"menageIds": None},
        {"menageIds": "x"},
        {"menageIds": ["7"]},
        {"menageIds": [], "limit": 0},
        {"menageIds": [], "limit": -1},
        {"menageIds": [], "limit": "x"},
        {"menageIds": [], "limit": True},
        {"menageIds": [], "limit": 10**9},
        {"menageIds": ["0192f0c1-0000-7000-8000-000000000001"], "limit": 1},
        {"menageIds": ["0192f0c1-0000-7000-8000-000000000001"] * 10_001},
    ],
)
def test_bad_input(api, cast, path, five, wrong):
    answer = api(cast.agent_west).post(path, wrong)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert not Beneficiary.objects.exists()


@pytest.mark.parametrize(
    "sent", [{"menageIds": [], "limit": 1}, {"menageIds": ["0192f0c1-0000-7000-8000-000000000001"]}]
)
@pytest.mark.parametrize(
    ("programme_fields", "project_fields", "code"),
    [
        ({"statut": "suspendu"}, {}, "INVALID_STATUS"),
        ({"statut": "termine"}, {}, "INVALID_STATUS"),
        ({"statut": "cloture"}, {}, "INVALID_STATUS"),
        ({}, {"lecture_seule": True}, "READ_ONLY_PROJECT"),
        ({}, {"peut_enroler": False}, "FORBIDDEN"),
    ],
)
def test_refused(api, cast, path, five, sent, programme_fields, project_fields, code):
    Programme.objects.update(**{"statut": "actif"} | programme_fields)
    Project.objects.update(**{"lecture_seule": False} | project_fields)
    for address in (path, f"{path}?async=1"):
        assert api(cast.agent_west).post(address, sent).json()["code"] == code
    assert not Job.objects.exists()
    assert api(cast.reader_west).post(path, sent).status_code == 403
    assert not Beneficiary.objects.exists()


def test_what_is_over_enrols_nobody(api, cast, path, five):
    """Also before the worker has ended it."""
    Programme.objects.update(date_fin="2025-02-01")
    caller = api(cast.agent_west)
    assert caller.post(path, {"menageIds": ids(five[0])}).json()["code"] == "INVALID_STATUS"
    assert caller.post("/api/beneficiaires/import/from-menages").json()["data"]["nbCreated"] == 0
    assert not Beneficiary.objects.exists()


def test_once_a_key(api, cast, path, five):
    caller, key = api(cast.agent_west), {"Idempotency-Key": "enrol-1"}
    answers = [caller.post(path, {"menageIds": [], "limit": 1}, headers=key).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert enrolled() == ["V-4"]


def test_many_in_a_few_statements(api, cast, country, path, django_assert_max_num_queries):
    valid(country.west, 2_000)
    with django_assert_max_num_queries(45):
        data = api(cast.agent_west).post(path, {"menageIds": []}).json()["data"]
    assert data["enrolled"] == 2_000
    assert Beneficiary.objects.order_by("menage_id").first().code == "TM-000001"


def test_large_ones_are_a_job(api, cast, path, five, settings):
    settings.SYNCHRONOUS_MAX_ROWS = 3
    caller = api(cast.agent_west)
    assert caller.post(path, {"menageIds": [], "limit": 1}).status_code == 200
    answers = [
        caller.post(path, {"menageIds": []}),
        caller.post(f"{path}?async=1", {"menageIds": ids(five[4])}),
    ]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert len(enrolled()) == 1
    for answer in answers:
        execute_job(answer.json()["data"]["jobId"])
    told = [caller.get(f"/api/jobs/{answer.json()['data']['jobId']}").json()["data"] for answer in answers]
    assert [job["statut"] for job in told] == ["termine", "termine"]
    assert told[0]["resultat"] == {"enrolled": 4, "skipped": 0, "totalBeneficiaires": 5, "erreurs": []}
    assert [error["id"] for error in told[1]["resultat"]["erreurs"]] == ids(five[4])


def test_a_job_has_the_rights_of_its_end(api, cast, path, five):
    job = api(cast.agent_west).post(f"{path}?async=1", {"menageIds": []}).json()["data"]["jobId"]
    cast.agent_west.role = cast.reader_west.role
    cast.agent_west.save()
    execute_job(job)
    assert Job.objects.get(id=job).statut == "echoue"
    assert not Beneficiary.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_enrol_the_same_household(api, cast, path, five):
    caller = api(cast.agent_west)

    def work(number):
        return caller.post(path, {"menageIds": ids(five[0])} if number else {"menageIds": []}).json()["data"]

    done = together(2, work, numbered=True)
    assert sum(answer["enrolled"] for answer in done) == 5
    assert enrolled() == [f"V-{n}" for n in range(5)]


@pytest.mark.django_db(transaction=True)
def test_two_who_take_the_next_take_two(api, cast, path, five):
    caller = api(cast.agent_west)
    done = together(2, lambda: caller.post(path, {"menageIds": [], "limit": 2}).json()["data"]["enrolled"])
    assert done == [2, 2]
    assert enrolled() == ["V-1", "V-2", "V-3", "V-4"]


@pytest.mark.django_db(transaction=True)
def test_suspended_in_the_middle(api, cast, path, five):
    """The suspension comes first and is seen, although the enrolment has looked at the programme before it."""
    caller, begun = api(cast.agent_west), threading.Event()

    def side(number):
        if number:
            begun.wait(60)
            return caller.post(path, {"menageIds": ids(*five)}).json()["code"]
        with transaction.atomic():
            Programme.objects.update(statut="suspendu")
            begun.set()
            wait_for_a_wait()
        return None

    assert together(2, side, numbered=True) == [None, "INVALID_STATUS"]
    assert not Beneficiary.objects.exists()
