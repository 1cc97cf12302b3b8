"""Localities: their secteur by place or by word, doubtful positions, duplicates, two sources."""

import pytest

from geo.areas.models import Commune, Locality
from tests.geo.imports.conftest import counts, said, table

HEAD = ["nom", "id", "lat", "lon"]


def one(nom: str) -> Locality:
    return Locality.objects.get(nom=nom)


def test_the_secteur_comes_from_the_point_and_its_only_commune(country, load):
    load("localite", table([*HEAD, "population"], ["Sare", 1, "12.8", "-15.4", "310"]))
    made = one("Sare")
    assert (made.secteur, made.commune, made.population) == (country.north, country.commune, 310)
    assert (made.source, made.source_id, made.type) == ("a", "1", "village")


@pytest.mark.parametrize("told", ["Mansoa", "setor de mansoa", "OI01"])
def test_the_secteur_comes_from_what_the_file_says(country, load, told):
    report = load("localite", table(["nom", "setor"], ["Sare", told], ["Perdu", "Nulle part"]))
    assert counts(report) == (1, 0, 0, 1)
    assert (one("Sare").secteur, one("Sare").geom) == (country.north, None)
    assert "Sans position" in said(report, 2)
    assert "Niveau secteur inconnu" in said(report, 3)


def test_a_constant_and_a_commune(country, load):
    second = Commune.objects.create(nom="Infandre", code="OI01C2", secteur=country.north)
    content = table(["nom", "commune"], ["Sare", "infandre"], ["Uore", ""])
    assert counts(load("localite", content, map="secteur==OI01,type==bairro")) == (2, 0, 0, 0)
    assert (one("Sare").commune, one("Uore").commune, one("Sare").type) == (second, None, "quartier")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("lat", "lon", "sentence"),
    [
        ("12.5", "", "Une coordonnée sur deux manque"),
        ("", "-15.5", "Une coordonnée sur deux manque"),
        ("12°30'N", "-15.5", "n'est pas une coordonnée"),
        ("nan", "nan", "Niveau secteur inconnu"),
        ("0", "0", "inconnue"),
        ("95", "-15.5", "hors du globe"),
        ("1e40", "-15.5", "hors du globe"),
        ("-15.5", "12.5", "inversées"),
        ("14.7", "-17.4", "Hors du pays"),
    ],
)
def test_wrong_positions_are_refused(country, load, lat, lon, sentence):
    before = Locality.objects.count()
    report = load("localite", table(HEAD, ["Sare", 1, lat, lon]))
    assert (counts(report), Locality.objects.count()) == ((0, 0, 0, 1), before)
    assert sentence in said(report, 2)


def test_a_point_just_outside_belongs_to_the_nearest(country, load):
    content = table(HEAD, ["Sare", 1, "13.005", "-15.4"])
    assert counts(load("localite", content, tolerance="100", dry_run="1")) == (0, 0, 0, 1)
    report = load("localite", content)
    assert (one("Sare").secteur, "Hors des limites connues, de 1000 m au plus" in said(report, 2)) == (
        country.north,
        True,
    )


def test_a_position_far_from_the_named_secteur_is_not_taken(country, load):
    report = load("localite", table([*HEAD, "secteur"], ["Fatima", 1, "12.5", "-14.5", "Mansoa"]))
    assert (one("Fatima").secteur, one("Fatima").geom) == (country.north, None)
    assert "du secteur « Mansoa »" in said(report, 2)


def test_told_twice_is_taken_once(country, load):
    rows = (
        ["Sare", 1, "12.8", "-15.4"],
        ["SARÉ", 2, "12.801", "-15.4"],
        ["Sare", 3, "12.9", "-15.4"],
        ["Outro", 1, "12.6", "-15.4"],
    )
    report = load("localite", table(HEAD, *rows))
    assert counts(report) == (2, 0, 0, 2)
    assert "Doublon de la ligne 2" in said(report, 3)
    assert "déjà à la ligne 2" in said(report, 5)
    assert counts(load("localite", table(HEAD, *rows))) == (0, 0, 2, 2)


def test_a_shared_point_is_told_and_not_believed_over_a_known_one(country, load):
    rows = [[name, index, "12.6", "-15.6"] for index, name in enumerate(("Cutia", "Ba", "Ce", "Di", "Fe"))]
    report = load("localite", table(HEAD, *rows), source="b")
    assert "Plusieurs lignes au même point (12.6, -15.6)" in said(report, 2)
    country.cutia.refresh_from_db()
    assert (country.cutia.geom.coords, counts(report)) == ((-15.5, 12.75), (4, 0, 1, 0))


def test_another_source_moves_the_point_and_keeps_name_and_code(country, load):
    content = table([*HEAD, "code", "population"], ["CUTÍA", 9, "12.751", "-15.501", "X9", "700"])
    report = load("localite", content, source="b")
    country.cutia.refresh_from_db()
    assert counts(report) == (0, 1, 0, 0)
    assert (country.cutia.nom, country.cutia.code, country.cutia.population) == ("Cutia", "OI01001", 640)
    assert country.cutia.geom.coords == (-15.501, 12.751)
    assert counts(load("localite", content, source="b")) == (0, 0, 1, 0)


