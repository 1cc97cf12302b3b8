"""The validation of a cycle: every step from every status, who may, four eyes, and what is told to whom."""

from datetime import datetime

import pytest
from django.db import IntegrityError, transaction

from accounts.notifications.models import Notification
from accounts.webhooks.models import WebhookEndpoint, WebhookEvent
from tests.conftest import make_user
from tests.threads import together
from transfers.approvals.api import compute_list_hash, require_approved_list
from transfers.approvals.models import Approval
from transfers.approvals.queries import find_wrong_approvals, hash_list
from transfers.approvals.services import validate_cycle
from transfers.cycles.models import Cycle
from transfers.ledger.api import list_invariants
from transfers.payments.models import Payment
from transfers.programmes.models import Programme

SUBMIT, VALIDATE, REJECT, RESET = "soumettre", "valider", "rejeter", "reinitialiser-validation"


@pytest.fixture
def submitted(staff, payment, step):
    assert step(staff.submitter, SUBMIT)[0] == 200
    return payment


def state(cycle):
    cycle.refresh_from_db()
    return cycle.statut_validation, cycle.niveau_validation, cycle.tour_validation


def test_who_edited_the_list_does_not_validate_it(staff, payment, step, api):
    """Also who took an excluded payment back has decided who is paid."""
    api(staff.first).post(f"/api/paiements/{payment.id}/exclure", {"motif": "Doublon"})
    api(staff.first).post(f"/api/paiements/{payment.id}/reintegrer")
    assert step(staff.submitter, SUBMIT)[0] == 200
    assert step(staff.first, VALIDATE)[1]["code"] == "FORBIDDEN"
    assert step(staff.second, VALIDATE)[0] == 200


def test_a_list_with_somebody_suspended_since_is_not_submitted(staff, payment, beneficiary, step, cycle):
    left = {"date_sortie": "2025-02-01T00:00:00Z", "motif_sortie": "deces", "date_graduation": "2025-02-01T00:00:00Z"}
    for statut, code in (("suspendu", 409), ("sorti", 409), ("gradue", 409), ("actif", 200)):
        type(beneficiary).objects.filter(id=beneficiary.id).update(statut_enrolement=statut, **left)
        assert step(staff.submitter, SUBMIT)[0] == code
    assert state(cycle)[0] == "en_attente"


def test_two_levels(cycle, staff, payment, step, api):
    assert step(staff.submitter, SUBMIT) == (
        200,
        {
            "success": True,
            "data": {
                "success": True,
                "statutValidation": "en_attente",
                "niveauValidation": 0,
                "prochainNiveau": "Agent",
                "message": "Cycle soumis à la validation.",
            },
            "message": "Cycle soumis à la validation.",
        },
    )
    assert bytes(Cycle.objects.get().empreinte) == compute_list_hash(cycle.id)
    assert step(staff.first, VALIDATE, {"commentaire": "Vu"})[1]["data"] == {
        "success": True,
        "statutValidation": "en_attente",
        "niveauValidation": 1,
        "niveauxRequis": 2,
        "estCompletementValide": False,
        "prochainNiveau": "Superviseur",
        "message": "Niveau de validation enregistré.",
    }
    assert step(staff.second, VALIDATE)[1]["data"] == {
        "success": True,
        "statutValidation": "valide",
        "niveauValidation": 2,
        "niveauxRequis": 2,
        "estCompletementValide": True,
        "message": "Cycle validé : il peut être exécuté.",
    }
    with transaction.atomic():
        assert require_approved_list(Cycle.objects.get()).nombre == 1
    assert find_wrong_approvals() == []
    assert "7 nobody validates twice, or what they calculated or submitted" in list_invariants()


def test_the_history(cycle, staff, submitted, step, api, django_assert_max_num_queries):
    step(staff.first, VALIDATE, {"commentaire": "Vu"})
    step(staff.second, REJECT, {"motif": "Montants à revoir"})
    caller = api(staff.submitter)
    with django_assert_max_num_queries(4):
        shown = caller.get(f"/api/cycles/{cycle.id}/historique-validations").json()["data"]
    steps = shown.pop("historique")
    assert datetime.fromisoformat(shown.pop("calculeLe")) == Cycle.objects.get().calcule_le
    assert shown == {
        "calculePar": "calculator",
        "cycle": {"id": str(cycle.id), "code": "TM-2025-01", "nom": "Janvier"},
        "statutValidation": "rejete",
        "niveauValidation": 1,
        "niveauxRequis": 2,
        "prochainNiveau": None,
        "prochainsValidateurs": [],
        "peutValider": False,
        "empechement": None,
        "empechementPaiement": None,
        "avertissementPaiement": None,
    }
    assert [(row["action"], row["niveau"], row["niveauLabel"], row["commentaire"]) for row in steps] == [
        ("soumission", 0, "Non soumis", None),
        ("validation", 1, "Agent", "Vu"),
        ("rejet", 2, "Superviseur", "Montants à revoir"),
    ]
    assert (steps[1]["user"], steps[1]["userName"]) == (staff.first.email, "first")
    assert {row["empreinte"] for row in steps} == {compute_list_hash(cycle.id).hex()}
    assert (steps[0]["nombre"], steps[0]["montant"], steps[0]["tour"]) == (1, 15_000, 1)


