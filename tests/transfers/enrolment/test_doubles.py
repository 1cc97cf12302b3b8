"""A family that is registered twice has one place, also when many are enrolled at once."""

import pytest

from registry.duplicates.models import Decision, Pair
from registry.households.models import HeadOfHousehold, Household
from transfers.beneficiaries.models import Beneficiary

REFUSED = "Ce ménage est sans doute déjà enrôlé sous un autre code : décidez d'abord de sa paire de doublons."


@pytest.fixture
def homes(country):
    """Five validated, eligible households, the poorest first."""
    rows = Household.objects.bulk_create(
        Household(
            code_menage=f"D-{n}",
            taille_menage=3,
            region=country.west,
            statut="valide",
            eligible_programme=True,
            score_pmt=n,
        )
        for n in range(5)
    )
    HeadOfHousehold.objects.bulk_create(
        HeadOfHousehold(menage=row, nom_complet=f"Chef {row.code_menage}") for row in rows
    )
    return rows


def join(one, other, score=97, **fields):
    first, second = sorted((one, other), key=lambda row: row.id)
    return Pair.objects.create(menage_a=first, menage_b=second, score=score, empreinte=first.id, **fields)


def place(household, programme, **fields):
    return Beneficiary.objects.create(
        code=f"TM-{household.code_menage}", menage=household, programme=programme, nom_complet="Chef", **fields
    )


def enrol(caller, programme, ids, **sent):
    body = {"menageIds": [str(row.id) for row in ids], **sent}
    return caller.post(f"/api/programmes/{programme.id}/enroler", body).json()["data"]


def list_enrolled():
    return sorted(Beneficiary.objects.filter(code__startswith="TM-0").values_list("menage__code_menage", flat=True))


def test_who_may_be_enrolled_under_another_code_is_refused(api, cast, programme, homes):
    place(homes[0], programme)
    join(homes[0], homes[1])
    join(homes[0], homes[2], score=89)
    data = enrol(api(cast.admin), programme, homes[1:])
    assert (data["enrolled"], data["skipped"]) == (3, 1)
    assert data["erreurs"] == [{"id": str(homes[1].id), "message": REFUSED}]
    assert list_enrolled() == ["D-2", "D-3", "D-4"]
    many = api(cast.admin).post(
        "/api/menages/bulk-enroll", {"ids": [str(homes[1].id)], "programmeId": str(programme.id)}
    )
    assert many.json()["data"]["erreurs"] == [{"id": str(homes[1].id), "message": REFUSED}]


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_that_may_be_one_the_first_of_the_list_is_enrolled(api, cast, programme, homes, turned):
    join(homes[1], homes[3])
    sent = homes[::-1] if turned else homes
    data = enrol(api(cast.admin), programme, sent)
    assert [error["id"] for error in data["erreurs"]] == [str(homes[1 if turned else 3].id)]
    assert (data["enrolled"], len(list_enrolled())) == (4, 4)


def test_who_is_refused_for_another_reason_stands_in_nobodys_way(api, cast, programme, homes):
    Household.objects.filter(id=homes[1].id).update(statut="rejete")
    join(homes[1], homes[3])
    assert "D-3" in [list_enrolled() for _ in [enrol(api(cast.admin), programme, homes)]][0]


def test_three_interviews_of_one_household_are_one_place(api, cast, programme, homes):
    for one, other in ((0, 1), (1, 2), (0, 2)):
        join(homes[one], homes[other])
    enrol(api(cast.admin), programme, homes)
    assert list_enrolled() == ["D-0", "D-3", "D-4"]


@pytest.mark.parametrize("what", ["decided", "left", "elsewhere"])
def test_what_stands_in_nobodys_way(api, cast, country, programme, homes, what):
    """A pair that somebody told apart, somebody who has left, and a place in another programme."""
    fields = {}
    if what == "decided":
        fields = {"decision": Decision.DISTINCTS, "decide_le": "2026-01-01T00:00Z", "empreinte_decision": homes[0].id}
    join(homes[0], homes[1], **fields)
    other = type(programme).objects.create(code="OTHER", nom="O", projet=programme.projet, date_debut="2025-01-01")
    place(homes[0], other if what == "elsewhere" else programme)
    if what == "left":
        Beneficiary.objects.update(statut_enrolement="sorti", motif_sortie="x", date_sortie="2026-01-01")
    assert enrol(api(cast.admin), programme, homes[1:2])["enrolled"] == 1


def test_doubles_take_no_place_of_the_next_ones_and_are_listed_each_time(api, cast, programme, homes):
    place(homes[0], programme)
    join(homes[0], homes[1])
    for enrolled in (["D-2"], ["D-2", "D-3"]):
        data = enrol(api(cast.admin), programme, [], limit=1)
        assert (data["enrolled"], data["skipped"]) == (1, 1)
        assert data["erreurs"] == [{"id": str(homes[1].id), "message": REFUSED}]
        assert list_enrolled() == enrolled


def test_newcomers_are_asked_too(api, cast, programme, homes):
    type(programme).objects.update(statut="actif")
    join(homes[0], homes[4])
    data = api(cast.admin).post("/api/beneficiaires/import/from-menages").json()["data"]
    assert list_enrolled() == ["D-0", "D-1", "D-2", "D-3"]
    assert (data["nbCreated"], data["nbRefuses"]) == (4, 1)
    assert data["erreurs"] == [{"id": str(homes[4].id), "message": REFUSED}]
