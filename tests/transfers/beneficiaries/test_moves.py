"""Activating, deactivating, exiting: what the table allows, one at a time and many."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.audit.models import Trace
from config.ids import uuid7
from registry.households.models import Household
from registry.projects.models import Project
from tests.threads import together
from transfers.beneficiaries.models import Beneficiary

PATH = "/api/beneficiaires"
STATES = ("actif", "suspendu", "sorti", "gradue")
ALLOWED = {
    "activate": {"suspendu": "actif", "sorti": "actif"},
    "deactivate": {"actif": "suspendu"},
    "exit": {"actif": "sorti", "suspendu": "sorti", "gradue": "sorti"},
}


def put_in(row, state):
    now = timezone.now()
    dates = {"date_sortie": now, "motif_sortie": "demenagement"} if state == "sorti" else {}
    dates |= {"date_graduation": now} if state == "gradue" else {}
    Beneficiary.objects.filter(id=row.id).update(
        **{"statut_enrolement": state, "date_sortie": None, "motif_sortie": None} | dates
    )


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", ALLOWED)
def test_every_pair(api, cast, beneficiary, name, state):
    put_in(beneficiary, state)
    caller, one = api(cast.agent_west), f"{PATH}/{beneficiary.id}"
    if name == "exit":
        answer = caller.put(one, {"statutEnrolement": "sorti", "motifSortie": "décès"})
        if state == "sorti":  # the status that he has already: only the reason is written
            assert answer.json()["data"]["statutEnrolement"] == "sorti"
            return
    else:
        answer = caller.post(f"{one}/{name}")
    beneficiary.refresh_from_db()
    target = ALLOWED[name].get(state)
    if target is None:
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
        assert beneficiary.statut_enrolement == state
        return
    assert (answer.status_code, answer.json()["data"]["statutEnrolement"]) == (200, target), answer.content
    assert answer.json()["data"]["actif"] == (target == "actif")
    assert (beneficiary.date_sortie is None, beneficiary.motif_sortie) == (
        target != "sorti",
        "décès" if target == "sorti" else None,
    )


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"statutEnrolement": "sorti"}, "motifSortie"),
        ({"statutEnrolement": "sorti", "motifSortie": " "}, "motifSortie"),
        ({"motifSortie": "décès"}, "motifSortie"),
        ({"statutEnrolement": "parti"}, "statutEnrolement"),
        ({"statutEnrolement": "gradue", "actif": False}, "actif"),
    ],
)
def test_a_status_that_is_not_written_right(api, cast, beneficiary, sent, field):
    answer = api(cast.agent_west).put(f"{PATH}/{beneficiary.id}", sent | {"nomComplet": "Outro"})
    assert answer.status_code == 400
    assert field in answer.json()["details"]
    beneficiary.refresh_from_db()
    assert (beneficiary.statut_enrolement, beneficiary.nom_complet) == ("actif", "Fatumata Djaló")


def test_what_is_sent_as_it_is_asks_for_nothing(api, cast, beneficiary):
    caller, one = api(cast.agent_west), f"{PATH}/{beneficiary.id}"

    def status(**sent):
        answer = caller.put(one, sent)
        assert answer.status_code == 200, answer.content
        return answer.json()["data"]["statutEnrolement"]

    assert status(actif=True, statutEnrolement="actif", motifSortie=None) == "actif"
    assert status(actif=False, statutEnrolement="actif") == "suspendu"
    assert status(actif=False, statutEnrolement="actif") == "actif"
    assert status(actif=True, statutEnrolement="sorti", motifSortie="décès") == "sorti"
    assert status(actif=False, statutEnrolement="sorti", motifSortie="déménagement") == "sorti"
    beneficiary.refresh_from_db()
    assert beneficiary.motif_sortie == "déménagement"


def test_two_who_come_back_to_one_place_at_once(transactional_db, api, cast, household, programme, beneficiary):
    other = Beneficiary.objects.create(
        code="TM-8",
        menage=household,
        programme=programme,
        nom_complet="Outro",
        statut_enrolement="sorti",
        date_sortie=timezone.now(),
        motif_sortie="décès",
    )
    put_in(beneficiary, "sorti")
    rows = (beneficiary, other)

    def back(number):
        return api(cast.agent_west).post(f"{PATH}/{rows[number].id}/activate").status_code

    assert sorted(together(2, back, numbered=True)) == [200, 409]
    assert Beneficiary.objects.filter(statut_enrolement="actif").count() == 1


def test_nobody_is_graduated_by_hand(api, cast, beneficiary):
    answer = api(cast.agent_west).put(f"{PATH}/{beneficiary.id}", {"statutEnrolement": "gradue"})
    assert answer.json()["code"] == "INVALID_STATUS"


def test_who_comes_back_takes_a_place(api, cast, household, programme, beneficiary):
    put_in(beneficiary, "sorti")
    other = Beneficiary.objects.create(code="TM-8", menage=household, programme=programme, nom_complet="Outro")
    caller = api(cast.agent_west)
    assert caller.post(f"{PATH}/{beneficiary.id}/activate").json()["code"] == "CONFLICT"
    put_in(other, "sorti")
    programme.statut = "cloture"
    programme.save()
    assert caller.post(f"{PATH}/{beneficiary.id}/activate").json()["code"] == "INVALID_STATUS"
    programme.statut = "actif"
    programme.save()
    both = {"ids": [str(beneficiary.id), str(other.id)], "action": "activer"}
    done = caller.post(f"{PATH}/bulk-action", both).json()["data"]
    assert [item["status"] for item in done["details"]] == ["actif", "erreur"]


def test_an_anonymous_one_stays_as_he_is(api, cast, beneficiary):
    put_in(beneficiary, "sorti")
    Beneficiary.objects.filter(id=beneficiary.id).update(code="ANONYME-1", nom_complet="ANONYME")
    caller, one = api(cast.agent_west), f"{PATH}/{beneficiary.id}"
    assert caller.post(f"{one}/activate").json()["code"] == "INVALID_STATUS"
    assert caller.put(one, {"nomComplet": "Fatumata"}).json()["code"] == "INVALID_STATUS"


def test_a_read_only_project_takes_nothing(api, cast, programme, beneficiary):
    Project.objects.filter(id=programme.projet_id).update(lecture_seule=True)
    caller, one = api(cast.agent_west), f"{PATH}/{beneficiary.id}"
    assert caller.post(f"{one}/deactivate").json()["code"] == "READ_ONLY_PROJECT"
    assert caller.put(one, {"telephone": "1"}).json()["code"] == "READ_ONLY_PROJECT"


def test_many_at_once_with_a_verdict_each(api, cast, country, programme, beneficiary, stranger):
    caller = api(cast.agent_west)
    off = Beneficiary.objects.create(
        code="TM-3",
        menage=beneficiary.menage,
        programme=programme,
        nom_complet="S",
        type="substitut",
        statut_enrolement="suspendu",
    )
    unknown = uuid7()
    ids = [beneficiary.id, unknown, stranger.id, off.id, beneficiary.id]
    answer = caller.post(f"{PATH}/bulk-action", {"ids": ids, "action": "desactiver"})
    done = answer.json()["data"]
    assert (done["success"], done["errors"]) == (1, 4)
    assert [(item["code"], item["status"]) for item in done["details"]] == [
        ("TM-1", "suspendu"),
        (None, "erreur"),
        (None, "erreur"),
        ("TM-3", "erreur"),
        ("TM-1", "erreur"),
    ]
    stranger.refresh_from_db()
    assert stranger.statut_enrolement == "actif"
    told = Trace.objects.get(action="operation", model="masse_desactiver_beneficiaires")
    assert told.nombre == 1
    for wrong in (
        {"ids": [], "action": "activer"},
        {"ids": [str(off.id)], "action": "supprimer"},
        {"action": "activer"},
    ):
        assert caller.post(f"{PATH}/bulk-action", wrong).json()["code"] == "VALIDATION_ERROR"


def test_ten_times_as_many_ask_as_often(api, cast, country, programme):
    caller = api(cast.agent_west)

    def statements(count, first):
        homes = Household.objects.bulk_create(
            Household(code_menage=f"B-{first + n}", taille_menage=1, region=country.west) for n in range(count)
        )
        rows = Beneficiary.objects.bulk_create(
            Beneficiary(code=f"TM-B{first + n}", menage=home, programme=programme, nom_complet="B")
            for n, home in enumerate(homes)
        )
        sent = {"ids": [str(row.id) for row in rows], "action": "desactiver"}
        with CaptureQueriesContext(connection) as seen:
            assert caller.post(f"{PATH}/bulk-action", sent).json()["data"]["success"] == count
        return len(seen)

    assert statements(5, 0) == statements(50, 100)


def test_counted(api, cast, country, programme, beneficiary, stranger):
    Beneficiary.objects.filter(id=beneficiary.id).update(mode_paiement="especes")
    Beneficiary.objects.filter(id=stranger.id).update(statut_enrolement="suspendu")
    path = f"{PATH}/stats/summary"
    told = api(cast.admin).get(path).json()["data"]
    assert (told["total"], told["actifs"], told["inactifs"]) == (2, 1, 1)
    modes = {"mobile_money": 0, "virement_bancaire": 0, "especes": 1}
    assert told["parModePaiement"] == modes | {"non_renseigne": 1}
    assert api(cast.agent_west).get(path).json()["data"]["total"] == 1
    assert api(cast.admin).get(path, {"region": str(country.east.id)}).json()["data"]["inactifs"] == 1
