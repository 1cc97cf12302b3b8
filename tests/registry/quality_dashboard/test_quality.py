"""Analysing all, and the dashboard: who sends what."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.gis.geos import Point

from accounts.jobs.jobs import execute_job
from registry.households.models import HeadOfHousehold, Household
from registry.projects.models import Campaign, Project
from registry.quality_dashboard.services import refresh_quality_tallies
from registry.tasks import update_quality_tallies

START = datetime(2025, 3, 1, 8, tzinfo=UTC)


@pytest.fixture
def field(cast, country):
    """`visit(minutes, …)`: a household of the west's agent, so many minutes after eight o'clock."""
    campaign = Campaign.objects.create(nom="Ronda 1")
    made = []

    def visit(minutes, longitude=-15.5, age=40, **fields):
        defaults = {
            "code_menage": f"V-{len(made)}",
            "taille_menage": 1,
            "nb_adultes_1564": 1,
            "region": country.west,
            "secteur": country.north,
            "campagne": campaign,
            "enqueteur": cast.agent_west,
            "date_collecte": START + timedelta(minutes=minutes),
            "geom": None if longitude is None else Point(longitude, 12.75, srid=4326),
        }
        row = Household.objects.create(**defaults | fields)
        HeadOfHousehold.objects.create(menage=row, nom_complet="N", age=age)
        made.append(row)
        return row

    return visit


def tableau(caller, **query):
    answer = caller.get("/api/qualite/tableau", query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_the_dashboard_counts_by_region_campaign_and_surveyor(api, cast, field):
    field(0)
    field(3, longitude=-15.4999)  # three minutes later, next door
    field(63, longitude=-15.45, age=37)
    field(123, longitude=-13.5)  # 210 km in an hour
    field(200, longitude=None, precision_gps=90)
    data = tableau(api(cast.supervisor_west))
    assert [(row["nom"], row["total"]) for row in data["parRegion"]] == [("Oio", 5)]
    assert [row["nom"] for row in data["parCampagne"]] == ["Ronda 1"]
    (surveyor,) = data["parEnqueteur"]
    assert surveyor["nom"] == "Bacar Mané"
    shown = {name: surveyor[name] for name in surveyor["taux"]}
    assert shown == {
        "sansGps": 1,
        "gpsImprecis": 1,
        "horsSecteur": 0,
        "entretiensTropProches": 1,
        "deplacementsImpossibles": 1,
        "positionsPartagees": 0,
    }
    assert surveyor["taux"]["sansGps"] == 20.0
    assert (surveyor["agesConnus"], surveyor["agesRonds"], surveyor["indiceWhipple"]) == (5, 4, 400.0)
    # Four counts of one in five, of which each assures 3.6 %; five ages are too few to say something.
    assert surveyor["indiceSuspicion"] == 14.5


ORIGIN = {"parRegion": "region", "parCampagne": "campagne", "parEnqueteur": "enqueteur"}


def total_of(caller, **query):
    answer = caller.get("/api/menages", {"limit": 1} | query)
    assert answer.status_code == 200, answer.content
    return answer.json()["pagination"]["total"]


def list_figures(data):
    """Each figure of the dashboard with the filters of the list that lead to its households."""
    groups = [(group, name) for axis, name in ORIGIN.items() for group in data[axis]] + [(data["total"], None)]
    for group, name in groups:
        origin = {} if name is None else {name: group["id"]} if group["id"] else {"sans": name}
        yield group["total"], origin
        yield group["agesRonds"], origin | {"anomalie": "agesRonds"}
        yield from ((group[suspicion], origin | {"anomalie": suspicion}) for suspicion in group["taux"])
    yield data["aRevoir"], {"scoreQualite[lt]": 100}
    yield from ((rule["total"], {"probleme": rule["code"]}) for rule in data["parRegle"])


def test_every_figure_leads_to_as_many_households(api, cast, field, eastern):
    field(0)
    field(3)
    field(63, age=37)
    field(64, longitude=-13.5, region=eastern.region, secteur=None)
    field(65, longitude=None, precision_gps=90)
    field(70, enqueteur=None, campagne=None)
    field(60 * 30, longitude=-15.2)
    api(cast.admin).post("/api/menages/analyse-qualite")
    for caller in (api(cast.admin), api(cast.supervisor_west)):
        for days in ({}, {"Debut": "2025-03-01", "Fin": "2025-03-01"}):
            data = tableau(caller, **{f"date{end}": day for end, day in days.items()})
            figures = list(list_figures(data))
            collected = {f"collecte{end}": day for end, day in days.items()}
            found = [(total_of(caller, **origin, **collected), origin) for _, origin in figures]
            assert found == figures
            assert data["total"]["positionsPartagees"] == 4
    assert tableau(api(cast.admin))["total"]["deplacementsImpossibles"] == 1


def test_few_households_do_not_lead(api, cast, field):
    """One of four without a position (25 %) stands behind nine of forty (22 %)."""
    for step in range(4):
        field(10 * step, longitude=None if step == 0 else -15.5 + step / 100, enqueteur=cast.agent_east)
    for step in range(40):
        field(10 * step, longitude=None if step < 9 else -15.5 + step / 100)
    groups = tableau(api(cast.admin))["parEnqueteur"]
    assert [(one["sansGps"], one["total"]) for one in groups] == [(9, 40), (1, 4)]


def test_round_ages_count_in_the_order(api, cast, field):
    """Where nothing else is suspect, forty round ages lead forty plain ones."""
    for step in range(40):
        field(10 * step, longitude=-15.5 + step / 100, age=31 + step % 5, enqueteur=cast.agent_east)
        field(10 * step, longitude=-15.7 - step / 100, age=30 + 5 * (step % 5))
    groups = tableau(api(cast.admin))["parEnqueteur"]
    assert [(one["agesRonds"], one["agesConnus"]) for one in groups] == [(40, 40), (8, 40)]


def read_interviews(caller, *rows):
    return caller.get("/api/qualite/entretiens", {"ids": ",".join(str(row.id) for row in rows)}).json()["data"]


def test_an_interview_stands_beside_the_one_before(api, cast, field, country):
    first, second = field(0), field(3, longitude=-15.51)
    elsewhere = field(4, region=country.east, secteur=None)
    after = field(64)
    found = read_interviews(api(cast.admin), second, first, after)
    assert [one["menageId"] for one in found] == [str(second.id), str(first.id), str(after.id)]
    assert (found[0]["minutes"], found[0]["precedentCode"]) == (3, first.code_menage)
    assert 1000 < found[0]["metres"] < 1200
    assert found[1]["minutes"] is None and found[1]["precedentDate"] is None
    # Who does not see the household before learns when it was, not which one.
    hidden = read_interviews(api(cast.supervisor_west), after, elsewhere)
    assert len(hidden) == 1
    assert (hidden[0]["minutes"], hidden[0]["precedentId"], hidden[0]["precedentCode"]) == (60, None, None)
    assert api(cast.admin).get("/api/qualite/entretiens").status_code == 400


@pytest.mark.parametrize("query", [{"anomalie": "tout"}, {"probleme": "RIEN"}, {"sans": "nom"}])
def test_an_unknown_suspicion_is_named(api, cast, query):
    answer = api(cast.admin).get("/api/menages", query)
    assert answer.status_code == 400 and next(iter(query)) in answer.json()["details"]


def test_identical_positions_count_from_three_on(api, cast, field):
    for minutes in (0, 60):
        field(minutes)
    assert tableau(api(cast.admin))["total"]["positionsPartagees"] == 0
    field(120)
    assert tableau(api(cast.admin))["total"]["positionsPartagees"] == 3


def test_two_surveyors_at_one_moment_are_no_cluster(api, cast, field):
    field(0)
    field(1, enqueteur=cast.agent_east)
    field(2, enqueteur=None)
    field(2, enqueteur=None)
    assert tableau(api(cast.admin))["total"]["entretiensTropProches"] == 0


def test_interviews_of_which_only_the_day_is_known_accuse_nobody(api, cast, field):
    for place in (-15.5, -13.5):
        field(-8 * 60, longitude=place)  # midnight
    total = tableau(api(cast.admin))["total"]
    assert (total["entretiensTropProches"], total["deplacementsImpossibles"]) == (0, 0)
    field(-8 * 60 + 1, longitude=-15.5)
    total = tableau(api(cast.admin))["total"]
    assert (total["entretiensTropProches"], total["deplacementsImpossibles"]) == (0, 0)


def test_limits_of_the_suspicion(api, cast, field):
    """Five minutes between two interviews are enough, 120 km/h can be driven, a kilometre can be a bad position."""
    field(0)
    field(5, longitude=-15.491)  # 977 m
    field(65, longitude=-14.391)  # 119 km in an hour
    total = tableau(api(cast.admin))["total"]
    assert (total["entretiensTropProches"], total["deplacementsImpossibles"]) == (0, 0)
    field(65 + 24 * 60, longitude=-17.0)  # a day later anybody may be anywhere
    assert tableau(api(cast.admin))["total"]["deplacementsImpossibles"] == 0
    field(65 + 25 * 60, longitude=-15.86)  # 124 km in an hour
    assert tableau(api(cast.admin))["total"]["deplacementsImpossibles"] == 1


def test_round_ages_by_hand(api, cast, field):
    """Whipple's index: ages of 23 to 62 that end in 0 or 5, five times, of all of 23 to 62, in percent."""
    for age in (20, 22, 23, 25, 30, 31, 44, 60, 62, 63, 65, None):
        field(0, longitude=None, age=age)
    total = tableau(api(cast.admin))["total"]
    assert (total["agesConnus"], total["agesRonds"], total["indiceWhipple"]) == (7, 3, 214.3)


