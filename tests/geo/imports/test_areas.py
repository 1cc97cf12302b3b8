"""Regions, secteurs and communes: created, matched by id, code, name or area, repaired, coded, left alone."""

import pytest

from config.errors.problems import Problem
from geo.areas.models import Commune, Region, Sector
from tests.cases import walk_cases
from tests.geo.imports.conftest import box, counts, feature, geojson, said, table

WEST, EAST = box(-16, 12, -15, 13), box(-15, 12, -14, 13)


def regions(*names: str) -> bytes:
    return geojson(*(feature(shape, shapeName=name) for name, shape in zip(names, (WEST, EAST), strict=False)))


def test_an_empty_database_takes_regions_and_codes_them(load):
    report = load("region", geojson(feature(WEST, name="Bafatá", habitants=7), feature(EAST, name="Baf")))
    assert counts(report) == (2, 0, 0, 0)
    assert dict(Region.objects.values_list("nom", "code")) == {"Baf": "BAF", "Bafatá": "BAA"}
    assert (report["correspondance"], report["colonnesIgnorees"]) == ({"nom": "name"}, ["habitants"])


def test_the_same_file_again_writes_nothing(load):
    content = regions("Oio", "Bafatá")
    load("region", content)
    stamps = list(Region.objects.order_by("id").values_list("updated_at", "code"))
    assert counts(load("region", content)) == (0, 0, 2, 0)
    assert list(Region.objects.order_by("id").values_list("updated_at", "code")) == stamps


@pytest.mark.parametrize("name", ["Região de BAFATA", "bafata", "Bafatá/Cosse", "Bafata Region"])
def test_names_match_without_accents_case_and_prefix(country, load, name):
    report = load("region", geojson(feature(box(-15, 12, -14.1, 13), nom=name)), source="b")
    assert counts(report) == (0, 1, 0, 0)
    country.east.refresh_from_db()
    assert (country.east.nom, country.east.code) == ("Bafatá", "BA")
    assert country.east.geom.extent == (-15, 12, -14.1, 13)


def test_another_source_renames_and_recodes_only_when_told(country, load):
    content = table(["nom", "code", "region"], ["Sector de MANSÔA", "GW06", "Oio"])
    load("secteur", content, source="b")
    country.north.refresh_from_db()
    assert (country.north.nom, country.north.code) == ("Mansoa", "OI01")
    report = load("secteur", content, source="b", overwrite_names="oui", overwrite_codes="oui")
    country.north.refresh_from_db()
    assert (counts(report), country.north.nom, country.north.code) == ((0, 1, 0, 0), "MANSÔA", "GW06")
    worse = table(["nom", "code"], ["Mansoa", "GW06"])
    report = load("secteur", worse, source="c", overwrite_names="oui")
    assert (counts(report), "n'a pas les accents" in said(report, 2)) == ((0, 0, 1, 0), True)


def test_secteurs_find_their_region_by_column_by_id_and_by_place(country, load):
    Region.objects.filter(id=country.east.id).update(source_id="77")
    report = load(
        "secteur",
        geojson(
            feature(None, nom="Xitole", parent="BA"),
            feature(None, nom="Bambadinca", parent="bafata"),
            feature(None, nom="Contuboel", parent=77),
            feature(None, nom="Perdu", parent="Nulle part"),
        ),
    )
    assert counts(report) == (3, 0, 0, 1)
    made = Sector.objects.filter(source="a").order_by("nom")
    assert [(row.nom, row.region.code, row.code) for row in made] == [
        ("Bambadinca", "BA", "BA02"),
        ("Contuboel", "BA", "BA03"),
        ("Xitole", "BA", "BA04"),
    ]
    assert "ni dit par le fichier" in said(report, 4)


def test_communes_find_their_secteur_by_area(country, load):
    report = load("commune", geojson(feature(box(-15.9, 12.6, -15.2, 12.9), nom="Commune de Infandre")))
    assert counts(report) == (1, 0, 0, 0)
    made = Commune.objects.get(nom="Infandre")
    assert (made.secteur, made.code) == (country.north, "OI001")


def test_invalid_polygons_are_repaired_and_told(load):
    bow = {"type": "Polygon", "coordinates": [[[-16, 12], [-15, 13], [-15, 12], [-16, 13], [-16, 12]]]}
    line = {"type": "LineString", "coordinates": [[-16, 12], [-15, 13]]}
    report = load("region", geojson(feature(bow, nom="Oio"), feature(line, nom="Gabu")))
    assert counts(report) == (1, 0, 0, 1)
    assert "réparé" in said(report, 1)
    assert "pas une ligne" in said(report, 2)
    assert Region.objects.get().geom.valid


