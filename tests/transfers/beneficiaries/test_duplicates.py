"""Who is enrolled already: the score, its reasons, what of another region is told, and that creating asks."""

import pytest
from django.contrib.gis.geos import Point

from accounts.roles.models import Role
from config.ids import uuid7
from registry.duplicates.models import NameVariant, Pair
from registry.households.models import Household
from registry.projects.models import Project
from tests.threads import together
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

PATH = "/api/beneficiaires"
CHECK = f"{PATH}/check-duplicates"
METRE = 1 / 111_195


@pytest.fixture
def agent(api, cast):
    return api(cast.agent_west)


@pytest.fixture
def near(country):
    """A household 100 m north of the first one, in another locality."""
    return home(country, code_menage="OI-2", geom=Point(-15.5, 12.75 + 100 * METRE, srid=4326))


def home(country, **values):
    usual = {"taille_menage": 2, "statut": "valide", "region": country.west, "secteur": country.north}
    return Household.objects.create(**usual | values)


def check(caller, household=None, **sent):
    body = {"nomComplet": "Djaló Fatumata"} | sent | ({"menageId": str(household.id)} if household else {})
    answer = caller.post(CHECK, body)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def scores(told):
    return [(item["score"], item["raisons"]) for item in told["duplicates"]]


def test_the_same_household_and_name(agent, household, beneficiary):
    told = check(agent, household, nomComplet="DIALLO  fatoumata")
    assert scores(told) == [(100, ["Même ménage", "Même nom"])]
    assert (told["hasDuplicates"], told["count"], told["highRiskCount"], told["canCreate"]) == (True, 1, 1, False)
    assert check(agent, household, nomComplet="Umaro Baldé")["duplicates"] == []
    assert check(agent, household, excludeId=str(beneficiary.id))["canCreate"] is True


def test_the_same_account(agent, near, beneficiary):
    Beneficiary.objects.filter(id=beneficiary.id).update(compte_mobile="+245955000001")
    told = check(agent, near, nomComplet="Umaro Baldé", compteMobile="955 000 001")
    assert scores(told) == [(100, ["Même compte mobile", "Ménages à 100 m"])]
    # The account of the one as the telephone of the other is a number like another.
    told = check(agent, near, nomComplet="Umaro Baldé", telephone="955000001")
    assert [score for score, _ in scores(told)] == [pytest.approx(53, abs=3)]
    assert told["canCreate"] is True


def test_the_weights(agent, country, household, near, beneficiary):
    Beneficiary.objects.filter(id=beneficiary.id).update(telephone="+245955000001")
    same, far = (
        home(country, code_menage="OI-3", localite=country.cutia),
        home(country, code_menage="OI-4", geom=Point(-15.2, 12.9, srid=4326)),
    )
    phone = {"telephone": "955000001"}
    assert scores(check(agent, same)) == [(60, ["Même nom", "Même localité"])]
    assert scores(check(agent, near)) == [(68, ["Même nom", "Ménages à 100 m"])]
    assert scores(check(agent, same, **phone)) == [(90, ["Même nom", "Même téléphone", "Même localité"])]
    assert scores(check(agent, far, **phone)) == [(78.8, ["Même nom", "Même téléphone", "Même secteur"])]
    assert scores(check(agent, **phone)) == [(75, ["Même nom", "Même téléphone"])]
    assert scores(check(agent, near, **phone)) == [(98, ["Même nom", "Même téléphone", "Ménages à 100 m"])]
    assert check(agent, far)["duplicates"] == check(agent)["duplicates"] == []
    # One letter more: alike, not the same.
    [(score, reasons)] = scores(check(agent, near, nomComplet="Fatumatas Djaló"))
    assert 50 < score < 68 and reasons[0] == "Noms ressemblants"


def test_one_name_is_found_however_it_is_written(agent, near, beneficiary):
    """Nothing of the letters is similar (0.29), and what people are called by stands in the country's table."""
    assert scores(check(agent, near, nomComplet="Fatu Diallo")) == [(68, ["Même nom", "Ménages à 100 m"])]
    Beneficiary.objects.filter(id=beneficiary.id).update(nom_complet="José Antonio Mendes")
    NameVariant.objects.create(ecrit="Djodjo", nom="José")
    assert scores(check(agent, near, nomComplet="Mendes Antonio Djodjo")) == [(68, ["Même nom", "Ménages à 100 m"])]
    Beneficiary.objects.filter(id=beneficiary.id).update(nom_complet="Djodjo Mendes Antonio")
    assert scores(check(agent, near, nomComplet="José Antonio Mendes")) == [(68, ["Même nom", "Ménages à 100 m"])]
    assert check(agent, near, nomComplet="!")["duplicates"] == []


