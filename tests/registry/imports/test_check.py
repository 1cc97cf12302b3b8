"""Validation: what is accepted, what is refused, where the error stands."""

from datetime import date
from typing import Any

import pytest
from django.contrib.gis.geos import Point

from geo.areas.models import Locality
from registry.households.models import Household
from tests.registry.imports.conftest import csv_file, household, xlsx_file

WRONG = [
    ("code_menage", ""),
    ("code_menage", "C" * 61),
    ("nom_complet_chef", "N" * 256),
    ("sexe_chef", "X"),
    ("age_chef", "131"),
    ("age_chef", "-3"),
    ("age_chef", "47,5"),
    ("age_chef", "99999999999999999999"),
    ("taille_menage", "0"),
    ("taille_menage", ""),
    ("taille_menage", "NaN"),
    ("nb_handicapes", "-1"),
    ("nb_handicapes", "deux"),
    ("score_pmt", "abc"),
    ("score_pmt", "101"),
    ("score_pmt", "-0.5"),
    ("score_pmt", "Infinity"),
    ("categorie_pauvrete", "riche"),
    ("milieu", "floresta"),
    ("latitude", "95"),
    ("latitude", "NaN"),
    ("longitude", "-181"),
    ("longitude", "1e3"),
    ("longitude", ""),
    ("latitude", ""),
    ("region", "Atlantis"),
    ("secteur", "Galomaro"),
    ("tabanca", "Nulle part"),
    ("date_collecte", "31/02/2024"),
    ("date_collecte", "2999-01-01"),
    ("date_collecte", "hier"),
    ("logement_a_une_cuisine", "peut-être"),
]


def test_refused(send: Any) -> None:
    rows = [{}, *({column: value} for column, value in WRONG), {}]
    found = send(csv_file(*rows), "validate")["data"]["erreurs"]
    assert [(item["ligne"], item["colonne"]) for item in found] == [
        (line, column) for line, (column, _value) in enumerate(WRONG, 3)
    ]
    assert all(item["message"] and "%" not in item["message"] for item in found)
    assert send(csv_file(*rows))["data"]["imported"] == 2


def test_one_call_names_every_cell(send: Any) -> None:
    answer = send(csv_file({"sexe_chef": "X", "age_chef": "200", "milieu": "?"}), "validate")
    assert answer["success"] is False
    data = answer["data"]
    assert data["valid"] is False
    assert data["stats"] == {
        "total_menages": 1,
        "total_lignes": 1,
        "total_connus": 0,
        "connus_en_erreur": 0,
        "connus_modifies": None,
    }
    assert data["summary"]["total_erreurs"] == 3
    assert {item["colonne"] for item in data["erreurs"]} == {"sexe_chef", "age_chef", "milieu"}
    assert all("« " in item["message"] for item in data["erreurs"])


def test_numbers_as_people_write_them(send: Any) -> None:
    odd = {
        "latitude": "12,75",
        "longitude": " -15,5 ",
        "score_pmt": "18,50",
        "taille_menage": "7,0",
        "age_chef": "+47",
        "altitude": "1 234,5",
    }
    assert send(csv_file(odd))["data"]["errors"] == []
    stored = household()
    assert (stored.geom.y, stored.geom.x, str(stored.score_pmt), stored.taille_menage) == (12.75, -15.5, "18.50", 7)
    assert (stored.chef.age, str(stored.altitude)) == (47, "1234.50")


def test_words_as_people_write_them(send: Any) -> None:
    send(
        csv_file(
            {
                "sexe_chef": "femme",
                "milieu": "URBANO",
                "categorie_pauvrete": "Extrême",
                "score_pmt": "",
                "date_collecte": "05/03/2024",
                "logement_a_une_cuisine": "Sim",
            }
        )
    )
    stored = household()
    assert (stored.chef.sexe, stored.milieu, stored.categorie_pauvrete) == ("F", "urbain", "extreme_pauvre")
    assert stored.date_collecte.date().isoformat() == "2024-03-05"
    assert stored.logement.a_une_cuisine is True


