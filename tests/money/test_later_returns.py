"""Money that comes back on a later statement than the payment left on: named, posted at the end, and never twice."""

import pytest
from django.db import connection

from tests.threads import together
from tests.transfers.reconciliation.desk import Desk, figures_hold
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount
from transfers.payments.models import Payment
from transfers.reconciliation.models import ReconciliationEntry

TITLES = "reference,telephone,montant,date,type"


@pytest.fixture
def desk(world, api):
    """All payments are settled by a result file; what the tests move is counted from here."""
    desk = Desk(world, api)
    desk.settle(*(f"{payment.reference};reussi;;2025-02-10;;" for payment in desk.payments))
    return desk


@pytest.fixture(autouse=True)
def _ledger_holds(request):
    yield
    if connection.in_atomic_block:
        assert check_ledger() == [] and figures_hold()


def paid(desk, place=0, amount=15_000, day="2025-02-10", **other):
    return f"{desk.line(place, amount, day, **other)},paiement"


def back(desk, place=0, amount=15_000, day="2025-03-12", **other):
    return f"{desk.line(place, amount, day, **other)},retour"


def close(desk, path, status=200):
    desk.call(f"{path}/validate")
    return desk.call(f"{path}/finalize", status=status)


def session(desk, *lines, cycle=None):
    body = {"cycleId": str(cycle.id)} if cycle else {}
    return desk.match(*lines, titles=TITLES, dateFin="2025-03-31", **body)


def told(path):
    """The reason and status of the returns of a session, in the order of their days."""
    rows = ReconciliationEntry.objects.filter(
        session=path.rpartition("/")[2], ligne__nature="extourne", source="releve"
    )
    return list(rows.order_by("ligne__date_operation", "ligne__montant").values_list("raison", "statut"))


def money(desk):
    """The operator account, what beneficiaries have, and what waits for an explanation."""
    natures = ("beneficiaires", "attente")
    sides = [LedgerAccount.objects.get(projet=desk.world.project, nature=nature).solde for nature in natures]
    return (desk.world.balance()[0], *sides)


def status(desk, place=0):
    return Payment.objects.get(id=desk.payments[place].id).statut


def march(desk):
    """A second cycle, settled too."""
    cycle = desk.world.plan(month=3)
    desk.world.fund(80_000, "B-2")
    desk.execute(cycle)
    return cycle


def test_a_later_return_takes_its_payment_back_once(desk):
    """By reference, on the next statement of the cycle; then on one of another cycle, which overlaps it."""
    first = session(desk, paid(desk), paid(desk, 1))
    second = session(desk, back(desk), back(desk, 1, reference="", day="2025-03-14"))
    assert told(second) == [("retour_anterieur", "rapprochee")] * 2
    entry = min(desk.entries(second, raison="retour_anterieur"), key=lambda each: each["ecartDate"])
    assert (entry["paiement"]["id"], entry["ecartMontant"], entry["ecartDate"]) == (str(desk.payments[0].id), 0, 30)
    assert desk.call(f"{second}/match")["nouveauxMatches"] == 0
    other = session(desk, back(desk), back(desk, 1, reference="", day="2025-03-14"), cycle=march(desk))
    assert told(other) == [("deja_utilisee", "non_rapprochee")] * 2
    line = desk.entries(other, raison="deja_utilisee")[0]
    assert desk.resolve(other, line, "erreur_operateur", 409)["code"] == "CONFLICT"
    before = money(desk)
    assert "finalisez" in close(desk, second, 400)["error"]
    close(desk, first)
    assert money(desk) == before
    assert desk.call(f"{second}/finalize")["effets"]["retournes"] == 2
    assert money(desk) == (before[0] + 30_000, before[1] - 30_000, 0)
    assert [status(desk, place) for place in range(3)] == ["echoue", "echoue", "reussi"]
    third = session(desk, back(desk, day="2025-03-20"))
    assert told(third) == [("retour_a_verifier", "erreur")]
    assert desk.resolve(third, desk.entry(third, raison="retour_a_verifier"), "match_manuel", 409)["code"] == "CONFLICT"


