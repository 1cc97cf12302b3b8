"""Who left comes back, or another takes the place: nobody's account is paid twice, and substitutes follow."""

import pytest

from registry.households.models import Household
from registry.projects.models import Project
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

PATH = "/api/beneficiaires"
LEFT = {"statut_enrolement": "sorti", "motif_sortie": "décès", "date_sortie": "2025-01-01T00:00Z"}
ACCOUNT = "+245955000001"


@pytest.fixture
def agent(api, cast):
    return api(cast.agent_west)


@pytest.fixture
def other(programme):
    """Another active programme of the same project."""
    return Programme.objects.create(
        code="TX", nom="T", statut="actif", projet=programme.projet, date_debut="2026-01-01"
    )


@pytest.fixture
def gone(programme, ready):
    """A principal who left."""
    return row_of(ready, programme, "TM-9", compte_mobile=ACCOUNT, **LEFT)


@pytest.fixture
def home(country):
    """Another household."""
    return Household.objects.create(code_menage="O-2", taille_menage=2, region=country.west)


def row_of(household, programme, code, **values):
    return Beneficiary.objects.create(
        **{"code": code, "menage": household, "programme": programme, "nom_complet": f"Pessoa {code}"} | values
    )


def test_the_account_may_be_another_s_by_now(agent, programme, gone, home):
    row_of(home, programme, "TM-10", compte_mobile=ACCOUNT)
    one = f"{PATH}/{gone.id}"
    assert agent.post(f"{one}/activate").json()["code"] == "CONFLICT"
    [told] = agent.post(f"{PATH}/bulk-action", {"ids": [str(gone.id)], "action": "activer"}).json()["data"]["details"]
    assert (told["status"], "compte mobile" in told["message"]) == ("erreur", True)
    for sent in ({"statutEnrolement": "actif"}, {"actif": True}):
        assert agent.put(one, sent).json()["code"] == "DUPLICATES_DETECTED"
    assert Beneficiary.objects.get(id=gone.id).statut_enrolement == "sorti"


def test_who_insists_comes_back_and_so_does_who_changes_the_account(agent, programme, gone, home):
    row_of(home, programme, "TM-10", compte_mobile=ACCOUNT)
    one = f"{PATH}/{gone.id}"
    assert agent.put(one, {"statutEnrolement": "actif", "forceCreate": True}).status_code == 200
    Beneficiary.objects.filter(id=gone.id).update(**LEFT)
    assert agent.put(one, {"statutEnrolement": "actif", "compteMobile": "955000007"}).status_code == 200


def test_of_two_with_one_account_one_comes_back(agent, programme, other, ready, gone, home):
    """A household may have one account in two programmes, two households may not."""
    rows = [gone, row_of(home, programme, "TM-10", compte_mobile=ACCOUNT, **LEFT)]
    rows.append(row_of(ready, other, "TX-1", compte_mobile=ACCOUNT, **LEFT))
    sent = {"ids": [str(row.id) for row in rows], "action": "activer"}
    told = agent.post(f"{PATH}/bulk-action", sent).json()["data"]
    assert [item["status"] for item in told["details"]] == ["actif", "erreur", "actif"]


def test_a_household_changes_its_own_account_in_both_programmes(agent, programme, other, ready):
    rows = [row_of(ready, place, place.code, compte_mobile=ACCOUNT) for place in (programme, other)]
    answers = [agent.put(f"{PATH}/{row.id}", {"compteMobile": "955000002"}).status_code for row in rows]
    assert answers == [200, 200]


def test_a_project_that_enrols_nobody_takes_nobody_back(agent, gone):
    Project.objects.update(peut_enroler=False)
    assert agent.post(f"{PATH}/{gone.id}/activate").json()["code"] == "FORBIDDEN"
    Beneficiary.objects.filter(id=gone.id).update(statut_enrolement="suspendu", date_sortie=None, motif_sortie=None)
    assert agent.post(f"{PATH}/{gone.id}/activate").status_code == 200


def test_nobody_comes_back_to_a_programme_that_is_over(agent, gone):
    Programme.objects.update(date_fin="2025-02-01")
    assert agent.post(f"{PATH}/{gone.id}/activate").json()["code"] == "INVALID_STATUS"


def test_the_reason_of_leaving_may_be_sent_back(agent, gone):
    """A form sends what it read, with the status changed."""
    sent = {"statutEnrolement": "actif", "motifSortie": gone.motif_sortie}
    assert agent.put(f"{PATH}/{gone.id}", sent).json()["data"]["statutEnrolement"] == "actif"
    gone.refresh_from_db()
    assert gone.motif_sortie is None


@pytest.mark.parametrize("way", ["enrol", "activate", "create"])
def test_substitutes_stand_in_for_whoever_has_the_place(agent, programme, other, ready, gone, way):
    """Also for who was enrolled again or came back; those of another programme stay as they are."""
    last = row_of(ready, programme, "TM-10", **LEFT)
    substitute = row_of(ready, programme, "TM-11", type="substitut", principal=last)
    elsewhere = row_of(ready, other, "TX-1", type="substitut", principal=last)
    if way == "enrol":
        Household.objects.filter(id=ready.id).update(eligible_programme=True)
        agent.post(f"/api/programmes/{programme.id}/enroler", {"menageIds": [str(ready.id)]})
    elif way == "activate":
        agent.post(f"{PATH}/{gone.id}/activate")
    else:
        agent.post(PATH, {"nomComplet": "Nova", "menageId": str(ready.id), "programmeId": str(programme.id)})
    holder = Beneficiary.objects.get(programme=programme, type="principal", statut_enrolement="actif")
    substitute.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (substitute.principal_id, elsewhere.principal_id) == (holder.id, last.id)


def test_nobody_is_put_into_an_anonymised_household(agent, programme, ready):
    Household.objects.filter(id=ready.id).update(code_menage="ANONYME-0192F0C10000")
    sent = {"nomComplet": "Nova", "menageId": str(ready.id), "programmeId": str(programme.id)}
    assert agent.post(PATH, sent).json()["code"] == "INVALID_STATUS"
    assert not Beneficiary.objects.exists()


def test_found_by_a_code_in_small_letters(agent, programme, ready):
    row_of(ready, programme, "tm-bas-000001", nom_complet="Nova")
    row_of(ready, programme, "TM-BAS-000002", nom_complet="Nova", type="substitut")
    codes = [
        [row["codeBeneficiaire"] for row in agent.get(PATH, {"search": text}).json()["data"]]
        for text in ("tm-bas-000001", "tm-bas-000002")
    ]
    assert codes == [["tm-bas-000001"], ["TM-BAS-000002"]]
