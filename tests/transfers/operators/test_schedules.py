"""Fee schedules: tranches and their collisions, what a transfer costs, and what a used tranche keeps."""

import pytest
from django.db import IntegrityError, transaction

from accounts.audit.models import Trace
from config.errors.database import is_temporary
from tests.threads import together
from transfers.operators.fees.services import create_tranche, lock_used_tranches
from transfers.operators.models import FeeTranche, Operator

PATH = "/api/grilles-tarifaires"
UNKNOWN = "00000000-0000-7000-8000-000000000000"


def body(number, low, high, operator="operator_e", **more):
    return {
        "operateur": operator,
        "numeroTranche": number,
        "montantMin": low,
        "montantMax": high,
        "taxeAdministrative": 100,
        "fraisRetrait": 250,
    } | more


@pytest.fixture
def tranche(db):
    """The first tranche of operator_e: 1 to 5000 XOF."""
    return FeeTranche.objects.create(
        operateur_id="operator_e",
        numero_tranche=1,
        montant_min=1,
        montant_max=5_000,
        taxe_administrative=100,
        frais_retrait=250,
    )


def test_a_tranche_is_created(api, cast):
    answer = api(cast.admin).post(PATH, body(1, 1, 5_000, description="Petits montants"))
    assert answer.status_code == 201, answer.content
    row = answer.json()["data"]
    created = FeeTranche.objects.get(id=row.pop("id"))
    assert row.pop("createdAt")
    assert row == {
        "operateur": "operator_e",
        "operateurLabel": "Operator E",
        "numeroTranche": 1,
        "montantMin": 1,
        "montantMax": 5000,
        "taxeAdministrative": 100,
        "fraisRetrait": 250,
        "coutTotal": 350,
        "trancheLabel": "1 à 5 000 FCFA",
        "actif": True,
        "description": "Petits montants",
        "updatedAt": None,
    }
    assert created.auteur_id == cast.admin.id
    assert Trace.objects.filter(model="tranche_tarifaire", objet=created.id).count() == 1


@pytest.mark.parametrize(
    ("sent", "status", "field"),
    [
        (body(2, 5_000, 9_000), 422, "montantMin"),
        (body(2, 1, 1), 422, "montantMin"),
        (body(1, 5_001, 9_000), 422, "numeroTranche"),
        (body(2, 5_001, 9_000, operator="inconnu"), 422, "operateur"),
        # Its payments follow the schedule of operator_b.
        (body(2, 5_001, 9_000, operator="operator_b_money"), 422, "operateur"),
        (body(2, 9_000, 5_001), 400, "montantMax"),
        (body(2, -1, 9_000), 400, "montantMin"),
        (body(2, 5_001.5, 9_000), 400, "montantMin"),
        (body(2, "NaN", 9_000), 400, "montantMin"),
        (body(2, 5_001, 1e30), 400, "montantMax"),
        (body(2, 5_001, 10**30), 400, "montantMax"),
        (body(2, 5_001, 9_000, fraisRetrait=-1), 400, "fraisRetrait"),
        (body(2, 5_001, 9_000, taxeAdministrative=True), 400, "taxeAdministrative"),
        (body(0, 5_001, 9_000), 400, "numeroTranche"),
        (body(10**12, 5_001, 9_000), 400, "numeroTranche"),
        (body(2, None, 9_000), 400, "montantMin"),
    ],
)
def test_what_is_refused(api, cast, tranche, sent, status, field):
    answer = api(cast.admin).post(PATH, sent)
    assert (answer.status_code, list(answer.json()["details"])) == (status, [field]), answer.content
    assert FeeTranche.objects.count() == 1


def test_neighbours_other_operators_and_inactive_ones_do_not_collide(api, cast, tranche):
    caller = api(cast.admin)
    for sent in (
        body(2, 5_001, 9_000),
        body(1, 1, 5_000, operator="operator_b"),
        body(1, 1, 5_000, actif=False),
        body("3", "9001.00", 12_000.0),
    ):
        assert caller.post(PATH, sent).status_code == 201


def test_who_may(api, cast, tranche):
    for caller in (cast.supervisor_west, cast.reader_west):
        assert api(caller).post(PATH, body(2, 5_001, 9_000)).status_code == 403
        assert api(caller).put(f"{PATH}/{tranche.id}", {"fraisRetrait": 1}).status_code == 403
        assert api(caller).delete(f"{PATH}/{tranche.id}").status_code == 403
        assert api(caller).get(PATH).status_code == 200
    assert api(cast.vbg).get(PATH).status_code == 403


