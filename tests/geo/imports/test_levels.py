"""Areas that differ from what stands: redrawn, by the sea, of another level, of another country; names one to one."""

import pytest

from geo.areas.models import Region, Sector
from tests.geo.imports.conftest import box, counts, feature, geojson, said, table

PARTS = (box(-16, 12, -15.6, 13), box(-15.6, 12, -15, 12.5), box(-15.6, 12.5, -15, 13))


@pytest.fixture
def banjul(country) -> tuple[Sector, Sector]:
    """Two secteurs of region OI whose names differ by a word, in place of Mansoa and Nhacra."""
    for code, name in (("OI01", "Banjul North"), ("OI02", "Banjul South")):
        Sector.objects.filter(code=code).update(nom=name)
    return Sector.objects.get(code="OI01"), Sector.objects.get(code="OI02")


def test_a_unit_known_by_code_or_name_is_taken_whatever_it_shares(country, load):
    report = load("secteur", geojson(feature(box(-15.7, 12.8, -15.6, 13), nom="Mansoa", code="OI01")), source="b")
    assert (counts(report), said(report, 1)) == ((0, 1, 0, 0), "")
    report = load("secteur", geojson(feature(box(-16, 12.8, -15, 14.5), nom="Mansoa")), source="c")
    assert counts(report) == (0, 1, 0, 0)
    report = load("secteur", geojson(feature(box(-16, 12, -15, 12.4), nom="Mansoa", parent="Oio")), source="d")
    assert counts(report) == (0, 1, 0, 0)
    assert said(report, 1) == ("Ne recouvre que 0 % de « Mansoa » : sa limite est remplacée. Vérifiez-la sur la carte.")
    country.north.refresh_from_db()
    assert country.north.geom.extent == (-16, 12, -15, 12.4)


def test_a_bound_that_the_caller_gave_refuses(country, load):
    content = geojson(feature(box(-16, 12, -15, 12.4), nom="Mansoa", parent="Oio"))
    report = load("secteur", content, source="b", min_overlap="0.2")
    assert (counts(report), "sans doute pas lui" in said(report, 1)) == ((0, 0, 0, 1), True)


def test_a_new_unit_by_the_sea_is_taken_and_one_abroad_is_not(country, load):
    Sector.objects.filter(code="OI02").update(geom=None)
    coast, abroad = box(-17, 12, -15.3, 12.4), box(-17, 13.1, -16, 14)
    content = geojson(feature(coast, nom="Caio", parent="Oio"), feature(abroad, nom="Kolda", parent="Oio"))
    report = load("secteur", content)
    assert counts(report) == (1, 0, 0, 1)
    assert "41 % seulement" in said(report, 1)
    assert "est-ce un autre pays ? Si l'unité est bien du pays, acceptez par allow_outside." in said(report, 2)
    assert counts(load("secteur", content, allow_outside="oui")) == (1, 0, 1, 0)


def test_a_suggestion_is_never_another_unit_of_the_file(banjul, load):
    north, south = banjul
    shape = box(-16, 12, -15, 12.4)
    content = geojson(
        feature(shape, nom="Banjul Sout", parent="OI"),
        feature(box(-15.9, 12.5, -15.2, 13), nom="Banjul North", parent="OI"),
    )
    report = load("secteur", content, source="b", fuzzy="0.3")
    assert "Banjul North" not in said(report, 1)
    south.refresh_from_db()
    assert counts(report) == (0, 2, 0, 0)
    assert south.geom.extent == (-16, 12, -15, 12.4)


def test_a_refused_row_keeps_its_unit_from_the_others(banjul, load):
    content = table(["nom", "region", "population"], ["Banjul North", "OI", "beaucoup"], ["Banjul Nort", "OI", "7"])
    report = load("secteur", content, source="b", fuzzy="0.5")
    banjul[0].refresh_from_db()
    assert (counts(report)[1], banjul[0].population) == (0, None)
    assert "Banjul North" not in said(report, 3)