def test_filters_and_scope(api, cast, field, country, eastern):
    field(0)
    field(60 * 24 * 9)
    assert tableau(api(cast.admin))["total"]["total"] == 3
    assert tableau(api(cast.supervisor_west))["total"]["total"] == 2
    assert tableau(api(cast.admin), dateDebut="2025-03-02", enqueteur=str(cast.agent_west.id))["total"]["total"] == 1
    assert tableau(api(cast.supervisor_west), region=str(country.east.id))["total"]["total"] == 0
    assert tableau(api(cast.supervisor_west), region=str(country.east.id))["total"]["indiceWhipple"] is None


@pytest.mark.parametrize("query", [{"region": "x"}, {"dateDebut": "hier"}])
def test_bad_filters_are_named(api, cast, query):
    answer = api(cast.admin).get("/api/qualite/tableau", query)
    assert answer.status_code == 400 and next(iter(query)) in answer.json()["details"]


def test_who_may_not_validate_does_not_see_it(api, cast):
    assert api(cast.agent_west).get("/api/qualite/tableau").status_code == 403


def test_all_are_analysed_within_scope_and_project(api, cast, household, eastern):
    data = api(cast.supervisor_west).post("/api/menages/analyse-qualite").json()["data"]
    assert (data["traites"], data["reussis"], data["modifies"]) == (1, 1, 1)
    eastern.refresh_from_db()
    assert eastern.score_qualite is None
    closed = Project.objects.create(code="P", nom="P", lecture_seule=True)
    Household.objects.filter(id=eastern.id).update(projet=closed)
    data = api(cast.admin).post("/api/menages/analyse-qualite").json()["data"]
    assert (data["traites"], data["reussis"], data["echoues"], data["modifies"]) == (2, 1, 1, 0)
    assert api(cast.admin).post(f"/api/menages/{eastern.id}/analyse-qualite").json()["code"] == "READ_ONLY_PROJECT"