MOMENTS = {
    "2024-03-05": "2024-03-05T00:00:00",
    "05/03/2024": "2024-03-05T00:00:00",
    "2024-03-05 10:30": "2024-03-05T10:30:00",
    "2024-03-05T10:30:15": "2024-03-05T10:30:15",
    "2024-03-05T10:30:15.250Z": "2024-03-05T10:30:15",
    "2024-03-05T00:30:00+01:00": "2024-03-04T23:30:00",
    "2024-03-05T23:30:00-0330": "2024-03-06T03:00:00",
    "2024-03-05T10:30+00:00": "2024-03-05T10:30:00",
    "21/09/2021 14:30": "2021-09-21T14:30:00",
    "21.9.2021 9:05:07": "2021-09-21T09:05:07",
    "2021/09/21": "2021-09-21T00:00:00",
    "2021.09.21": "2021-09-21T00:00:00",
}


def test_moments_keep_their_zone_and_seconds(send: Any) -> None:
    assert send(csv_file(*({"date_collecte": typed} for typed in MOMENTS)))["data"]["errors"] == []
    stored = [household(f"T-{place}").date_collecte.isoformat() for place in range(1, len(MOMENTS) + 1)]
    assert stored == [f"{moment}+00:00" for moment in MOMENTS.values()]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "typed",
    [
        "2024-03-05T10:30:15 hier",
        "2024-03-05 xyz",
        "2024-03-05T10:30:15+99:00",
        "2024-03-05T10:30:15+15:00",
        "2024-03-05T25:00",
        "2024-03-05T10:61",
        "2024-03-05T10:30:61",
        "2024-03-05Z",
        "05/03/2024 10:61",
        "2024-3-5",
        "2023-02-29",
        "1899-12-31",
        "20240305",
    ],
)
def test_what_follows_a_date_is_an_error_of_its_row(problems: Any, typed: str) -> None:
    assert problems({"date_collecte": typed}, {"code_menage": "T-9"}) == {(2, "date_collecte")}


def test_phones(send: Any) -> None:
    phones = {
        "955123456": "+245955123456",
        "+245 955 123 457": "+245955123457",
        "00245955123458": "+245955123458",
        "+351912345678": "+351912345678",
        "pas de téléphone": "pas de téléphone",
        "12": "12",
        "": None,
    }
    rows = [{"telephone_chef": typed} for typed in phones]
    warned = send(csv_file(*rows), "validate")["data"]["avertissements"]
    assert [(item["ligne"], item["colonne"]) for item in warned] == [(6, "telephone_chef"), (7, "telephone_chef")]
    send(csv_file(*rows))
    stored = [household(f"T-{place}").chef.telephone for place in range(1, len(rows) + 1)]
    assert stored == list(phones.values())


def test_a_head_without_a_name_is_told_once(send: Any) -> None:
    """An error where more is told of the head, else a warning."""
    nobody = dict.fromkeys(("nom_complet_chef", "sexe_chef", "age_chef", "telephone_chef"), "")
    data = send(csv_file({"nom_complet_chef": ""}, nobody), "validate")["data"]
    assert [(item["ligne"], item["colonne"]) for item in data["erreurs"]] == [(2, "nom_complet_chef")]
    assert [(item["ligne"], item["colonne"]) for item in data["avertissements"]] == [(3, "nom_complet_chef")]


def test_swapped_and_mirrored_positions(send: Any) -> None:
    rows = ({"latitude": "-15.5", "longitude": "12.75"}, {"longitude": "15.5"}, {"latitude": "0", "longitude": "0"})
    found = send(csv_file(*rows), "validate")["data"]["erreurs"]
    assert [(item["ligne"], item["colonne"]) for item in found] == [(2, "latitude"), (3, "longitude"), (4, "latitude")]
    assert "12,5" in found[0]["message"]


