"""Whom a design chooses is kept for a programme, and `enroler` gives the places to the chosen, then to the reserve."""

import pytest
from django.utils import timezone

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.postgis.base import get_connection
from registry.households.models import HeadOfHousehold, Household
from transfers.beneficiaries.models import Beneficiary
from transfers.eligibility.laboratory.rules import share_places
from transfers.eligibility.selections.models import SelectedHousehold


@pytest.fixture
def twelve(country):
    """In the sector of the north L-1 to L-8, of which the first four are poor; in the east R-1 to R-4, all poor."""
    rows = []
    for name, region, sector, count, poor in (
        ("L", country.west, country.north, 8, 4),
        ("R", country.east, country.cosse, 4, 4),
    ):
        rows += [
            Household(
                code_menage=f"{name}-{place}",
                taille_menage=5 if name == "L" else 2,
                region=region,
                secteur=sector,
                score_pmt=10 * place,
                categorie_pauvrete="pauvre" if place <= poor else "non_pauvre",
                statut="valide",
                eligible_programme=True,
            )
            for place in range(1, count + 1)
        ]
    Household.objects.bulk_create(rows)
    HeadOfHousehold.objects.bulk_create(
        HeadOfHousehold(menage=row, nom_complet="C", sexe="F", numero_mobile_money=None) for row in rows
    )
    return {row.code_menage: row for row in rows}


def keep(caller, programme, **selection):
    """A selection with this distribution."""
    scenario = {"nom": "S", "selection": {"par": "secteur", "nombre": 2, "reserve": 1} | selection}
    answer = caller.post(f"/api/programmes/{programme.id}/selections", {"nom": "Mai", "scenario": scenario})
    assert answer.status_code == 201, answer.json()
    return answer.json()["data"]


def enrol(caller, programme, selection, **more):
    get_connection().forget_locks()
    answer = caller.post(f"/api/programmes/{programme.id}/enroler", {"selectionId": selection["id"]} | more)
    assert answer.status_code == 200, answer.json()
    return answer.json()["data"]


def enrolled():
    rows = Beneficiary.objects.exclude(statut_enrolement="sorti").filter(type="principal")
    return sorted(rows.values_list("menage__code_menage", flat=True))


def test_the_poorest_of_each_sector_then_its_reserve(api, cast, programme, twelve):
    caller = api(cast.admin)
    kept = keep(caller, programme)
    assert [(zone["places"], zone["enroles"], zone["reserve"]) for zone in kept["zones"]] == [(2, 0, 1), (2, 0, 1)]
    page = caller.get(f"/api/selections/{kept['id']}/menages", {"statut": "reserve"}).json()
    assert [(row["codeMenage"], row["rang"]) for row in page["data"]] == [("R-3", 3), ("L-3", 3)]
    beyond = caller.get(f"/api/selections/{kept['id']}/menages", {"page": 9}).json()
    assert (beyond["data"], beyond["meta"]["total"]) == ([], 6)
    Household.objects.filter(code_menage="L-2").update(statut="rejete")
    assert enrol(caller, programme, kept)["enrolled"] == 4
    assert enrolled() == ["L-1", "L-3", "R-1", "R-2"], "the reserve takes the place of who is refused"
    assert enrol(caller, programme, kept)["enrolled"] == 0, "no place is free"
    Beneficiary.objects.filter(menage__code_menage="R-1").update(
        statut_enrolement="sorti", date_sortie=timezone.now(), motif_sortie="Déménagé"
    )
    assert enrol(caller, programme, kept)["enrolled"] == 1
    assert enrolled() == ["L-1", "L-3", "R-2", "R-3"], "who has left makes room for the waiting list"
    shown = caller.get(f"/api/selections/{kept['id']}").json()["data"]["zones"]
    assert [(zone["nom"], zone["enroles"], zone["reserve"]) for zone in shown] == [("Cossé", 2, 0), ("Mansoa", 2, 0)]


def test_as_a_job_and_within_the_regions(api, cast, programme, twelve):
    caller = api(cast.agent_west)
    kept = keep(caller, programme)
    assert [zone["places"] for zone in kept["zones"]] == [2], "chosen among the households of the caller's regions"
    path = f"/api/programmes/{programme.id}/enroler?async=1"
    assert caller.post(path, {"selectionId": kept["id"]}).status_code == 202
    get_connection().forget_locks()
    job = Job.objects.get(type="enrolement")
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.resultat["enrolled"]) == ("termine", 2)
    east = api(cast.agent_east)
    assert east.get(f"/api/selections/{kept['id']}/menages").json()["data"] == []
    assert east.get(f"/api/selections/{kept['id']}").json()["data"]["zones"] == []


