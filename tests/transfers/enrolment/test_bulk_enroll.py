"""Enrolling households: each gets a verdict, once, whatever is sent beside it."""

import re

import pytest
from django.db import IntegrityError, transaction

from accounts.audit.models import Trace
from config.ids import uuid7
from registry.households.models import FormerHousehold, HeadOfHousehold, Household
from registry.projects.models import Project
from tests.threads import together
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme, Statut

PATH = "/api/menages/bulk-enroll"


def enrol(caller, programme, *rows):
    body = {"ids": [getattr(row, "id", row) for row in rows], "programmeId": str(programme.id)}
    return caller.post(PATH, body)


def valid(region, count, first=0):
    """So many validated, eligible households with heads."""
    rows = Household.objects.bulk_create(
        Household(
            code_menage=f"V-{first + n}", taille_menage=3, region=region, statut="valide", eligible_programme=True
        )
        for n in range(count)
    )
    HeadOfHousehold.objects.bulk_create(
        HeadOfHousehold(menage=row, nom_complet=f"Chef {row.code_menage}") for row in rows
    )
    return rows


def test_the_head_becomes_the_principal(api, cast, programme, ready):
    answer = enrol(api(cast.agent_west), programme, ready).json()["data"]
    assert answer == {"traites": 1, "reussis": 1, "echoues": 0, "erreurs": []}
    made = Beneficiary.objects.get()
    assert (made.code, made.type, made.statut_enrolement) == ("TM-000001", "principal", "actif")
    assert (made.nom_complet, made.telephone) == ("Fatumata Djaló", "+245955000001")
    assert (made.mode_paiement, made.compte_mobile) == ("mobile_money", "+245955000002")
    assert (made.menage_id, made.programme_id, made.enrole_par) == (ready.id, programme.id, cast.agent_west)
    told = Trace.objects.get(model="beneficiaire")
    assert (told.objet, told.racine, told.region_id) == (made.id, ready.id, ready.region_id)
    masked = {c["champ"]: c for c in _history(api(cast.reader_west), ready)["changements"]}
    assert masked["compteMobile"] == {"champ": "compteMobile", "avant": None, "apres": None, "masque": True}


def _history(caller, household):
    rows = caller.get(f"/api/menages/{household.id}/historique").json()["data"]
    return next(row for row in rows if row["model"] == "beneficiaire")


def test_a_verdict_for_each(api, cast, country, programme, ready, eastern):
    rows = valid(country.west, 8)
    bare, rejected, waiting, poor, unwritable, closed, again, gone = rows
    bare.chef.delete()
    Household.objects.filter(id=rejected.id).update(statut="rejete")
    Household.objects.filter(id=waiting.id).update(statut="en_attente")
    Household.objects.filter(id=poor.id).update(eligible_programme=False)
    locked = Project.objects.create(code="L", nom="L", lecture_seule=True)
    Household.objects.filter(id=unwritable.id).update(projet=locked)
    Household.objects.filter(id=closed.id).update(projet=Project.objects.create(code="C", nom="C", peut_enroler=False))
    Beneficiary.objects.create(code="TM-9", menage=again, programme=programme, nom_complet="Chef")
    FormerHousehold.objects.create(id=(merged := uuid7()), code_menage="V-OLD", menage=ready)
    Household.objects.filter(id=gone.id).delete()
    sent = [ready, *rows, eastern, merged, uuid7(), ready]
    data = enrol(api(cast.agent_west), programme, *sent).json()["data"]
    assert (data["traites"], data["reussis"], data["echoues"]) == (13, 1, 12)
    told = {error["id"]: error["message"] for error in data["erreurs"][:-1]}
    for row, word in (
        (bare, "chef"),
        (rejected, "rejeté"),
        (waiting, "validé"),
        (poor, "critères"),
        (unwritable, "lecture seule"),
        (closed, "enrôlement"),
        (again, "déjà"),
        (gone, "introuvable"),
        (eastern, "introuvable"),
    ):
        assert word in told[str(row.id)], row
    assert "OI-000001" in told[str(merged)]
    assert data["erreurs"][-1]["id"] == str(ready.id) and "répété" in data["erreurs"][-1]["message"]
    assert Beneficiary.objects.exclude(menage=again).get().menage_id == ready.id


@pytest.mark.parametrize(
    ("criteria", "score", "category", "enrolled"),
    [
        ({"seuil_pmt_max": 60}, "55.00", "vulnerable", 1),  # the programme's own line, not the registry's
        ({"seuil_pmt_max": 60}, "60.01", "vulnerable", 0),
        ({"seuil_pmt_max": 60}, None, "pauvre", 0),
        ({"categories_pauvrete_eligibles": ["pauvre"]}, "30.00", "pauvre", 1),
        ({"categories_pauvrete_eligibles": ["pauvre"]}, "10.00", "extreme_pauvre", 0),
        ({"categories_pauvrete_eligibles": ["pauvre"]}, None, None, 0),
        ({"seuil_pmt_max": 60, "categories_pauvrete_eligibles": ["pauvre"]}, "55.00", "vulnerable", 0),
    ],
)
def test_the_criteria_of_the_programme(api, cast, programme, ready, criteria, score, category, enrolled):
    Programme.objects.update(**criteria)
    Household.objects.update(score_pmt=score, categorie_pauvrete=category, eligible_programme=False)
    assert enrol(api(cast.agent_west), programme, ready).json()["data"]["reussis"] == enrolled
    assert Beneficiary.objects.count() == enrolled