def test_a_position_abroad_is_one_warning_that_is_counted_and_listed(send: Any) -> None:
    """It may be true, so it is taken; it is told before the import, and marked after."""
    rows = ({}, {"latitude": "48.85", "longitude": "2.35"})
    data = send(xlsx_file(*rows), "excel/validate-detailed")["data"]
    assert (data["valid"], data["summary"]) == (True, {"total_erreurs": 0, "total_avertissements": 1})
    assert [(item["ligne"], item["colonne"]) for item in data["avertissements"]] == [(3, "latitude")]
    assert "en dehors du pays" in data["avertissements"][0]["message"]
    assert send(csv_file(*rows))["data"]["imported"] == 2
    assert household("T-2").problemes_qualite == ["POINT_HORS_SECTEUR"]


def test_a_latitude_that_is_nowhere_is_one_error_and_no_question(send: Any) -> None:
    for fields in ({}, {"positionsHorsPays": "sans"}):
        data = send(csv_file({}, {"latitude": "-95.14", "longitude": "-15.5"}), "validate", **fields)["data"]
        [kind] = data["problemes"]
        assert (kind["colonne"], kind["gravite"], kind["nombre"], kind["champ"]) == ("latitude", "erreur", 1, None)
        assert data["summary"] == {"total_erreurs": 1, "total_avertissements": 0}


def test_what_becomes_of_a_position_abroad_is_a_question(send: Any) -> None:
    rows = ({}, {"latitude": "48.85", "longitude": "2.35"})

    def check(**fields: Any) -> Any:
        data = send(csv_file(*rows), "validate", **fields)["data"]
        [kind] = data["problemes"]
        return data["valid"], kind["code"], kind["champ"], kind["lignes"]

    assert check() == (True, "HORS_PAYS", "positionsHorsPays", [3])
    assert check(positionsHorsPays="sans") == (True, "HORS_PAYS_SANS", None, [3])
    assert check(positionsHorsPays="importer") == (True, "HORS_PAYS_IMPORTER", None, [3])
    assert check(positionsHorsPays="exclure") == (False, "HORS_PAYS_EXCLURE", None, [3])
    assert send(csv_file(*rows), positionsHorsPays="exclure")["data"]["imported"] == 1
    assert send(csv_file(*rows), positionsHorsPays="sans")["data"]["imported"] == 1
    assert household("T-2").geom is None


def test_a_household_that_is_registered_under_another_code_is_a_question(send: Any) -> None:
    send(csv_file({}))
    twin = ({"code_menage": "T-9"}, {"code_menage": "T-8", "nom_complet_chef": "Outra Pessoa"}, {"code_menage": "T-1"})
    data = send(csv_file(*twin), "validate")["data"]
    [kind] = data["problemes"]
    assert (kind["code"], kind["champ"], kind["lignes"]) == ("MENAGE_REPETE", "menagesRepetes", [2])
    assert "T-1" in kind["message"]
    assert data["connus"] == [{"ligne": 4, "code": "T-1", "modifie": None}] and data["stats"]["total_connus"] == 1
    answer = send(csv_file(*twin), menagesRepetes="exclure")["data"]
    assert (answer["imported"], answer["known"], answer["skipped"]) == (1, 1, 2)
    assert send(csv_file(*twin), menagesRepetes="importer")["data"]["imported"] == 1


def test_an_update_says_first_what_it_would_change(send: Any) -> None:
    send(csv_file({}, {}, {}))
    rows = (
        {},
        {"nom_complet_chef": "Outra Pessoa"},
        {"taille_menage": "9"},
        {"code_menage": "T-9", "nom_complet_chef": "Nova"},
    )
    data = send(csv_file(*rows), "validate", mode="update")["data"]
    assert (data["stats"]["total_connus"], data["stats"]["connus_modifies"]) == (3, 2)
    assert [line["modifie"] for line in data["connus"]] == [False, True, True]
    assert household("T-3").taille_menage != 9  # nothing is written yet
    send(csv_file(*rows), mode="update")
    assert send(csv_file(*rows), "validate", mode="update")["data"]["stats"]["connus_modifies"] == 0
    # A village that the import creates is a change, though there is none to compare with yet.
    created = send(csv_file({"tabanca": "Nova Aldeia"}), "validate", mode="update", creerLocalites="true")["data"]
    assert created["stats"]["connus_modifies"] == 1


