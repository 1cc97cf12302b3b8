"""No invented person is paid: only a validated household is enrolled, and where the installation says so not by who
alone registered and validated it."""

import pytest

from registry.households.models import HeadOfHousehold, Household
from tests.conftest import make_user
from tests.registry.imports.conftest import csv_file
from transfers.beneficiaries.models import Beneficiary

PATH = "/api/beneficiaires"
ALONE = "Vous avez enregistré ce ménage et personne d'autre ne l'a validé : quelqu'un d'autre doit l'enrôler."
UNCHECKED = "Ce ménage n'est pas encore validé."


@pytest.fixture
def register(api, country, programme):
    """Register an eligible household as a user, and let others (or the same) integrate it."""

    def registering(user, validator=None):
        body = {
            "tailleMenage": 4,
            "region": str(country.west.id),
            "scorePmt": 10,
            "chefMenage": {"nomComplet": "Chefe"},
        }
        made = api(user).post("/api/menages", body).json()["data"]
        if validator:
            done = api(validator).post(f"/api/menages/{made['id']}/integrate-collecte")
            assert done.status_code == 200, done.content
        return made["id"]

    return registering


def ways(caller, programme, home):
    """Each way into a programme, as the refusal that it answers (None: enrolled)."""
    body = {"nomComplet": "N", "menageId": home, "programmeId": str(programme.id)}
    one = caller.post(PATH, body)
    yield one.json().get("error") if one.status_code >= 400 else None
    for path, sent in (
        ("/api/menages/bulk-enroll", {"ids": [home], "programmeId": str(programme.id)}),
        (f"/api/programmes/{programme.id}/enroler", {"menageIds": [home]}),
    ):
        errors = caller.post(path, sent).json()["data"]["erreurs"]
        yield errors[0]["message"] if errors else None


def enrolled_without_names(caller, programme):
    caller.post(f"/api/programmes/{programme.id}/enroler", {"menageIds": []})
    caller.post("/api/beneficiaires/import/from-menages")
    return Beneficiary.objects.count()


@pytest.mark.parametrize("statut", ["collecte", "en_attente"])
def test_an_unvalidated_household_is_enrolled_by_no_way(api, cast, programme, register, statut):
    home = register(cast.supervisor_west)
    Household.objects.update(statut=statut)
    assert list(ways(api(cast.agent_west), programme, home)) == [UNCHECKED] * 3
    substitute = {
        "nomComplet": "N",
        "menageId": home,
        "programmeId": str(programme.id),
        "typeBeneficiaire": "substitut",
    }
    answer = api(cast.agent_west).post(PATH, substitute | {"forceCreate": True})
    assert (answer.status_code, answer.json()["code"], answer.json()["error"]) == (400, "INVALID_STATUS", UNCHECKED)
    assert enrolled_without_names(api(cast.agent_west), programme) == 0


def test_who_left_comes_back_only_to_a_validated_household(api, cast, programme, ready):
    row = Beneficiary.objects.create(
        code="TM-9",
        menage=ready,
        programme=programme,
        nom_complet="N",
        statut_enrolement="sorti",
        date_sortie="2025-01-01T00:00Z",
        motif_sortie="N",
    )
    Household.objects.update(statut="rejete")
    answer = api(cast.agent_west).post(f"{PATH}/{row.id}/activate")
    assert (answer.status_code, answer.json()["error"]) == (400, "Ce ménage est rejeté.")
    Household.objects.update(statut="valide")
    assert api(cast.agent_west).post(f"{PATH}/{row.id}/activate").status_code == 200


def test_who_registered_and_validated_does_not_enrol(api, cast, country, programme, register, settings):
    settings.ENROLMENT_SECOND_PERSON = True
    home = register(cast.supervisor_west, cast.supervisor_west)
    own = api(cast.supervisor_west)
    assert list(ways(own, programme, home)) == [ALONE] * 3
    assert own.post(PATH, {"nomComplet": "N", "menageId": home, "programmeId": str(programme.id)}).status_code == 403
    assert enrolled_without_names(own, programme) == 0
    assert list(ways(api(cast.agent_west), programme, home))[0] is None, "another person may"


def test_two_people_are_enough(api, cast, country, programme, register, settings):
    settings.ENROLMENT_SECOND_PERSON = True
    validator = make_user("ROLE_SUPERVISEUR", country.west)
    first, second = register(cast.supervisor_west, validator), register(cast.supervisor_west, validator)
    assert enrolled_without_names(api(cast.supervisor_west), programme) == 2
    assert set(Beneficiary.objects.values_list("menage_id", flat=True).distinct()) == {
        Household.objects.get(id=first).id,
        Household.objects.get(id=second).id,
    }


def test_who_imported_it_registered_it(api, cast, country, programme, settings, tmp_path):
    settings.ENROLMENT_SECOND_PERSON, settings.FILES_ROOT = True, tmp_path
    own = api(cast.supervisor_west)
    assert own.upload("/api/import/menages", {"file": csv_file({})}).json()["data"]["imported"] == 1
    home = Household.objects.get()
    assert HeadOfHousehold.objects.filter(menage=home).exists()
    assert own.post(f"/api/menages/{home.id}/integrate-collecte").status_code == 200
    assert list(ways(own, programme, str(home.id))) == [ALONE] * 3
    assert list(ways(api(cast.agent_west), programme, str(home.id)))[0] is None


def test_a_demonstration_lets_one_person_show_all(api, cast, programme, register, settings):
    settings.ENROLMENT_SECOND_PERSON = False
    home = register(cast.supervisor_west, cast.supervisor_west)
    assert list(ways(api(cast.supervisor_west), programme, home))[0] is None
