"""Conditionalities of a programme, checks of them, notices, and what a beneficiary's detail shows."""

import pytest

from accounts.erasure.api import ErasureSubject
from config.ids import uuid7
from tests.threads import together
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.checks.services import erase_checks
from transfers.conditionality.models import Conditionality
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.queries import list_verdicts
from transfers.programmes.models import Programme

PATH = "/api/verifications-conditionnalites"
CONDITIONALITIES = "/api/conditionnalites"


@pytest.fixture
def body(beneficiary, school):
    return {
        "beneficiaireId": str(beneficiary.id),
        "conditionnaliteId": str(school.id),
        "tauxConformite": "79.99",
        "dateVerification": "2025-06-10T09:30:00+00:00",
        "sourceVerification": "école",
    }


def test_conditionalities_written_and_read(call, programme):
    sent = {"programmeId": str(programme.id), "code": "SANTE", "nom": "Vaccins", "categorie": "sante"}
    created = call("post", CONDITIONALITIES, sent)
    assert created.status_code == 201
    shown = created.json()["data"]
    assert (shown["seuilConformite"], shown["effet"], shown["delaiRecoursJours"]) == (80.0, "avertissement", 15)
    assert call("post", CONDITIONALITIES, sent).status_code == 409
    path = f"{CONDITIONALITIES}/{shown['id']}"
    changed = call("put", path, {"effet": "reduction", "tauxReduction": 25})
    assert (changed.json()["data"]["effet"], changed.json()["data"]["tauxReduction"]) == ("reduction", 25)
    assert [row["code"] for row in call("get", f"{CONDITIONALITIES}?programme={programme.id}").json()["data"]] == [
        "SANTE"
    ]
    assert call("delete", path).status_code == 200
    assert call("get", path).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"effet": "reduction"}, "tauxReduction"),
        ({"effet": "suspension", "tauxReduction": 10}, "tauxReduction"),
        ({"effet": "reduction", "tauxReduction": 100}, "tauxReduction"),
        ({"effet": "amende"}, "effet"),
        ({"seuilConformite": 101}, "seuilConformite"),
        ({"delaiRecoursJours": -1}, "delaiRecoursJours"),
        ({"categorie": "sport"}, "categorie"),
        ({"code": "x" * 31}, "code"),
        ({"montant": 3}, "montant"),
    ],
)
def test_wrong_conditionalities(call, programme, wrong, field):
    sent = {"programmeId": str(programme.id), "code": "S", "nom": "N", "categorie": "sante"} | wrong
    answer = call("post", CONDITIONALITIES, sent)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not Conditionality.objects.exists()


def test_one_region_does_not_write_for_the_country(call, cast, programme, school):
    sent = {"programmeId": str(programme.id), "code": "S", "nom": "N", "categorie": "sante"}
    assert call("post", CONDITIONALITIES, sent, user=cast.agent_west).status_code == 403
    assert call("put", f"{CONDITIONALITIES}/{school.id}", {"nom": "M"}, user=cast.agent_west).status_code == 403


def test_one_that_was_checked_stays(call, school, check, beneficiary):
    check(beneficiary)
    answer = call("delete", f"{CONDITIONALITIES}/{school.id}")
    assert answer.json()["code"] == "HAS_DEPENDENCIES"


@pytest.mark.parametrize(("rate", "statut"), [("79.99", "non_conforme"), ("80", "conforme"), ("100", "conforme")])
def test_the_rate_says_the_status(call, cast, body, rate, statut):
    answer = call("post", PATH, body | {"tauxConformite": rate}, user=cast.agent_west)
    assert (answer.status_code, answer.json()["data"]["statut"]) == (201, statut)


def test_a_check_changed_loses_its_notice(call, cast, body):
    created = call("post", PATH, body, user=cast.agent_west).json()["data"]
    identity = created["id"]
    told = call("post", f"{PATH}/avis", {"ids": [identity]}, user=cast.agent_west).json()["data"]
    assert told["details"] == [{"id": identity, "avise": True, "message": None}]
    path = f"{PATH}/{identity}"
    assert call("get", path).json()["data"]["dateAvis"] is not None
    changed = call("put", path, {"tauxConformite": 90}, user=cast.agent_west).json()["data"]
    assert (changed["statut"], changed["dateAvis"]) == ("conforme", None)
    assert call("delete", path, user=cast.agent_west).status_code == 200