def test_point_outside_its_secteur(send: Any) -> None:
    data = send(csv_file({"latitude": "12.2"}, {}))["data"]
    assert data["imported"] == 2
    assert household("T-1").problemes_qualite == ["POINT_HORS_SECTEUR"]
    assert household("T-2").problemes_qualite == []
    send(csv_file({"latitude": "12.75"}), mode="update")
    assert household("T-1").problemes_qualite == []
    send(csv_file({"latitude": "", "longitude": "", "secteur": "Nhacra", "tabanca": ""}), mode="update")
    assert household("T-1").problemes_qualite == ["POINT_HORS_SECTEUR"]


def test_places_by_code_and_by_careless_name(send: Any, country: Any) -> None:
    send(
        csv_file(
            {"region": "oi", "secteur": "OI02", "tabanca": "OI02001"},
            {"region": "", "secteur": "MANSÔA", "tabanca": " cutía "},
            {"region": "bafata", "secteur": "Cosse", "tabanca": "GALOMARO", "longitude": "-14.5"},
        )
    )
    assert household("T-1").localite == country.tande
    assert (household("T-2").region, household("T-2").localite) == (country.west, country.cutia)
    assert household("T-3").localite == country.galomaro


def test_places_by_code_in_lower_case(send: Any, country: Any) -> None:
    send(
        csv_file(
            {"region": "oi", "secteur": "oi02", "tabanca": "oi02001"}, {"region": "", "secteur": "oi02", "tabanca": ""}
        )
    )
    assert (household("T-1").secteur, household("T-1").localite) == (country.south, country.tande)
    assert (household("T-2").region, household("T-2").secteur) == (country.west, country.south)


def test_places_that_do_not_fit(problems: Any) -> None:
    assert problems({"secteur": "BA01"}, {"tabanca": "BA01001"}, {"secteur": "", "tabanca": "Nulle part"}) == {
        (2, "secteur"),
        (3, "tabanca"),
        (4, "tabanca"),
    }


def test_a_position_tells_namesakes_apart(send: Any, problems: Any, country: Any) -> None:
    """The nearest one, when it is near and the others are twice as far; told as a warning."""
    mill, ford = (
        Locality.objects.create(nom="Bindoro", secteur=country.north, geom=Point(lon, 12.75, srid=4326))
        for lon in (-15.50, -15.40)
    )
    rows = [{"tabanca": "bindoró", "longitude": lon} for lon in ("-15.501", "-15.405", "-15.45", "-15.36", "-15.33")]
    answer = send(csv_file(*rows), "validate")["data"]
    assert {item["ligne"] for item in answer["erreurs"]} == {4, 6}
    assert "position GPS" in answer["erreurs"][0]["message"]
    assert [item["ligne"] for item in answer["avertissements"]] == [2, 3, 5]
    assert send(csv_file(*rows))["data"]["imported"] == 3
    assert [household(f"T-{n}").localite for n in (1, 2, 4)] == [mill, ford, ford]
    # Without a secteur the namesakes of the region are looked at.
    send(csv_file({"code_menage": "T-9", "tabanca": "Bindoro", "secteur": "", "longitude": "-15.4"}))
    assert (household("T-9").localite, household("T-9").secteur) == (ford, country.north)


def test_namesakes_at_one_point_stay_open(problems: Any, country: Any) -> None:
    """Both are next to a household that lies on them: taking one would be chance."""
    for _ in range(2):
        Locality.objects.create(nom="Bindoro", secteur=country.north, geom=Point(-15.5, 12.75, srid=4326))
    assert problems({"tabanca": "Bindoro", "longitude": "-15.5", "latitude": "12.75"}) == {(2, "tabanca")}


def test_a_household_stays_with_the_namesake_that_it_is_known_in(send: Any, problems: Any, country: Any) -> None:
    for lon in (-15.50, -15.40):
        Locality.objects.create(nom="Bindoro", secteur=country.north, geom=Point(lon, 12.75, srid=4326))
    nowhere = {"tabanca": "Bindoro", "latitude": "", "longitude": ""}
    assert problems(nowhere) == {(2, "tabanca")}
    send(csv_file({"tabanca": "Bindoro", "longitude": "-15.4"}))
    known = household("T-1").localite
    Household.objects.filter(code_menage="T-1").update(geom=None)
    answer = send(csv_file(nowhere | {"taille_menage": "8"}), mode="update")["data"]
    assert (answer["updated"], answer["errors"]) == (1, [])
    assert (household("T-1").localite, household("T-1").taille_menage) == (known, 8)