def test_places_follow_poor_people_or_need(api, cast, programme, twelve):
    caller = api(cast.admin)
    poor = keep(caller, programme, nombre=7, reserve=0, repartition="population_pauvre")
    assert [(zone["nom"], zone["places"]) for zone in poor["zones"]] == [("Cossé", 2), ("Mansoa", 5)], "8 and 20 people"
    need = keep(caller, programme, nombre=6, reserve=2, repartition="besoin_egal")
    assert [(zone["places"], zone["reserve"]) for zone in need["zones"]] == [(2, 2), (4, 2)], "half of each"
    compared = caller.post(
        "/api/eligibility/laboratoire",
        {
            "scenarios": [
                {"nom": "A", "selection": {"par": "region", "nombre": 6, "repartition": "besoin_egal"}},
                {"nom": "B", "selection": {"par": "pays", "nombre": 6}, "seuil": 40},
                {"nom": "C", "seuil": 10},
            ]
        },
    ).json()["data"]["scenarios"]
    assert [
        (zone["groupe"], zone["places"], zone["candidats"], zone["retenus"]) for zone in compared[0]["parZone"]
    ] == [
        ("Bafatá", 2, 4, 2),
        ("Oio", 4, 8, 4),
    ]
    assert [(zone["groupe"], zone["candidats"], zone["retenus"]) for zone in compared[1]["parZone"]] == [(None, 8, 6)]
    assert compared[2]["parZone"] == []
    # Three of the poor of the east are above the cut-off: they count as poor people, and have no place.
    Household.objects.filter(code_menage__in=["R-1", "R-2", "R-3"]).update(score_pmt=90)
    limits = {"par": "secteur", "nombre": 4, "repartition": "population_pauvre"}
    body = {"scenarios": [{"nom": "D", "seuil": 40, "selection": limits}]}
    [cut] = caller.post("/api/eligibility/laboratoire", body).json()["data"]["scenarios"]
    shown = [(zone["groupe"], zone["places"], zone["candidats"]) for zone in cut["parZone"]]
    assert shown == [("Cossé", 1, 1), ("Mansoa", 3, 4)], "by 8 and 20 people"


@pytest.mark.parametrize(
    ("total", "weights", "room", "places"),
    [
        (10, {"a": 1, "b": 1}, {"a": 9, "b": 9}, {"a": 5, "b": 5}),
        (10, {"a": 2, "b": 1}, {"a": 99, "b": 99}, {"a": 7, "b": 3}),
        (10, {"a": 9, "b": 1}, {"a": 3, "b": 99}, {"a": 3, "b": 7}),
        (10, {"a": 1, "b": 1}, {"a": 2, "b": 3}, {"a": 2, "b": 3}),
        (10, {"a": 0, "b": 1}, {"a": 9, "b": 99}, {"a": 0, "b": 10}),
        (10, {"a": 0}, {"a": 9}, {"a": 0}),
        (1, {"b": 1, "a": 1}, {"a": 9, "b": 9}, {"a": 1, "b": 0}),
    ],
)
def test_places_are_whole_and_within_the_room(total, weights, room, places):
    assert share_places(total, weights, room) == places


def test_bad_selections(api, cast, programme, twelve):
    caller = api(cast.admin)
    path, taking = f"/api/programmes/{programme.id}/selections", f"/api/programmes/{programme.id}/enroler"
    selection = {"par": "secteur", "nombre": 1}
    for scenario in (
        {"nom": "S"},
        {"nom": "S", "selection": {"par": "pays", "nombre": 1, "repartition": "besoin_egal"}},
        {"nom": "S", "selection": selection | {"repartition": "autre"}},
        {"nom": "S", "selection": selection, "seuil": 0},
    ):
        answer = caller.post(path, {"nom": "N", "scenario": scenario})
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), scenario
    assert SelectedHousehold.objects.count() == 0
    kept = keep(caller, programme)
    for body in ({}, {"selectionId": kept["id"], "menageIds": [str(twelve["L-1"].id)]}, {"selectionId": "x"}):
        assert caller.post(taking, body).json()["code"] == "VALIDATION_ERROR", body
    other = type(programme).objects.create(
        code="AU", nom="Autre", statut="actif", date_debut="2025-01-01", projet=programme.projet
    )
    refused = caller.post(f"/api/programmes/{other.id}/enroler", {"selectionId": kept["id"]})
    assert "autre programme" in str(refused.json()["details"])
    assert (
        api(cast.reader_west).post(path, {"nom": "N", "scenario": {"nom": "S", "selection": selection}}).status_code
        == 403
    )
