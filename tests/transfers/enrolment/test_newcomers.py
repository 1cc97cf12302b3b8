"""Beneficiaries made of the eligible households that have none: each in one programme."""

import pytest

from accounts.jobs.jobs import execute_job
from registry.households.models import Household
from registry.projects.models import Project
from tests.threads import together
from tests.transfers.enrolment.test_bulk_enroll import valid
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

PATH = "/api/beneficiaires/import/from-menages"


@pytest.fixture
def second(programme):
    """TX is older than TM and takes the poorest only."""
    return Programme.objects.create(
        code="TX", nom="Travaux", statut="actif", projet=programme.projet, date_debut="2024-01-01", seuil_pmt_max=20
    )


@pytest.fixture
def rows(country):
    """V-0 (score 10), V-1 (20), V-2 (30) of the west, V-9 (10) of the east."""
    found = [*valid(country.west, 3), *valid(country.east, 1, first=9)]
    for row, score in zip(found, (10, 20, 30, 10), strict=True):
        Household.objects.filter(id=row.id).update(score_pmt=score)
    return found


def placed():
    return sorted(Beneficiary.objects.values_list("menage__code_menage", "programme__code"))


def test_each_in_the_oldest_programme_that_takes_it(api, cast, programme, second, rows):
    answer = api(cast.agent_west).post(PATH).json()
    assert (answer["data"]["nbCreated"], answer["message"]) == (3, "3 ménages enrôlés.")
    assert [(row["code"], row["nbCreated"]) for row in answer["data"]["parProgramme"]] == [("TX", 2), ("TM", 1)]
    assert placed() == [("V-0", "TX"), ("V-1", "TX"), ("V-2", "TM")]
    assert api(cast.agent_west).post(PATH).json()["data"]["nbCreated"] == 0
    assert api(cast.admin).post(PATH).json()["data"]["nbCreated"] == 1


def test_only_who_never_had_one(api, cast, programme, second, rows):
    Beneficiary.objects.create(code="A", menage=rows[0], programme=programme, nom_complet="C")
    Beneficiary.objects.create(
        code="B",
        menage=rows[1],
        programme=programme,
        nom_complet="C",
        statut_enrolement="sorti",
        motif_sortie="x",
        date_sortie="2025-01-01T00:00Z",
    )
    assert api(cast.agent_west).post(PATH).json()["data"]["nbCreated"] == 1
    assert placed() == [("V-0", "TM"), ("V-1", "TM"), ("V-2", "TM")]


@pytest.mark.parametrize("statut", ["en_preparation", "suspendu", "termine", "cloture"])
def test_active_programmes_only(api, cast, programme, second, rows, statut):
    Programme.objects.filter(code="TX").update(statut=statut)
    Programme.objects.filter(code="TM").update(projet=Project.objects.create(code="N", nom="N", peut_enroler=False))
    answer = api(cast.admin).post(PATH).json()["data"]
    assert answer == {"nbCreated": 0, "nbRefuses": 0, "parProgramme": [], "erreurs": []}


def test_who_may(api, cast, programme, rows):
    assert api(cast.reader_west).post(PATH).status_code == 403
    assert api().post(PATH).status_code == 401


def test_large_ones_are_a_job(api, cast, programme, second, rows, settings):
    settings.SYNCHRONOUS_MAX_ROWS = 2
    caller = api(cast.admin)
    job = caller.post(PATH)
    assert (job.status_code, Beneficiary.objects.count()) == (202, 0)
    execute_job(job.json()["data"]["jobId"])
    told = caller.get(f"/api/jobs/{job.json()['data']['jobId']}").json()["data"]
    assert (told["statut"], told["resultat"]["nbCreated"]) == ("termine", 4)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_each_once(api, cast, programme, second, rows):
    caller = api(cast.admin)
    done = together(2, lambda: caller.post(PATH).json()["data"]["nbCreated"])
    assert sorted(done) == [0, 4]
    assert [code for code, _ in placed()] == ["V-0", "V-1", "V-2", "V-9"]
