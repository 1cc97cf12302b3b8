"""What of a household is written only with the right for it: its score, and whose it is to collect."""

import pytest

from config.ids import uuid7
from registry.households.models import Household
from tests.conftest import make_user

SCORE = {"scorePmt": 71, "categoriePauvrete": "non_pauvre"}


def changed(caller, household, sent):
    return caller.put(f"/api/menages/{household.id}", sent)


@pytest.mark.parametrize("name", SCORE)
def test_a_score_needs_its_right(api, cast, household, name):
    Household.objects.update(score_pmt=None, categorie_pauvrete=None)
    answer = changed(api(cast.agent_west), household, {"tailleMenage": 9, name: SCORE[name]})
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert answer.json()["hydra:description"].startswith(f"Vous n'avez pas la permission de changer : {name}.")
    household.refresh_from_db()
    assert (household.taille_menage, household.score_pmt, household.categorie_pauvrete) == (5, None, None)
    assert changed(api(cast.supervisor_west), household, {name: SCORE[name]}).status_code == 200


def test_a_form_may_send_back_what_it_read(api, cast, household):
    method = uuid7()
    Household.objects.update(methode_pmt=method)
    caller = api(cast.agent_west)
    shown = caller.get(f"/api/menages/{household.id}").json()["data"]
    same = {name: shown[name] for name in ("scorePmt", "categoriePauvrete", "tailleMenage")}
    assert changed(caller, household, same).status_code == 200
    household.refresh_from_db()
    assert (float(household.score_pmt), household.eligible_programme) == (18.5, True)
    assert household.methode_pmt == method, "it is still the method's score"


def test_nobody_registers_a_score_without_the_right(api, cast, country):
    body = {"tailleMenage": 2, "region": str(country.west.id)}
    for sent in ({"scorePmt": 1}, {"categoriePauvrete": "extreme_pauvre"}):
        answer = api(cast.agent_west).post("/api/menages", body | sent)
        assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
        assert set(answer.json()["details"]) == set(sent)
    assert Household.objects.count() == 0
    assert api(cast.agent_west).post("/api/menages", body | {"scorePmt": None}).status_code == 201
    assert api(cast.supervisor_west).post("/api/menages", body | {"scorePmt": 1}).status_code == 201


def test_assigning_a_surveyor_needs_its_right(api, cast, country, household):
    surveyor, other = (make_user("ROLE_ENQUETEUR", country.west) for _number in range(2))
    caller = api(surveyor)
    refused = changed(caller, household, {"enqueteurId": str(other.id)})
    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert changed(caller, household, {"enqueteurId": str(surveyor.id)}).status_code == 200, "nobody had it"
    assert changed(api(other), household, {"enqueteurId": str(other.id)}).status_code == 403, "somebody has it"
    assert changed(api(other), household, {"enqueteurId": str(surveyor.id), "tailleMenage": 2}).status_code == 200
    household.refresh_from_db()
    assert (household.enqueteur, household.taille_menage) == (surveyor, 2)
    assert changed(api(cast.supervisor_west), household, {"enqueteurId": str(other.id)}).status_code == 200