def test_notices_with_a_verdict_each(call, cast, check, beneficiary, stranger):
    open_check = check(beneficiary, noticed=None)
    met = check(beneficiary, "conforme", days=1, noticed=None)
    foreign = check(stranger, noticed=None)
    ids = [str(each) for each in (open_check.id, met.id, foreign.id, uuid7())]
    told = call("post", f"{PATH}/avis", {"ids": ids}, user=cast.agent_west).json()["data"]
    assert [row["avise"] for row in told["details"]] == [True, False, False, False]
    assert (told["success"], told["errors"]) == (1, 3)
    again = call("post", f"{PATH}/avis", {"ids": ids[:1]}, user=cast.agent_west).json()["data"]
    assert again["success"] == 0
    foreign.refresh_from_db()
    assert foreign.date_avis is None
    assert len(call("get", f"{PATH}?sansAvis=true", user=cast.agent_west).json()["data"]) == 1
    assert len(call("get", f"{PATH}?sansAvis=false", user=cast.agent_west).json()["data"]) == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"tauxConformite": None}, "tauxConformite"),
        ({"tauxConformite": 101}, "tauxConformite"),
        ({"statut": "absent"}, "statut"),
        ({"dateVerification": "2999-01-01T00:00:00Z"}, "dateVerification"),
        ({"conditionnaliteId": "x"}, "conditionnaliteId"),
        ({"beneficiaireId": None}, "beneficiaireId"),
    ],
)
def test_wrong_checks(call, cast, body, wrong, field):
    answer = call("post", PATH, body | wrong, user=cast.agent_west)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not ComplianceCheck.objects.exists()


def test_of_another_programme_or_region(call, cast, body, school, programme):
    other = Programme.objects.create(
        code="AU", nom="Autre", statut="actif", projet=programme.projet, date_debut="2025-01-01"
    )
    foreign = Conditionality.objects.create(programme=other, code="E", nom="E", categorie="autre")
    answer = call("post", PATH, body | {"conditionnaliteId": str(foreign.id)}, user=cast.agent_west)
    assert list(answer.json()["details"]) == ["beneficiaireId"]
    assert call("post", PATH, body, user=cast.agent_east).status_code == 400


def test_the_same_check_again(call, cast, body):
    assert call("post", PATH, body, user=cast.agent_west).status_code == 201
    assert call("post", PATH, body, user=cast.agent_west).json()["code"] == "DUPLICATE_CODE"


@pytest.mark.django_db(transaction=True)
def test_the_same_check_twice_at_once_is_one(call, cast, body):
    answers = together(2, lambda: call("post", PATH, body, user=cast.agent_west))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert ComplianceCheck.objects.count() == 1


def test_a_beneficiary_shows_them(call, cast, check, beneficiary, programme):
    check(beneficiary, "conforme", days=3, taux_conformite=95)
    check(beneficiary, days=2)
    check(beneficiary, "justifie", days=1)
    data = call("get", f"/api/beneficiaires/{beneficiary.id}", user=cast.agent_west).json()["data"]
    assert [row["statut"] for row in data["conditionnalites"]] == ["justifie", "non_conforme", "conforme"]
    shown = data["conditionnalites"][2]
    assert (shown["tauxConformite"], shown["conditionnalite"]["code"], shown["cycle"]) == (95.0, "ECOLE", None)
    assert data["tauxConformiteGlobal"] == 50.0
    figures = data["statistiques"]
    assert (figures["nbVerifications"], figures["nbConformes"], figures["nbNonConformes"]) == (3, 1, 1)
    GraduationCriterion.objects.create(
        programme=programme, nom="C", type="conditionnalites", operateur=">=", valeur_seuil=50, ordre=1
    )
    [verdict] = list_verdicts([beneficiary.id])
    assert (verdict.valeur, verdict.valide) == (50, True)


def test_erasing_keeps_what_was_found(check, beneficiary):
    row = check(beneficiary, commentaires="Malade")
    assert erase_checks(ErasureSubject(beneficiary.menage_id, None, (), (beneficiary.menage_id,))) == 1
    row.refresh_from_db()
    assert (row.commentaires, row.statut) == (None, "non_conforme")