def test_a_number_that_many_give_tells_nothing(agent, country, programme, beneficiary):
    for n in range(6):
        Beneficiary.objects.create(
            code=f"TM-N{n}",
            menage=home(country, code_menage=f"N-{n}"),
            programme=programme,
            nom_complet="Fatumata Djaló",
            telephone="+245955000001",
        )
    assert check(agent, telephone="955000001")["duplicates"] == []


def test_of_another_region_only_that_there_is_one(api, cast, agent, household, programme, stranger):
    Beneficiary.objects.filter(id=stranger.id).update(compte_mobile="+245955000001", telephone="+245955000002")
    told = check(agent, household, nomComplet="Ninguém", compteMobile="955000001")
    assert (told["duplicates"], told["ailleurs"], told["count"], told["canCreate"]) == ([], "certain", 1, False)
    told = check(agent, household, nomComplet="Umaro Balde", telephone="955000002")
    assert (told["duplicates"], told["ailleurs"], told["highRiskCount"]) == ([], "a_verifier", 0)
    sent = {"nomComplet": "N", "menageId": str(household.id), "programmeId": str(programme.id)}
    answer = agent.post(PATH, sent | {"compteMobile": "955000001"})
    assert (answer.status_code, answer.json()["code"]) == (409, "DUPLICATES_DETECTED")
    assert str(stranger.id).encode() not in answer.content and "Umaro" not in answer.content.decode()
    assert "périmètre" in answer.json()["data"]["message"]
    assert check(api(cast.admin), compteMobile="955000001")["ailleurs"] is None


def test_creating_asks_unless_it_is_forced(agent, household, near, programme, beneficiary):
    sent = {"nomComplet": "Fatumata Djaló", "programmeId": str(programme.id), "compteMobile": "955000001"}
    Beneficiary.objects.filter(id=beneficiary.id).update(compte_mobile="+245955000001", telephone="+245955000001")
    answer = agent.post(PATH, sent | {"menageId": str(near.id)})
    told = answer.json()
    assert (answer.status_code, told["success"], told["code"]) == (409, False, "DUPLICATES_DETECTED")
    assert told["data"]["duplicates"][0]["id"] == str(beneficiary.id)
    assert told["data"]["duplicates"][0]["telephone"] == "+245955000001"
    assert (told["data"]["highRiskCount"], Beneficiary.objects.count()) == (1, 1)
    assert agent.post(PATH, sent | {"menageId": str(near.id), "forceCreate": True}).status_code == 201


def test_contacts_and_languages(api, cast, country, household, beneficiary):
    role = Role.objects.create(code="ROLE_BLIND", nom="B", permissions=["transferts.creer", "registre.lire"])
    cast.reader_west.role = role
    cast.reader_west.save()
    caller = api(cast.reader_west)
    assert "telephone" not in check(caller, household)["duplicates"][0]
    body = {"nomComplet": "Fatumata Djaló", "menageId": str(household.id)}
    told = caller.post(CHECK, body, headers={"Accept-Language": "en"}).json()["data"]
    assert told["duplicates"][0]["raisons"] == ["Same household", "Same name"]


def test_another_programme_of_the_household_is_no_double(agent, household, beneficiary):
    project = Project.objects.create(code="Z", nom="Z")
    other = Programme.objects.create(code="ZZ", nom="Z", statut="actif", projet=project, date_debut="2025-01-01")
    sent = {"nomComplet": "Fatumata Djaló", "menageId": str(household.id), "programmeId": str(other.id)}
    assert check(agent, household)["canCreate"] is False
    assert check(agent, household, programmeId=str(other.id))["canCreate"] is True
    assert agent.post(PATH, sent).status_code == 201


