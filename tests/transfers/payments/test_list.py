"""Lists, detail and exports of payments."""

import csv
import io
from itertools import pairwise

import pytest
from django.db import connection
from openpyxl import load_workbook

from geo.tables import workbook_output
from tests.conftest import make_user
from transfers.payments.models import Payment


@pytest.fixture
def cycles(lists, country):
    """Two cycles of three households, one of them in the east; the first one is settled."""
    for region in (country.west, country.west, country.east):
        lists.enrol(region=region)
    first, second = lists.cycle(), lists.cycle(month=3)
    lists.calculate(first)
    lists.settle(first, reussi=2, echoue=1)
    lists.calculate(second, "operator_c")
    return first, second


def read(api, user, address="/api/paiements", **query):
    answer = api(user).get(address, query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def count(body):
    assert len(body["data"]) == body["pagination"]["total"]
    return body["pagination"]["total"]


def test_all_are_listed_newest_first(api, cast, cycles):
    body = read(api, cast.admin)
    assert count(body) == 6
    ids = [row["id"] for row in body["data"]]
    assert all(one > other for one, other in pairwise(ids))


def test_filters(api, cast, lists, cycles):
    first, second = cycles
    counts = {
        "projet": (lists.programme.projet_id, 6),
        "programme": (lists.programme.id, 6),
        "cycle": (second.id, 3),
        "statut": ("planifie", 3),
        "operateur": ("operator_c", 3),
        "dateDebut": ("2020-01-01", 3),
        "dateFin": ("2020-01-01", 0),
        "beneficiaire": (Payment.objects.filter(cycle=first).first().beneficiaire_id, 2),
        "search": (Payment.objects.filter(cycle=first).first().reference.lower(), 1),
    }
    found = {name: count(read(api, cast.admin, **{name: value})) for name, (value, _) in counts.items()}
    assert found == {name: number for name, (_, number) in counts.items()}
    assert count(read(api, cast.admin, cycle=first.id, statut="reussi", operateur="operator_a_money")) == 2
    assert count(read(api, cast.admin, programme=first.id)) == 0


def test_a_cycle_is_filtered_and_counted_by_status(api, cast, country, cycles):
    """The counts are under the other filters: who looks at the paid ones still reads how many failed."""
    address = f"/api/cycles/{cycles[0].id}/paiements"
    failed = Payment.objects.get(cycle=cycles[0], statut="echoue")
    Payment.objects.filter(id=failed.id).update(secteur_id=country.north.id)
    cases = [
        ({}, 3, {"reussi": 2, "echoue": 1}),
        ({"statut": "echoue"}, 1, {"reussi": 2, "echoue": 1}),
        ({"operateur": "operator_c"}, 0, {}),
        ({"secteur": country.north.id}, 1, {"echoue": 1}),
        ({"montantMin": 15_000, "montantMax": 15_000}, 3, {"reussi": 2, "echoue": 1}),
        ({"montantMin": 15_001}, 0, {}),
        ({"montantMax": 14_999, "statut": "reussi"}, 0, {}),
    ]
    for query, number, statuses in cases:
        body = read(api, cast.admin, address, **query)
        assert (count(body), body["parStatut"]) == (number, statuses), query
    assert sum(read(api, cast.agent_west, address)["parStatut"].values()) == 2
    assert sum(read(api, cast.agent_west, address, montantMin=1)["parStatut"].values()) == 2


def test_pages_go_on_where_the_one_before_ended(api, cast, cycles):
    pages = [read(api, cast.admin, cycle=cycles[0].id, limit=2, page=page) for page in (1, 2, 3)]
    ids = [row["id"] for page in pages for row in page["data"]]
    assert (len(ids), ids) == (3, sorted(ids, reverse=True))
    assert {page["pagination"]["total"] for page in pages} == {3}


def test_a_period_is_listed_by_day(api, cast, cycles):
    """Newest first by the day of execution, in the order of an index, however many payments there are."""
    rows = list(Payment.objects.filter(cycle=cycles[0]).order_by("id"))
    for row, day in zip(rows, ("20", "22", "21"), strict=True):
        Payment.objects.filter(id=row.id).update(date_execution=f"2025-03-{day}T12:00Z")
    pages = [read(api, cast.admin, dateDebut="2025-03-20", dateFin="2025-03-31", limit=2, page=page) for page in (1, 2)]
    shown = [row["id"] for page in pages for row in page["data"]]
    assert shown == [str(rows[place].id) for place in (1, 2, 0)]
    ordered = Payment.objects.filter(date_execution__gte="2025-03-20T00:00Z").order_by("-date_execution", "-id")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    plan = ordered.values("id")[:2].explain()
    assert "Backward using paiement_date" in plan and "Sort" not in plan


def test_search_finds_people_and_to_who_may_see_them_numbers(api, cast, lists, cycles, country):
    payment = Payment.objects.filter(cycle=cycles[0], region_id=country.west.id).first()
    assert count(read(api, cast.admin, search=payment.nom_complet, cycle=cycles[0].id)) == 1
    assert count(read(api, cast.admin, search=payment.compte_mobile)) == 2
    assert count(read(api, cast.reader_west, search=payment.compte_mobile)) == 0


def test_one_sees_ones_regions(api, cast, cycles, country):
    first = cycles[0]
    assert count(read(api, cast.agent_west)) == 4
    assert count(read(api, cast.agent_west, f"/api/cycles/{first.id}/paiements")) == 2
    assert count(read(api, cast.agent_east, cycle=first.id, statut="echoue")) == 1
    hidden = Payment.objects.filter(region_id=country.east.id).first()
    assert api(cast.agent_west).get(f"/api/paiements/{hidden.id}").status_code == 404


def test_detail(api, cast, cycles):
    row = Payment.objects.filter(cycle=cycles[0], statut="echoue").get()
    shown = read(api, cast.admin, f"/api/paiements/{row.id}")["data"]
    assert (shown["reference"], shown["statut"], shown["motifEchec"]) == (row.reference, "echoue", "Compte fermé")
    assert (shown["fraisTotal"], shown["montantTotal"]) == (None, None)
    assert shown["cycle"] == {"id": str(cycles[0].id), "code": cycles[0].code, "nom": cycles[0].nom}
    assert shown["region"]["nom"] == "Bafatá"


def test_contacts_are_left_out_for_who_may_not_see_them(api, cast, cycles):
    assert {"telephone", "compteMobile", "compteBancaire"} <= {*read(api, cast.admin)["data"][0]}
    assert {"telephone", "compteMobile", "compteBancaire"}.isdisjoint(read(api, cast.reader_west)["data"][0])


def test_days_at_the_end_of_time(api, cast, cycles):
    """The first and the last day of the calendar are days like others: all that was executed lies between them."""
    executed = Payment.objects.exclude(date_execution=None).count()
    assert executed > 0
    assert read(api, cast.admin, dateDebut="0001-01-01")["pagination"]["total"] == executed
    assert read(api, cast.admin, dateDebut="9999-12-31", dateFin="9999-12-31")["data"] == []


class TestExport:
    def export(self, api, user, form, **query):
        answer = api(user).get("/api/paiements/export", {"format": form, **query}, SERVER_PROTOCOL="HTTP/1.1")
        assert answer.status_code == 200, answer.getvalue()
        return b"".join(answer.streaming_content)

    def read_csv(self, content):
        return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))

    def read_xlsx(self, content):
        title, *rows = load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)
        return [dict(zip(title, row, strict=True)) for row in rows]

    def test_both_forms_say_the_same(self, api, cast, cycles):
        rows = self.read_csv(self.export(api, cast.admin, "csv", cycle=cycles[0].id))
        book = self.read_xlsx(self.export(api, cast.admin, "xlsx", cycle=cycles[0].id))
        assert [row["reference"] for row in rows] == [row["reference"] for row in book]
        assert [row["compteMobile"] for row in rows] == [row["compteMobile"] for row in book]
        assert (rows[0]["montant"], book[0]["montant"], len(rows)) == ("15000", 15000, 3)

    def test_what_looks_like_a_formula_is_a_text(self, api, cast, cycles):
        Payment.objects.filter(cycle=cycles[0]).update(nom_complet='=cmd|"/C calc"!A0')
        assert self.read_csv(self.export(api, cast.admin, "csv", cycle=cycles[0].id))[0]["nomComplet"][0] == "'"
        book = load_workbook(io.BytesIO(self.export(api, cast.admin, "xlsx", cycle=cycles[0].id)))
        assert [cell.data_type for cell in book.active["E"]] == ["s"] * 4

    def test_one_exports_ones_regions_and_what_one_may_see(self, api, cast, cycles):
        cast.agent_west.role.permissions = [
            key for key in cast.agent_west.role.permissions if key != "registre.voir_contacts"
        ]
        cast.agent_west.role.save()
        rows = self.read_csv(self.export(api, cast.agent_west, "csv"))
        assert (len(rows), "compteMobile" in rows[0]) == (4, False)

    def test_what_finds_nothing_is_an_empty_file(self, api, cast, cycles):
        unknown = {"projet": "00000000-0000-7000-8000-000000000000"}
        for user, query in ((cast.admin, unknown), (make_user("ROLE_SUPERVISEUR"), {})):
            for form, read in (("csv", self.read_csv), ("xlsx", self.read_xlsx)):
                assert read(self.export(api, user, form, **query)) == []

    def test_who_may_not_export_is_refused(self, api, cast, cycles):
        assert api(cast.reader_west).get("/api/paiements/export").status_code == 403


def test_a_sheet_holds_so_many_rows(api, cast, cycles, monkeypatch):
    monkeypatch.setattr(workbook_output, "MAX_ROWS", 6)
    answer = api(cast.admin).get("/api/paiements/export", {"format": "xlsx"})
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["format"])