def test_a_job_does_the_same(api, cast, household):
    caller = api(cast.admin)
    answer = caller.post("/api/menages/analyse-qualite?async=1")
    assert answer.status_code == 202
    execute_job(answer.json()["data"]["jobId"])
    assert caller.get(f"/api/jobs/{answer.json()['data']['jobId']}").json()["data"]["resultat"]["modifies"] == 1
    counted = tableau(caller)["parRegle"]
    assert {row["code"]: row["total"] for row in counted} == {"TAILLE_INCOHERENTE": 1, "LOGEMENT_MANQUANT": 1}


def test_one_is_analysed_and_told(api, cast, household):
    data = api(cast.supervisor_west).post(f"/api/menages/{household.id}/analyse-qualite").json()["data"]
    assert (data["scoreQualite"], len(data["problemesQualite"])) == (80, 2)
    assert api(cast.agent_east).get("/api/qualite/regles").json()["data"][0]["poids"] == 20


def counted(data):
    """The dashboard without when it was counted."""
    return {name: value for name, value in data.items() if name != "calculeLe"}


def test_kept_counts_say_what_the_households_say(api, cast, field, eastern, settings, country):
    visits = (0, {}), (3, {"precision_gps": 90, "longitude": -15.51}), (1500, {"longitude": None}), (1600, {"age": 41})
    for minutes, fields in visits:
        field(minutes, **fields)
    api(cast.admin).post("/api/menages/analyse-qualite")
    queries = [
        {},
        {"dateDebut": "2025-03-02"},
        {"enqueteur": str(cast.agent_west.id)},
        {"region": str(country.east.id)},
    ]
    callers = [api(cast.admin), api(cast.supervisor_west)]
    now = [counted(tableau(caller, **query)) for caller in callers for query in queries]
    assert refresh_quality_tallies()
    settings.SYNCHRONOUS_MAX_ROWS = 0
    kept = [counted(tableau(caller, **query)) for caller in callers for query in queries]
    assert kept == now
    assert kept[0]["total"]["total"] == 5 and kept[4]["total"]["total"] == 4 and kept[0]["parRegle"]


def test_many_households_are_counted_as_of_a_moment(api, cast, field, settings):
    field(0)
    assert refresh_quality_tallies() and not refresh_quality_tallies()
    field(9)
    settings.SYNCHRONOUS_MAX_ROWS = 1
    before = tableau(api(cast.admin))
    assert before["total"]["total"] == 1
    update_quality_tallies(0)
    after = tableau(api(cast.admin))
    assert (after["total"]["total"], after["calculeLe"] > before["calculeLe"]) == (2, True)
