"""The pages of complaints work without scripts, in three languages."""

import re

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.translation import override

from accounts.throttle.models import RequestCount
from geo.areas.models import Locality
from transfers.complaints.models import Complaint
from transfers.complaints.pages.rules import link_numbers
from transfers.complaints.serializers import MAX_TEXT

FORM = {"objet": "Rien reçu", "description": "En mars\r\nà Cutia", "categorie": "paiement", "langue": "pt"}


@pytest.fixture
def browser(db, country):
    return Client(enforce_csrf_checks=True)


def send(browser, path="/plainte", status=201, **fields):
    page = browser.post(path, fields)
    assert page.status_code == status, page.content.decode()[:2000]
    return page.content.decode()


@pytest.fixture
def receipt(browser):
    page = send(browser, **FORM)
    code = page.split('<dd class="code">')[1].split("</dd>")[0]
    return {"reference": Complaint.objects.get().reference, "code": code, "langue": "pt"}


@pytest.mark.parametrize(("language", "title"), [("fr", "Porter plainte"), ("pt", "queixa"), ("en", "complaint")])
def test_the_form_is_shown_in_each_language_without_scripts(browser, language, title):
    page = browser.get("/plainte", {"langue": language})
    assert 'class="recu violences"' in page.content.decode()  # what helps who reports violence
    text = page.content.decode()
    assert (page.status_code, f'lang="{language}"' in text, title in text) == (200, True, True)
    assert "<script" not in text
    assert "script-src 'none'" in page["Content-Security-Policy"]
    assert browser.get("/plainte", headers={"Accept-Language": language}).content.decode() == text


def test_the_form_says_first_within_how_many_days_who_complains_is_answered(browser, settings):
    settings.COMPLAINT_DAYS = settings.COMPLAINT_DAYS | {"moyenne": 12, "haute": 1}
    page = browser.get("/plainte", {"langue": "en"}).content.decode()
    send(browser, **FORM | {"langue": "en"})
    assert "within 12 working days" in page and "violence: 1 working day." in page
    assert page.index("12 working days") < page.index("<form")
    with override("en"):
        assert date_format(Complaint.objects.get().echeance, "DATE_FORMAT") in page


def test_a_complaint_is_sent_and_followed_by_the_forms_alone(browser, receipt):
    row = Complaint.objects.get()
    assert (row.objet, row.canal, row.langue) == ("Rien reçu", "formulaire", "pt")
    page = send(browser, "/plainte/suivi", 200, **receipt)
    assert row.reference in page
    assert "Cutia" not in page
    wrong = send(browser, "/plainte/suivi", 404, **receipt | {"code": "A" * 16})
    assert "confirme os dois" in wrong and "Recurso" not in wrong


def test_a_receipt_has_no_link_by_which_its_code_is_lost(browser):
    """The code is shown once: a click on another language would show the empty form in its place."""
    languages = 'href="?langue='
    assert languages in browser.get("/plainte").content.decode()
    page = send(browser, **FORM)
    assert languages not in page


def test_a_receipt_is_shown_in_another_language_to_who_has_its_code(browser, receipt):
    page = send(browser, status=200, **receipt | {"langue": "en"})
    row = Complaint.objects.get()
    assert row.reference in page and receipt["code"] in page and Complaint.objects.count() == 1
    assert 'id="copier"' in page and 'id="imprimer"' in page
    with override("en"):
        assert date_format(row.echeance, "DATE_FORMAT") in page  # until when to wait stands beside the code
    wrong = send(browser, status=404, **receipt | {"code": "A" * 16})
    assert row.reference not in wrong and 'id="copier"' not in wrong
    followed = send(browser, "/plainte/suivi", 200, **receipt | {"langue": "fr"})
    assert 'name="langue" value="en"' in followed and "Réponse au plus tard le" in followed


def test_a_receipt_is_given_back_when_too_much_is_asked(browser, receipt, settings):
    """Its code is told once: an empty form in its place would lose it, and so would a link."""
    settings.PUBLIC_REQUESTS_PER_MINUTE = 0
    page = send(browser, status=429, **receipt | {"langue": "en"})
    assert receipt["reference"] in page and f'<dd class="code">{receipt["code"]}</dd>' in page
    assert f'name="code" value="{receipt["code"]}"' in page and 'href="?langue=' not in page
    assert "<textarea" not in page
    assert "<textarea" in send(browser, status=429, **FORM)


@pytest.mark.parametrize(
    ("contact", "dialled"),
    [
        ("117", ["117"]),
        ("1313", ["1313"]),
        ("+245 117", ["+245117"]),
        ("11", []),
        ("Depuis 2019, de 8 h à 18 h", []),
        ("2019 : 955 000 111", ["955000111"]),
    ],
)
def test_a_short_number_dials_where_nothing_stands_beside_it(contact, dialled):
    assert re.findall('href="tel:([^"]+)"', link_numbers(contact)) == dialled


