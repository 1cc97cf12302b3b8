"""Designs side by side: how many, where, at what cost; who enters and who leaves."""

import pytest

from registry.households.models import HeadOfHousehold, Household
from registry.pmt.services import create_method
from tests.transfers.eligibility.conftest import rule

PATH = "/api/eligibility/laboratoire"


@pytest.fixture
def eight(country):
    """Scores 10, 20, … 80; odd ones in the west; the first four of women; sizes 1 to 8."""
    rows = Household.objects.bulk_create(
        Household(
            code_menage=f"L-{place}",
            taille_menage=place,
            region=country.west if place % 2 else country.east,
            secteur=(country.north if place < 4 else country.south) if place % 2 else country.cosse,
            milieu="rural" if place <= 6 else None,
            score_pmt=10 * place,
            statut="valide",
        )
        for place in range(1, 9)
    )
    HeadOfHousehold.objects.bulk_create(
        HeadOfHousehold(menage=row, nom_complet="C", sexe="F" if row.taille_menage <= 4 else "M") for row in rows
    )
    return rows


def compare(caller, *designs, **more):
    answer = caller.post(PATH, {"scenarios": list(designs)} | more)
    assert answer.status_code == 200, answer.json()
    return answer.json()["data"]


def test_designs_side_by_side(api, cast, create, eight):
    women = create(rule("sexe", "=", "F"))
    data = compare(
        api(cast.admin),
        {"nom": "Score", "seuil": 60},
        {"nom": "Femmes", "ruleSetId": str(women.id)},
        {"nom": "Grands", "rules": [{"champ": "tailleMenage", "operateur": ">=", "valeur": 4}], "seuil": "55.5"},
        seuils=[10, 35, 100],
        montantParCycle=15000,
        cyclesParAn=4,
        budgetAnnuel=720000,
    )
    assert data["totalMenages"] == 8
    score, female, large = data["scenarios"]
    assert [each["retenus"] for each in data["scenarios"]] == [6, 4, 2]
    assert (score["personnes"], score["taux"]) == (21, 75.0)
    assert score["cout"] == {"parCycle": 90000, "parAn": 360000, "partBudget": 50.0}
    assert score["parRegion"] == [
        {"groupe": "Bafatá", "menages": 4, "retenus": 3, "taux": 75.0},
        {"groupe": "Oio", "menages": 4, "retenus": 3, "taux": 75.0},
    ]
    assert [(each["groupe"], each["retenus"]) for each in score["parMilieu"]] == [("rural", 6), (None, 0)]
    assert [(each["groupe"], each["retenus"]) for each in female["parSexeChef"]] == [("F", 4), ("M", 0)]
    assert [(each["groupe"], each["retenus"]) for each in large["parTaille"]] == [("1-3", 0), ("4-6", 2), ("7-9", 0)]
    assert [(each["seuil"], each["retenus"]) for each in large["courbe"]] == [(10.0, 0), (35.0, 0), (100.0, 5)]
    assert [each["retenus"] for each in female["courbe"]] == [1, 3, 4]
    assert data["recouvrements"][0] == {"de": "Score", "vers": "Femmes", "communs": 4, "entrants": 0, "sortants": 2}
    assert [(each["de"], each["vers"]) for each in data["recouvrements"]] == [
        ("Score", "Femmes"),
        ("Score", "Grands"),
        ("Femmes", "Grands"),
    ]


def test_the_poorest_of_each_sector_with_a_reserve(api, cast, eight):
    data = compare(
        api(cast.admin),
        {"nom": "Secteurs", "selection": {"par": "secteur", "nombre": 1, "reserve": 1}},
        {"nom": "Régions", "selection": {"par": "region", "nombre": 3}, "seuil": 40},
        {"nom": "Pays", "selection": {"par": "pays", "nombre": 3, "reserve": 9}},
    )
    sectors, regions, nation = data["scenarios"]
    assert (sectors["retenus"], sectors["reserve"]) == (3, 3), "L-1, L-2 and L-5; then L-3, L-4 and L-7"
    assert sectors["personnes"] == 1 + 2 + 5
    assert (regions["retenus"], regions["reserve"]) == (4, 0), "no more than the cut-off lets in"
    assert (nation["retenus"], nation["personnes"], nation["reserve"]) == (3, 6, 5)


