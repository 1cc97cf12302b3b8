"""The entries of a session: pages, filters and search, for who sees all of it and who sees a part."""

import pytest

from accounts.roles.models import Role
from tests.cases import walk_cases
from tests.conftest import make_user
from tests.transfers.reconciliation.desk import PATH, TITLES, Desk, figures_hold
from transfers.reconciliation.entries import queries
from transfers.reconciliation.entries.queries import paginate_entries
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession


@pytest.fixture
def path(desk):
    """Two pairs, an amount that differs, an unknown line, a payment that is not named."""
    return desk.match(desk.line(0), desk.line(1), desk.line(2, 9_000), "X-1,+245 966 000 001,777,2025-02-11")


def seen(rows):
    return [(each["source"], each["statut"], each["raisonNonMatch"]) for each in rows]


def test_what_needs_somebody_comes_first(desk, path):
    rows = desk.entries(path)
    assert seen(rows) == [
        ("sig", "erreur", "montant_partiel"),
        ("releve", "erreur", "montant_partiel"),
        ("sig", "non_rapprochee", "absent_du_releve"),
        ("releve", "non_rapprochee", "inconnue"),
        ("sig", "rapprochee", None),
        ("sig", "rapprochee", None),
        ("releve", "rapprochee", None),
        ("releve", "rapprochee", None),
    ]
    wrong = rows[0]
    assert wrong["paiement"]["reference"] == desk.payments[2].reference
    assert wrong["paiement"]["telephone"] == desk.payments[2].compte_mobile
    assert wrong["entreeReleve"]["montant"] == 9_000
    assert wrong["entreeReleve"]["dateTransaction"].startswith("2025-02-10")
    assert (wrong["ecartMontant"], wrong["version"], wrong["decide"]) == (-6_000, 1, False)
    assert rows[2]["entreeReleve"] is None and rows[3]["paiement"] is None


@walk_cases(
    ("query", "number"),
    [
        ({"source": "sig"}, 4),
        ({"statut": "rapprochee"}, 4),
        ({"source": "releve", "statut": "non_rapprochee"}, 1),
        ({"raison": "montant_partiel"}, 2),
        ({"raison": "extourne"}, 0),
        ({"search": "X-1"}, 1),
        ({"search": "x-1"}, 1),
        ({"search": "966000001"}, 1),
        ({"search": "+245 966 000 001"}, 1),
        ({"search": "%"}, 0),
        ({"search": "C-1-000000"}, 7),
        ({"search": "c-1-0000001", "source": "sig"}, 1),
        ({"search": "C-1-0000002", "statut": "erreur"}, 2),
        ({"aDecider": "true"}, 3),
        ({"aDecider": "true", "source": "sig"}, 2),
        ({"aDecider": "true", "search": "C-1-0000002"}, 1),
        ({"aDecider": "false"}, 5),
    ],
)
def test_entries_are_filtered_and_searched(desk, path, query, number):
    answer = desk.get(f"{path}/entries", **query)
    assert (len(answer["data"]), answer["pagination"]["total"]) == (number, number)


def test_what_is_to_be_decided_is_what_the_figures_count(desk):
    """A pair in error is one decision, a double is one, and what failed on both sides, or is a fee, is none."""
    desk.settle(f"{desk.payments[3].reference};echoue")
    lines = (desk.line(0), desk.line(0, day="2025-02-11"), desk.line(1, 9_000), "X-9,,100,2025-02-11,frais")
    lines = (*(f"{line},paiement" for line in lines[:3]), lines[3])
    path = desk.match(*lines, titles=f"{TITLES},nature")
    rows = desk.entries(path, aDecider="true")
    assert seen(rows) == [
        ("sig", "erreur", "montant_partiel"),
        ("releve", "erreur", "paye_deux_fois"),
        ("sig", "non_rapprochee", "absent_du_releve"),
    ]
    assert desk.detail(path)["statistiques"]["aDecider"] == 3
    (listed,) = desk.get(PATH)["data"]
    assert listed["statistiques"]["aDecider"] == 3
    for row in rows:
        desk.resolve(path, row, "ignorer")
    assert desk.entries(path, aDecider="true") == []
    assert desk.detail(path)["statistiques"]["aDecider"] == 0


def test_a_search_finds_both_sides_of_a_pair(desk, path):
    rows = desk.entries(path, search=desk.payments[0].reference)
    assert {each["source"] for each in rows} == {"sig", "releve"}
    by_phone = desk.entries(path, search=desk.payments[0].compte_mobile)
    assert {each["id"] for each in by_phone} == {each["id"] for each in rows}


def test_pages_cover_the_list_once(desk, path):
    pages = [desk.entries(path, page=number, limit=3) for number in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [3, 3, 2, 0]
    assert [each["id"] for page in pages for each in page] == [each["id"] for each in desk.entries(path)]
    found = desk.get(f"{path}/entries", search="C-1-000000", page=3, limit=3)
    assert (len(found["data"]), found["pagination"]["total"]) == (1, 7)
    beyond = desk.get(f"{path}/entries", search="C-1-000000", page=9, limit=3)
    assert (beyond["data"], beyond["pagination"]["total"]) == ([], 7)


def test_pages_between_remembered_places_cover_the_list_once(world, api, cast, monkeypatch):
    monkeypatch.setattr(queries, "STRIDE", 2)
    desk = Desk(world, api, people=13)
    path = desk.match(*(desk.line(place) for place in range(9)))
    for user in (None, cast.supervisor_west):
        for undecided in (9, 8):
            whole = [each["id"] for each in desk.entries(path, user, limit=100)]
            for limit in (1, 2, 5):
                pages = [
                    desk.entries(path, user, page=place + 1, limit=limit) for place in range(len(whole) // limit + 1)
                ]
                assert [each["id"] for page in pages for each in page] == whole, (user, undecided, limit)
            # A pair that is undone is in another group: the places that were remembered are not used again.
            if undecided == 9:
                pair = desk.entries(path, source="sig", statut="rapprochee")[0]
                desk.resolve(path, pair, "en_attente")


def test_one_entry(desk, path, cast):
    rows = desk.entries(path)
    assert desk.get(f"{path}/entries/{rows[0]['id']}")["data"] == rows[0]
    line = desk.entry(path, raison="inconnue")
    desk.get(f"{path}/entries/{line['id']}", cast.supervisor_west, 404)
    other = desk.match(desk.line(3))
    desk.get(f"{other}/entries/{rows[0]['id']}", status=404)


def test_without_contacts_there_are_no_telephones(desk, path):
    keys = ["transferts.lire", "administration.toutes_regions"]
    reader = make_user(Role.objects.create(nom="Compta", code="ROLE_COMPTA", permissions=keys).code)
    for each in desk.entries(path, reader):
        assert "telephone" not in (each["paiement"] or {})
        assert not {"telephone", "libelle"} & set(each["entreeReleve"] or {})
    assert desk.entries(path, reader, search="966000001") == []
    assert desk.entries(path, reader, search=desk.payments[0].compte_mobile) == []
    assert len(desk.entries(path, reader, search="X-1")) == 1


def test_the_page_of_a_large_session_reads_no_more_than_itself(desk, path, cast, django_assert_max_num_queries):
    session = ReconciliationSession.objects.get()
    query = {"page": 1, "limit": 5}
    assert cast.admin.region_ids is None
    with django_assert_max_num_queries(2):
        page = paginate_entries(session, query, cast.admin, contacts=True)
    assert (len(page.items), page.total) == (5, ReconciliationEntry.objects.count())
    assert figures_hold()
