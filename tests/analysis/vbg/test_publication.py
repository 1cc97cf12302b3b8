"""Counts are told as they were published: who writes cases and reads counts draws no noise at will, and averages nothing."""

from datetime import timedelta

from django.db import connection
from django.utils import timezone

from analysis.vbg.cases.api import become_case_role, publish_monthly
from geo.facilities.models import VbgService
from tests.analysis.vbg.cases import add_cases

CASES = "/api/vbg-cas"
ANALYSIS = "/api/vbg-analytics/rubrique-analysis"
OVERVIEW = "/api/services-vbg/stats/overview"


def read_counts(caller, service):
    """What is told of the cells of these tests, of its wholes and of its service."""
    analysis = caller.get(ANALYSIS, {"dateDebut": "2025-01-01", "dateFin": "2025-12-31"}).json()["data"]
    shown = caller.get(f"/api/services-vbg/{service.id}").json()["data"]
    return analysis, {name: value for name, value in shown.items() if name.startswith("nombreCas") or name == "masque"}


def date_publication(days):
    """Say that the last publication was so many days ago."""
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute("UPDATE vbg.publication SET faite_at = %s", [timezone.now() - timedelta(days=days)])


def check_sums():
    """Hold the sums over age bands and sexes against the cube."""
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT mois, region_id, secteur_id, rubrique, sum(nombre), sum(nombre_publie), sum(cles_publiees)"
            " FROM vbg.cube GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
        )
        cells = cursor.fetchall()
        cursor.execute(
            "SELECT mois, region_id, secteur_id, rubrique, nombre, nombre_publie, cles_publiees"
            " FROM vbg.cube_rubriques ORDER BY 1, 2, 3, 4"
        )
        assert cursor.fetchall() == cells and cells


def test_who_writes_and_counts_averages_nothing(country, cast, api):
    """Invented cases are added one by one, moved between statuses and deleted; what is told never moves."""
    caller = api(cast.admin)
    service = VbgService.objects.create(nom="A", code="A", type="ong", region=country.west, secteur=country.north)
    add_cases(31, country.west, service_id=service.id, secteur_id=country.north.id)
    add_cases(8, country.west, service_id=service.id, secteur_id=country.north.id, statut="clos")
    add_cases(3, country.west, service_id=service.id, secteur_id=country.north.id, rubrique="mariage_force")
    first = read_counts(caller, service)
    assert first[0]["totalCas"] and first[0]["parRubrique"][4]["masque"] and first[0]["arreteLe"]
    kept = []
    for number in range(6):
        body = {"service": str(service.id), "date": "2025-03-01", "rubrique": "mariage_force"}
        kept.append(caller.post(CASES, body).json()["data"]["id"])
        assert caller.put(f"{CASES}/{kept[number // 2]}", {"statut": ("clos", "resolu")[number % 2]}).status_code == 200
        assert read_counts(caller, service) == first
        check_sums()
    for identity in kept:
        assert caller.delete(f"{CASES}/{identity}").status_code == 200
    assert read_counts(caller, service) == first
    check_sums()
    assert not publish_monthly()
    date_publication(32)
    assert not publish_monthly(), "all is as it was: there is nothing to publish"


def test_counts_move_once_a_month(country, cast, api):
    """The first case of a cell is told by nothing before the next publication: its hour would be known."""
    caller = api(cast.admin)
    add_cases(40, country.west, cle=0)
    east = {"region": str(country.east.id), "dateDebut": "2025-01-01", "dateFin": "2025-12-31"}
    place = {"region": str(country.east.id)}
    before, over = caller.get(ANALYSIS, east).json()["data"], caller.get(OVERVIEW, place).json()["data"]
    assert (before["totalCas"], before["masque"], over["totalCasEnCours"]) == (0, False, 0)
    assert caller.post(CASES, place | {"date": "2025-03-01", "rubrique": "autre"}).status_code == 201
    assert caller.get(ANALYSIS, east).json()["data"] == before
    assert caller.get(OVERVIEW, place).json()["data"] == over
    assert not publish_monthly()
    date_publication(32)
    assert publish_monthly() and not publish_monthly()
    assert caller.get(ANALYSIS, east).json()["data"]["totalCas"] is None, "one is told to nobody"
    assert before["arreteLe"] < caller.get(ANALYSIS, east).json()["data"]["arreteLe"]
