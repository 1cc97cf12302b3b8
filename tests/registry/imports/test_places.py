"""Where a household lives: no place at all, a place that only its point tells, a point beyond the border."""

from typing import Any

from geo.areas.models import Region, Sector
from registry.households.models import Household
from tests.conftest import square
from tests.registry.imports.conftest import csv_file, household

NOWHERE = {"region": "", "secteur": "", "tabanca": ""}
NO_POINT = {"latitude": "", "longitude": ""}


def test_a_household_without_any_place_is_an_error(send: Any) -> None:
    rows = ({**NOWHERE, **NO_POINT}, {}, NOWHERE)
    data = send(csv_file(*rows), "validate")["data"]
    assert [(item["ligne"], item["colonne"]) for item in data["erreurs"]] == [(2, "region")]
    assert "Rien ne dit où vit" in data["erreurs"][0]["message"]
    assert send(csv_file(*rows))["data"]["imported"] == 2
    assert send(csv_file(*rows), sansLieu="true")["data"]["imported"] == 1
    assert household("T-1").region is None


def test_a_known_household_keeps_its_place(send: Any, country: Any) -> None:
    send(csv_file({}))
    bare = {**NOWHERE, **NO_POINT, "taille_menage": "8", "nb_adultes_15_64": "4"}
    assert send(csv_file(bare), mode="update")["data"]["errors"] == []
    assert (household().localite, household().taille_menage) == (country.cutia, 8)
    assert send(csv_file(bare), mode="replace")["data"]["imported"] == 0
    assert household().localite == country.cutia


def test_the_point_tells_the_secteur(send: Any, country: Any) -> None:
    rows = (
        NOWHERE,
        {**NOWHERE, "region": "Oio", "latitude": "12.25"},
        {**NOWHERE, "region": "Bafatá"},
        {"secteur": "Nhacra", "tabanca": ""},
    )
    assert send(csv_file(*rows))["data"]["errors"] == []
    assert [household(f"T-{n}").secteur for n in range(1, 5)] == [country.north, country.south, None, country.south]
    assert household("T-3").region == country.east


def test_a_known_secteur_is_not_told_by_a_point(send: Any, country: Any) -> None:
    send(csv_file({}))
    send(csv_file({**NOWHERE, "latitude": "12.25"}), mode="update")
    assert household().secteur == country.north


def abroad(answer: Any) -> list[int]:
    return [item["ligne"] for item in answer["data"]["avertissements"] if "en dehors du pays" in item["message"]]


def test_a_point_beyond_the_border_and_inside_the_box(send: Any) -> None:
    """The country is two squares; a third region makes its box larger than what it covers."""
    far = Region.objects.create(nom="Gabú", code="GA", geom=square(-14, 13, -13, 14))
    Sector.objects.create(nom="Pirada", code="GA01", region=far, geom=square(-14, 13, -13, 14))
    rows = (
        {"latitude": "13.5"},
        {},
        {"latitude": "12.25"},
        {"region": "Gabú", **NO_POINT, "secteur": "", "tabanca": ""},
        {**NOWHERE, "region": "Oio", "latitude": "13.5"},
    )
    answer = send(csv_file(*rows), "validate")
    assert abroad(answer) == [2, 6]
    assert [item["ligne"] for item in answer["data"]["avertissements"] if "du secteur" in item["message"]] == [4]
    lost = csv_file({**NOWHERE, "latitude": "13.5"}, {**NOWHERE, "region": "Oio", "latitude": "13.5"})
    [refused] = send(lost, "validate")["data"]["erreurs"]
    assert (refused["ligne"], "Rien ne dit où vit ce ménage" in refused["message"]) == (2, True)
    Region.objects.create(nom="Sans limites", code="SL")
    assert abroad(send(csv_file(*rows), "validate")) == []
    assert not Household.objects.exists()


def test_beside_an_unknown_region_secteur_and_tabanca_are_looked_up_everywhere(send: Any) -> None:
    rows = ({"region": "X", "secteur": "Y", "tabanca": "Z"}, {"region": "X"}, {"region": "X", "secteur": ""})
    data = send(csv_file(*rows), "validate")["data"]
    found = [(item["ligne"], item["colonne"], item["message"]) for item in data["erreurs"]]
    assert [one[:2] for one in found] == [(2, "region"), (2, "secteur"), (3, "region"), (4, "region")]
    assert "« Y » n'existe pas" in found[1][2]
    assert "est dans la région « Oio »" in found[2][2]
    assert "n'existe pas. Vérifiez" in found[3][2]
    assert ["« Z »" in item["message"] for item in data["avertissements"] if item["colonne"] == "tabanca"] == [True]


def test_a_position_with_a_wrong_sign_is_said_once(send: Any) -> None:
    data = send(csv_file({"longitude": "15.4"}), "validate")["data"]
    said = [item["message"] for item in data["erreurs"] + data["avertissements"] if "itude" in item["colonne"]]
    assert len(said) == 1
    assert "signe" in said[0]