def test_similar_names_are_assigned_one_to_one_the_best_first(banjul, load):
    content = table(["nom", "region", "population"], ["Banjul Nor", "OI", "1"], ["Banjul Nort", "OI", "2"])
    report = load("secteur", content, source="b", fuzzy="0.3")
    populations = list(Sector.objects.filter(code__startswith="OI").order_by("nom").values_list("nom", "population"))
    assert (counts(report), populations[0]) == ((0, 2, 0, 0), ("Banjul North", 2))


def test_similar_villages_are_assigned_one_to_one(country, load):
    """Also where the better row comes later."""
    load("localite", table(["nom", "lat", "lon"], ["Kagazo", 12.8, -15.4]), source="a")
    content = table(["nom", "lat", "lon"], ["Kagaba", 12.8, -15.401], ["Kagazoo", 12.8, -15.4])
    report = load("localite", content, source="b", fuzzy="0.3")
    assert counts(report) == (1, 0, 1, 0)
    assert said(report, 2) == ""
    assert "Reconnu comme « Kagazo »" in said(report, 3)


def test_units_of_the_level_below_are_refused_over_the_standing_ones(country, load):
    """As départements sent as regions: one of them bears the name of its region."""
    rows = [feature(shape, nom=name) for name, shape in zip(("Oio", "Pikine", "Rufisque"), PARTS, strict=True)]
    report = load("region", geojson(*rows), source="b")
    assert counts(report) == (0, 0, 0, 3)
    assert "Ne couvre que 40 % de « Oio », dont d'autres lignes prennent le reste" in said(report, 1)
    assert "Se trouve dans « Oio », déjà connu à ce niveau : est-ce un niveau au-dessous ?" in said(report, 2)
    assert Region.objects.count() == 2
    country.west.refresh_from_db()
    assert country.west.geom.extent == (-16, 12, -15, 13)
    assert counts(load("region", geojson(*rows), source="b", allow_inside="oui")) == (2, 1, 0, 0)


def test_units_of_the_level_above_are_refused(country, load):
    """As a region sent as a secteur: its own secteurs are known under other ids of the same source."""
    Sector.objects.update(source="b", source_id="1")
    report = load("secteur", geojson(feature(box(-16, 12, -15, 13), nom="Oio", id="9", parent="OI")), source="b")
    assert counts(report) == (0, 0, 0, 1)
    assert "déjà connu à ce niveau : est-ce un niveau au-dessus ?" in said(report, 1)
    assert Sector.objects.count() == 3


def test_a_unit_that_grows_over_others_is_refused(country, load):
    """As regions sent as secteurs, one of which is called like its capital's secteur."""
    content = geojson(feature(box(-16, 12, -15, 13), nom="Mansoa", parent="OI"))
    report = load("secteur", content, source="b")
    assert counts(report) == (0, 0, 0, 1)
    assert "Bien plus grand que « Mansoa », et contient « Nhacra »" in said(report, 1)
    assert counts(load("secteur", content, source="b", allow_inside="oui")) == (0, 1, 0, 0)


def test_a_part_beyond_a_coarse_coast_is_taken_within_the_tolerance(country, load):
    content = geojson(feature(box(-16.015, 12.2, -16, 12.21), nom="Kaloum", parent="OI"))
    assert counts(load("secteur", content, tolerance="500")) == (0, 0, 0, 1)
    assert counts(load("secteur", content)) == (1, 0, 0, 0)


def test_a_known_parent_that_the_position_contradicts_is_not_called_unknown(country, load):
    Region.objects.filter(code="BA").update(nom="Mansoa")
    report = load("ecoles", table(["nom", "lat", "lon", "region"], ["A", 12.8, -15.4, "Mansoa"]))
    assert said(report, 2) == "Le fichier donne « Mansoa », la position tombe dans « Oio »."


