"""What a finalised session does to payments and to the ledger: all of it, once, and to the last franc."""

import pytest
from django.db import connection
from django.utils import timezone

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.notifications.models import Notification
from tests.conftest import make_user
from tests.threads import together
from tests.transfers.reconciliation.desk import TITLES, Desk, figures_hold
from transfers.execution.models import Attempt
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount
from transfers.payments.models import Payment
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession

OTHER = f"{TITLES},nature,sens"


@pytest.fixture
def desk(world, api):
    return Desk(world, api)


@pytest.fixture(autouse=True)
def _ledger_holds(request):
    """After each test, the ledger holds."""
    yield
    if not connection.in_atomic_block:
        return
    assert check_ledger() == []


def close(desk, path, status=200, user=None, **actions):
    desk.call(f"{path}/validate")
    return desk.call(f"{path}/finalize", user, status, commentaire="Clos", actions=actions)


def account(desk, nature):
    return LedgerAccount.objects.get(projet=desk.world.project, nature=nature).solde


def money(desk):
    """The operator account with what is reserved of it, what beneficiaries have, and what waits for an explanation."""
    return (*desk.world.balance(), account(desk, "beneficiaires"), account(desk, "attente"))


def statuses():
    return list(Payment.objects.order_by("reference").values_list("statut", "montant_recu"))


def test_open_payments_of_pairs_are_paid(desk):
    assert money(desk) == (80_000, 60_000, 0, 0)
    path = desk.match(*(desk.line(place) for place in range(3)))
    data = close(desk, path)
    assert data["statut"] == "valide" and data["dateValidation"]
    assert data["resume"] == {
        "totalRapprochees": 3,
        "totalNonRapprochees": 1,
        "tauxFinal": 75.0,
        "montantValide": 45_000,
    }
    assert data["effets"]["regles"] == 3
    assert money(desk) == (35_000, 15_000, 45_000, 0)
    assert [each[0] for each in statuses()] == ["reussi", "reussi", "reussi", "en_cours"]
    paid = Payment.objects.order_by("reference").first()
    assert timezone.localdate(paid.date_execution).isoformat() == "2025-02-10"
    shown = desk.detail(path)
    assert (shown["commentaire"], shown["finalisePar"]["nom"]) == ("Clos", "Ana Gomes")


def test_what_finalising_would_do_is_told_before_and_changes_nothing(desk):
    path = desk.match(desk.line(0), desk.line(1, 9_000), "X-1,+245966000001,4000,2025-02-10")
    desk.resolve(path, desk.entries(path, raison="montant_partiel")[0], "match_manuel")
    desk.resolve(path, desk.entry(path, raison="inconnue"), "erreur_operateur")
    refused = desk.call(f"{path}/finalize/apercu", status=400)
    assert refused["code"] == "INVALID_STATUS"
    desk.call(f"{path}/validate")
    before = (money(desk), statuses(), Attempt.objects.filter(etat="confirmee").count())
    told = desk.call(f"{path}/finalize/apercu")["effets"]
    assert (told["regles"], told["ajustements"], told["montantAjuste"]) == (2, 1, -4_000)
    assert (money(desk), statuses(), Attempt.objects.filter(etat="confirmee").count()) == before
    assert desk.detail(path)["statut"] == "a_valider"
    done = desk.call(f"{path}/finalize", commentaire="Clos")["effets"]
    assert done == told


def test_an_open_error_is_told_before(desk):
    path = desk.match(desk.line(0, 9_000))
    desk.call(f"{path}/validate")
    assert "en erreur" in desk.call(f"{path}/finalize/apercu", status=400)["error"]


def test_a_large_session_is_not_tried(desk, settings):
    path = desk.match(desk.line(0))
    desk.call(f"{path}/validate")
    settings.SYNCHRONOUS_MAX_ROWS = 1
    assert desk.call(f"{path}/finalize/apercu")["effets"] is None


def test_the_number_of_the_operator_is_stored_once(desk):
    titles = f"{TITLES},transaction"
    path = desk.match(f"{desk.line(0)},OP-1", f"{desk.line(1)},OP-1", f"{desk.line(2)},OP-2", titles=titles)
    close(desk, path)
    found = list(Payment.objects.order_by("reference").values_list("reference_operateur", flat=True))
    assert found == [None, None, "OP-2", None]