ALLOWED = {
    (SUBMIT, "brouillon"): ("en_attente", 0, 1),
    (VALIDATE, "en_attente"): ("en_attente", 1, 1),
    (REJECT, "en_attente"): ("rejete", 0, 1),
    (RESET, "brouillon"): ("brouillon", 0, 2),
    (RESET, "en_attente"): ("brouillon", 0, 2),
    (RESET, "valide"): ("brouillon", 0, 2),
    (RESET, "rejete"): ("brouillon", 0, 2),
}


@pytest.mark.parametrize("statut", ["brouillon", "en_attente", "valide", "rejete"])
@pytest.mark.parametrize("name", [SUBMIT, VALIDATE, REJECT, RESET])
def test_every_step_from_every_status(cycle, staff, payment, step, name, statut):
    level = 2 if statut == "valide" else 0
    empreinte = compute_list_hash(cycle.id)
    Cycle.objects.update(statut_validation=statut, niveau_validation=level, empreinte=empreinte)
    status, told = step(staff.first, name, {"motif": "Non"} if name == REJECT else {})
    if target := ALLOWED.get((name, statut)):
        assert (status, state(cycle)) == (200, target)
        assert Approval.objects.count() == 1
    else:
        assert (status, told["code"]) == (400, "INVALID_STATUS")
        assert state(cycle) == (statut, level, 1)
        assert Approval.objects.count() == 0


def test_nothing_to_pay_is_not_submitted(cycle, staff, step):
    assert step(staff.submitter, SUBMIT)[1]["code"] == "INVALID_STATUS"


def test_excluded_payments_are_not_in_the_list(cycle, staff, payment, step):
    Payment.objects.update(statut="annule", motif_exclusion="Double")
    assert step(staff.submitter, SUBMIT)[1]["code"] == "INVALID_STATUS"


@pytest.mark.parametrize("name", [SUBMIT, VALIDATE])
@pytest.mark.parametrize("statut", ["en_preparation", "suspendu", "cloture"])
def test_a_cycle_of_a_programme_that_does_not_run(cycle, staff, payment, step, name, statut):
    if name == VALIDATE:
        step(staff.submitter, SUBMIT)
    Programme.objects.update(statut=statut)
    assert step(staff.first, name)[1]["code"] == "INVALID_STATUS"


def test_four_eyes_are_held_in_words(cycle, staff, submitted, step):
    assert step(staff.submitter, VALIDATE)[0] == 403
    assert step(staff.calculator, VALIDATE)[0] == 403
    assert step(staff.first, VALIDATE)[0] == 200
    status, told = step(staff.first, VALIDATE)
    assert (status, told["code"]) == (403, "FORBIDDEN")
    assert "déjà validé" in told["error"]
    assert state(cycle) == ("en_attente", 1, 1)


def test_who_calculates_may_submit_but_then_validates_no_level(cycle, staff, payment, step):
    assert step(staff.calculator, SUBMIT)[0] == 200
    assert step(staff.calculator, VALIDATE)[0] == 403


@pytest.mark.parametrize("who", ["submitter", "calculator", "first"])
def test_the_database_holds_four_eyes(cycle, staff, submitted, step, who):
    step(staff.first, VALIDATE)
    user, empreinte = getattr(staff, who), compute_list_hash(cycle.id)
    with pytest.raises(IntegrityError), transaction.atomic():
        Approval.objects.create(cycle=cycle, tour=1, action="validation", niveau=2, user=user, empreinte=empreinte)


def test_the_database_keeps_the_history(submitted):
    for change in (lambda rows: rows.update(niveau=3), lambda rows: rows.delete()):
        with pytest.raises(Exception, match="is refused"), transaction.atomic():
            change(Approval.objects.all())