def test_another_country_is_not_loaded_over_this_one(country, load):
    content = geojson(feature(box(-13, 14, -12, 15), nom="Kolda"), feature(box(-14, 13, -13, 14), nom="Oio"))
    report = load("region", content, source="b")
    assert (counts(report), Region.objects.count()) == ((0, 0, 0, 2), 2)
    assert "Aucune région du fichier ne recouvre une région connue : est-ce un autre pays ?" in said(report, 1)
    assert report["errors"][0]["nombre"] == 2
    assert counts(load("region", content, source="b", allow_outside="oui")) == (1, 1, 0, 0)


KNOWN = (feature(box(-16, 12, -15, 12.99), nom="Oio"), feature(box(-15, 12, -14, 12.99), nom="Bafatá"))


def test_a_region_beside_known_ones_is_taken_when_told(country, load):
    content = geojson(*KNOWN, feature(box(-14, 12, -13, 13), nom="Gabu"))
    report = load("region", content, source="b")
    assert counts(report) == (0, 2, 0, 1)
    assert "0 % seulement de la surface est dans les régions connues : est-ce un autre pays ?" in said(report, 3)
    assert counts(load("region", content, source="b", allow_outside="oui")) == (1, 0, 2, 0)


@pytest.mark.parametrize(
    "shape",
    [box(-16, 13, -15, 14), box(-16, 12.9995, -15, 13.01), box(-17, 12.95, -15, 14)],
    ids=["touches", "narrow", "overlaps"],
)
def test_a_neighbour_that_touches_the_border_is_no_region(country, load, shape):
    report = load("region", geojson(*KNOWN, feature(shape, nom="Kolda")), source="b")
    assert (counts(report)[0], counts(report)[3]) == (0, 1), report
    assert not Region.objects.filter(nom="Kolda").exists()


def test_a_coastal_region_that_reaches_into_the_sea_is_taken(country, load):
    """Its land stands already as a part of another source's region."""
    report = load("region", geojson(*KNOWN, feature(box(-16.7, 12, -15.8, 13), nom="Cacheu")), source="b")
    assert counts(report) == (1, 2, 0, 0)
    assert "22 % seulement de la surface" in said(report, 3)


def secteurs_as_regions() -> list[dict]:
    """Most lie in a region or abroad; what the region's own name draws is too much of it to be told by its shape."""
    inside = [feature(shape, nom=name) for name, shape in zip(("Oio", "Cutia", "Olossato"), PARTS, strict=True)]
    return [*inside, feature(box(-14.9, 12, -14, 13), nom="Bafatá"), feature(box(-16, 13, -15, 14), nom="Kolda")]


def test_a_file_most_of_whose_units_are_refused_changes_nothing(country, load):
    report = load("region", geojson(*secteurs_as_regions()), source="b")
    assert counts(report) == (0, 0, 0, 5)
    assert said(report, 4) == (
        "Pas pris non plus : 4 des 5 unités du fichier sont d'un autre niveau ou d'un autre pays. "
        "Si le fichier est le bon, acceptez par allow_inside et allow_outside."
    )
    country.east.refresh_from_db()
    assert (country.east.geom.extent, Region.objects.count()) == ((-15, 12, -14, 13), 2)
    accepted = load("region", geojson(*secteurs_as_regions()), source="b", allow_inside="oui", allow_outside="oui")
    assert counts(accepted) == (3, 2, 0, 0)


def test_a_part_that_is_proposed_as_its_region_counts_as_wrong(country, load):
    parts = [feature(shape, nom=name) for name, shape in zip(("Cutia", "Olossato"), PARTS, strict=False)]
    report = load("region", geojson(*parts, KNOWN[1]), source="b")
    assert counts(report) == (0, 0, 0, 3)
    assert sorted(found["message"].split(" ")[0] for found in report["errors"]) == ["Pas", "Pas", "Se"]
    assert said(report, 3).startswith("Pas pris non plus : 2 des 3 unités du fichier sont d'un autre niveau.")


def test_a_file_with_a_few_wrong_units_keeps_the_others(country, load):
    report = load("region", geojson(*KNOWN, feature(PARTS[0], nom="S0"), feature(box(-16, 13, -15, 14), nom="K")))
    assert (counts(report), Region.objects.count()) == ((0, 2, 0, 2), 2)