def test_a_partial_amount_is_settled_as_partial(desk):
    path = desk.match(desk.line(0, 9_000))
    wrong = desk.entries(path, raison="montant_partiel")[0]
    desk.resolve(path, wrong, "match_manuel")
    close(desk, path)
    assert statuses()[0] == ("reussi", 9_000)
    assert money(desk) == (71_000, 45_000, 9_000, 0)


def test_an_amount_beyond_the_order_is_settled_and_corrected(desk):
    path = desk.match(desk.line(0, 20_000), desk.line(1, 15_400), options={"toleranceMontant": 500})
    wrong = desk.entries(path, raison="montant_different")[0]
    desk.resolve(path, wrong, "erreur_operateur")
    data = close(desk, path)
    assert statuses()[:2] == [("reussi", None), ("reussi", None)]
    # What was paid too much in one is to be claimed; what lies within the tolerance of the other, somebody has.
    assert money(desk) == (80_000 - 35_400, 30_000, 30_400, 5_000)
    assert (data["effets"]["ajustements"], data["effets"]["montantAjuste"]) == (2, -5_400)


def test_an_amount_that_was_settled_otherwise_is_corrected(desk):
    desk.settle(f"{desk.payments[0].reference};reussi")
    path = desk.match(desk.line(0, 14_000))
    desk.resolve(path, desk.entries(path, raison="montant_partiel")[0], "match_manuel")
    assert money(desk)[0] == 65_000
    close(desk, path)
    assert money(desk) == (66_000, 45_000, 14_000, 0)


def test_what_is_ignored_moves_nothing(desk):
    path = desk.match(desk.line(0, 9_000), "X-1,+245966000001,777,2025-02-10")
    desk.resolve(path, desk.entries(path, raison="montant_partiel")[0], "ignorer")
    desk.resolve(path, desk.entry(path, raison="inconnue"), "ignorer")
    before = money(desk)
    close(desk, path)
    assert money(desk) == before
    assert statuses()[0] == ("en_cours", None)


def test_money_of_nobody_waits_for_an_explanation(desk):
    lines = ("X-1,+245966000001,4000,2025-02-10,paiement,", "X-2,+245966000001,1500,2025-02-11,autre,c")
    path = desk.match(*lines, "X-3,,100,2025-02-11,frais,", titles=OTHER)
    desk.resolve(path, desk.entry(path, raison="inconnue"), "erreur_operateur")
    credit = desk.entry(path, search="X-2")
    desk.resolve(path, credit, "erreur_sig")
    close(desk, path)
    assert money(desk) == (80_000 - 4_000 + 1_500, 60_000, 0, 4_000 - 1_500)


def test_a_payment_made_twice_is_claimed(desk):
    path = desk.match(desk.line(0), desk.line(0, day="2025-02-11"))
    double = desk.entry(path, raison="paye_deux_fois")
    desk.resolve(path, double, "erreur_operateur")
    close(desk, path)
    assert statuses()[0] == ("reussi", None)
    assert money(desk) == (50_000, 45_000, 15_000, 15_000)


def test_what_went_to_another_number_has_failed(desk):
    desk.settle(f"{desk.payments[0].reference};reussi")
    phones = {"phone": "+245999999999"}
    path = desk.match(desk.line(0, **phones), desk.line(1, **phones), desk.line(2, **phones))
    rows = sorted(desk.entries(path, raison="autre_numero", source="sig"), key=lambda row: row["paiement"]["reference"])
    for entry in rows[:2]:
        desk.resolve(path, entry, "erreur_operateur")
    desk.resolve(path, rows[2], "match_manuel")
    data = close(desk, path)
    assert [each[0] for each in statuses()] == ["echoue", "echoue", "reussi", "en_cours"]
    assert (data["effets"]["retournes"], data["effets"]["echoues"]) == (1, 1)
    assert money(desk) == (80_000 - 45_000, 15_000, 15_000, 30_000)
    # Who was not paid can be paid again.
    desk.call(f"/api/paiements/{desk.payments[0].id}/relancer", fournisseur="fichier")


