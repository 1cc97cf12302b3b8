"""Decisions about entries: what each action does, who was first, batches, and undoing."""

import pytest

from tests.threads import together
from tests.transfers.reconciliation.desk import Desk, figures_hold, line_of
from transfers.reconciliation.entries.models import EntryDecision
from transfers.reconciliation.models import ReconciliationEntry


@pytest.fixture
def path(desk):
    """A pair, a payment with another amount, two payments that are not named, two lines of nobody."""
    return desk.match(
        desk.line(0),
        desk.line(1, 9_000),
        "X-1,+245966000001,15000,2025-02-11",
        "X-2,+245966000002,777,2025-02-11",
    )


def fields(entry):
    return entry["statut"], entry["raisonNonMatch"], entry["action"], entry["decide"]


def reload(desk, path, entry):
    return desk.get(f"{path}/entries/{entry['id']}")["data"]


def search(desk, path, text, source):
    return desk.entry(path, search=text, source=source)


def test_a_line_is_matched_by_hand(desk, path):
    missing = desk.entries(path, raison="absent_du_releve")[0]
    line = search(desk, path, "X-1", "releve")
    data = desk.resolve(path, missing, "match_manuel", entreeReleveId=line["id"], commentaire="Vu au guichet")
    assert data == {"entryId": missing["id"], "nouveauStatut": "resolu", "action": "match_manuel", "version": 2}
    mine, theirs = reload(desk, path, missing), reload(desk, path, line)
    assert (mine["statut"], theirs["statut"]) == ("resolu", "rapprochee")
    assert mine["entreeReleve"]["reference"] == theirs["entreeReleve"]["reference"] == "X-1"
    assert mine["paiement"]["id"] == theirs["paiement"]["id"] == missing["paiement"]["id"]
    assert (mine["ecartMontant"], mine["commentaire"]) == (0, "Vu au guichet")
    assert desk.detail(path)["statistiques"]["rapprochees"] == 2
    assert figures_hold()
    decision = EntryDecision.objects.get()
    assert (decision.auteur_id, decision.commentaire) == (desk.world.treasurer.id, "Vu au guichet")
    assert len(decision.avant) == 2


def test_a_line_can_be_what_is_acted_on(desk, path):
    missing = desk.entries(path, raison="absent_du_releve")[0]
    line = search(desk, path, "X-1", "releve")
    desk.resolve(path, line, "match_manuel", entreeSigId=missing["id"])
    assert (reload(desk, path, line)["statut"], reload(desk, path, missing)["statut"]) == ("resolu", "rapprochee")


@pytest.mark.parametrize("action", ["ignorer", "erreur_operateur", "erreur_sig"])
def test_an_entry_without_a_pair_is_resolved(desk, path, action):
    line = search(desk, path, "X-2", "releve")
    desk.resolve(path, line, action, commentaire="Hors programme")
    assert fields(reload(desk, path, line)) == ("resolu", "inconnue", action, True)
    assert figures_hold()


@pytest.mark.parametrize("action", ["ignorer", "erreur_operateur", "erreur_sig"])
def test_a_pair_that_differs_is_resolved_as_a_whole(desk, path, action):
    wrong, line = desk.entries(path, raison="montant_partiel")
    desk.resolve(path, wrong, action)
    for each in (wrong, line):
        assert fields(reload(desk, path, each)) == ("resolu", "montant_partiel", action, True)
    assert desk.detail(path)["statistiques"]["enErreur"] == 0
    assert figures_hold()


def test_a_pair_that_differs_is_accepted(desk, path):
    wrong, line = desk.entries(path, raison="montant_partiel")
    figures = desk.detail(path)["statistiques"]
    assert figures["enErreur"] == 2 * figures["erreursADecider"] > 0, "a pair is one decision"
    desk.resolve(path, wrong, "match_manuel")
    assert fields(reload(desk, path, wrong)) == ("resolu", "montant_partiel", "match_manuel", True)
    assert reload(desk, path, line)["statut"] == "rapprochee"


