"""Sheets: who stands on which, in which order, and how they are printed."""

from io import BytesIO
from itertools import permutations
from math import cos, sin

import pytest
from django.contrib.gis.geos import Point
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from accounts.roles.models import Role
from config.postgis.base import get_connection
from config.text import format_amount
from geo.areas.models import Locality
from tests.conftest import make_user
from tests.money.files import send_results
from transfers.execution.sheets.exports import views as export_views
from transfers.execution.sheets.printing.document import split_pages
from transfers.execution.sheets.printing.texts import BOLD, fit_text, measure_text, wrap_text
from transfers.execution.sheets.rules import measure_route, order_route
from transfers.identity_documents.models import IdentityDocument
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment


def test_a_sheet_is_of_one_village(cash):
    cash.begin()
    found = cash.issue()
    assert [(sheet.numero, sheet.lieu, sheet.nombre, sheet.montant) for sheet in found] == [
        (1, "Galomaro (Cossé)", 2, 30_000),
        (2, "Cutia (Mansoa)", 2, 30_000),
        (3, "Tandé (Nhacra)", 2, 30_000),
    ]
    shown = cash.client.get(f"/api/feuilles/{found[0].id}").json()["data"]
    assert [(line["numero"], line["nomComplet"], line["statut"]) for line in shown["lignes"]] == [
        (1, "Personne 1", "en_attente"),
        (2, "Personne 4", "en_attente"),
    ]


def test_a_village_of_many_has_several_sheets(cash):
    cash.begin()
    found = cash.issue(lignes=1, tri="code")
    assert [(sheet.numero, sheet.nombre) for sheet in found] == [(number, 1) for number in range(1, 7)]
    again = cash.call(f"/api/cycles/{cash.cycle.id}/feuilles")
    assert (again.status_code, again.json()["code"]) == (400, "INVALID_STATUS")


def test_a_withdrawn_number_is_not_used_again(cash):
    cash.begin()
    first = cash.issue()[0]
    assert cash.do(first, "annuler").status_code == 200
    assert [sheet.numero for sheet in cash.issue()] == [1, 2, 3, 4]
    assert cash.do(first, "remise", payeur="Awa").json()["code"] == "INVALID_STATUS"
    assert [sheet.etat for sheet in cash.sheets()] == ["annulee", "emise", "emise", "emise"]
    assert check_ledger() == []


def test_people_without_a_village_stand_on_the_sheet_of_their_lowest_area(cash, country):
    first, second, *_rest = Payment.objects.order_by("reference")
    Payment.objects.filter(id=first.id).update(localite_id=None)
    Payment.objects.filter(id=second.id).update(localite_id=None, secteur_id=None)
    cash.begin()
    places = {sheet.lieu: sheet.nombre for sheet in cash.issue()}
    assert places == {"Mansoa": 1, "Bafatá": 1, "Cutia (Mansoa)": 1, "Galomaro (Cossé)": 1, "Tandé (Nhacra)": 2}


def test_the_route_begins_where_it_is_told(cash, country):
    """Between two villages of one region: the nearer one comes first."""
    cash.begin()
    west = [
        sheet.lieu
        for sheet in cash.issue(depart={"longitude": -15.5, "latitude": 12.2})
        if "Galomaro" not in sheet.lieu
    ]
    assert west == ["Tandé (Nhacra)", "Cutia (Mansoa)"]


def test_the_route_begins_in_the_village_of_the_name_of_the_region(cash, country):
    Locality.objects.create(nom="Oio", code="OI99", secteur=country.south, geom=Point(-15.5, 12.1, srid=4326))
    cash.begin()
    assert [sheet.lieu for sheet in cash.issue()][1:] == ["Tandé (Nhacra)", "Cutia (Mansoa)"]


def test_a_route_is_near_the_shortest_and_always_the_same():
    """Around a circle, in an order that says nothing: the shortest way follows the circle."""
    circle = [(-15 + 0.5 * cos(turn * 0.4), 12 + 0.5 * sin(turn * 0.4)) for turn in range(15)]
    shuffled = [circle[turn * 7 % 15] for turn in range(15)]
    start = (-14.5, 12.0)
    order = order_route(shuffled, start)
    assert sorted(order) == list(range(15))
    assert order == order_route(shuffled, start)
    assert measure_route(shuffled, start, order) == pytest.approx(measure_route(circle, start, range(15)), rel=0.05)


def test_a_short_route_is_the_shortest():
    stops = [(-15.2, 12.3), (-14.6, 12.9), (-15.4, 12.1), (-14.9, 12.2), (-15.1, 12.8), (-14.4, 12.4)]
    start = (-15.5, 12.0)
    shortest = min(measure_route(stops, start, order) for order in permutations(range(6)))
    assert measure_route(stops, start, order_route(stops, start)) == pytest.approx(shortest)


def test_a_route_of_nothing_and_of_one():
    assert (order_route([], (0.0, 0.0)), order_route([(1.0, 1.0)], (0.0, 0.0))) == ([], [0])


def read_file(answer):
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