def test_parts_that_overlap_become_one_and_no_hole(load):
    """GEOS before 3.10 repairs another way, without saying so: what two parts share would belong to nobody."""
    parts = [box(-16, 11, -14, 13)["coordinates"], box(-15, 12, -13, 14)["coordinates"]]
    report = load("region", geojson(feature({"type": "MultiPolygon", "coordinates": parts}, nom="Oio")))
    assert "réparé" in said(report, 1)
    assert Region.objects.get().geom.area == pytest.approx(7)


def test_a_damaged_name_is_proposed_by_area_and_taken_only_when_told(country, load):
    content = geojson(feature(box(-16, 12.5, -15.1, 13), shapeName="Setor de Ma˒soa"))
    report = load("secteur", content, source="b")
    assert counts(report) == (0, 0, 0, 1)
    assert "« Mansoa »" in said(report, 1)
    assert counts(load("secteur", content, source="b", overlap="0.8", overwrite_names="1")) == (0, 1, 0, 0)
    country.north.refresh_from_db()
    assert country.north.nom == "Mansoa"


def test_a_similar_name_is_taken_from_the_stated_threshold_on(country, load):
    content = table(["nom", "region", "population"], ["Mansao", "Oio", "46046"])
    report = load("secteur", content, source="b")
    assert (counts(report), "ressemblance 0.4" in said(report, 2)) == ((0, 0, 0, 1), True)
    assert counts(load("secteur", content, source="b", fuzzy="0.9")) == (0, 0, 0, 1)
    assert counts(load("secteur", content, source="b", fuzzy="0.4")) == (0, 1, 0, 0)
    country.north.refresh_from_db()
    assert country.north.population == 46046


def test_a_boundary_elsewhere_is_not_the_same_unit(country, load):
    report = load("secteur", geojson(feature(box(-15, 12, -14, 13), nom="Mansoa")), source="b")
    assert counts(report) == (0, 0, 0, 1)
    assert "Ne recouvre que 0 %" in said(report, 1)


def test_units_out_of_the_country_or_swapped_are_refused(country, load):
    report = load(
        "secteur", geojson(feature(box(-13, 14, -12, 15), nom="Kolda"), feature(box(12, -16, 13, -15), nom="Z"))
    )
    assert counts(report) == (0, 0, 0, 2)
    assert "0 % seulement" in said(report, 1)
    assert "inversées" in said(report, 2)


def test_repeated_units_are_refused(country, load):
    rows = (
        ["nom", "code", "region"],
        ["Xitole", "X1", "BA"],
        ["XITOLÉ", "X2", "BA"],
        ["Boe", "X1", "BA"],
        ["Uno", "OI01", "BA"],
    )
    report = load("secteur", table(*rows))
    assert counts(report) == (1, 0, 0, 3)
    assert "Doublon de la ligne 2" in said(report, 3)
    assert "déjà à la ligne 2" in said(report, 4)
    assert "un autre nom" in said(report, 5)


def test_a_dry_run_changes_nothing(country, load):
    report = load("region", regions("Gabu"), dry_run="oui")
    assert (report["simulation"], report["total"]) == (True, 1)
    report = load("secteur", table(["nom", "region"], ["Xitole", "BA"]), dry_run="oui")
    assert counts(report) == (1, 0, 0, 0)
    assert not Sector.objects.filter(nom="Xitole").exists()


def test_update_only_creates_nothing(country, load):
    report = load("secteur", table(["nom", "region"], ["Xitole", "BA"], ["Mansoa", "OI"]), update_only="oui")
    assert counts(report) == (0, 0, 1, 1)


@walk_cases(
    ("raw", "field"),
    [
        ({"map": "nom=absent"}, "map.nom"),
        ({"map": "couleur=nom"}, "map"),
        ({"where": "absent=1"}, "where"),
        ({"fuzzy": "nan"}, "fuzzy"),
        ({"crs": "/etc/passwd"}, "crs"),
        ({"layer": "autre"}, "file"),
    ],
)
def test_wrong_options_are_named(country, load, raw, field):
    with pytest.raises(Problem) as refused:
        load("region", regions("Gabu"), **raw)
    assert field in refused.value.details