@pytest.mark.parametrize(("kind", "parent"), [("secteur", "OI"), ("commune", "Mansoa")])
def test_units_of_another_country_take_the_rest_with_them(country, load, kind, parent):
    abroad = [feature(box(west, 14, west + 1, 15), nom=f"K{west}", parent=parent) for west in (-16, -15, -14)]
    content = geojson(*abroad, feature(box(-15.9, 12.6, -15.2, 12.9), nom="Mansoa", parent=parent))
    report = load(kind, content, source="b")
    assert counts(report) == (0, 0, 0, 4)
    assert said(report, 4).startswith("Pas pris non plus : 3 des 4 unités du fichier sont hors du pays.")
    assert counts(load(kind, content, source="b", allow_outside="oui"))[3] == 0


def test_known_units_with_swapped_coordinates_are_refused(country, load):
    content = geojson(feature(box(12.5, -16, 13, -15), nom="Mansoa", parent="Oio"))
    report = load("secteur", content, source="b")
    assert (counts(report), "inversées" in said(report, 1)) == ((0, 0, 0, 1), True)
    assert counts(load("secteur", content, source="b", keep_geometry="oui")) == (0, 0, 1, 0)


def test_parents_of_another_level_are_named(country, load):
    report = load("localite", table(["nom", "secteur"], ["Sare", "Oio"], ["Cutia", "OI"], ["Uoreá", "Oio"]))
    assert counts(report) == (0, 0, 0, 3)
    assert "« Oio » est connu comme région, pas comme secteur" in said(report, 4)
    assert "(2 lignes : 2, 4)" in said(report, 4)


def test_a_file_most_of_whose_names_are_of_another_level_changes_nothing(country, load):
    content = table(["nom", "population"], ["Mansoa", 1], ["Cossé", 2], ["Gabu", 3], ["Oio", 4])
    report = load("region", content)
    assert counts(report) == (0, 0, 0, 4)
    assert said(report, 5) == (
        "2 des 3 nouvelles unités portent le nom d'une unité d'un autre niveau (secteur), comme « Mansoa » : rien du "
        "fichier n'est pris. Si le niveau est le bon, acceptez par allow_inside. (4 lignes : 2, 3, 4, 5)"
    )
    report = load("region", content, allow_inside="oui")
    assert counts(report) == (3, 0, 1, 0)
    assert "2 nouvelles unités portent le nom d'une unité d'un autre niveau (secteur), comme « Mansoa »" in said(
        report, 2
    )


def test_names_of_another_level_are_said_where_others_are_as_many(country, load):
    report = load("region", table(["nom"], ["Mansoa"], ["Cossé"], ["Gabu"], ["Tombali"]))
    assert counts(report) == (4, 0, 0, 0)
    assert "2 nouvelles unités portent le nom d'une unité d'un autre niveau" in said(report, 2)


def test_units_that_are_called_like_the_one_they_lie_in_are_of_their_level(country, load):
    """As the secteur of a region's capital, and its commune."""
    rows = [feature(box(west, 12.5, west + 0.5, 13), nom=name) for west, name in ((-16, "Oio"), (-15, "Bafatá"))]
    Sector.objects.update(geom=None)
    assert counts(load("secteur", geojson(*rows))) == (2, 0, 0, 0)
    named = table(["nom", "secteur"], ["Nhacra", "Nhacra"], ["Cossé", "Cossé"])
    assert counts(load("commune", named)) == (2, 0, 0, 0)


def test_whole_secteurs_are_no_communes(country, load):
    rows = [
        feature(shape, nom=name)
        for name, shape in (
            ("Mansoa", box(-16, 12.5, -15, 13)),
            ("Nhacra", box(-16, 12, -15, 12.5)),
            ("Cossé", box(-15, 12, -14, 13)),
        )
    ]
    report = load("commune", geojson(*rows))
    assert (counts(report), "autre niveau (secteur)" in said(report, 3)) == ((0, 0, 0, 3), True)