def test_sheets_are_printed(cash):
    """Each from a new page on, the same bytes on the same day, and no page without people."""
    cash.begin()
    first = cash.issue()[0]
    whole = cash.client.get(f"/api/cycles/{cash.cycle.id}/feuilles/export")
    assert whole["Content-Type"] == "application/pdf"
    content = read_file(whole)
    assert (content[:5], content.count(b"/Type /Page\n")) == (b"%PDF-", 3)
    assert content == read_file(cash.client.get(f"/api/cycles/{cash.cycle.id}/feuilles/export"))
    one = read_file(cash.client.get(f"/api/feuilles/{first.id}/export"))
    assert one.count(b"/Type /Page\n") == 1
    part = read_file(cash.client.get(f"/api/cycles/{cash.cycle.id}/feuilles/export?numeroMin=2"))
    assert part.count(b"/Type /Page\n") == 2


def test_nothing_is_printed_of_a_withdrawn_sheet(cash):
    cash.begin()
    first = cash.issue()[0]
    cash.do(first, "annuler")
    refused = cash.client.get(f"/api/feuilles/{first.id}/export")
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_STATUS")
    assert read_file(cash.client.get(f"/api/cycles/{cash.cycle.id}/feuilles/export")).count(b"/Type /Page\n") == 2


def test_a_print_holds_so_many_people(cash, monkeypatch):
    monkeypatch.setattr(export_views, "MAX_PRINTED", 5)
    cash.begin()
    cash.issue()
    refused = cash.client.get(f"/api/cycles/{cash.cycle.id}/feuilles/export")
    assert (refused.status_code, [*refused.json()["details"]]) == (400, ["numeroMax"])
    assert cash.client.get(f"/api/cycles/{cash.cycle.id}/feuilles/export?numeroMax=2").status_code == 200


def test_the_workbook_is_filled_in_and_sent_as_results(cash):
    cash.begin()
    for sheet in cash.issue():
        cash.do(sheet, "remise", payeur="Awa")
    book = load_workbook(
        BytesIO(read_file(cash.client.get(f"/api/cycles/{cash.cycle.id}/feuilles/export?format=xlsx")))
    )
    titles, *rows = book.active.iter_rows()
    places = {cell.value: place for place, cell in enumerate(titles)}
    assert [row[places["nomComplet"]].value for row in rows[:2]] == ["Personne 1", "Personne 4"]
    for row in rows[:5]:
        row[places["statut"]].value = "reussi"
    out = BytesIO()
    book.save(out)
    file = SimpleUploadedFile("feuilles.xlsx", out.getvalue())
    shown = send_results(cash.client, cash.cycle, file).json()["data"]
    assert (shown["reussis"], [fault["code"] for fault in shown["erreurs"]]) == (5, ["statut_vide"])
    assert (Payment.objects.filter(statut="reussi").count(), check_ledger()) == (5, [])


@pytest.mark.parametrize(("number", "pages"), [(1, [1]), (12, [12]), (13, [12, 1]), (25, [18, 7]), (100, None)])
def test_signatures_stand_under_people_on_the_last_page(number, pages):
    found = [len(rows) for rows in split_pages(range(number))]
    assert pages in (None, found)
    assert (sum(found), 0 in found, found[-1] <= 13) == (number, False, True)


def test_long_names_and_large_amounts_are_whole():
    width = 52 * 2.83
    lines = wrap_text("Fatumata Djaló Sané da Silva Monteiro Tavares", BOLD, 9, width)
    assert (len(lines), all(measure_text(line, BOLD, 9) <= width for line in lines)) == (2, True)
    text, size = fit_text(format_amount(9_999_999_999), BOLD, 12, 21 * 2.83)
    assert (text, measure_text(text, BOLD, size) <= 21 * 2.83) == ("9\u00a0999\u00a0999\u00a0999", True)
    assert fit_text("Ẽmilia Ɓaldé Çã", BOLD, 9, 500)[0] == "Emilia Baldé Çã"


def test_identity_documents_are_shown_to_who_may_see_them(cash, api):
    person = Payment.objects.filter(mode_paiement="especes").order_by("reference").first().beneficiaire
    for number, statut in (("CI-1", "perdu"), ("CI-2", "delivre")):
        IdentityDocument.objects.create(
            beneficiaire=person,
            menage_id=person.menage_id,
            type_document="autre",
            numero_document=number,
            statut=statut,
        )
    cash.begin()
    sheet = next(sheet for sheet in cash.issue() if "Cutia" in sheet.lieu)
    reader = make_user("ROLE_USER", cash.world.regions[0])
    reader.role = Role.objects.create(code="ROLE_LECTURE", nom="Lecture", permissions=["transferts.lire"])
    reader.save()

    def list_documents(client):
        get_connection().forget_locks()
        lines = client.get(f"/api/feuilles/{sheet.id}").json()["data"]["lignes"]
        return {line["document"] for line in lines} - {None}

    assert (list_documents(cash.client), list_documents(api(reader))) == ({"CI-2"}, set())