@pytest.mark.parametrize("statut", Statut.values)
def test_only_some_programmes_take_people(api, cast, programme, ready, statut):
    Programme.objects.update(statut=statut)
    answer = enrol(api(cast.agent_west), programme, ready)
    if statut in ("en_preparation", "actif"):
        assert answer.json()["data"]["reussis"] == 1
    else:
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
        assert not Beneficiary.objects.exists()


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        ({"lecture_seule": True}, "READ_ONLY_PROJECT"),
        ({"actif": False}, "READ_ONLY_PROJECT"),
        ({"peut_enroler": False}, "FORBIDDEN"),
    ],
)
def test_the_project_of_the_programme_has_a_say(api, cast, programme, ready, flags, code):
    Project.objects.update(**flags)
    assert enrol(api(cast.agent_west), programme, ready).json()["code"] == code
    assert not Beneficiary.objects.exists()


def test_refused_as_a_whole(api, cast, programme, ready):
    unknown = api(cast.agent_west).post(PATH, {"ids": [ready.id], "programmeId": str(uuid7())})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "NOT_FOUND")
    assert enrol(api(cast.reader_west), programme, ready).status_code == 403
    for body in (
        {"ids": [ready.id]},
        {"ids": [], "programmeId": str(programme.id)},
        {"ids": [ready.id], "programmeId": "7"},
    ):
        assert api(cast.agent_west).post(PATH, body).json()["code"] == "VALIDATION_ERROR"
    assert not Beneficiary.objects.exists()


def test_who_left_may_come_back_and_who_graduated_may_not(api, cast, programme, ready):
    Beneficiary.objects.create(
        code="TM-1",
        menage=ready,
        programme=programme,
        nom_complet="F",
        statut_enrolement="sorti",
        date_sortie="2025-01-01T00:00Z",
        motif_sortie="demenagement",
    )
    assert enrol(api(cast.agent_west), programme, ready).json()["data"]["reussis"] == 1
    Beneficiary.objects.filter(statut_enrolement="actif").update(
        statut_enrolement="gradue", date_graduation="2025-02-01T00:00Z"
    )
    assert enrol(api(cast.agent_west), programme, ready).json()["data"]["reussis"] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "autre"},
        {"statut_enrolement": "parti"},
        {"mode_paiement": "cheque"},
        {"statut_enrolement": "sorti"},
        {"statut_enrolement": "gradue"},
        {"code": "TM-1"},
        {"nom_complet": "un second principal"},
    ],
)
def test_what_the_database_refuses(programme, ready, wrong):
    Beneficiary.objects.create(code="TM-1", menage=ready, programme=programme, nom_complet="F")
    for n in (2, 3):
        Beneficiary.objects.create(code=f"TM-{n}", menage=ready, programme=programme, nom_complet="F", type="substitut")
    values = {"code": "TM-4", "menage": ready, "programme": programme, "nom_complet": "F"} | wrong
    with pytest.raises(IntegrityError), transaction.atomic():
        Beneficiary.objects.create(**values)


def test_many_in_a_few_statements(api, cast, country, programme, django_assert_max_num_queries):
    rows = valid(country.west, 2_000)
    with django_assert_max_num_queries(40):
        data = enrol(api(cast.agent_west), programme, *rows).json()["data"]
    assert data["reussis"] == 2_000
    codes = list(Beneficiary.objects.order_by("menage_id").values_list("code", flat=True))
    assert codes == [f"TM-{n:06d}" for n in range(1, 2_001)]


@pytest.mark.django_db(transaction=True)
def test_crossing_enrolments(api, cast, country, programme):
    rows = valid(country.west, 60)
    second = Programme.objects.create(
        code="TX", nom="Travaux", statut="actif", projet=programme.projet, date_debut="2025-01-01"
    )
    caller = api(cast.agent_west)

    def work(number):
        mine = rows if number % 2 else rows[::-1]
        return enrol(caller, second if number == 3 else programme, *mine).json()["data"]["reussis"]

    assert sorted(together(4, work, numbered=True)) == [0, 0, 60, 60]
    assert Beneficiary.objects.values("menage", "programme").distinct().count() == Beneficiary.objects.count() == 120
    assert all(re.fullmatch(r"T[MX]-\d{6}", code) for code in Beneficiary.objects.values_list("code", flat=True))
