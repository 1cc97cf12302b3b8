"""Money that came back: what it reverses, and what is left to a person."""

import pytest

from tests.transfers.reconciliation.desk import Desk, figures_hold
from transfers.payments.models import Payment
from transfers.reconciliation.models import ReconciliationEntry

TITLES = "reference,telephone,montant,date,type"


@pytest.fixture
def desk(world, api):
    desk = Desk(world, api)
    desk.settle(*(f"{payment.reference};reussi;;2025-02-10;;" for payment in desk.payments))
    return desk


def paid(desk, place=0, day="2025-02-10"):
    return f"{desk.line(place, day=day)},paiement"


def back(desk, place=0, amount=15_000, day="2025-02-12", **other):
    return f"{desk.line(place, amount, day, **other)},retour"


def match(desk, *lines):
    return desk.match(*lines, titles=TITLES)


def reasons(desk, place=0):
    """The reason of the payment at a place, and those of the lines that name it, in the order of their days."""
    rows = ReconciliationEntry.objects.filter(paiement=desk.payments[place])
    lines = rows.filter(source="releve").order_by("ligne__date_operation", "ligne__credit")
    return rows.get(source="sig").raison, list(lines.values_list("raison", flat=True))


def test_a_return_of_before_its_line_reverses_nothing(desk):
    path = match(desk, paid(desk), back(desk, day="2025-02-08"))
    assert reasons(desk) == (None, ["retour_a_verifier", None])
    entry = desk.entry(path, raison="retour_a_verifier")
    assert (entry["statut"], entry["ecartMontant"], entry["ecartDate"]) == ("erreur", 0, -2)


def test_a_return_of_the_same_day_reverses_its_line(desk):
    match(desk, paid(desk), back(desk, day="2025-02-10"))
    assert reasons(desk) == ("extourne", ["extourne", "extourne"])


def test_returns_take_lines_of_before_them(desk):
    """The first return cannot be about the second line, which is a double of after it."""
    match(desk, paid(desk), paid(desk, day="2025-02-14"), back(desk, day="2025-02-11"))
    assert reasons(desk) == ("extourne", ["extourne", "extourne", "paye_deux_fois"])


def test_a_return_of_another_amount_waits_for_a_person(desk):
    path = match(desk, paid(desk), back(desk, amount=4_000))
    assert reasons(desk) == (None, [None, "retour_a_verifier"])
    entry = desk.entry(path, raison="retour_a_verifier")
    assert (entry["statut"], entry["ecartMontant"], entry["ecartDate"]) == ("erreur", -11_000, 2)
    assert desk.detail(path)["statistiques"]["enErreur"] == 1
    assert desk.entry(path, aDecider="true", source="releve") == entry
    desk.call(f"{path}/validate")
    assert desk.call(f"{path}/finalize", status=400)["code"] == "INVALID_STATUS"


def test_the_second_return_of_one_payment_waits_for_a_person(desk):
    path = match(desk, paid(desk), back(desk), back(desk, day="2025-02-13"))
    assert reasons(desk) == ("extourne", ["extourne", "extourne", "retour_a_verifier"])
    entry = desk.entry(path, raison="retour_a_verifier")
    assert "annulez" in desk.resolve(path, entry, "match_manuel", 409)["error"]


def test_a_return_without_its_line_names_the_payment(desk):
    path = match(desk, back(desk), paid(desk, 1))
    assert reasons(desk) == ("absent_du_releve", ["retour_a_verifier"])
    entry = desk.entry(path, raison="retour_a_verifier")
    assert "parti" in desk.resolve(path, entry, "match_manuel", 400)["error"]
    assert desk.resolve(path, entry, "ignorer")["nouveauStatut"] == "resolu"


def test_a_return_of_another_payment_is_not_taken_by_its_telephone(desk):
    """The reference names a payment of another cycle; person and amount are those of this one."""
    other = desk.world.plan(month=3)
    reference = Payment.objects.get(cycle=other, beneficiaire=desk.payments[0].beneficiaire_id).reference
    match(desk, paid(desk), back(desk, reference=reference), back(desk, 1, phone=desk.payments[0].compte_mobile))
    assert reasons(desk) == (None, [None])
    assert reasons(desk, 1) == ("absent_du_releve", ["retour_a_verifier"])


def test_a_return_that_is_accepted_is_undone_as_a_whole(desk):
    path = match(desk, paid(desk), back(desk, amount=4_000))
    entry = desk.entry(path, raison="retour_a_verifier")
    done = desk.resolve(path, entry, "match_manuel", commentaire="Confirmé par l'opérateur", version=entry["version"])
    assert done["nouveauStatut"] == "resolu"
    assert reasons(desk) == ("extourne", ["extourne", "extourne"]) and figures_hold()
    assert desk.call(f"{path}/match")["nouveauxMatches"] == 0
    assert reasons(desk) == ("extourne", ["extourne", "extourne"])
    desk.call(f"{path}/entries/{entry['id']}/annuler")
    assert reasons(desk) == (None, [None, "retour_a_verifier"]) and figures_hold()
    assert desk.entry(path, raison="retour_a_verifier")["statut"] == "erreur"


def test_a_return_needs_the_pair_to_be_decided_first(desk):
    path = match(desk, f"{desk.line(0, 9_000)},paiement", back(desk, amount=4_000))
    entry = desk.entry(path, raison="retour_a_verifier")
    assert desk.resolve(path, entry, "match_manuel", 409)["code"] == "CONFLICT"
    pair = desk.entry(path, source="sig", raison="montant_partiel")
    desk.resolve(path, pair, "match_manuel")
    desk.resolve(path, entry, "match_manuel")
    assert desk.entries(path, statut="erreur") == [] and figures_hold()


def test_what_names_a_decided_pair_stays_when_matched_again(desk):
    """Else the money of a return that was accepted could be decided, and counted, a second time."""
    twice = [f"{desk.line(1, 9_000, day)},paiement" for day in ("2025-02-10", "2025-02-11")]
    path = match(desk, paid(desk), back(desk), *twice)
    for entry in desk.entries(path, source="sig", statut="erreur"):
        desk.resolve(path, entry, "match_manuel")
    told = reasons(desk), reasons(desk, 1)
    assert told == (("extourne", ["extourne", "extourne"]), ("montant_partiel", ["montant_partiel", "paye_deux_fois"]))
    desk.call(f"{path}/match")
    assert (reasons(desk), reasons(desk, 1)) == told and figures_hold()
    desk.call(f"{path}/match", forceRematch=True)
    assert (reasons(desk), reasons(desk, 1)) == told and figures_hold()


def test_a_pair_stays_when_what_names_its_payment_is_decided_and_matched_again(desk):
    """Else its line became one of nobody, which could be decided once more."""
    path = match(desk, paid(desk), paid(desk, day="2025-02-11"), paid(desk, 1), back(desk, 1, amount=4_000))
    for entry in desk.entries(path, source="releve", statut="erreur"):
        desk.resolve(path, entry, "erreur_operateur")
    told = reasons(desk), reasons(desk, 1)
    assert told == ((None, [None, "paye_deux_fois"]), (None, [None, "retour_a_verifier"]))
    assert desk.call(f"{path}/match")["nouveauxMatches"] == 0
    assert (reasons(desk), reasons(desk, 1)) == told and figures_hold()