def test_who_reports_violence_finds_the_number_to_call(browser, settings):
    assert "tel:" not in browser.get("/plainte").content.decode()
    settings.VIOLENCE_CONTACT = "Linha <1>, +245 955 000 111"
    page = browser.get("/plainte").content.decode()
    assert '&lt;1&gt;, <a href="tel:+245955000111">' in page


def test_what_is_missing_is_said_and_kept(browser):
    page = send(browser, status=400, objet="", description="<script>alert(1)</script>", langue="en")
    assert "aria-invalid" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not Complaint.objects.exists()


def test_too_long_texts_and_controls_are_no_fault_of_the_server(browser):
    send(browser, status=400, **FORM | {"description": "x" * 1_000_000})
    send(browser, **FORM | {"objet": "a\x00b\x1b"})
    assert "\x00" not in Complaint.objects.get().objet
    send(browser, status=400, **FORM | {"regionId": "'; DROP TABLE"})


def test_the_place_is_said_as_far_as_it_is_known(browser, country):
    """A secteur says its region; a village that is there once is the complaint's, another stands below the text."""
    sector = country.south
    page = browser.get("/plainte").content.decode()
    assert f'<option value="{sector.id}"' in page and 'name="village"' in page
    send(browser, **FORM, secteurId=str(sector.id), village="TANDE")
    send(browser, **FORM, secteurId=str(sector.id), village="Tabanca do Mar")
    known, other = Complaint.objects.order_by("date_creation")
    assert (known.region_id, known.secteur_id, known.localite) == (sector.region_id, sector.id, country.tande)
    assert (other.secteur_id, other.localite) == (sector.id, None)
    assert other.description.endswith("Tabanca ou bairro: Tabanca do Mar")
    send(browser, status=400, **FORM, secteurId=str(sector.id), regionId=str(country.east.id))
    send(browser, **FORM, regionId=str(sector.region_id), village=" tandé ")
    placed = Complaint.objects.latest("date_creation")
    assert (placed.secteur_id, placed.localite) == (sector.id, country.tande)
    assert placed.description.endswith("Tabanca ou bairro: tandé")  # may be another one of that name


def test_a_village_of_the_region_is_no_place_where_it_is_a_guess(browser, country):
    """Of two of one name neither is meant for sure, and one about violence would point at a small place."""
    region = {"regionId": str(country.west.id), "village": "Tandé"}
    for more in ({"categorie": "vbg"}, {"description": "Il me bat"}):
        send(browser, **FORM | region | more)
    Locality.objects.create(nom="Tandé", secteur=country.north, type=country.tande.type)
    send(browser, **FORM | region)
    for row in Complaint.objects.order_by("date_creation"):
        assert (row.region_id, row.secteur_id, row.localite_id) == (country.west.id, None, None)
    assert row.description.endswith("Tabanca ou bairro: Tandé")


def test_the_length_of_a_text_does_not_tell_which_villages_are_known(browser, country):
    places = ({"secteurId": str(country.south.id)}, {"regionId": str(country.west.id)}, {})
    long = FORM | {"description": "x" * (MAX_TEXT - 10)}
    for place in places:
        known, other = (send(browser, status=400, **long | place, village=name) for name in ("Tande", "Nulle"))
        assert known.replace("Tande", "Nulle") == other
    assert not Complaint.objects.exists()


def test_a_telephone_that_nobody_could_call_is_refused(browser):
    page = send(browser, status=400, **FORM | {"langue": "fr"}, telephone="12")
    assert "pas complet" in page and 'value="12"' in page
    send(browser, **FORM, telephone="955 000 001")


def test_wrong_codes_have_one_answer_and_are_counted(browser, settings):
    first = send(browser, "/plainte/suivi", 404, reference="PLT-1", code="A" * 16)
    assert first == send(browser, "/plainte/suivi", 404, reference="PLT-1", code="B" * 16)
    settings.PUBLIC_REQUESTS_PER_MINUTE = 1
    RequestCount.objects.all().delete()
    send(browser, "/plainte/suivi", 404, reference="PLT-1", code="A" * 16)
    answer = browser.post("/plainte/suivi", {"reference": "PLT-1", "code": "A" * 16})
    assert (answer.status_code, "Retry-After" in answer) == (429, True)


def test_a_closed_complaint_is_rated_and_appealed_on_its_page(browser, receipt, cast, country):
    Complaint.objects.update(statut="fermee", region=country.west)
    page = send(browser, "/plainte/suivi", 200, **receipt)
    assert 'name="note"' in page and 'name="motif"' in page
    send(browser, "/plainte/suivi", 200, **receipt, note="4")
    send(browser, "/plainte/suivi", 400, **receipt, note="40")
    send(browser, "/plainte/suivi", 200, **receipt, motif="Non")
    row = Complaint.objects.get()
    assert (row.satisfaction, row.appel_en_cours) == (4, True)