def test_a_later_return_that_does_not_fit_is_left_to_a_person(desk):
    """Of a part, and of before the payment; accepted, the difference waits; a second part has nothing to reverse."""
    close(desk, session(desk, paid(desk), paid(desk, 1)))
    path = session(desk, back(desk, 0, 4_000), back(desk, 1, day="2025-02-08"), back(desk, 0, 11_000, "2025-03-13"))
    assert told(path) == [("retour_a_verifier", "erreur")] * 3
    early, part, rest = desk.entries(path, source="releve", raison="retour_a_verifier")
    part, rest, early = sorted((early, part, rest), key=lambda each: each["entreeReleve"]["montant"])
    assert part["ecartMontant"] == -11_000
    desk.resolve(path, part, "match_manuel")
    assert desk.resolve(path, rest, "match_manuel", 409)["code"] == "CONFLICT"
    desk.call(f"{path}/entries/{part['id']}/annuler")
    desk.resolve(path, part, "match_manuel")
    desk.resolve(path, rest, "erreur_operateur")
    desk.resolve(path, early, "ignorer")
    before = money(desk)
    close(desk, path)
    # The payment has failed; of its 15,000 both parts came back.
    assert money(desk) == (before[0] + 15_000, before[1] - 15_000, 0)
    assert (status(desk), status(desk, 1)) == ("echoue", "reussi")


def test_two_that_fit_as_well_are_shown_and_a_person_chooses(desk):
    """The same person was paid the same in two cycles, and the return names only the telephone."""
    cycle = march(desk)
    again = Payment.objects.get(cycle=cycle, beneficiaire=desk.payments[0].beneficiaire_id)
    close(desk, session(desk, paid(desk)))
    close(desk, session(desk, f"{again.reference},{again.compte_mobile},15000,2025-03-05,paiement", cycle=cycle))
    path = session(desk, back(desk, reference=""))
    entry = desk.entry(path, source="releve")
    assert told(path) == [("ambigue", "non_rapprochee")]
    shown = desk.get(f"{path}/entries/{entry['id']}/suggestions")["data"]
    assert {each["entree"]["paiement"]["reference"] for each in shown} == {desk.payments[0].reference, again.reference}
    chosen = next(each["entree"] for each in shown if each["entree"]["paiement"]["reference"] == again.reference)
    desk.resolve(path, entry, "match_manuel", entreeReleveId=chosen["id"])
    assert desk.call(f"{path}/match")["nouveauxMatches"] == 0
    before = money(desk)
    close(desk, path)
    assert money(desk) == (before[0] + 15_000, before[1] - 15_000, 0)
    again.refresh_from_db()
    assert (again.statut, status(desk)) == ("echoue", "reussi")


def test_what_waited_is_taken_from_there(desk):
    """A double and a line of nobody that were claimed come back; a line that was ignored moves nothing."""
    desk.world.fund(40_000, "B-3")
    lines = [paid(desk), paid(desk, day="2025-02-11"), "X-1,+245966000001,7000,2025-02-10,paiement"]
    first = session(desk, *lines, "X-2,+245966000002,6000,2025-02-10,paiement")
    for entry in desk.entries(first, source="releve", aDecider="true"):
        ignored = entry["entreeReleve"]["reference"] == "X-2"
        desk.resolve(first, entry, "ignorer" if ignored else "erreur_operateur")
    close(desk, first)
    strangers = [f"X-{n},+24596600000{n},{8_000 - 1_000 * n},2025-03-12,retour" for n in (1, 2)]
    path = session(desk, back(desk), *strangers)
    assert told(path) == [("retour_anterieur", "rapprochee")] * 3
    before = money(desk)
    assert before[2] == 22_000
    data = close(desk, path)
    assert money(desk) == (before[0] + 22_000, before[1], 0)
    assert (data["effets"]["retournes"], data["effets"]["ajustements"]) == (0, 2)
    assert status(desk) == "reussi"


def test_a_return_that_a_result_file_had_posted_is_not_posted_again(desk):
    close(desk, session(desk, paid(desk)))
    path = session(desk, back(desk))
    desk.settle(f"{desk.payments[0].reference};retourne;;2025-03-12;15000;")
    before = money(desk)
    assert status(desk) == "echoue"
    close(desk, path)
    assert money(desk) == before


def test_a_return_is_named_anew_when_the_other_session_lets_its_line_go(desk):
    first = session(desk, paid(desk))
    path = session(desk, back(desk))
    desk.call(f"{first}/annuler")
    assert "rapprochez" in close(desk, path, 400)["error"]
    desk.call(f"{path}/match")
    assert told(path) == [("retour_a_verifier", "erreur")]
    again = session(desk, paid(desk), paid(desk, 1))
    desk.call(f"{path}/match", forceRematch=True)
    assert told(path) == [("retour_anterieur", "rapprochee")]
    entry = desk.entry(path, raison="retour_anterieur")
    desk.resolve(path, entry, "en_attente", commentaire="À demander")
    assert told(path) == [("inconnue", "non_rapprochee")]
    desk.call(f"{path}/annuler")
    assert ReconciliationEntry.objects.filter(ligne_renversee__isnull=False).count() == 0
    close(desk, again)


