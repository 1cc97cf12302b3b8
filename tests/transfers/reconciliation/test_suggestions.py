"""The nearest candidates for the other side of an entry, and what differs."""

from transfers.execution.models import Attempt
from transfers.reconciliation.entries.suggestions import queries


def suggest(desk, path, entry, user=None, status=200):
    return desk.get(f"{path}/entries/{entry['id']}/suggestions", user, status).get("data")


def send_on(payment, moment):
    Attempt.objects.filter(paiement=payment).update(prepared_at=moment, sent_at=moment)


def test_the_nearest_line_comes_first(desk):
    phone = desk.payments[0].compte_mobile
    path = desk.match(
        f"X-1,{phone},14000,2025-03-30",
        "X-2,+245966000002,15000,2025-02-11",
        "X-3,+245966000003,200,2025-02-11",
        options={"toleranceDate": 3},
    )
    missing = desk.entry(path, search=desk.payments[0].reference, source="sig")
    found = suggest(desk, path, missing)
    assert [each["entree"]["entreeReleve"]["reference"] for each in found] == ["X-1", "X-2", "X-3"]
    first = found[0]
    assert (first["indices"], first["ecartMontant"]) == (["telephone"], -1_000)
    assert first["differences"] == ["reference", "montant", "date"]
    assert first["accords"] and first["score"] > found[1]["score"] > found[2]["score"]
    assert found[1]["indices"] == ["montant_net"]
    # Accepting it is a decision like any other.
    desk.resolve(path, missing, "match_manuel", entreeReleveId=first["entree"]["id"])
    rest = suggest(desk, path, desk.entry(path, search=desk.payments[1].reference, source="sig"))
    assert "X-1" not in [each["entree"]["entreeReleve"]["reference"] for each in rest]


def test_payments_are_suggested_for_a_line(desk):
    path = desk.match(f"X-1,{desk.payments[2].compte_mobile},7000,2024-02-10", "X-9,,1,2020-02-11")
    line = desk.entry(path, search="X-1")
    found = suggest(desk, path, line)
    assert found[0]["entree"]["paiement"]["reference"] == desk.payments[2].reference
    assert found[0]["ecartMontant"] == -8_000
    bare = suggest(desk, path, desk.entry(path, search="X-9"))
    assert len(bare) == 4 and all(each["score"] == 0 for each in bare)


def test_the_best_is_found_among_however_many_equal_amounts(desk, monkeypatch):
    """Of one amount those of the nearest days, of the nearest amounts each; who is named always."""
    payment, phone = desk.payments[1], desk.payments[3].compte_mobile
    monkeypatch.setattr(queries, "AMOUNTS", 2)
    send_on(payment, "2025-02-11T09:00:00Z")
    path = desk.match(
        *(f"Y-{place},+2459660000{place:02},15000,2024-01-{place + 1:02}" for place in range(30)),
        "Y-X,+245966000098,15000,2025-02-11",
        "Y-N,+245966000097,15100,2025-02-11",
        *(f"Q-{place},+2459670000{place:02},{14_990 - place},2025-02-11" for place in range(9)),
        f"Z-1,{phone},3,2021-02-10",
        options={"toleranceMontant": 200, "toleranceDate": 3},
    )
    missing = desk.entry(path, search=payment.reference, source="sig")
    found = [each["entree"]["entreeReleve"]["reference"] for each in suggest(desk, path, missing)]
    assert found[0] == "Y-X" and set(found[1:4]) == {"Q-0", "Q-1", "Y-N"}
    missing = desk.entry(path, search=desk.payments[3].reference, source="sig")
    assert suggest(desk, path, missing)[0]["entree"]["entreeReleve"]["reference"] == "Z-1"
    # Another match keeps what is compared up to date: another day of a payment.
    send_on(desk.payments[2], "2024-01-07T09:00:00Z")
    desk.call(f"{path}/match")
    line = desk.entry(path, search="Y-6")
    assert suggest(desk, path, line)[0]["entree"]["paiement"]["reference"] == desk.payments[2].reference


def test_without_open_entries_nothing_is_suggested(desk):
    path = desk.match(*(desk.line(place) for place in range(4)))
    assert suggest(desk, path, desk.entries(path, source="sig")[0]) == []


def test_suggestions_are_for_who_decides(desk, cast):
    path = desk.match(desk.line(0), "X-1,+245966000001,777,2025-02-11")
    entry = desk.entries(path, cast.supervisor_west)[0]
    for user in (cast.supervisor_west, cast.reader_west):
        refused = desk.get(f"{path}/entries/{entry['id']}/suggestions", user, 403)
        assert (refused["code"], "data" in refused) == ("FORBIDDEN", False)