def test_what_waits_has_no_pair(desk, path):
    wrong, line = desk.entries(path, raison="montant_partiel")
    data = desk.resolve(path, wrong, "en_attente", commentaire="À demander")
    assert data["nouveauStatut"] == "non_rapprochee"
    assert fields(reload(desk, path, wrong)) == ("non_rapprochee", "absent_du_releve", "en_attente", True)
    assert fields(reload(desk, path, line)) == ("non_rapprochee", "inconnue", None, False)
    # It can still be decided.
    desk.resolve(path, wrong, "match_manuel", entreeReleveId=line["id"])
    assert figures_hold()


def test_a_pair_is_changed_by_hand(desk, path):
    paired = search(desk, path, desk.payments[0].reference, "sig")
    line = search(desk, path, "X-1", "releve")
    desk.resolve(path, paired, "match_manuel", entreeReleveId=line["id"])
    assert reload(desk, path, paired)["entreeReleve"]["reference"] == "X-1"
    freed = ReconciliationEntry.objects.get(source="releve", ligne=line_of(desk.payments[0].reference))
    assert (freed.statut, freed.raison, freed.paiement_id) == ("non_rapprochee", "inconnue", None)
    assert figures_hold()


def test_what_a_decision_may_not_do(desk, path):
    first, second = desk.entries(path, raison="absent_du_releve")
    used = search(desk, path, desk.payments[0].reference, "releve")
    unknown = "00000000-0000-7000-8000-000000000000"
    for action, other, status, code in (
        ("match_manuel", {}, 400, "VALIDATION_ERROR"),
        ("match_manuel", {"entreeReleveId": unknown}, 404, "NOT_FOUND"),
        ("match_manuel", {"entreeReleveId": second["id"]}, 400, "VALIDATION_ERROR"),
        ("match_manuel", {"entreeReleveId": used["id"]}, 409, "CONFLICT"),
        ("oublier", {}, 400, "VALIDATION_ERROR"),
        ("ignorer", {"version": 7}, 409, "CONFLICT"),
    ):
        assert desk.resolve(path, first, action, status, **other)["code"] == code, action
    assert desk.resolve(path, used, "ignorer", 400)["code"] == "INVALID_STATUS"
    desk.resolve(path, first, "ignorer", version=1)
    assert desk.resolve(path, first, "erreur_sig", 409)["code"] == "CONFLICT"
    assert desk.resolve(path, {"id": unknown}, "ignorer", 404)["code"] == "NOT_FOUND"
    assert EntryDecision.objects.count() == 1
    assert figures_hold()


def test_entries_of_a_draft_or_a_cancelled_session_are_not_decided(desk, path):
    entry = desk.entries(path, raison="inconnue")[0]
    desk.call(f"{path}/annuler")
    assert desk.resolve(path, entry, "ignorer", 400)["code"] == "INVALID_STATUS"


def test_who_sees_a_part_decides_nothing(desk, path, cast):
    entry = desk.entries(path, cast.supervisor_west)[0]
    for user in (cast.supervisor_west, cast.reader_west):
        assert desk.resolve(path, entry, "ignorer", 403, user=user)["code"] == "FORBIDDEN"
    assert not EntryDecision.objects.exists()


def test_a_line_that_another_session_uses_is_not_paired(desk, path):
    missing = desk.entries(path, raison="absent_du_releve")[0]
    line = search(desk, path, "X-1", "releve")
    # A statement that overlaps the first: its second session has paired the line with another payment.
    other = desk.match(desk.line(3))
    foreign = desk.entry(other, source="sig", search=desk.payments[2].reference)
    ReconciliationEntry.objects.filter(id=foreign["id"]).update(ligne=line_of("X-1"))
    ReconciliationEntry.objects.filter(session=other.rpartition("/")[2], source="releve").update(
        ligne=line_of("X-1"), paiement_id=foreign["paiement"]["id"]
    )
    answer = desk.resolve(path, missing, "match_manuel", 409, entreeReleveId=line["id"])
    assert answer["code"] == "CONFLICT"