def test_each_level_has_its_permission(cycle, cast, staff, submitted, step):
    direction, agent = make_user("ROLE_DIRECTION"), make_user("ROLE_AGENT")
    assert step(cast.reader_west, VALIDATE)[0] == 403
    assert step(cast.reader_west, REJECT, {"motif": "N"})[0] == 403
    status, told = step(direction, VALIDATE)
    assert (status, told["error"]) == (403, "La prochaine validation est celle du niveau 1 : Agent.")
    assert step(direction, REJECT, {"motif": "N"})[0] == 403
    # An agent without a region sees nothing, and may not decide on the west.
    assert step(agent, VALIDATE)[0] == 403
    assert step(cast.agent_west, VALIDATE)[0] == 200
    assert step(cast.agent_west, RESET)[0] == 403
    assert step(cast.supervisor_west, VALIDATE)[1]["data"]["statutValidation"] == "valide"


def test_only_who_sees_all_its_regions_takes_a_step(cycle, cast, staff, payment, pay, stranger, step):
    pay(cycle, stranger)
    assert step(cast.agent_west, SUBMIT)[0] == 403
    assert step(staff.submitter, SUBMIT)[0] == 200
    assert step(cast.agent_west, VALIDATE)[0] == 403
    assert state(cycle) == ("en_attente", 0, 1)


def test_a_payment_without_a_region_concerns_the_country(cycle, cast, payment, step):
    Payment.objects.update(region_id=None)
    assert step(cast.agent_west, SUBMIT)[0] == 403


def test_a_read_only_project(cycle, staff, payment, step):
    project = cycle.programme.projet
    project.lecture_seule = True
    type(project).objects.filter(id=project.id).update(lecture_seule=True)
    assert step(staff.submitter, SUBMIT)[1]["code"] == "READ_ONLY_PROJECT"


@pytest.mark.parametrize("body", [{}, {"motif": ""}, {"motif": None}, {"motif": "x" * 2_001}, {"raison": "N"}])
def test_a_rejection_needs_a_reason(cycle, staff, submitted, step, body):
    status, told = step(staff.first, REJECT, body)
    assert (status, told["code"]) == (400, "VALIDATION_ERROR")
    assert state(cycle) == ("en_attente", 0, 1)


def test_a_new_round_begins_with_new_eyes(cycle, staff, submitted, step):
    step(staff.first, VALIDATE)
    assert step(staff.second, RESET)[1]["data"]["statutValidation"] == "brouillon"
    cycle.refresh_from_db()
    assert (cycle.empreinte, cycle.soumis_par_id) == (None, None)
    assert step(staff.third, SUBMIT)[0] == 200
    assert step(staff.first, VALIDATE)[0] == 200
    assert step(staff.submitter, VALIDATE)[1]["data"]["estCompletementValide"]


@pytest.mark.parametrize("statut", ["en_cours", "reussi", "echoue"])
def test_what_was_sent_is_not_reset(cycle, staff, submitted, step, statut):
    Payment.objects.update(statut=statut, motif_echec="x" if statut == "echoue" else None)
    assert step(staff.first, RESET)[1]["code"] == "INVALID_STATUS"


def test_a_changed_list_is_not_validated(cycle, staff, submitted, step):
    step(staff.first, VALIDATE)
    # The account is no part of what the trigger keeps: an anonymised household loses it.
    Payment.objects.update(compte_mobile="+245955999999")
    assert step(staff.second, VALIDATE)[1]["code"] == "CONFLICT"
    assert state(cycle) == ("en_attente", 1, 1)


@pytest.mark.parametrize("change", [{"montant": 1}, {"tranche": None, "statut": "annule", "motif_exclusion": "x"}])
def test_a_submitted_list_is_frozen(submitted, change):
    with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
        Payment.objects.update(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"nom_complet": "N"},
        {"compte_mobile": None},
        {"compte_mobile": ""},
        {"compte_bancaire": "1"},
        {"mode_paiement": "especes"},
        {"montant": 15_001},
        {"reference": "N"},
        {"statut": "annule", "motif_exclusion": "x"},
    ],
)
def test_the_hash_is_that_of_who_receives_what(cycle, payment, change):
    before = compute_list_hash(cycle.id)
    Payment.objects.update(**change)
    assert compute_list_hash(cycle.id) != before


def test_the_hash_is_not_that_of_the_outcome(cycle, payment):
    before = hash_list(cycle.id)
    Payment.objects.update(statut="reussi", operateur_id="operator_a_money", reference_operateur="X")
    assert hash_list(cycle.id) == before


