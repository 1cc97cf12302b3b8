"""A programme applies its rule sets beside its own criteria, wherever it is asked who is eligible."""

import pytest

from registry.households.models import HeadOfHousehold, Household, Member
from tests.transfers.eligibility.conftest import PATH, POOR, RURAL, rule
from tests.transfers.enrolment.test_bulk_enroll import valid
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import ProgrammeRegion

OLD = rule("age", ">=", 60, nom="Chef âgé", groupe=1)
GIRL = rule("nbPersonnes", ">=", 1, nom="Fille", groupe=1, personnes={"sexe": "F", "ageMin": 10, "ageMax": 14})


@pytest.fixture
def three(country, programme):
    """Eligible by score: V-0 (head of 70), V-1 (head of 40, a girl of 12), V-2 (head of 40)."""
    rows = valid(country.west, 3)
    Household.objects.update(statut="valide", eligible_programme=True, milieu="rural", taille_menage=2)
    for row, (score, age) in zip(rows, ((10, 70), (20, 40), (30, 40)), strict=True):
        Household.objects.filter(id=row.id).update(score_pmt=score)
        HeadOfHousehold.objects.filter(menage=row).update(age=age, sexe="F")
        Member.objects.create(
            menage=row, nom_complet="Membre", lien_parente="fille", sexe="F", age=12 if row is rows[1] else 30
        )
    return rows


def eligible(caller, programme, **query):
    return caller.get(f"/api/programmes/{programme.id}/eligibles", query).json()["data"]


def codes(data):
    return [row["codeMenage"] for row in data["preview"]]


def test_lists_counts_and_enrolments_agree(api, cast, create, programme, three):
    caller = api(cast.admin)
    assert codes(eligible(caller, programme)) == ["V-0", "V-1", "V-2"]
    create(OLD, GIRL, RURAL, nom="Règles", programmeId=str(programme.id))
    data = eligible(caller, programme)
    assert (codes(data), data["stats"]["totalEligibles"]) == (["V-0", "V-1"], 2)
    assert data["criteresAppliques"] == [
        "Éligible d'après le score",
        "Règles : Chef âgé ou Fille",
        "Règles : Milieu",
    ]
    assert caller.get(f"/api/programmes/{programme.id}").json()["data"]["nbMenagesEligibles"] == 2
    enrol = f"/api/programmes/{programme.id}/enroler"
    refused = caller.post(enrol, {"menageIds": [str(three[2].id)]}).json()["data"]
    assert (refused["enrolled"], refused["skipped"]) == (0, 1)
    assert refused["erreurs"][0]["message"] == (
        "Ce ménage ne remplit pas les critères du programme : Règles : Chef âgé ou Fille."
    )
    assert caller.post(enrol, {"menageIds": []}).json()["data"]["enrolled"] == 2
    enrolled = Beneficiary.objects.order_by("menage__code_menage").values_list("menage__code_menage", flat=True)
    assert list(enrolled) == ["V-0", "V-1"]


def test_by_which_rule_somebody_is_out(api, cast, country, create, programme, three):
    caller = api(cast.admin)
    programme.seuil_pmt_max = 15
    programme.save()
    ProgrammeRegion.objects.create(programme=programme, region=country.west)
    create(OLD, GIRL, nom="Règles", programmeId=str(programme.id))
    create(rule("milieu", "=", "urbain", nom="Ville"), nom="Ailleurs", programmeId=str(programme.id), actif=False)
    data = eligible(caller, programme, statut="exclu")
    assert {row["codeMenage"]: row["raisons"] for row in data["preview"]} == {
        "V-1": ["Score PMT maximal"],
        "V-2": ["Score PMT maximal", "Règles : Chef âgé ou Fille"],
    }
    assert data["exclusions"] == [
        {"critere": "Score PMT maximal", "menages": 2, "seuls": 1},
        {"critere": "Règles : Chef âgé ou Fille", "menages": 1, "seuls": 0},
    ]
    assert (data["stats"]["totalEligibles"], data["pagination"]["total"]) == (1, 2)
    assert codes(eligible(caller, programme, statut="exclu", search="V-2")) == ["V-2"]
    assert codes(eligible(api(cast.agent_east), programme, statut="exclu")) == []
    assert "exclusions" not in eligible(caller, programme)


def test_what_decides_for_a_programme_is_explained_together(api, cast, country, create, programme, three):
    programme.seuil_pmt_max, programme.chef_sexe = 15, "F"
    programme.criteres_vulnerabilite = ["femme_chef_menage", "personne_handicapee"]
    programme.save()
    ProgrammeRegion.objects.create(programme=programme, region=country.west)
    row = create(OLD, GIRL, POOR, programmeId=str(programme.id))
    answer = api(cast.admin).post(f"/api/eligibility/evaluate/menage/{three[1].id}", {"programmeId": str(programme.id)})
    found = answer.json()["data"]["evaluation"]
    assert [(each["regle"], each["valide"], each["origine"]) for each in found["details"]] == [
        ("Statut du ménage", True, "TM"),
        ("Chef de ménage nommé", True, "TM"),
        ("Score PMT maximal", False, "TM"),
        ("Sexe du chef", True, "TM"),
        ("Région", True, "TM"),
        ("Vulnérabilité", True, "TM"),
        ("Chef âgé", False, row.code),
        ("Fille", True, row.code),
        ("Score", True, row.code),
    ]
    score, _sex, place, vulnerable = found["details"][2:6]
    assert (score["valeurAttendue"], score["valeurReelle"]) == (15, 20)
    assert (place["valeurAttendue"], place["valeurReelle"]) == (["Oio"], "Oio")
    assert vulnerable["valeurReelle"] == ["femme_chef_menage"]
    assert (found["eligible"], found["reglesValidees"], found["reglesEvaluees"]) == (False, 7, 9)
    codes_in = codes(eligible(api(cast.admin), programme))
    assert codes_in == ["V-0"], "who is explained as out is not listed"


def test_a_set_without_active_rules_lets_nobody_in(api, cast, create, programme, three):
    row = create(POOR | {"actif": False}, nom="Vide", programmeId=str(programme.id))
    caller = api(cast.admin)
    assert codes(eligible(caller, programme)) == []
    data = eligible(caller, programme, statut="exclu")
    assert data["preview"][0]["raisons"] == ["Vide : aucune règle active"]
    assert caller.put(f"{PATH}/{row.id}", {"actif": False}).status_code == 200
    assert len(codes(eligible(caller, programme))) == 3


def test_two_sets_and_required_rules(api, cast, create, programme, three):
    create(POOR, OLD | {"obligatoire": True, "groupe": None}, logique="OR", programmeId=str(programme.id))
    create(rule("scorePmt", "between", 5, 15), programmeId=str(programme.id))
    assert codes(eligible(api(cast.admin), programme)) == ["V-0"]
    create(rule("milieu", "!=", "rural"), nom="Ville", programmeId=str(programme.id))
    assert codes(eligible(api(cast.admin), programme)) == []