def test_a_batch_says_what_it_did_not_do(desk, path):
    first, second = desk.entries(path, raison="absent_du_releve")
    line, other = search(desk, path, "X-1", "releve"), search(desk, path, "X-2", "releve")
    unknown = "00000000-0000-7000-8000-000000000000"
    data = desk.call(
        f"{path}/resolve-batch",
        entries=[
            {"entryId": first["id"], "action": "match_manuel", "entreeReleveId": line["id"], "commentaire": "A"},
            {"entryId": second["id"], "action": "match_manuel", "entreeReleveId": line["id"]},
            {"entryId": other["id"], "action": "erreur_operateur"},
            {"entryId": other["id"], "action": "ignorer"},
            {"entryId": unknown, "action": "ignorer"},
        ],
    )
    assert (data["traitees"], data["reussies"], data["echouees"]) == (5, 2, 3)
    assert [each["entryId"] for each in data["erreurs"]] == [second["id"], other["id"], unknown]
    assert all(each["message"] for each in data["erreurs"])
    assert reload(desk, path, second)["statut"] == "non_rapprochee"
    assert reload(desk, path, first)["commentaire"] == "A"
    assert EntryDecision.objects.count() == 2
    assert figures_hold()


def test_two_pairs_change_places_in_one_batch(desk, path):
    paired = search(desk, path, desk.payments[0].reference, "sig")
    wrong = desk.entry(path, raison="montant_partiel", source="sig")
    lines = [search(desk, path, each["paiement"]["reference"], "releve") for each in (paired, wrong)]
    data = desk.call(
        f"{path}/resolve-batch",
        entries=[
            {"entryId": paired["id"], "action": "en_attente"},
            {"entryId": wrong["id"], "action": "match_manuel", "entreeReleveId": lines[0]["id"]},
            {"entryId": paired["id"], "action": "match_manuel", "entreeReleveId": lines[1]["id"]},
        ],
    )
    assert data["reussies"] == 3, data
    assert reload(desk, path, paired)["entreeReleve"]["montant"] == 9_000
    assert reload(desk, path, wrong)["entreeReleve"]["montant"] == 15_000
    assert figures_hold()


def test_a_decision_is_undone(desk, path):
    before = {each["id"]: each for each in desk.entries(path)}
    paired = search(desk, path, desk.payments[0].reference, "sig")
    line = search(desk, path, "X-1", "releve")
    desk.resolve(path, paired, "match_manuel", entreeReleveId=line["id"])
    # From either side.
    data = desk.call(f"{path}/entries/{line['id']}/annuler")
    assert (data["entryId"], data["nouveauStatut"], data["version"]) == (line["id"], "non_rapprochee", 3)
    after = {each["id"]: each for each in desk.entries(path)}
    for entry_id, entry in after.items():
        assert entry | {"version": 1} == before[entry_id] | {"version": 1}
    assert figures_hold()
    assert desk.call(f"{path}/entries/{line['id']}/annuler", status=400)["code"] == "INVALID_STATUS"
    decision = EntryDecision.objects.get()
    assert decision.annule_par_id == desk.world.treasurer.id and decision.annule_le


def test_decisions_are_undone_in_turn(desk, path):
    first = desk.entries(path, raison="absent_du_releve")[0]
    line = search(desk, path, "X-1", "releve")
    desk.resolve(path, first, "en_attente")
    desk.resolve(path, first, "match_manuel", entreeReleveId=line["id"])
    desk.call(f"{path}/entries/{first['id']}/annuler")
    assert fields(reload(desk, path, first)) == ("non_rapprochee", "absent_du_releve", "en_attente", True)
    desk.call(f"{path}/entries/{first['id']}/annuler")
    assert fields(reload(desk, path, first)) == ("non_rapprochee", "absent_du_releve", None, False)