def test_validations_of_another_list_do_not_count(cycle, staff, submitted, step):
    step(staff.first, VALIDATE)
    step(staff.second, VALIDATE)
    Payment.objects.update(compte_mobile="+245955999999")
    Cycle.objects.update(empreinte=compute_list_hash(cycle.id))
    with pytest.raises(Exception, match="INVALID_STATUS"):
        require_approved_list(Cycle.objects.get())
    assert find_wrong_approvals() == [cycle.code]


@pytest.mark.parametrize(
    ("thresholds", "levels"),
    [
        ({}, 2),
        ({"montant_niveau_3": 15_000}, 3),
        ({"montant_niveau_3": 15_001}, 2),
        ({"montant_niveau_3": 1, "montant_niveau_4": 15_000}, 4),
        ({"montant_niveau_4": 15_001}, 2),
    ],
)
def test_large_cycles_need_more_levels(cycle, staff, payment, step, thresholds, levels):
    Programme.objects.update(**thresholds)
    step(staff.submitter, SUBMIT)
    step(staff.first, VALIDATE)
    told = step(staff.second, VALIDATE)[1]["data"]
    assert (told["niveauxRequis"], told["estCompletementValide"]) == (levels, levels == 2)


def test_not_over_what_another_has_done(cycle, staff, payment, step, api):
    tag = api(staff.submitter).post(f"/api/cycles/{cycle.id}/{SUBMIT}")["ETag"]
    assert step(staff.first, VALIDATE, headers={"If-Match": tag})[0] == 200
    assert step(staff.second, VALIDATE, headers={"If-Match": tag})[1]["code"] == "CONFLICT"


def test_unknown(api, staff):
    unknown = "/api/cycles/00000000-0000-7000-8000-000000000000"
    for name in (SUBMIT, VALIDATE, RESET):
        assert api(staff.first).post(f"{unknown}/{name}").status_code == 404
    assert api(staff.first).get(f"{unknown}/historique-validations").status_code == 404


def told(user):
    return list(Notification.objects.filter(user=user).order_by("created_at", "id").values_list("title", flat=True))


def test_who_is_told(cycle, cast, staff, payment, step):
    step(staff.submitter, SUBMIT)
    # The next level, with all the regions of the list; not those who calculated or submitted it.
    assert told(staff.first) == told(cast.agent_west) == ["Cycle %(code)s à valider"]
    assert told(cast.agent_east) == told(staff.submitter) == told(staff.calculator) == []
    step(cast.agent_west, VALIDATE)
    assert told(cast.supervisor_west) == ["Cycle %(code)s à valider"]
    assert told(cast.agent_west) == ["Cycle %(code)s : n'est plus à valider"]
    step(cast.supervisor_west, VALIDATE)
    assert told(staff.submitter) == told(staff.calculator) == ["Cycle %(code)s validé"]
    step(staff.third, RESET)
    assert told(staff.submitter)[1:] == ["Cycle %(code)s : validation réinitialisée"]


def test_who_edited_the_list_is_not_asked_to_validate_it(cycle, cast, staff, payment, step):
    payment.exclu_par = cast.agent_west
    payment.save(update_fields=["exclu_par"])
    step(staff.submitter, SUBMIT)
    assert told(staff.first) == ["Cycle %(code)s à valider"]
    assert told(cast.agent_west) == []


def test_other_systems_are_told_once_it_is_validated(cycle, staff, submitted, step):
    WebhookEndpoint.objects.create(url="https://example.org/", events=["cycle.valide"], key=cycle.id)
    step(staff.first, VALIDATE)
    assert not WebhookEvent.objects.exists()
    step(staff.second, VALIDATE)
    assert WebhookEvent.objects.get().data == {
        "cycleId": str(cycle.id),
        "programmeId": str(cycle.programme_id),
        "nbPaiements": 1,
        "montantTotal": 15_000,
    }


@pytest.mark.django_db(transaction=True)
def test_one_level_is_validated_once(cycle, staff, payment, step):
    step(staff.submitter, SUBMIT)
    people = [staff.first, staff.second, staff.third, staff.fourth]
    Cycle.objects.update(niveaux_requis=4)

    def validate(number):
        return validate_cycle(cycle_id=cycle.id, comment=None, user=people[number % 4], require=lambda row: None)

    outcomes = together(8, validate, numbered=True)
    assert sum(isinstance(one, Cycle) for one in outcomes) == 4
    assert [getattr(one, "code", None) for one in outcomes if isinstance(one, Exception)] != []
    assert sorted(Approval.objects.filter(action="validation").values_list("niveau", flat=True)) == [1, 2, 3, 4]
    assert state(cycle) == ("valide", 4, 1)