def test_what_came_back_and_was_tried_again_is_paid_by_another_line(desk):
    """Paid and returned on one statement, paid anew on the next, and returned once more on the third."""
    close(desk, session(desk, paid(desk)))
    first = session(desk, back(desk))
    close(desk, first)
    payment = desk.payments[0]
    desk.call(f"/api/paiements/{payment.id}/relancer", fournisseur="fichier")
    again = f"{payment.reference}-R2"
    path = session(desk, paid(desk, 0, day="2025-03-20", reference=again))
    entry = desk.entry(path, source="sig", search=payment.reference)
    assert (entry["statut"], entry["entreeReleve"]["reference"]) == ("rapprochee", again)
    before = money(desk)
    close(desk, path)
    assert status(desk) == "reussi" and money(desk) == (before[0] - 15_000, before[1] + 15_000, before[2])
    last = session(desk, back(desk, day="2025-03-25", reference=again))
    assert told(last) == [("retour_anterieur", "rapprochee")]
    close(desk, last)
    assert status(desk) == "echoue" and money(desk) == before


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_sessions_that_end_at_once_take_a_payment_back_once(world, api):
    """Two returns of one payment, accepted in two sessions by two people, or matched by both at the same moment."""
    desk = Desk(world, api)
    desk.settle(*(f"{payment.reference};reussi;;2025-02-10;;" for payment in desk.payments))
    close(desk, session(desk, paid(desk)))
    paths = [desk.open(back(desk, day=day), titles=TITLES) for day in ("2025-03-12", "2025-03-13")]
    answers = together(2, lambda place: api(world.treasurer).post(f"{paths[place]}/match", {}).status_code, True)
    assert sorted(answers) in ([200, 200], [200, 409]), answers
    for path in paths:
        desk.call(f"{path}/match")
    assert sorted(told(path)[0][0] for path in paths) == ["retour_a_verifier", "retour_anterieur"]


def wait_for_each_other(desk):
    """Two sessions of one cycle; each has the line whose money came back on the statement of the other."""
    first = session(desk, paid(desk), back(desk, 1))
    second = session(desk, paid(desk, 1), back(desk))
    desk.call(f"{first}/match")
    assert told(first) == told(second) == [("retour_anterieur", "rapprochee")]
    for path in (first, second):
        desk.call(f"{path}/validate")
    return first, second


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_sessions_that_wait_for_each_other_are_parted_by_a_return_that_is_held(world, api):
    """Both are refused, at once too, and each names the other; what was held is taken up when both are final."""
    desk = Desk(world, api)
    desk.settle(*(f"{payment.reference};reussi;;2025-02-10;;" for payment in desk.payments))
    paths, before = wait_for_each_other(desk), money(desk)
    codes = [desk.detail(path)["code"] for path in paths]

    def finalise(place):
        return api(world.treasurer).post(f"{paths[place % 2]}/finalize", {})

    answers = together(4, finalise, numbered=True)
    assert [each.status_code for each in answers] == [400] * 4, answers
    assert [codes[1 - place % 2] in answer.json()["error"] for place, answer in enumerate(answers)] == [True] * 4
    assert money(desk) == before
    held = desk.entry(paths[0], raison="retour_anterieur")
    body = {"action": "en_attente", "commentaire": "Attend l'autre session"}
    resolve = f"{paths[0]}/entries/{held['id']}/resolve"

    def part(place):
        return api(world.treasurer).post(resolve, body) if place == 0 else finalise(1)

    answers = together(2, part, numbered=True)
    assert (answers[0].status_code, answers[1].status_code) == (200, 400), answers
    # The other session finds its line final, whoever is first by a moment.
    answers = together(2, finalise, numbered=True)
    assert answers[0].status_code == 200 and answers[1].status_code in (200, 400), answers
    if answers[1].status_code == 400:
        desk.call(f"{paths[1]}/finalize")
    assert money(desk) == (before[0] + 15_000, before[1] - 15_000, 0)
    assert (status(desk), status(desk, 1)) == ("echoue", "reussi")
    last = session(desk, paid(desk), back(desk, 1))
    assert told(last) == [("retour_anterieur", "rapprochee")]
    close(desk, last)
    assert money(desk) == (before[0] + 30_000, before[1] - 30_000, 0)
    assert status(desk, 1) == "echoue" and check_ledger() == [] and figures_hold()
