"""The nearest candidates for the other side of an entry, and what differs."""

from transfers.reconciliation.entries.suggestions import queries


def suggest(desk, path, entry, user=None, status=200):
    return desk.get(f"{path}/entries/{entry['id']}/suggestions", user, status).get("data")


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


def test_who_is_named_is_found_among_more_than_are_looked_at(desk, monkeypatch):
    """By reference and by telephone in the whole session; only of amounts not all are compared, which is said."""
    phone = desk.payments[3].compte_mobile
    strangers = [f"Y-{place},+2459660000{place:02},15000,2025-02-10" for place in range(8)]
    path = desk.match(*strangers, f"Z-1,{phone},3,2021-02-10", f"{desk.payments[2].reference}-X,,4,2021-02-10")
    monkeypatch.setattr(queries, "SCANNED", 1)
    line = desk.entry(path, search="Z-1")
    assert suggest(desk, path, line)[0]["entree"]["paiement"]["reference"] == desk.payments[3].reference
    missing = desk.entry(path, search=desk.payments[3].reference, source="sig")
    answer = desk.get(f"{path}/entries/{missing['id']}/suggestions")
    assert answer["data"][0]["entree"]["entreeReleve"]["reference"] == "Z-1"
    assert "trop nombreuses" in answer["message"]


def test_without_open_entries_nothing_is_suggested(desk):
    path = desk.match(*(desk.line(place) for place in range(4)))
    assert suggest(desk, path, desk.entries(path, source="sig")[0]) == []


def test_suggestions_are_for_who_decides(desk, cast):
    path = desk.match(desk.line(0), "X-1,+245966000001,777,2025-02-11")
    entry = desk.entries(path, cast.supervisor_west)[0]
    for user in (cast.supervisor_west, cast.reader_west):
        refused = desk.get(f"{path}/entries/{entry['id']}/suggestions", user, 403)
        assert (refused["code"], "data" in refused) == ("FORBIDDEN", False)