def test_the_list_tells_the_gaps(api, cast, tranche, django_assert_max_num_queries):
    caller = api(cast.admin)
    caller.post(PATH, body(3, 6_001, 9_000))
    caller.post(PATH, body(2, 5_001, 5_500))
    caller.post(PATH, body(4, 9_001, 9_002, actif=False))
    answer = api(cast.reader_west).get(PATH).json()
    [schedule] = answer["data"]
    assert (schedule["operateur"], schedule["operateurLabel"]) == ("operator_e", "Operator E")
    assert [row["numeroTranche"] for row in schedule["tranches"]] == [1, 2, 3]
    assert schedule["lacunes"] == [{"montantMin": 5_501, "montantMax": 6_000}]
    assert answer["operateurs"] == {
        "operator_a_money": "Operator A Money",
        "operator_b": "Operator B",
        "operator_e": "Operator E",
    }


def test_operators_are_those_with_a_schedule_of_their_own(api, cast):
    answer = api(cast.reader_west).get(f"{PATH}/operateurs").json()["data"]
    assert [row["code"] for row in answer] == ["operator_a_money", "operator_b", "operator_e"]


@pytest.mark.parametrize("amount", [1, 5_000])
def test_net_fees_and_gross_by_a_worked_example(api, cast, tranche, amount):
    """Somebody is to receive 5000: tax 100 and withdrawal 250 make 350 of fees, so 5350 leave the account."""
    answer = api(cast.reader_west).get(f"{PATH}/calculer", {"montant": amount, "operateur": "operator_e"})
    assert answer.json()["data"] == {
        "montantBeneficiaire": amount,
        "taxeAdministrative": 100,
        "fraisRetrait": 250,
        "fraisTotal": 350,
        "montantTotal": amount + 350,
        "tranche": {
            "id": str(tranche.id),
            "numero": 1,
            "label": "1 à 5 000 FCFA",
            "montantMin": 1,
            "montantMax": 5000,
        },
    }


def test_an_operator_may_follow_the_schedule_of_another(api, cast):
    caller = api(cast.admin)
    caller.post(PATH, body(1, 1, 5_000, operator="operator_b"))
    answer = caller.get(f"{PATH}/calculer", {"montant": 10, "operateur": "operator_b_money"})
    assert answer.json()["data"]["fraisTotal"] == 350


def test_no_tranche_is_a_refusal_with_the_calculation(api, cast, tranche):
    answer = api(cast.reader_west).get(f"{PATH}/calculer", {"montant": 5_001, "operateur": "operator_e"})
    told = answer.json()
    assert (answer.status_code, told["success"], told["code"]) == (422, False, "CONSTRAINT_VIOLATION")
    assert told["data"] == {
        "montantBeneficiaire": 5_001,
        "taxeAdministrative": None,
        "fraisRetrait": None,
        "fraisTotal": None,
        "montantTotal": None,
        "tranche": None,
        "erreur": "Aucune tranche active ne contient le montant 5 001.",
    }


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"montant": 10, "operateur": "inconnu"}, 422),
        ({"montant": 10, "operateur": "operator_c"}, 422),
        ({"montant": "douze", "operateur": "operator_e"}, 400),
        ({"montant": "-1", "operateur": "operator_e"}, 400),
        ({"montant": "1e30", "operateur": "operator_e"}, 400),
        ({"montant": "NaN", "operateur": "operator_e"}, 400),
        ({"montant": "10.5", "operateur": "operator_e"}, 400),
        ({"montant": 10}, 400),
    ],
)
def test_calculations_that_are_refused(api, cast, tranche, query, status):
    assert api(cast.reader_west).get(f"{PATH}/calculer", query).status_code == status


def test_operators_are_compared(api, cast, tranche):
    rows = api(cast.reader_west).get(f"{PATH}/comparer", {"montant": 5_000}).json()["data"]
    assert {row["operateur"]: row["montantTotal"] for row in rows} == {
        "operator_a_money": None,
        "operator_b": None,
        "operator_e": 5_350,
    }
    assert {row["montantBeneficiaire"] for row in rows} == {5_000}


def test_an_unused_tranche_is_changed_in_place(api, cast, tranche):
    answer = api(cast.admin).put(f"{PATH}/{tranche.id}", {"fraisRetrait": 300, "operateur": "operator_e"})
    row = answer.json()["data"]
    assert (row["id"], row["fraisRetrait"], row["coutTotal"]) == (str(tranche.id), 300, 400)
    assert row["updatedAt"]


