"""The fees of payments: simulated and applied, by one and by cycle."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from tests.conftest import make_user
from transfers.cycles.models import Cycle, PaymentTotal
from transfers.operators.models import FeeTranche
from transfers.payments.models import Payment
from transfers.programmes.models import ProgrammeRegion

PATH = "/api/grilles-tarifaires"
UNKNOWN = "00000000-0000-7000-8000-000000000000"
SMALL, LARGE = 5_000, 20_000


def create_tranche(number, low, high, tax, withdrawal, operator="operator_b"):
    return FeeTranche.objects.create(
        operateur_id=operator,
        numero_tranche=number,
        montant_min=low,
        montant_max=high,
        taxe_administrative=tax,
        frais_retrait=withdrawal,
    )


@pytest.fixture
def tranches(db):
    return [create_tranche(1, 1, 5_000, 50, 100), create_tranche(2, 5_001, 25_000, 100, 400)]


@pytest.fixture
def cycle(programme, country):
    ProgrammeRegion.objects.create(programme=programme, region=country.west)
    return Cycle.objects.create(
        code="TM-2025-01",
        nom="Janvier",
        programme=programme,
        numero_sequence=1,
        date_debut="2025-01-01",
        date_fin="2025-01-31",
        montant_par_beneficiaire=SMALL,
        niveaux_requis=2,
        calcule_le=timezone.now(),
    )


@pytest.fixture
def west(cycle, beneficiary, pay):
    return pay(cycle, beneficiary, SMALL)


@pytest.fixture
def east(cycle, stranger, pay):
    return pay(cycle, stranger, LARGE)


def body(cycle, operator="operator_b"):
    return {"cycleId": str(cycle.id), "operateur": operator}


def fees_of(payment):
    payment.refresh_from_db()
    return payment.taxe_administrative, payment.frais_retrait


def test_the_worked_example(api, cast, cycle, tranches, west, east):
    """5000 costs 150 and 20000 costs 500: 25000 net and 650 of fees are 25650 gross, simulated, applied and stored."""
    simulated = api(cast.admin).post(f"{PATH}/calculer-lot", body(cycle))
    assert simulated.json()["data"] == {
        "totalMontantBeneficiaires": 25_000,
        "totalFrais": 650,
        "totalMontantTransaction": 25_650,
        "nbPaiements": 2,
        "nbSansTranche": 0,
        "nbAutresOperateurs": 0,
        "operateur": "operator_b",
        "operateurLabel": "Operator B",
        "details": [
            {
                "paiementId": str(west.id),
                "beneficiaire": "Fatumata Djaló",
                "montantBeneficiaire": 5_000,
                "taxeAdministrative": 50,
                "fraisRetrait": 100,
                "fraisTotal": 150,
                "montantTotal": 5_150,
                "tranche": {"numero": 1, "label": "1 à 5 000 FCFA"},
            },
            {
                "paiementId": str(east.id),
                "beneficiaire": "Umaro Baldé",
                "montantBeneficiaire": 20_000,
                "taxeAdministrative": 100,
                "fraisRetrait": 400,
                "fraisTotal": 500,
                "montantTotal": 20_500,
                "tranche": {"numero": 2, "label": "5 001 à 25 000 FCFA"},
            },
        ],
    }
    assert fees_of(west) == (None, None)
    applied = api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle)).json()
    assert applied["data"] == simulated.json()["data"]
    assert applied["message"] == "Frais appliqués à 2 paiements."
    assert (fees_of(west), fees_of(east)) == ((50, 100), (100, 400))
    assert [payment.tranche for payment in (west, east)] == tranches
    assert sum(row.frais for row in PaymentTotal.objects.all()) == 650
    assert sum(row.montant for row in PaymentTotal.objects.all()) == 25_000


def test_who_may(api, cast, cycle, tranches, west):
    assert api(cast.reader_west).post(f"{PATH}/calculer-lot", body(cycle)).status_code == 200
    assert api(cast.agent_west).post(f"{PATH}/appliquer-lot", body(cycle)).status_code == 403
    assert api(cast.reader_west).post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b"}).status_code == 403
    assert api(cast.agent_west).post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b"}).status_code == 200


def test_a_caller_of_some_regions_sees_and_changes_those(api, cast, cycle, tranches, west, east):
    caller = api(cast.agent_west)
    shown = caller.post(f"{PATH}/calculer-lot", body(cycle)).json()["data"]
    assert (shown["nbPaiements"], shown["totalFrais"]) == (1, 150)
    assert [row["paiementId"] for row in shown["details"]] == [str(west.id)]
    assert caller.post(f"{PATH}/appliquer/{east.id}", {"operateur": "operator_b"}).status_code == 404
    assert caller.post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b"}).status_code == 200
    # The cycle is of both regions: who makes it a draft again sees both.
    Cycle.objects.update(statut_validation="rejete")
    assert caller.post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b"}).status_code == 403


def test_the_fees_of_a_cycle_are_applied_by_who_sees_all_of_it(api, cast, cycle, tranches, west, east):
    accountant = make_user("ROLE_ADMIN", cast.agent_west.regions.get())
    assert api(accountant).post(f"{PATH}/appliquer-lot", body(cycle)).status_code == 403
    assert fees_of(west) == (None, None)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"cycleId": UNKNOWN}, 404),
        ({"operateur": "inconnu"}, 422),
        ({"operateur": "operator_c"}, 422),
        ({"operateur": None}, 400),
        ({"cycleId": "x"}, 400),
        ({"autre": 1}, 400),
    ],
)
@pytest.mark.parametrize("name", ["calculer-lot", "appliquer-lot"])
def test_what_is_refused(api, cast, cycle, tranches, west, name, sent, status):
    answer = api(cast.admin).post(f"{PATH}/{name}", body(cycle) | sent)
    assert answer.status_code == status, answer.content
    assert fees_of(west) == (None, None)


def test_details_are_paged(api, cast, cycle, tranches, west, east):
    told = api(cast.admin).post(f"{PATH}/calculer-lot?page=2&limit=1", body(cycle)).json()
    assert (told["data"]["nbPaiements"], told["data"]["totalFrais"]) == (2, 650)
    assert [row["paiementId"] for row in told["data"]["details"]] == [str(east.id)]
    assert told["pagination"] == {"page": 2, "limit": 1, "total": 2, "pages": 2}
    assert api(cast.admin).post(f"{PATH}/calculer-lot?limit=5001", body(cycle)).status_code == 400


def test_an_amount_in_no_tranche(api, cast, cycle, tranches, west, east):
    FeeTranche.objects.filter(numero_tranche=2).update(actif=False)
    shown = api(cast.admin).post(f"{PATH}/calculer-lot", body(cycle)).json()["data"]
    assert (shown["nbPaiements"], shown["nbSansTranche"], shown["totalFrais"]) == (2, 1, 150)
    assert (shown["details"][1]["fraisTotal"], shown["details"][1]["tranche"]) == (None, None)
    answer = api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle))
    told = answer.json()["data"]
    assert (answer.status_code, told["nbSansTranche"], told["montantBeneficiaire"]) == (422, 1, LARGE)
    assert (fees_of(west), fees_of(east)) == ((None, None), (None, None))
    assert not FeeTranche.objects.filter(utilisee=True).exists()
    answer = api(cast.admin).post(f"{PATH}/appliquer/{east.id}", {"operateur": "operator_b"})
    assert (answer.status_code, answer.json()["data"]["tranche"]) == (422, None)


def test_payments_of_another_operator_keep_their_fees(api, cast, cycle, tranches, west, east):
    create_tranche(1, 1, 50_000, 1, 1, operator="operator_e")
    Payment.objects.filter(id=east.id).update(operateur_id="operator_e")
    # Its payments follow the schedule of operator_b.
    Payment.objects.filter(id=west.id).update(operateur_id="operator_b_money")
    assert api(cast.admin).post(f"{PATH}/calculer-lot", body(cycle)).json()["data"]["nbPaiements"] == 2
    applied = api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle)).json()["data"]
    assert (applied["nbPaiements"], applied["nbAutresOperateurs"], applied["totalFrais"]) == (1, 1, 150)
    assert (fees_of(west), fees_of(east)) == ((50, 100), (None, None))
    answer = api(cast.admin).post(f"{PATH}/appliquer/{east.id}", {"operateur": "operator_b"})
    assert (answer.status_code, list(answer.json()["details"])) == (422, ["operateur"])
    assert api(cast.admin).post(f"{PATH}/appliquer/{east.id}", {"operateur": "operator_e"}).status_code == 200
    assert fees_of(east) == (1, 1)


def test_excluded_payments_have_no_fees(api, cast, cycle, tranches, west, east):
    Payment.objects.filter(id=west.id).update(statut="annule", motif_exclusion="Double")
    applied = api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle)).json()["data"]
    assert (applied["nbPaiements"], fees_of(west)) == (1, (None, None))
    answer = api(cast.admin).post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b"})
    assert answer.json()["code"] == "INVALID_STATUS"


@pytest.mark.parametrize("statut", ["en_attente", "valide"])
def test_fees_are_fixed_with_the_list(api, cast, cycle, tranches, west, statut):
    Cycle.objects.update(statut_validation=statut, niveau_validation=2, empreinte=b"x")
    caller = api(cast.admin)
    assert caller.post(f"{PATH}/appliquer-lot", body(cycle)).json()["code"] == "INVALID_STATUS"
    answer = caller.post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b"})
    assert answer.json()["code"] == "INVALID_STATUS"
    with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
        Payment.objects.update(taxe_administrative=1, frais_retrait=1, tranche=tranches[0])
    assert caller.post(f"{PATH}/calculer-lot", body(cycle)).status_code == 200


def test_a_rejected_cycle_becomes_a_draft(api, cast, cycle, tranches, west):
    Cycle.objects.update(statut_validation="rejete", niveau_validation=1)
    assert api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle)).status_code == 200
    cycle.refresh_from_db()
    assert (cycle.statut_validation, cycle.niveau_validation) == ("brouillon", 0)


def test_one_payment(api, cast, cycle, tranches, west):
    answer = api(cast.agent_west).post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b_money"}).json()
    assert answer["data"] == {
        "montantBeneficiaire": 5_000,
        "taxeAdministrative": 50,
        "fraisRetrait": 100,
        "fraisTotal": 150,
        "montantTotal": 5_150,
        "tranche": {
            "id": str(tranches[0].id),
            "numero": 1,
            "label": "1 à 5 000 FCFA",
            "montantMin": 1,
            "montantMax": 5_000,
        },
    }
    assert answer["message"]
    assert fees_of(west) == (50, 100)
    assert api(cast.agent_west).post(f"{PATH}/appliquer/{UNKNOWN}", {"operateur": "operator_b"}).status_code == 404


def test_a_payment_keeps_the_tranche_that_it_was_given(api, cast, cycle, tranches, west):
    caller = api(cast.admin)
    caller.post(f"{PATH}/appliquer-lot", body(cycle))
    successor = caller.put(f"{PATH}/{tranches[0].id}", {"fraisRetrait": 999}).json()["data"]
    assert successor["id"] != str(tranches[0].id)
    west.refresh_from_db()
    assert (west.tranche_id, west.frais_retrait, west.tranche.frais_retrait) == (tranches[0].id, 100, 100)
    caller.post(f"{PATH}/appliquer-lot", body(cycle))
    assert fees_of(west) == (50, 999)


def test_applying_twice_changes_nothing(api, cast, cycle, tranches, west):
    caller = api(cast.admin)
    caller.post(f"{PATH}/appliquer-lot", body(cycle))
    before = Payment.objects.get().updated_at
    assert caller.post(f"{PATH}/appliquer-lot", body(cycle)).json()["data"]["nbPaiements"] == 1
    assert Payment.objects.get().updated_at == before


@pytest.mark.parametrize("is_large", [False, True])
def test_a_large_cycle_is_a_job(api, cast, settings, cycle, tranches, west, east, is_large):
    settings.SYNCHRONOUS_MAX_ROWS = 1 if is_large else 5_000
    answer = api(cast.admin).post(f"{PATH}/appliquer-lot{'' if is_large else '?async=1'}", body(cycle))
    assert answer.status_code == 202
    job = Job.objects.get(id=answer.json()["data"]["jobId"])
    execute_job(str(job.id))
    job.refresh_from_db()
    assert (job.statut, job.resultat["nbPaiements"], job.resultat["totalFrais"]) == ("termine", 2, 650), job.erreur
    assert fees_of(east) == (100, 400)


def test_a_read_only_project(api, cast, cycle, tranches, west):
    type(cycle.programme.projet).objects.update(lecture_seule=True)
    assert api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle)).json()["code"] == "READ_ONLY_PROJECT"


def test_the_number_of_queries_does_not_grow(api, cast, cycle, tranches, west, east, django_assert_max_num_queries):
    caller = api(cast.admin)
    with django_assert_max_num_queries(9):
        caller.post(f"{PATH}/calculer-lot", body(cycle))
    with django_assert_max_num_queries(24):
        caller.post(f"{PATH}/appliquer-lot", body(cycle))


@pytest.mark.parametrize("mode", ["virement_bancaire", "especes"])
def test_what_is_not_paid_by_telephone_has_no_fees_of_it(api, cast, cycle, tranches, west, east, mode):
    Payment.objects.filter(id=west.id).update(mode_paiement=mode, operateur=None)
    answer = api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle))
    assert (answer.status_code, answer.json()["data"]["nbPaiements"]) == (200, 1)
    assert (fees_of(west), fees_of(east)) == ((None, None), (100, 400))
    refused = api(cast.admin).post(f"{PATH}/appliquer/{west.id}", {"operateur": "operator_b"})
    assert (refused.status_code, refused.json()["code"]) == (422, "CONSTRAINT_VIOLATION")
    Payment.objects.filter(id=west.id).update(mode_paiement=None)
    assert api(cast.admin).post(f"{PATH}/appliquer-lot", body(cycle)).json()["data"]["nbPaiements"] == 2
