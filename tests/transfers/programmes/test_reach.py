"""A programme belongs to the regions that it names, and to the whole country when it names none."""

import pytest

from registry.projects.models import Project
from transfers.programmes.models import Programme, ProgrammeRegion

PATH = "/api/programmes"
MOVES = {"activer": "en_preparation", "suspendre": "actif", "reactiver": "suspendu", "cloturer": "actif"}


@pytest.fixture
def limit(programme):
    """Limit the programme to regions."""

    def limiting(*regions):
        programme.regions_eligibles.all().delete()
        ProgrammeRegion.objects.bulk_create(ProgrammeRegion(programme=programme, region=one) for one in regions)

    return limiting


def refused(answer):
    return answer.status_code == 403 and answer.json()["code"] == "FORBIDDEN"


@pytest.mark.parametrize("move", MOVES)
def test_moves_are_for_who_sees_all_its_regions(api, cast, country, programme, limit, move):
    Programme.objects.update(statut=MOVES[move])
    caller, path = api(cast.supervisor_west), f"{PATH}/{programme.id}/{move}"
    for regions in ([], [country.east], [country.west, country.east]):
        limit(*regions)
        assert refused(caller.post(path)), regions
        assert Programme.objects.get().statut == MOVES[move]
    limit(country.west)
    assert caller.post(path).status_code == 200


def test_changing_and_deleting(api, cast, country, programme, limit):
    Programme.objects.update(statut="en_preparation")
    caller, path = api(cast.supervisor_west), f"{PATH}/{programme.id}"
    national = caller.put(path, {"description": "N"})
    assert refused(national)
    assert national.json()["error"] == "Cela vaut pour tout le pays : il faut un compte qui voit toutes les régions."
    limit(country.east)
    foreign = caller.put(path, {"description": "N"})
    assert refused(foreign)
    assert foreign.json()["error"] == "Cela concerne aussi des régions qui ne sont pas les vôtres."
    assert refused(api(cast.agent_west).put(path, {"regionsEligibles": [str(country.west.id)]}))
    limit(country.west)
    assert caller.put(path, {"description": "N"}).status_code == 200
    assert refused(caller.put(path, {"regionsEligibles": []})), "it would become one of the whole country"
    assert caller.put(path, {"regionsEligibles": [str(country.east.id)]}).status_code == 400
    assert list(programme.regions_eligibles.values_list("region_id", flat=True)) == [country.west.id]
    limit()
    assert refused(api(cast.agent_west).delete(path)), "no right"
    assert api(cast.admin).delete(path).status_code == 200


def test_making_one(api, cast, country):
    project = Project.objects.create(code="P", nom="P")
    body = {"nom": "N", "type": "formation", "dateDebut": "2025-01-01", "projetId": str(project.id)}
    caller = api(cast.agent_west)
    assert refused(caller.post(PATH, body))
    assert refused(caller.post(PATH, body | {"regionsEligibles": []}))
    assert caller.post(PATH, body | {"regionsEligibles": [str(country.east.id)]}).status_code == 400
    assert Programme.objects.count() == 0
    assert caller.post(PATH, body | {"regionsEligibles": [str(country.west.id)]}).status_code == 201


def test_who_may_not_see_any_region_changes_nothing(api, cast, programme):
    assert refused(api(cast.stranger).put(f"{PATH}/{programme.id}", {"description": "N"}))


FEWER = "Demander moins de validations n'est permis qu'à un compte qui voit toutes les régions."


def test_fewer_validations_are_for_who_sees_the_whole_country(api, cast, country, programme, limit):
    limit(country.west)
    caller, path = api(cast.supervisor_west), f"{PATH}/{programme.id}"

    def levels():
        programme.refresh_from_db()
        return programme.niveaux_requis

    assert caller.put(path, {"niveauxRequis": 2}).status_code == 200, "as it is"
    assert caller.put(path, {"niveauxRequis": 4}).status_code == 200
    for fewer in (1, 2, 3):
        answer = caller.put(path, {"niveauxRequis": fewer, "description": "N"})
        assert refused(answer)
        assert answer.json()["error"] == FEWER
    assert (levels(), programme.description) == (4, "")
    assert api(cast.admin).put(path, {"niveauxRequis": 1}).status_code == 200
    assert caller.put(path, {"niveauxRequis": 1, "description": "N"}).status_code == 200, "sent back"
    assert levels() == 1


def test_a_programme_begins_with_two_validations_unless_the_country_says_otherwise(api, cast, country):
    project = Project.objects.create(code="P", nom="P")
    body = {
        "nom": "N",
        "type": "formation",
        "dateDebut": "2025-01-01",
        "projetId": str(project.id),
        "regionsEligibles": [str(country.west.id)],
    }
    caller = api(cast.agent_west)
    answer = caller.post(PATH, body | {"niveauxRequis": 1})
    assert refused(answer)
    assert answer.json()["error"] == FEWER
    assert Programme.objects.count() == 0
    for number in (2, 3):
        assert caller.post(PATH, body | {"niveauxRequis": number}).status_code == 201
    assert api(cast.admin).post(PATH, body | {"niveauxRequis": 1}).status_code == 201


def test_totals_that_require_more_validations_are_raised_by_who_sees_the_country(api, cast, programme, country):
    ProgrammeRegion.objects.create(programme=programme, region=country.west)
    path, caller = f"{PATH}/{programme.id}", api(cast.supervisor_west)
    assert caller.put(path, {"montantNiveau3": 50_000_000}).status_code == 200
    assert caller.put(path, {"montantNiveau3": 40_000_000, "montantNiveau4": 90_000_000}).status_code == 200
    for sent in ({"montantNiveau3": 40_000_001}, {"montantNiveau4": None}):
        assert caller.put(path, sent).status_code == 403
    shown = api(cast.admin).get(path).json()["data"]
    assert (shown["montantNiveau3"], shown["montantNiveau4"]) == (40_000_000, 90_000_000)
    assert api(cast.admin).put(path, {"montantNiveau3": None}).status_code == 200
    for wrong in (-1, 1.5, 10**30):
        assert api(cast.admin).put(path, {"montantNiveau3": wrong}).status_code == 400