def test_a_family_that_was_registered_twice_is_not_enrolled_twice(agent, household, near, programme, beneficiary):
    """The wife tells herself as the head of the second household: the registry knows that the two are one."""
    a, b = sorted((household.id, near.id))
    pair = Pair.objects.create(menage_a_id=a, menage_b_id=b, score=97, empreinte=uuid7())
    reasons = ["Leurs deux ménages sont peut-être le même", "Ménages à 100 m"]
    told = check(agent, near, nomComplet="Aua Sané")
    assert (scores(told), told["canCreate"]) == ([(97, reasons)], False)
    body = {"menageId": str(near.id), "programmeId": str(programme.id), "nomComplet": "Aua Sané", "type": "principal"}
    refused = agent.post(PATH, body)
    assert (refused.status_code, refused.json()["code"]) == (409, "DUPLICATES_DETECTED")
    made = agent.post(PATH, body | {"forceCreate": True})
    assert made.status_code == 201
    # Both are enrolled now: who changes the account is not asked again.
    one = f"{PATH}/{made.json()['data']['id']}"
    assert agent.put(one, {"compteMobile": "955 000 007"}).status_code == 200
    Beneficiary.objects.exclude(id=beneficiary.id).delete()
    # What is only possible is shown, and what the household has in another programme is its right.
    Pair.objects.filter(id=pair.id).update(score=89.99)
    assert [score for score, _ in scores(check(agent, near, nomComplet="Aua Sané"))] == [89.9]
    assert check(agent, near, nomComplet="Aua Sané", programmeId=str(uuid7()))["duplicates"] == []
    # Once somebody has said that they are two, nothing is left of it.
    decided = {"decision": "distincts", "decide_le": beneficiary.created_at, "empreinte_decision": uuid7()}
    Pair.objects.filter(id=pair.id).update(score=97, **decided)
    assert check(agent, near, nomComplet="Aua Sané")["duplicates"] == []


def test_who_left_is_no_double(agent, household, beneficiary):
    Beneficiary.objects.filter(id=beneficiary.id).update(
        statut_enrolement="sorti", date_sortie="2025-01-01T00:00Z", motif_sortie="décès"
    )
    assert check(agent, household)["canCreate"] is True


def test_many_who_left_hide_nobody_who_is_paid(agent, country, programme, near, beneficiary):
    """An account that a hundred had before still is somebody's."""
    gone = {"statut_enrolement": "sorti", "date_sortie": "2025-01-01T00:00Z", "motif_sortie": "x"}
    Beneficiary.objects.filter(id=beneficiary.id).update(**gone, compte_mobile="+245955000001")
    fields = {"menage_id": beneficiary.menage_id, "programme": programme, "nom_complet": "Antigo"}
    Beneficiary.objects.bulk_create(
        Beneficiary(code=f"TM-A{n}", compte_mobile="+245955000001", **fields, **gone) for n in range(100)
    )
    paid = Beneficiary.objects.create(code="TM-B", **fields, compte_mobile="+245955000001")
    told = check(agent, near, nomComplet="Umaro Baldé", compteMobile="955000001")
    assert [item["id"] for item in told["duplicates"]] == [str(paid.id)]


def test_everybody_of_a_neighbour_is_compared(agent, household, near, programme, beneficiary):
    """Also who stands in for the principal."""
    Beneficiary.objects.filter(id=beneficiary.id).update(nom_complet="Umaro Baldé")
    for code in ("TM-C", "TM-D"):
        Beneficiary.objects.create(
            code=code, menage=household, programme=programme, nom_complet="Fatumata Djaló", type="substitut"
        )
    assert len(check(agent, near)["duplicates"]) == 2


@pytest.mark.parametrize("sent", [{}, {"nomComplet": " "}, {"nomComplet": "N", "menageId": "x"}, {"telephone": [1]}])
def test_refused(agent, country, sent):
    assert agent.post(CHECK, sent).json()["code"] == "VALIDATION_ERROR"


def test_an_account_is_not_taken_by_a_change(agent, near, programme, beneficiary):
    other = Beneficiary.objects.create(code="TM-7", menage=near, programme=programme, nom_complet="Umaro Baldé")
    Beneficiary.objects.filter(id=beneficiary.id).update(compte_mobile="+245955000001")
    one = f"{PATH}/{other.id}"
    answer = agent.put(one, {"compteMobile": "955 000 001"})
    assert (answer.status_code, answer.json()["code"]) == (409, "DUPLICATES_DETECTED")
    assert agent.put(one, {"compteMobile": "955 000 001", "forceCreate": True}).status_code == 200
    # What he has already he may send back.
    assert agent.put(one, {"compteMobile": "+245955000001", "nomComplet": "Umaru Baldé"}).status_code == 200


def test_two_with_one_account_at_once(transactional_db, api, cast, country, programme):
    homes = [home(country, code_menage=f"R-{n}") for n in range(2)]
    other = Programme.objects.create(
        code="ZZ", nom="Z", statut="actif", projet=programme.projet, date_debut="2025-01-01"
    )

    def make(number):
        sent = {"nomComplet": f"Pessoa {number}", "compteMobile": "955000001", "menageId": str(homes[number].id)}
        return api(cast.agent_west).post(PATH, sent | {"programmeId": str((programme, other)[number].id)}).status_code

    assert sorted(together(2, make, numbered=True)) == [201, 409]