def test_a_used_tranche_keeps_its_amounts_and_gets_a_successor(api, cast, tranche):
    with transaction.atomic():
        lock_used_tranches(Operator.objects.get(code="operator_e"))
    caller = api(cast.admin)
    row = caller.put(f"{PATH}/{tranche.id}", {"description": "Ancienne"}).json()["data"]
    assert row["id"] == str(tranche.id)
    successor = caller.put(f"{PATH}/{tranche.id}", {"fraisRetrait": 300}).json()["data"]
    assert (successor["fraisRetrait"], successor["description"]) == (300, "Ancienne")
    tranche.refresh_from_db()
    assert (str(tranche.id) != successor["id"], tranche.actif, tranche.frais_retrait) == (True, False, 250)
    [listed] = caller.get(PATH).json()["data"][0]["tranches"]
    assert listed["id"] == successor["id"]
    assert FeeTranche.objects.get(id=successor["id"]).auteur_id == cast.admin.id


@pytest.mark.parametrize("values", [{"frais_retrait": 1}, {"montant_max": 1}, {"utilisee": False}])
def test_the_database_keeps_a_used_tranche(tranche, values):
    FeeTranche.objects.update(utilisee=True)
    with pytest.raises(IntegrityError, match="keeps its operator and amounts"), transaction.atomic():
        FeeTranche.objects.update(**values)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"operateur": "operator_b"}, 400),
        ({"montantMax": 0}, 400),
        ({"montantMin": 6_000}, 400),
        ({"montantMax": 6_000}, 422),
        ({"numeroTranche": 2}, 422),
    ],
)
@pytest.mark.parametrize("is_used", [False, True])
def test_changes_that_are_refused(api, cast, tranche, sent, status, is_used):
    caller = api(cast.admin)
    caller.post(PATH, body(2, 5_001, 9_000))
    FeeTranche.objects.update(utilisee=is_used)
    assert caller.put(f"{PATH}/{tranche.id}", sent).status_code == status
    assert FeeTranche.objects.filter(actif=True).count() == 2
    tranche.refresh_from_db()
    assert (tranche.montant_min, tranche.montant_max, tranche.updated_at) == (1, 5_000, None)


def test_a_deactivated_tranche_matches_nothing_and_leaves_its_place(api, cast, tranche):
    caller = api(cast.admin)
    for _time in range(2):
        assert caller.delete(f"{PATH}/{tranche.id}").status_code == 200
    assert caller.get(f"{PATH}/calculer", {"montant": 10, "operateur": "operator_e"}).status_code == 422
    assert caller.get(PATH).json()["data"] == []
    assert caller.post(PATH, body(1, 1, 5_000)).status_code == 201
    assert caller.put(f"{PATH}/{tranche.id}", {"actif": True}).status_code == 422


def test_unknown_and_changed_meanwhile(api, cast, tranche):
    caller = api(cast.admin)
    assert caller.put(f"{PATH}/{UNKNOWN}", {"fraisRetrait": 1}).status_code == 404
    assert caller.delete(f"{PATH}/{UNKNOWN}").status_code == 404
    tag = caller.put(f"{PATH}/{tranche.id}", {"fraisRetrait": 1})["ETag"]
    assert caller.put(f"{PATH}/{tranche.id}", {"fraisRetrait": 2}, headers={"If-Match": tag}).status_code == 200
    assert caller.put(f"{PATH}/{tranche.id}", {"fraisRetrait": 3}, headers={"If-Match": tag}).status_code == 409


@pytest.mark.django_db(transaction=True)
def test_one_of_two_at_once(cast):
    Operator.objects.get_or_create(code="operator_e", defaults={"label": "Operator E", "grille_id": "operator_e"})
    values = {"montant_min": 1, "montant_max": 5_000, "taxe_administrative": 1, "frais_retrait": 1}

    def create(number):
        return create_tranche(operator_code="operator_e", values=values | {"numero_tranche": number}, user=cast.admin)

    refused = [one for one in together(8, create, numbered=True) if isinstance(one, Exception)]
    assert (FeeTranche.objects.count(), len(refused)) == (1, 7)
    # Of two that wait for each other at the exclusion constraint the database ends one, which is told to try again.
    assert all(getattr(one, "code", "") == "CONSTRAINT_VIOLATION" or is_temporary(one) for one in refused), refused