def test_methods_side_by_side(api, cast, eight):
    """Two methods in one comparison: by one the large ones are poor, by the other the small ones."""
    large, small = (
        create_method(
            values={
                "nom": f"M{weight}",
                "intercept": 50.0,
                "termes": [{"variable": "tailleMenage", "operateur": "lineaire", "poids": weight}],
            }
        )
        for weight in (-5, 5)
    )
    data = compare(
        api(cast.admin),
        {"nom": "Grands", "methodeId": str(large.id), "seuil": 20},
        {"nom": "Petits", "methodeId": str(small.id), "seuil": 60},
        seuils=[20],
    )
    first, second = data["scenarios"]
    assert (first["retenus"], first["personnes"]) == (3, 6 + 7 + 8)
    assert (second["retenus"], second["personnes"]) == (2, 1 + 2)
    assert [first["courbe"][0]["retenus"], second["courbe"][0]["retenus"]] == [3, 0]
    assert data["recouvrements"][0] == {"de": "Grands", "vers": "Petits", "communs": 0, "entrants": 2, "sortants": 3}


def test_as_far_as_the_caller_sees(api, cast, country, eight):
    data = compare(api(cast.agent_west), {"nom": "Tous"})
    assert (data["totalMenages"], [each["groupe"] for each in data["scenarios"][0]["parRegion"]]) == (4, ["Oio"])
    one = compare(api(cast.admin), {"nom": "Tous"}, filters={"secteur": str(country.cosse.id)})
    assert one["totalMenages"] == 4
    assert compare(api(cast.stranger), {"nom": "Tous"})["totalMenages"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {"scenarios": []},
        {"scenarios": [{"nom": f"S{place}"} for place in range(9)]},
        {"scenarios": [{"nom": "A"}, {"nom": "A"}]},
        {"scenarios": [{"nom": "A", "seuil": 101}]},
        {"scenarios": [{"nom": "A", "seuil": "NaN"}]},
        {"scenarios": [{"nom": "A", "selection": {"par": "rue", "nombre": 1}}]},
        {"scenarios": [{"nom": "A", "selection": {"par": "pays", "nombre": 0}}]},
        {"scenarios": [{"nom": "A", "rules": [{"champ": "x", "operateur": "=", "valeur": 1}]}]},
        {"scenarios": [{"nom": "A", "methodeId": "00000000-0000-7000-8000-000000000000"}]},
        {"scenarios": [{"nom": "A"}], "seuils": [5] * 102},
        {"scenarios": [{"nom": "A"}], "montantParCycle": -1},
        {"scenarios": [{"nom": "A"}], "montantParCycles": 1},
    ],
)
def test_bad_designs(api, cast, body):
    assert api(cast.admin).post(PATH, body).json()["code"] == "VALIDATION_ERROR"


def test_a_design_is_stored_for_colleagues(api, cast, eight):
    body = {"scenarios": [{"nom": "A", "seuil": 40}, {"nom": "B", "selection": {"par": "secteur", "nombre": 1}}]}
    mine, other = api(cast.agent_west), api(cast.reader_west)
    stored = mine.post(f"{PATH}/scenarios", {"nom": "Idée de mai", "contenu": body})
    assert stored.status_code == 201
    path = f"{PATH}/scenarios/{stored.json()['data']['id']}"
    assert [row["nom"] for row in other.get(f"{PATH}/scenarios", {"search": "idee"}).json()["data"]] == ["Idée de mai"]
    assert other.get(f"{PATH}/scenarios", {"auteur": str(cast.admin.id)}).json()["meta"]["total"] == 0
    read = other.get(path)
    assert read.json()["data"]["contenu"] == body
    assert read.json()["data"]["creePar"]["nom"] == "Bacar Mané"
    assert compare(other, *body["scenarios"])["totalMenages"] == 4, "what is read can be compared"
    assert other.put(path, {"nom": "Autre"}).status_code == 403
    colleague = api(cast.agent_east)
    for call in (lambda: colleague.put(path, {"nom": "Autre"}), lambda: colleague.delete(path)):
        assert call().json()["code"] == "FORBIDDEN"
    assert mine.put(path, {"nom": "Idée de juin"}, headers={"If-Match": read["ETag"]}).status_code == 200
    assert mine.put(path, {"nom": "Autre"}, headers={"If-Match": read["ETag"]}).json()["code"] == "CONFLICT"
    wrong = mine.put(path, {"contenu": {"scenarios": []}})
    assert (wrong.status_code, mine.get(path).json()["data"]["nom"]) == (400, "Idée de juin")
    assert mine.delete(path).status_code == 200
    assert other.get(path).status_code == 404