@pytest.mark.parametrize(("back", "waiting"), [(15_000, 0), (14_000, 1_000)])
def test_a_reversal_returns_a_payment(desk, back, waiting):
    desk.settle(f"{desk.payments[0].reference};reussi")
    path = desk.match(f"{desk.line(0)},paiement,", f"{desk.line(0, back, '2025-02-12')},extourne,c", titles=OTHER)
    reason = "retour_a_verifier" if waiting else "extourne"
    desk.resolve(path, desk.entries(path, raison=reason, statut="erreur")[0], "match_manuel")
    close(desk, path)
    assert statuses()[0] == ("echoue", None)
    assert Attempt.objects.get(paiement=desk.payments[0]).etat == "retournee"
    assert money(desk) == (65_000 + back, 45_000, 0, waiting)


def test_a_reversal_of_fees_gives_fees_back(world, api):
    desk = Desk(world, api, fees=True)
    desk.settle(f"{desk.payments[0].reference};reussi")
    assert account(desk, "frais") == 250
    path = desk.match(f"{desk.line(0)},paiement,", f"{desk.line(0, 15_250, '2025-02-12')},extourne,c", titles=OTHER)
    desk.resolve(path, desk.entries(path, raison="extourne", statut="erreur")[0], "erreur_operateur")
    close(desk, path)
    assert (money(desk)[0], money(desk)[2:], account(desk, "frais")) == (80_000, (0, 0), 0)


def test_what_had_failed_and_was_paid_is_confirmed(desk):
    desk.settle(f"{desk.payments[0].reference};echoue;Refus")
    path = desk.match(desk.line(0))
    desk.resolve(path, desk.entries(path, raison="paye_malgre_echec")[0], "match_manuel")
    data = close(desk, path)
    assert data["effets"]["confirmesTard"] == 1
    assert statuses()[0] == ("reussi", None)
    assert money(desk) == (65_000, 45_000, 15_000, 0)


def test_what_had_failed_and_is_tried_again_is_claimed(desk):
    desk.settle(f"{desk.payments[0].reference};echoue;Refus")
    path = desk.match(desk.line(0))
    desk.resolve(path, desk.entries(path, raison="paye_malgre_echec")[0], "match_manuel")
    desk.call(f"/api/paiements/{desk.payments[0].id}/relancer", fournisseur="fichier")
    close(desk, path)
    # The second attempt may be paid, too: nobody is paid twice in our books.
    assert statuses()[0] == ("en_cours", None)
    assert money(desk) == (65_000, 60_000, 0, 15_000)


def sent_on(desk, place, day):
    Attempt.objects.filter(paiement=desk.payments[place]).update(sent_at=f"{day}T10:00:00Z")


def test_absent_payments_fail_where_the_statement_covers_them(desk):
    for place, day in ((1, "2025-02-05"), (2, "2025-02-12"), (3, "2025-01-20")):
        sent_on(desk, place, day)
    lines = (desk.line(0, day="2025-02-01"), "X-1,+245966000001,777,2025-02-14")
    path = desk.match(*lines, options={"toleranceDate": 3})
    data = close(desk, path, marquerPaiementsEchoues=True)
    # One may still be posted, another was sent before the statement begins.
    assert [each[0] for each in statuses()] == ["reussi", "echoue", "en_cours", "en_cours"]
    assert data["effets"]["echoues"] == 1
    assert money(desk) == (65_000, 30_000, 15_000, 0)


def test_absent_payments_stay_open_unless_asked(desk):
    sent_on(desk, 1, "2025-02-05")
    path = desk.match(desk.line(0, day="2025-02-01"), "X-1,+245966000001,777,2025-02-14")
    close(desk, path)
    assert statuses()[1] == ("en_cours", None)


def test_what_somebody_looks_into_does_not_fail(desk):
    """A payment, or the line of its pair: by holding the line, the payment has lost it."""
    for place in (1, 2, 3):
        sent_on(desk, place, "2025-02-05")
    lines = (desk.line(2, day="2025-02-06"), desk.line(3, day="2025-02-06"))
    path = desk.match(desk.line(0, day="2025-02-01"), *lines, "X-1,+245966000001,777,2025-02-14")
    missing = desk.entry(path, search=desk.payments[1].reference)
    desk.resolve(path, missing, "en_attente")
    held = [desk.entry(path, search=desk.payments[place].reference, source="releve") for place in (2, 3)]
    for line in held:
        desk.resolve(path, line, "en_attente")
    # Of this line somebody has said what it is: nothing waits for it any more.
    desk.resolve(path, held[1], "ignorer")
    close(desk, path, marquerPaiementsEchoues=True)
    assert statuses()[1:] == [("en_cours", None), ("en_cours", None), ("echoue", None)]