def test_region_from_the_point(send: Any, country: Any) -> None:
    nowhere = {"region": "", "secteur": "", "tabanca": ""}
    send(csv_file({**nowhere, "longitude": "-14.5"}, {**nowhere, "latitude": "", "longitude": ""}), sansLieu="true")
    assert household("T-1").region == country.east
    assert household("T-2").region is None


def test_villages_are_made_only_when_asked(send: Any, country: Any) -> None:
    rows = ({"tabanca": "Nova Cutia"}, {"tabanca": "nova cutiá"}, {"tabanca": "Errada", "sexe_chef": "X"})
    assert send(csv_file(*rows))["data"]["imported"] == 0
    assert send(csv_file(*rows), "validate", creerLocalites="true")["data"]["summary"]["total_erreurs"] == 1
    assert country.north.localites.count() == 1
    assert send(csv_file(*rows), creerLocalites="true")["data"]["imported"] == 2
    made = household("T-1").localite
    assert (made.secteur, made.commune) == (country.north, country.commune)
    assert household("T-2").localite == made
    assert set(country.north.localites.values_list("nom", flat=True)) <= {"Cutia", "Nova Cutia", "nova cutiá"}
    assert country.north.localites.count() == 2


NO_NAMES = ("---", "?", "0", "xx", "XXX", "n.a.", "nsp", "1234", "x x", ".", "Desconhecida", "A")


@pytest.mark.parametrize("create", ["true", "false"])
def test_what_is_no_name_makes_no_village(send: Any, country: Any, create: str) -> None:
    rows = [{"tabanca": name} for name in NO_NAMES]
    found = send(csv_file(*rows), "validate", creerLocalites=create)["data"]
    assert [(item["ligne"], item["colonne"]) for item in found["erreurs"]] == [
        (line, "tabanca") for line in range(2, len(rows) + 2)
    ]
    assert all("n'est pas le nom" in item["message"] for item in found["erreurs"])
    assert send(csv_file(*rows), creerLocalites=create)["data"]["imported"] == 0
    assert country.north.localites.count() == 1


def test_short_names_are_names(send: Any, country: Any) -> None:
    names = ["Có", "Uno", "Bairro 3", "Ga Na"]
    assert send(csv_file(*({"tabanca": name} for name in names)), creerLocalites="true")["data"]["errors"] == []
    assert set(names) <= set(country.north.localites.values_list("nom", flat=True))


def test_warnings(send: Any) -> None:
    rows = ({"taille_menage": "8", "couleur": "bleu"}, {"categorie_pauvrete": "non_pauvre"})
    data = send(csv_file(*rows), "validate")["data"]
    assert data["valid"] is True
    assert {(item["ligne"], item["colonne"]) for item in data["avertissements"]} == {
        (1, "couleur"),
        (2, "taille_menage"),
        (3, "categorie_pauvrete"),
    }


def test_validation_writes_nothing(send: Any) -> None:
    answer = send(csv_file({}), "validate")
    assert (answer["success"], answer["data"]["valid"]) == (True, True)
    assert not Household.objects.exists()


def test_a_day_stays_the_day_that_was_typed(send: Any) -> None:
    """As text, as a date of the workbook, and at the edges of the day."""
    typed = ["2025-03-01", "01/03/2025", "2025-03-01T00:00:00Z", "2025-03-01T23:59:59Z"]
    send(csv_file(*({"date_collecte": day} for day in typed)))
    send(xlsx_file({"code_menage": "X-1", "date_collecte": date(2025, 3, 1)}), "excel")
    days = {row.date_collecte.date().isoformat() for row in Household.objects.all()}
    assert (days, Household.objects.count()) == ({"2025-03-01"}, 5)