def test_a_batch_is_undone_in_one_request(desk, path, django_assert_max_num_queries):
    """Each entry loses its last decision; what has changed since, and what nobody decided, is said."""
    before = {each["id"]: each | {"version": 0} for each in desk.entries(path)}
    first, second = desk.entries(path, raison="absent_du_releve")
    line, other = search(desk, path, "X-1", "releve"), search(desk, path, "X-2", "releve")
    desk.resolve(path, first, "en_attente")
    desk.resolve(path, second, "match_manuel", entreeReleveId=line["id"])
    desk.resolve(path, other, "ignorer")
    unknown = "00000000-0000-7000-8000-000000000000"
    ids = [first["id"], second["id"], line["id"], other["id"], unknown]
    ReconciliationEntry.objects.filter(id=other["id"]).update(commentaire="changé")
    with django_assert_max_num_queries(45):
        data = desk.call(f"{path}/undo-batch", entries=ids)
    assert (data["traitees"], data["reussies"], data["echouees"]) == (5, 3, 2)
    assert {each["entryId"] for each in data["erreurs"]} == {other["id"], unknown}
    ReconciliationEntry.objects.filter(id=other["id"]).update(commentaire=None)
    assert desk.call(f"{path}/undo-batch", entries=ids)["reussies"] == 1
    assert {each["id"]: each | {"version": 0} for each in desk.entries(path)} == before
    assert figures_hold() and not EntryDecision.objects.filter(annule_le=None).exists()
    desk.call(f"{path}/undo-batch", status=400, entries=[])


def test_a_decision_that_changes_nothing_is_none(desk, path):
    """Held twice for the same reason: what is undone is the decision that held it."""
    first = desk.entries(path, raison="absent_du_releve")[0]
    held = desk.resolve(path, first, "en_attente", commentaire="À demander")
    again = desk.resolve(path, first, "en_attente", commentaire="À demander")
    assert (again["version"], EntryDecision.objects.count()) == (held["version"], 1)
    # One that was stored before this was so.
    EntryDecision.objects.create(
        session_id=path.rpartition("/")[2],
        entree_id=first["id"],
        action="en_attente",
        avant=[],
        auteur=desk.world.treasurer,
    )
    desk.call(f"{path}/entries/{first['id']}/annuler")
    assert fields(reload(desk, path, first)) == ("non_rapprochee", "absent_du_releve", None, False)
    assert desk.call(f"{path}/entries/{first['id']}/annuler", status=400)["code"] == "INVALID_STATUS"


def test_a_decision_on_which_another_rests_is_not_undone_first(desk, path):
    paired = search(desk, path, desk.payments[0].reference, "sig")
    freed = search(desk, path, desk.payments[0].reference, "releve")
    line = search(desk, path, "X-1", "releve")
    desk.resolve(path, paired, "match_manuel", entreeReleveId=line["id"])
    other = desk.entries(path, raison="absent_du_releve")[0]
    desk.resolve(path, other, "match_manuel", entreeReleveId=freed["id"])
    assert desk.call(f"{path}/entries/{paired['id']}/annuler", status=409)["code"] == "CONFLICT"
    desk.call(f"{path}/entries/{other['id']}/annuler")
    desk.call(f"{path}/entries/{paired['id']}/annuler")
    assert figures_hold()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_at_once_one_is_told(world, api):
    desk = Desk(world, api)
    path = desk.match(desk.line(0), "X-1,+245966000001,15000,2025-02-11")
    line = desk.entry(path, raison="inconnue")
    address = f"{path}/entries/{line['id']}/resolve"
    clients = [api(desk.world.treasurer) for _ in range(6)]
    actions = ["ignorer", "erreur_operateur", "erreur_sig"] * 2
    answers = together(
        6, lambda place: clients[place].post(address, {"action": actions[place], "version": 1}), numbered=True
    )
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409, 409, 409]
    won = next(place for place, each in enumerate(answers) if each.status_code == 200)
    assert reload(desk, path, line)["action"] == actions[won]
    assert EntryDecision.objects.count() == 1
    assert figures_hold()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_one_line_one_gets_it(world, api):
    desk = Desk(world, api)
    path = desk.match("X-1,+245966000001,15000,2025-02-11")
    line = desk.entry(path, raison="inconnue")
    rows = desk.entries(path, source="sig")
    clients = [api(desk.world.treasurer) for _ in rows]
    body = {"action": "match_manuel", "entreeReleveId": line["id"]}
    answers = together(4, lambda n: clients[n].post(f"{path}/entries/{rows[n]['id']}/resolve", body), numbered=True)
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409]
    assert desk.detail(path)["statistiques"]["rapprochees"] == 1
    assert figures_hold()