def test_the_same_source_replaces_and_keep_geometry_keeps(country, load):
    load("localite", table([*HEAD, "population"], ["Sare", 1, "12.8", "-15.4", "10"]))
    changed = table([*HEAD, "population"], ["Sare Bá", 1, "12.81", "-15.41", "12"])
    assert counts(load("localite", changed, keep_geometry="oui")) == (0, 1, 0, 0)
    made = one("Sare Bá")
    assert (made.population, made.geom.coords) == (12, (-15.4, 12.8))


def test_a_similar_neighbour_is_told_and_the_row_is_new(country, load):
    report = load("localite", table(HEAD, ["Cutiã Nova", 1, "12.752", "-15.5"]), source="b")
    assert (counts(report), "Ressemble à « Cutia »" in said(report, 2)) == ((1, 0, 0, 0), True)
    report = load("localite", table(HEAD, ["Cutiam", 2, "12.752", "-15.5"]), source="c", fuzzy="0.5")
    assert counts(report) == (0, 1, 0, 0)


def test_filters_take_only_their_rows(country, load):
    rows = (
        ["Sare", "place", "village", 12.8, -15.4],
        ["Poço", "man_made", "well", 12.8, -15.3],
        ["Ilha", "place", "island", 12.7, -15.4],
    )
    content = table(["nom", "tag", "value", "lat", "lon"], *rows)
    report = load("localite", content, where="tag=place,value=village|hamlet")
    assert (counts(report), report["total"], report["filtrees"]) == ((1, 0, 0, 0), 1, 2)


def test_wrong_values_refuse_the_row_and_say_why(country, load):
    content = table(
        [*HEAD, "population", "type"],
        ["Sare", 1, 12.8, -15.4, "-5", "village"],
        ["Uore", 2, 12.8, -15.3, "99999999999", "tabanca"],
        ["Nhoma", 3, 12.8, -15.2, "dez", "cidadela"],
        ["x" * 300, 4, 12.8, -15.1, "1", "village"],
        ["", 5, 12.8, -15.05, "1", "village"],
        ["Simão", 6, 12.7, -15.1, "NA", ""],
        ["SimÃ£o", 7, 12.6, -15.1, "1", ""],
    )
    report = load("localite", content)
    assert counts(report) == (1, 0, 0, 6)
    for line, sentence in (
        (2, "« -5 »"),
        (3, "nombre entier"),
        (4, "cidadela"),
        (5, "300 caractères"),
        (6, "Le nom manque"),
        (8, "Peut-être « Simão »"),
    ):
        assert sentence in said(report, line)


def test_similar_names_in_one_secteur_are_said(country, load):
    Locality.objects.create(nom="Sintchã Bonco", secteur=country.north)
    names = ["Mix-1", "mix-1", "Mix-2", "Kagazo", "Kagaso", "Kagazoo", "Sintcha Bonko", "Bala A", "Bala B", "Uno"]
    rows = [[name, 12.55 + place / 50, -15.9, "OI01"] for place, name in enumerate(names)]
    far = [["Kagazu", 12.2, -14.5, "BA01"], ["Nino", 12.9, -15.1, "OI01"]]
    report = load("localite", table(["nom", "lat", "lon", "secteur"], *rows, *far))
    assert counts(report) == (12, 0, 0, 0)
    assert {line: said(report, line) for line in range(2, 14) if said(report, line)} == {
        3: "Ressemble à « Mix-1 » (ligne 2), du même secteur : peut-être le même.",
        6: "Ressemble à « Kagazo » (ligne 5), du même secteur : peut-être le même. (2 lignes : 6, 7)",
        7: "Ressemble à « Kagazo » (ligne 5), du même secteur : peut-être le même. (2 lignes : 6, 7)",
        8: "Ressemble à « Sintchã Bonco », déjà connu dans ce secteur : peut-être le même.",
    }
    assert load("localite", table(["nom", "lat", "lon", "secteur"], *rows, *far))["avertissements"] == []


def test_a_known_word_for_the_type_may_be_longer_than_its_code(country, load):
    report = load("localite", table(["nom", "lat", "lon", "type"], ["Uno", 12.8, -15.4, "isolated_dwelling"]))
    assert (counts(report), Locality.objects.get(nom="Uno").type) == ((1, 0, 0, 0), "village")


def test_names_of_another_script_are_known_again(country, load):
    content = table(["nom", "lat", "lon", "id"], ["ߛߎߡߊ߲ߞߐ߬ߦߌ߬", 12.8, -15.4, 7])
    load("localite", content)
    assert (counts(again := load("localite", content)), again["avertissements"]) == ((0, 0, 1, 0), [])
    assert counts(load("localite", content, source="b")) == (0, 0, 1, 0)
