"""The list of programmes, and what is counted of each for whom."""

from datetime import timedelta

import pytest
from django.utils import timezone

from registry.projects.models import Project
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

PATH = "/api/programmes"


@pytest.fixture
def three(programme):
    """TM (active), TX and FO of another project."""
    other = Project.objects.create(code="AUTRE", nom="Autre")
    Programme.objects.create(
        code="TX", nom="Travaux à Gabú", type="travaux_publics", projet=other, date_debut="2025-01-01"
    )
    Programme.objects.create(code="FO", nom="Formação 100%", type="formation", projet=other, date_debut="2025-01-01")
    Programme.objects.filter(code="TM").update(type="transfert_monetaire")
    return other


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ({}, ["FO", "TX", "TM"]),
        ({"statut": "actif"}, ["TM"]),
        ({"type": "formation"}, ["FO"]),
        ({"search": "gabu travaux"}, ["TX"]),
        ({"search": "tm"}, ["TM"]),
        ({"search": "FORMACAO"}, ["FO"]),
        ({"search": "100%"}, ["FO"]),
        ({"search": "_"}, []),
        ({"search": "²"}, []),
        ({"search": "  "}, ["FO", "TX", "TM"]),
        ({"limit": 1, "page": 2}, ["TX"]),
        ({"statut": "cloture"}, []),
        ({"inconnu": "x"}, ["FO", "TX", "TM"]),
        ({"statut": "en_preparation", "type": "formation", "search": "for"}, ["FO"]),
    ],
)
def test_filters(api, cast, three, query, codes):
    data = api(cast.reader_west).get(PATH, query).json()
    assert [row["code"] for row in data["data"]] == codes
    assert data["pagination"]["total"] == (3 if "page" in query else len(codes))


def test_the_list_is_sorted(api, cast, three):
    """By name and budget; without a budget comes last in both directions."""
    Programme.objects.filter(code="TX").update(budget_total=900)
    Programme.objects.filter(code="FO").update(budget_total=100)
    Programme.objects.filter(code="TM").update(budget_total=None)
    read = lambda tri: [row["code"] for row in api(cast.reader_west).get(PATH, {"tri": tri}).json()["data"]]  # noqa: E731
    assert (read("budgetTotal"), read("-budgetTotal")) == (["FO", "TX", "TM"], ["TX", "FO", "TM"])
    assert read("-nom")[0] == "TX"
    assert api(cast.reader_west).get(PATH, {"tri": "code"}).status_code == 400


def test_of_a_project(api, cast, three):
    rows = api(cast.reader_west).get(PATH, {"projet": str(three.id)}).json()["data"]
    assert [row["projet"] for row in rows] == [
        {"id": str(three.id), "code": "AUTRE", "nom": "Autre", "lectureSeule": False}
    ] * 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("statut", "inconnu"),
        ("type", "don"),
        ("projet", "7"),
        ("page", "0"),
        ("limit", "101"),
        ("search", "x" * 256),
        ("search", "\x00"),
    ],
)
def test_wrong_filters_are_named(api, cast, programme, name, value):
    answer = api(cast.reader_west).get(PATH, {name: value})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert name in answer.json().get("details", {name: ""})


def test_who_may(api, cast, programme):
    assert api().get(PATH).json()["code"] == "UNAUTHENTICATED"
    assert api(cast.vbg).get(PATH).status_code == 403
    assert api(cast.reader_west).post(PATH, {}).status_code == 403


def test_people_are_counted_as_far_as_they_are_seen(api, cast, programme, beneficiary, stranger, household):
    Programme.objects.update(
        objectif_beneficiaires=8, date_fin=timezone.localdate() + timedelta(days=10), budget_total=900
    )
    Beneficiary.objects.create(
        code="TM-3", menage=household, programme=programme, nom_complet="S", type="substitut", principal=beneficiary
    )
    Beneficiary.objects.filter(id=stranger.id).update(statut_enrolement="suspendu")

    def told(user):
        row = api(user).get(PATH).json()["data"][0]
        return row["nbBeneficiairesActifs"], row["nbBeneficiairesTotal"], row["tauxCouverture"]

    assert told(cast.admin) == (1, 2, 12.5)
    assert told(cast.reader_west) == (1, 1, 12.5)
    assert told(cast.agent_east) == (0, 1, 0.0)
    assert told(cast.stranger) == (0, 0, 0.0)
    row = api(cast.admin).get(PATH).json()["data"][0]
    # There are no cycles yet: nothing can have been spent.
    money = ("budgetTotal", "budgetAlloue", "montantEngage", "montantDecaisse", "nbCyclesExecutes", "tauxExecution")
    assert [row[name] for name in money] == ["900.00", "0.00", "0.00", "0.00", 0, 0.0]
    assert row["joursRestants"] == 10


def test_the_detail_is_tagged_by_what_it_tells(api, cast, programme, ready):
    caller, path = api(cast.reader_west), f"{PATH}/{programme.id}"
    answer = caller.get(path)
    assert answer.json()["data"]["nbMenagesEligibles"] == 1
    assert caller.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    ready.statut = "rejete"
    ready.save()
    fresh = caller.get(path, headers={"If-None-Match": answer["ETag"]})
    assert (fresh.status_code, fresh.json()["data"]["nbMenagesEligibles"]) == (200, 0)
    assert api(cast.agent_east).get(path).json()["data"]["nbMenagesEligibles"] == 0


def test_regions_to_choose_from(api, cast, country):
    names = [row["nom"] for row in api(cast.admin).get(f"{PATH}/regions").json()["data"]]
    assert names == ["Bafatá", "Oio"]
    assert [row["id"] for row in api(cast.reader_west).get(f"{PATH}/regions").json()["data"]] == [str(country.west.id)]
