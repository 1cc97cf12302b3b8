"""GET /api/carte/stats/comparaison: what there was by two dates, by area, as plain SQL counts it."""

from datetime import date, datetime

import pytest
from django.utils import timezone

from registry.households.models import Household
from transfers.complaints.models import Complaint

PATH = "/api/carte/stats/comparaison"


def at(day, hour=12):
    return datetime(2026, 3, day, hour, tzinfo=timezone.get_current_timezone())


@pytest.fixture
def past(country):
    """Households of 1, 2 and 3 March in the north, one of 3 March in the west only; complaints of 1 and 2 March."""
    for code, day, hour, sector in (("A", 1, 12, True), ("B", 2, 23, True), ("C", 3, 0, True), ("D", 3, 12, False)):
        home = Household.objects.create(
            code_menage=code, taille_menage=1, region=country.west, secteur=country.north if sector else None
        )
        Household.objects.filter(id=home.id).update(created_at=at(day, hour))
    for number, (day, category) in enumerate(((1, "service"), (2, "service"), (2, "vbg"))):
        complaint = Complaint.objects.create(
            reference=f"PLT-{number}",
            categorie=category,
            priorite="basse",
            region=country.west,
            secteur=country.north,
            echeance=date(2026, 4, 1),
        )
        Complaint.objects.filter(id=complaint.id).update(date_creation=at(day))
    return country


def test_two_dates(past, api, cast):
    def ask(user, status=200, **change):
        query = {"chiffre": "menages", "avant": "2026-03-01", "apres": "2026-03-02"} | change
        answer = api(user).get(PATH, query)
        assert answer.status_code == status, answer.content
        rows = answer.json().get("data") or []
        return {row["nom"]: tuple(row[name] for name in ("avant", "apres", "difference", "variation")) for row in rows}

    # By region from the sums by day, by secteur from the rows: a day ends at midnight of the country.
    for level, name in (("region", "Oio"), ("secteur", "Mansoa")):
        assert ask(cast.admin, niveau=level)[name] == (1, 2, 1, 100.0)
    assert ask(cast.admin, apres="2026-03-03")["Oio"] == (1, 4, 3, 300.0)
    assert ask(cast.admin, apres="2026-03-03", niveau="secteur")["Mansoa"] == (1, 3, 2, 200.0)
    assert ask(cast.admin, avant="2020-01-01")["Oio"] == (0, 2, 2, None)
    assert ask(cast.admin, chiffre="plaintes")["Oio"] == (1, 2, 1, 100.0), "violence is in no figure"
    for figure in ("beneficiaires", "paiements", "montant"):
        for level in ("region", "secteur"):
            found = ask(cast.admin, chiffre=figure, niveau=level, region=str(past.west.id))
            assert set(found.values()) == {(0, 0, 0, None)}
    ask(cast.admin, 400, apres="2026-02-28")
    assert ask(cast.admin, avant="0001-01-01", apres="9999-12-31")["Oio"] == (0, 4, 4, None)
    ask(cast.admin, 400, chiffre="vbg")
