"""Counts of cases: what is told of a cell, and what the analysis, the overview and the services make of it."""

from datetime import date

import pytest
from django.db import connection
from django.utils import timezone

from analysis.vbg.cases.api import become_case_role, shift_month
from analysis.vbg.statistics.rules import split_blocks, widen_period
from analysis.vbg.statistics.types import Period
from geo.facilities.models import VbgService
from tests.analysis.vbg.cases import add_cases
from tests.conftest import make_user

PATH = "/api/vbg-analytics/rubrique-analysis"
OVERVIEW = "/api/services-vbg/stats/overview"


def publish(count, key):
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute("SELECT vbg.publier(%s, %s)", [count, key])
        return cursor.fetchone()[0]


def analyse(caller, **query):
    answer = caller.get(PATH, {"dateDebut": "2025-01-01", "dateFin": "2025-12-31"} | query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_nobody_is_told_and_few_are_not(db):
    assert publish(0, 0) == 0 and publish(0, 65_535) == 0
    assert {publish(count, key) for count in range(1, 5) for key in (0, 30_000, 65_535)} == {None}
    assert publish(5, 0) is None and publish(20, 0) is None and publish(21, 0) == 5
    assert publish(30, 32_768) == 30 and publish(30, 65_535) == 46 and publish(30, 65_536) == 14


def test_noise_has_mean_zero_and_variance_sixteen(db):
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute("SELECT cle, bruit FROM vbg.perturbation ORDER BY cle")
        rows = cursor.fetchall()
    ends = [key for key, _noise in rows[1:]] + [65_536]
    shares = {noise: (end - key) / 65_536 for (key, noise), end in zip(rows, ends, strict=True)}
    assert rows[0] == (0, -16) and rows[-1][1] == 16 and min(shares.values()) > 0
    assert abs(sum(noise * share for noise, share in shares.items())) < 0.01
    assert abs(sum(noise**2 * share for noise, share in shares.items()) - 16) < 0.1


@pytest.mark.parametrize(
    ("begin", "end", "count"),
    [((2025, 1), (2025, 12), 1), ((2025, 1), (2025, 11), 5), ((2024, 11), (2026, 4), 5), ((2025, 2), (2025, 2), 1)],
)
def test_a_period_is_cut_into_the_fewest_calendar_blocks(begin, end, count):
    blocks = split_blocks(Period(date(*begin, 1), date(*end, 1)))
    assert len(blocks) == count
    assert blocks[0][0] == date(*begin, 1) and blocks[-1][1] == date(*end, 1)
    assert all(shift_month(one[1], 1) == two[0] for one, two in zip(blocks, blocks[1:], strict=False))


def test_days_are_widened_to_months_and_the_month_that_runs_is_left_out():
    today = date(2026, 3, 9)
    assert widen_period(date(2025, 3, 10), date(2025, 3, 11), today) == Period(date(2025, 3, 1), date(2025, 3, 1))
    assert widen_period(None, None, today) == Period(date(2022, 1, 1), date(2026, 2, 1))
    assert split_blocks(widen_period(date(2026, 3, 1), date(2026, 3, 31), today)) == []


def test_the_analysis_tells_cells_and_their_months(country, cast, api):
    add_cases(30, country.west, secteur_id=country.north.id, cle=0)
    add_cases(3, country.west, secteur_id=country.south.id, rubrique="mariage_force", cle=0)
    add_cases(30, country.east, cle=0, mois=date(2024, 5, 1))
    shown = analyse(api(cast.admin), dateDebut="2025-03-10", dateFin="2025-04-02")
    assert shown["periode"] == {"debut": "2025-03-01", "fin": "2025-04-30", "elargie": True}
    assert (shown["totalCas"], shown["masque"]) == (17, False)
    told = {row["rubrique"]: row for row in shown["parRubrique"]}
    assert len(told) == 8 and told["violence_physique"]["count"] == 14 and told["autre"]["count"] == 0
    assert (told["mariage_force"]["count"], told["mariage_force"]["masque"]) == (None, True)
    assert told["violence_physique"]["parRegion"] == [
        {"region": {"id": str(country.west.id), "nom": "Oio"}, "count": 14, "masque": False}
    ]
    assert shown["tendance"]["mois"] == ["2025-03", "2025-04"]
    whole = api(cast.admin).get(PATH).json()["data"]["periode"]
    assert not whole["elargie"] and not analyse(api(cast.admin))["periode"]["elargie"]
    series = {row["rubrique"]: row["valeurs"] for row in shown["tendance"]["donnees"]}
    assert series["violence_physique"] == [14, 0] and series["mariage_force"] == [None, 0]


def test_filters_choose_cells_and_the_same_cell_is_the_same_for_everybody(country, cast, api):
    add_cases(40, country.west, secteur_id=country.north.id)
    add_cases(25, country.east)
    whole = analyse(api(cast.admin), region=str(country.west.id))
    assert whole == analyse(api(cast.vbg)) == analyse(api(cast.vbg), region=str(country.west.id))
    assert analyse(api(cast.vbg), secteur=str(country.north.id))["totalCas"] == whole["totalCas"] > 0
    assert analyse(api(cast.vbg), region=str(country.east.id))["totalCas"] == 0
    assert analyse(api(cast.vbg), secteur=str(country.south.id))["totalCas"] == 0
    assert analyse(api(cast.vbg), rubrique="violence_physique")["totalCas"] == whole["totalCas"]


def test_changes_and_alerts_come_from_what_was_told(country, cast, api):
    add_cases(40, country.west, cle=0, mois=date(2024, 6, 1))
    add_cases(80, country.west, cle=0)
    shown = analyse(api(cast.vbg))
    first = shown["parRubrique"][0]
    assert (first["count"], first["evolution"], first["pourcentage"]) == (64, 166.7, 100.0)
    assert [alert["region"] for alert in shown["alertes"]] == [None, "Oio"]
    assert shown["alertes"][0]["type"] == "hausse" and "167" in shown["alertes"][0]["message"]


def test_a_period_without_a_whole_month_tells_nothing(country, cast, api):
    today = timezone.localdate()
    add_cases(20, country.west, mois=today.replace(day=1))
    shown = analyse(api(cast.vbg), dateDebut=today.isoformat(), dateFin=today.isoformat())
    assert shown["totalCas"] is None and shown["masque"] and shown["tendance"]["mois"] == []
    assert all(row["count"] is None for row in shown["parRubrique"])


def test_wrong_questions_are_refused(cast, api):
    caller = api(cast.vbg)
    for query in ({"dateDebut": "2025-02-01", "dateFin": "2025-01-01"}, {"rubrique": "vol"}):
        assert caller.get(PATH, query).status_code == 400
    assert api(cast.agent_west).get(PATH).status_code == 403


def test_services_and_overview_are_told_by_the_same_function(country, cast, api):
    few = VbgService.objects.create(nom="A", code="A", type="ong", region=country.west)
    many = VbgService.objects.create(nom="B", code="B", type="ong", region=country.west)
    add_cases(3, country.west, service_id=few.id)
    add_cases(30, country.west, service_id=many.id, cle=0)
    add_cases(25, country.west, service_id=many.id, cle=0, statut="clos")
    add_cases(50, country.west, service_id=many.id, mois=timezone.localdate().replace(day=1))
    rows = {row["nom"]: row for row in api(cast.vbg).get("/api/services-vbg").json()["data"]}
    assert (rows["A"]["nombreCasPrisEnCharge"], rows["A"]["masque"]) == (None, True)
    assert (rows["B"]["nombreCasPrisEnCharge"], rows["B"]["masque"]) == (39, False)
    detail = api(cast.vbg).get(f"/api/services-vbg/{many.id}").json()["data"]
    assert (detail["nombreCasEnCours"], detail["nombreCasResolus"]) == (14, 9)
    told = api(cast.vbg).get(OVERVIEW).json()["data"]
    assert told["totalCasResolus"] == 9 and told["totalCasPrisEnCharge"] is not None and not told["masque"]
    assert api(cast.vbg).get(OVERVIEW, {"dateDebut": "2025-03-02", "dateFin": "2025-03-20"}).json()["data"] == told
    assert api(cast.vbg).get(OVERVIEW, {"dateFin": "2024-12-31"}).json()["data"]["totalCasPrisEnCharge"] == 0
    assert api(cast.vbg).get(OVERVIEW, {"region": str(country.east.id)}).json()["data"]["totalCasResolus"] == 0


def test_who_sees_all_regions_is_told_the_count_of_the_country(country, api):
    """The sum of its regions, each hidden, would say nothing; and it would be another number for the same cases."""
    for region in (country.west, country.east):
        add_cases(4, region, cle=4_096)
    everywhere = api(make_user("ROLE_VBG", country.west, country.east))
    assert (analyse(everywhere)["totalCas"], everywhere.get(OVERVIEW).json()["data"]["totalCasEnCours"]) == (8, 8)
    assert analyse(api(make_user("ROLE_VBG", country.west)))["totalCas"] is None


def test_age_bands_and_sexes_are_told_of_whole_years_and_regions(country, cast, api):
    add_cases(30, country.west, cle=0)
    add_cases(3, country.west, tranche_age="12-17", cle=0)
    add_cases(40, country.east, sexe="M", cle=0)
    path = "/api/vbg-analytics/profil-analysis"
    whole = {"dateDebut": "2025-01-01", "dateFin": "2025-12-31"}
    told = api(cast.admin).get(path, whole).json()["data"]
    assert told["periode"] == {"debut": "2025-01-01", "fin": "2025-12-31", "elargie": False}
    profiles = {(one["trancheAge"], one["sexe"]): one["count"] for one in told["profils"]}
    assert len(profiles) == 12
    assert (profiles["18+", "F"], profiles["18+", "M"], profiles["12-17", "F"], profiles["0-11", "F"]) == (
        *(14, 24, None),
        0,
    )
    assert [(one["trancheAge"], one["count"], one["masque"]) for one in told["parTrancheAge"]] == [
        *(("0-11", 0, False), ("12-17", None, True), ("18+", 38, False), ("inconnu", 0, False)),
    ]
    # The sum of an age band counts 3 for its hidden part, as every sum does.
    assert [(one["sexe"], one["count"]) for one in told["parSexe"]] == [("F", 17), ("M", 24), ("inconnu", 0)]
    widened = api(cast.admin).get(path, {"dateDebut": "2025-03-10", "dateFin": "2025-03-11"}).json()["data"]
    assert widened["periode"]["elargie"] and widened["profils"] == told["profils"]
    west = api(make_user("ROLE_VBG", country.west)).get(path, whole).json()["data"]
    assert {one["count"] for one in west["profils"]} == {14, None, 0}
    running = api(cast.admin).get(path, {"dateDebut": timezone.localdate().isoformat()}).json()["data"]
    assert {one["count"] for one in running["profils"]} == {None}
    assert api(cast.admin).get(path, {"dateDebut": "2025-02-01", "dateFin": "2025-01-01"}).status_code == 400
    assert api(cast.agent_west).get(path).status_code == 403