def test_an_open_error_refuses_everything(desk):
    path = desk.match(desk.line(0), desk.line(1, 9_000))
    before = money(desk)
    answer = close(desk, path, 400)
    assert answer["code"] == "INVALID_STATUS" and "2" in answer["error"]
    assert (money(desk), statuses()[0]) == (before, ("en_cours", None))
    wrong = desk.entries(path, raison="montant_partiel")[0]
    desk.resolve(path, wrong, "match_manuel")
    desk.call(f"{path}/finalize")


def test_more_than_the_account_holds_refuses_everything(desk):
    path = desk.match(desk.line(0), "X-1,+245966000001,90000,2025-02-10")
    desk.resolve(path, desk.entry(path, raison="inconnue"), "erreur_operateur")
    before = money(desk)
    assert close(desk, path, 400)["code"] == "INSUFFICIENT_FUNDS"
    assert (money(desk), statuses()[0]) == (before, ("en_cours", None))
    assert ReconciliationSession.objects.get().statut == "a_valider"


def test_a_finalised_session_is_closed(desk):
    path = desk.match(desk.line(0))
    entry = desk.entries(path, raison="absent_du_releve")[0]
    desk.resolve(path, entry, "ignorer")
    close(desk, path)
    for move in ("finalize", "match", "annuler", "validate", f"entries/{entry['id']}/annuler"):
        assert desk.call(f"{path}/{move}", status=400)["code"] == "INVALID_STATUS", move
    assert figures_hold()


def test_with_four_eyes_somebody_else_finalises(desk, settings, cast):
    settings.RECONCILIATION_FOUR_EYES = True
    path = desk.match(desk.line(0))
    desk.resolve(path, desk.entries(path, raison="absent_du_releve")[0], "ignorer")
    assert close(desk, path, 403)["code"] == "FORBIDDEN"
    other = make_user("ROLE_ADMIN")
    assert desk.call(f"{path}/finalize", other)["statut"] == "valide"


def test_without_decisions_four_eyes_are_not_needed(desk, settings):
    settings.RECONCILIATION_FOUR_EYES = True
    assert close(desk, desk.match(desk.line(0)))["statut"] == "valide"


def test_those_who_keep_the_accounts_are_notified(desk):
    path = desk.match(desk.line(0))
    close(desk, path, notifierResponsables=True)
    assert Notification.objects.filter(title__contains="rapprochement", user=desk.world.treasurer).count() == 1


def test_a_large_session_is_finalised_by_a_job(desk, settings):
    path = desk.match(desk.line(0))
    desk.call(f"{path}/validate")
    settings.SYNCHRONOUS_MAX_ROWS = 2
    data = desk.call(f"{path}/finalize", status=202)
    execute_job(data["jobId"])
    job = Job.objects.get(id=data["jobId"])
    assert (job.statut, job.resultat["effets"]["regles"]) == ("termine", 1), job.erreur


@pytest.mark.django_db(transaction=True)
def test_a_session_is_finalised_once(world, api):
    desk = Desk(world, api)
    path = desk.match(*(desk.line(place) for place in range(4)), "X-1,+245966000001,4000,2025-02-10")
    desk.resolve(path, desk.entry(path, raison="inconnue"), "erreur_operateur")
    desk.call(f"{path}/validate")
    clients = [api(desk.world.treasurer) for _ in range(4)]
    answers = together(4, lambda place: clients[place].post(f"{path}/finalize"), numbered=True)
    assert sorted(each.status_code for each in answers) == [200, 400, 400, 400]
    assert money(desk) == (80_000 - 64_000, 0, 60_000, 4_000)
    assert check_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_a_result_and_a_finalisation_at_once_settle_once(world, api):
    desk = Desk(world, api)
    path = desk.match(*(desk.line(place) for place in range(4)))
    desk.call(f"{path}/validate")
    closer = api(desk.world.treasurer)

    def act(place):
        if place:
            return closer.post(f"{path}/finalize")
        return desk.settle(*(f"{payment.reference};reussi" for payment in desk.payments))

    answers = together(2, act, numbered=True)
    assert answers[0] is None and answers[1].status_code == 200, answers
    assert money(desk) == (20_000, 0, 60_000, 0)
    assert ReconciliationEntry.objects.filter(source="sig", statut="rapprochee").count() == 4
    assert check_ledger() == []
