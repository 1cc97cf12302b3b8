"""POST /api/menages/{id}/update and PUT /api/menages/{id}."""

from django.contrib.gis.geos import Point
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.roles.models import Role
from registry.households.models import HeadOfHousehold, Household
from tests.conftest import make_user

# Of a change of everything (head, dwelling, place, point and score), two for the savepoint in the request's transaction.
CHANGE = 31


def test_both_forms_answer_format_a(api, cast, household):
    caller = api(cast.supervisor_west)
    for call, path in (
        (caller.post, f"/api/menages/{household.id}/update"),
        (caller.put, f"/api/menages/{household.id}"),
    ):
        answer = call(path, {"milieu": "urbain", "chefMenage": {"age": 40}})
        assert answer.status_code == 200, answer.content
        assert answer["Content-Type"] == "application/ld+json"
        assert answer.json()["chefMenage"]["nomComplet"] == "Fatumata Djaló"
    household.refresh_from_db()
    assert (household.milieu, household.chef.age) == ("urbain", 40)


def test_empty_strings(api, cast, household):
    sent = {"latitude": "", "longitude": "", "nbEnfants04": "", "chefMenage": {"age": ""}, "altitude": " "}
    assert api(cast.supervisor_west).put(f"/api/menages/{household.id}", sent).status_code == 200
    household.refresh_from_db()
    assert (household.geom, household.nb_enfants_04, household.chef.age, household.altitude) == (None, 0, None, None)


def test_size_is_needed(api, cast, household):
    for size in ("", 0, -3, None):
        answer = api(cast.supervisor_west).put(f"/api/menages/{household.id}", {"tailleMenage": size})
        assert answer.status_code == 422
        assert answer.json()["violations"][0]["propertyPath"] == "tailleMenage"
    household.refresh_from_db()
    assert household.taille_menage == 5


def test_one_coordinate_alone(api, cast, household, eastern):
    caller = api(cast.admin)
    assert caller.put(f"/api/menages/{household.id}", {"latitude": "12.8"}).status_code == 200
    household.refresh_from_db()
    assert (round(household.geom.x, 6), round(household.geom.y, 6)) == (-15.5, 12.8)
    assert caller.put(f"/api/menages/{eastern.id}", {"latitude": "12.8"}).status_code == 422
    assert caller.put(f"/api/menages/{household.id}", {"longitude": ""}).status_code == 422


def test_score_sets_category_and_eligibility(api, cast, household):
    api(cast.supervisor_west).put(f"/api/menages/{household.id}", {"scorePmt": 70.01})
    household.refresh_from_db()
    assert (household.categorie_pauvrete, household.eligible_programme) == ("non_pauvre", False)


def test_a_category_does_not_contradict_the_score(api, cast, household):
    caller = api(cast.supervisor_west)
    caller.put(f"/api/menages/{household.id}", {"categoriePauvrete": "non_pauvre"})
    household.refresh_from_db()
    assert (household.categorie_pauvrete, household.eligible_programme) == ("extreme_pauvre", True)
    caller.put(f"/api/menages/{household.id}", {"scorePmt": None, "categoriePauvrete": "non_pauvre"})
    household.refresh_from_db()
    assert (household.score_pmt, household.categorie_pauvrete) == (None, "non_pauvre")


def test_a_mistaken_position_that_stands_does_not_stop_other_changes(api, cast, household):
    Household.objects.filter(id=household.id).update(geom=Point(0, 0, srid=4326))
    caller = api(cast.supervisor_west)
    assert caller.put(f"/api/menages/{household.id}", {"milieu": "urbain"}).status_code == 200
    assert caller.put(f"/api/menages/{household.id}", {"latitude": "-15.4", "longitude": "12.7"}).status_code == 422


def test_contacts_are_left_out_for_who_may_not_see_them(api, cast, household):
    HeadOfHousehold.objects.update(telephone="+245955123456", numero_mobile_money="+245955123456")
    path = f"/api/menages/{household.id}"
    reader = make_user("ROLE_USER", household.region)
    Role.objects.filter(id=reader.role_id).update(permissions=["registre.lire", "registre.modifier"])
    seen = api(reader).get(path)
    assert "5123456" not in seen.content.decode()
    assert not {"telephone", "numeroMobileMoney", "compteBancaire"} & seen.json()["data"]["chefMenage"].keys()
    changed = api(reader).put(path, {"chefMenage": seen.json()["data"]["chefMenage"]})
    assert (changed.status_code, "telephone" in changed.json()["chefMenage"]) == (200, False)
    assert api(cast.supervisor_west).get(path).json()["data"]["chefMenage"]["telephone"] == "+245955123456"


def test_a_change_asks_a_fixed_number_of_queries(api, cast, household, country):
    caller = api(cast.supervisor_west)
    sent = {
        "milieu": "urbain",
        "scorePmt": 30,
        "latitude": "12.8",
        "chefMenage": {"age": 41},
        "logement": {"nbPieces": 2},
        "region": f"/api/regions/{country.west.id}",
        "localite": f"/api/localites/{country.cutia.id}",
    }
    with CaptureQueriesContext(connection) as seen:
        assert caller.put(f"/api/menages/{household.id}", sent).status_code == 200
    assert not [query["sql"] for query in seen if '"contour"' in query["sql"]]
    assert len(seen) == CHANGE


def test_unknown_and_foreign_are_not_found_in_format_a(api, cast, eastern):
    caller = api(cast.supervisor_west)
    for identity in ("00000000-0000-7000-8000-000000000000", eastern.id):
        answer = caller.put(f"/api/menages/{identity}", {"tailleMenage": 4})
        assert answer.status_code == 404
        assert answer.json()["@type"] == "hydra:Error"
    eastern.refresh_from_db()
    assert eastern.taille_menage == 3


def test_reader_may_not_write(api, cast, household):
    answer = api(cast.reader_west).put(f"/api/menages/{household.id}", {"tailleMenage": 4})
    assert answer.status_code == 403
    assert answer.json()["hydra:description"]


def test_updated_at_and_etag(api, cast, household):
    caller = api(cast.supervisor_west)
    path = f"/api/menages/{household.id}"
    tag = caller.get(path)["ETag"]
    assert caller.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert caller.put(path, {"tailleMenage": 6}, headers={"If-Match": tag}).status_code == 200
    assert caller.put(path, {"tailleMenage": 7}, headers={"If-Match": tag}).status_code == 409
    assert Household.objects.get(id=household.id).taille_menage == 6


def test_a_surveyor_is_given_households_of_his_regions_only(api, cast, household):
    """As `affecter-enqueteur` does it; who has one already may keep it."""
    caller = api(cast.admin)
    address = f"/api/menages/{household.id}"
    refused = caller.put(address, {"enqueteurId": str(cast.agent_east.id)})
    assert refused.status_code == 422 and "enqueteurId" in str(refused.json())
    household.refresh_from_db()
    assert household.enqueteur_id is None
    assert caller.put(address, {"enqueteurId": str(cast.supervisor_west.id)}).status_code == 200
    Household.objects.filter(id=household.id).update(enqueteur=cast.agent_east)
    assert caller.put(address, {"enqueteurId": str(cast.agent_east.id), "milieu": "urbain"}).status_code == 200
