"""From a place to the nearest open service of each kind, on the screen and on paper."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.gis.geos import Point

from analysis.vbg.referrals.printing.card import describe_referral
from analysis.vbg.referrals.queries import find_referrals
from analysis.vbg.referrals.rules import find_wind, is_open, parse_opening_hours
from analysis.vbg.referrals.types import Referral
from geo.facilities.models import VbgAgent, VbgService

PATH = "/api/services-vbg/orientation"
HERE = {"latitude": 12.7, "longitude": -15.5}
MONDAY_TEN = datetime(2025, 3, 10, 10, 0, tzinfo=UTC)


def add(country, nom, longitude, **fields):
    values = {"type": "ong", "statut": "actif", "region": country.west, "telephone": "+245955000001"}
    return VbgService.objects.create(nom=nom, geom=Point(longitude, 12.7, srid=4326), **values | fields)


def names(answer):
    return [row["nom"] for row in answer.json()["data"]]


def test_the_nearest_of_each_kind_that_is_not_closed(country, cast, api):
    add(country, "fermé", -15.501, horaires="lun-ven 14:00-16:00")
    add(country, "ouvert", -15.51, horaires="lun-ven 08:00-12:00")
    add(country, "plus loin", -15.52)
    add(country, "inactif", -15.5001, statut="inactif")
    add(country, "tribunal fermé", -15.505, type="tribunal", horaires="sam 8h-12h")
    add(country, "sans place", -15.5).__class__.objects.filter(nom="sans place").update(geom=None)
    found = api(cast.vbg).post(PATH, HERE | {"moment": MONDAY_TEN.isoformat()})
    assert names(found) == ["ouvert", "tribunal fermé"]
    first, second = found.json()["data"]
    assert (first["ouvert"], second["ouvert"], first["direction"]) == (True, False, "O")
    assert first["distance"] == pytest.approx(1086, abs=3) and first["minutesAPied"] == 19


def test_hidden_services_are_referred_to_by_who_sees_them_and_never_on_paper(country, cast, api):
    shelter = add(country, "Kasaskondida", -15.501, type="hebergement")
    add(country, "Pontoaberto", -15.6, responsable="Pessoa Nomeada")
    add(country, "Brigada", -15.7, type="police", visibilite="professionnels")
    VbgAgent.objects.create(service=shelter, nom="Agente")
    assert names(api(cast.vbg).post(PATH, HERE)) == ["Kasaskondida", "Pontoaberto", "Brigada"]
    assert names(api(cast.admin).post(PATH, HERE)) == ["Pontoaberto", "Brigada"]
    papers = [api(user).post(f"{PATH}/fiche", HERE) for user in (cast.vbg, cast.admin)]
    assert papers[0]["Content-Type"] == "application/pdf" and "no-store" in papers[0]["Cache-Control"]
    card, card_of_who_sees_less = (paper.content for paper in papers)
    assert card.startswith(b"%PDF-") and card == card_of_who_sees_less
    for_paper = find_referrals(cast.vbg, -15.5, 12.7, MONDAY_TEN, for_paper=True)
    text = "\n".join(line for one in for_paper for line in (one.nom, *describe_referral(one)))
    assert "Pontoaberto" in text and "+245955000001" in text
    for hidden in ("Kasaskondida", "Brigada", "Pessoa", "Agente", "12.7", "15.5", "VBG", "iolence"):
        assert hidden not in text


@pytest.mark.parametrize("wrong", [{"latitude": 91}, {"longitude": "NaN"}, {"nom": "Ana"}, {"moment": "hier"}])
def test_bad_places_are_refused(cast, api, wrong):
    for path in (PATH, f"{PATH}/fiche"):
        assert api(cast.vbg).post(path, HERE | wrong).status_code == 400


def test_only_professionals_refer(cast, api):
    assert api(cast.agent_west).post(PATH, HERE).status_code == 403


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("08:00-18:00", True),
        ("8h-18h", True),
        ("24h/24", True),
        ("24/7", True),
        ("lun-ven 08:00-17:00; sam 8h-12h", True),
        ("segunda a sexta 8h-12h", True),
        ("mardi-jeudi 08:00-17:00", False),
        ("sam-dim 08:00-17:00", False),
        ("ven-lun 09:00-11:00", True),
        ("20:00-11:00", True),
        ("08:00-10:00", False),
        ("sur rendez-vous", None),
        ("99:00-12:00", None),
        ("", None),
        (None, None),
    ],
)
def test_hours_are_read_or_unknown(text, expected):
    assert is_open(text, MONDAY_TEN) is expected


def test_a_night_ends_the_next_day():
    assert parse_opening_hours("dim 20:00-06:00") == [(6, 1200, 1440), (0, 0, 360)]


@pytest.mark.parametrize(("degrees", "wind"), [(0, "N"), (44, "NE"), (359, "N"), (270, "O"), (None, None)])
def test_winds(degrees, wind):
    assert find_wind(degrees) == wind


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [(45, "environ 45 minutes à pied"), (119, "environ 119 minutes à pied"), (604, "environ 10 heures à pied")],
)
def test_a_long_walk_is_told_in_hours(minutes, expected):
    referral = Referral(
        "centre_ecoute", "Centre d'écoute", uuid4(), "Centre", None, None, None, None, None, None, None, 12.0, -15.0,
        minutes * 60.0, "NE", minutes,
    )  # fmt: skip
    assert describe_referral(referral)[1].endswith(f"vers NE, {expected}")
