"""Options and files that a reader cannot use: named for what they are, at once and never row by row."""

import io
import zipfile

import pytest

from geo.areas.models import Locality, Region
from geo.tables.launcher import explain_exit
from tests.geo.imports.conftest import box, feature, geojson, point, table

PATH = "/api/geo/imports"
METRES = table(["nom", "lat", "lon"], ["Sare", 1415000, 456000], ["Madina", 1360000, 565000])
NADGRIDS = (
    'PROJCS["unknown",GEOGCS["unknown",DATUM["unknown",SPHEROID["WGS84",6378137,298.257223563],'
    'EXTENSION["PROJ4_GRIDS","/etc/passwd"]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],'
    'PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],UNIT["metre",1],'
    'EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +nadgrids=/etc/passwd +units=m +wktext +no_defs"]]'
)
LOCAL = 'LOCAL_CS["Chantier",LOCAL_DATUM["Chantier",0],UNIT["metre",1],AXIS["X",EAST],AXIS["Y",NORTH]]'


@pytest.fixture(autouse=True)
def files_root(settings, tmp_path):
    settings.FILES_ROOT = tmp_path / "files"


@pytest.fixture
def refused(cast, api):
    """The details of a refusal, after which no place is there."""

    def send(content, name="villages.csv", **fields):
        file = io.BytesIO(content)
        file.name = name
        answer = api(cast.admin).upload(PATH, {"file": file, "type": "localite", **fields})
        body = answer.json()
        assert (answer.status_code, body.get("code")) == (400, "VALIDATION_ERROR"), body
        assert not Locality.objects.filter(nom__in=["Sare", "Madina", "Sare Uoreá"]).exists()
        return body["details"]

    return send


def with_projection(gis_files, text):
    """The shapefile of places, in another system than it says."""
    out = io.BytesIO()
    with zipfile.ZipFile(gis_files / "places.zip") as known, zipfile.ZipFile(out, "w") as archive:
        for item in known.infolist():
            name = item.filename.rpartition("/")[2]
            archive.writestr(name, text if name.endswith(".prj") else known.read(item))
    return out.getvalue()


@pytest.mark.parametrize(
    "crs", ["EPSG:٣٢٦٢٨", "EPSG:３２６２８", "EPSG:3260x", "EPSG:999999", "EPSG:99999", "EPSG:5703"]
)
@pytest.mark.parametrize("content", [METRES, geojson(feature(point(-15.4, 12.8), nom="Sare"))], ids=["csv", "geojson"])
def test_an_unknown_coordinate_system_is_refused_as_an_option(refused, crs, content):
    [(field, sentences)] = refused(content, crs=crs).items()
    assert (field, len(sentences)) == ("crs", 1)


def test_the_sentence_of_an_unknown_coordinate_system(refused):
    assert refused(METRES, crs="epsg:999999")["crs"] == ["« EPSG:999999 » : ce système de coordonnées est inconnu."]


@pytest.mark.parametrize("projection", [NADGRIDS, LOCAL], ids=["nadgrids", "local"])
def test_a_file_in_a_system_that_leads_nowhere_says_so(refused, gis_files, load, projection):
    content = with_projection(gis_files, projection)
    [sentence] = refused(content, name="places.zip")["file"]
    assert sentence.startswith("Le système de coordonnées «") and "mémoire" not in sentence
    assert load("localite", content, crs="EPSG:32628")["imported"] == 2


ENCODINGS = ["idna", "punycode", "unicode_escape", "raw-unicode-escape", "undefined", "rot13", "zlib", "klingon", "é"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_no_character_set_is_refused_as_an_option(refused, gis_files, encoding):
    for content, name in ((METRES, "a.csv"), ((gis_files / "places.zip").read_bytes(), "places.zip")):
        assert refused(content, name=name, encoding=encoding) == {"encoding": ["nom de jeu de caractères inconnu."]}


def test_a_file_that_is_not_in_its_character_set_is_refused_as_an_option(refused):
    content = "nom,lat,lon\nSare Uoreá,12.8,-15.4\n".encode("cp1252")
    for encoding in ("utf-8", "utf-7", "shift_jis"):
        assert list(refused(content, encoding=encoding)) == ["encoding"], encoding


@pytest.mark.parametrize("number", ["٠٫٥", "٠.٥", "0_5", "1e-1", "nan", "-1", "0x1"])
def test_numbers_are_written_in_ascii(refused, number):
    assert list(refused(METRES, fuzzy=number)) == ["fuzzy"]


def test_a_reader_that_fails_is_not_said_to_lack_memory():
    trace = b'Traceback (most recent call last):\n  File "x.py"\nValueError: Fatu Sane, 955123456\n'
    assert explain_exit(trace, 1) == ("lecteur", {})
    assert explain_exit(b"", 1) == ("lecteur", {})
    assert explain_exit(b"Traceback\nMemoryError\n", 1) == ("memoire", {})
    assert explain_exit(b"", -9) == explain_exit(b"terminate called", -6) == ("memoire", {})


def test_a_file_whose_reader_fails_is_refused_as_it_is(refused, monkeypatch):
    monkeypatch.setattr(
        "geo.vector_files.extraction._choose_child_module", lambda path: "geo.vector_files.no_such_reader"
    )
    assert refused(METRES)["file"] == [
        "Le fichier n'a pas pu être lu : il est sans doute abîmé. Enregistrez-le de nouveau, ou dans un autre format."
    ]


def test_the_fault_of_a_reader_is_logged_without_what_it_quotes(caplog):
    explain_exit(b"Traceback\nValueError: Fatu Sane, 955123456\n", 1)
    assert ("ValueError" in caplog.text, "Fatu" in caplog.text) == (True, False)


EMPTY = {
    "header": (b"nom,lat,lon\n", "Le fichier n'a que des titres de colonnes : il n'y a aucune ligne à importer."),
    "bare-header": (b"nom,lat,lon", "Le fichier n'a que des titres de colonnes : il n'y a aucune ligne à importer."),
    "blank-rows": (
        b"nom,lat,lon\n\n \n",
        "Le fichier n'a que des titres de colonnes : il n'y a aucune ligne à importer.",
    ),
    "blanks": (b"\n \n", "Le fichier ne contient que des lignes vides."),
    "nothing": (b"", "Le fichier est vide (0 octet) : il n'a peut-être pas été enregistré ou envoyé en entier."),
    "geojson": (geojson(), "La couche du fichier est vide : il n'y a rien à importer."),
}


@pytest.mark.parametrize(("content", "sentence"), EMPTY.values(), ids=EMPTY)
def test_a_file_without_rows_says_so(refused, content, sentence):
    assert refused(content, name="zero.csv")["file"] == [sentence]


def test_secteurs_before_regions_say_what_comes_first(db, load):
    report = load("secteur", geojson(feature(box(-16, 12, -15, 13), nom="Mansoa"), feature(None, nom="Nhacra")))
    [found] = report["errors"]
    assert (found["nombre"], found["message"]) == (
        2, "Aucune région n'est connue : importez d'abord les régions. (2 lignes : 1, 2)",
    )  # fmt: skip
    Region.objects.create(nom="Oio", code="OI")
    for kind in ("commune", "localite"):
        [found] = load(kind, table(["nom"], ["Mansoa"]))["errors"]
        assert found["message"] == "Aucun secteur n'est connu : importez d'abord les régions, puis les secteurs."


def test_a_namesake_in_another_region_is_not_told_of_an_option_that_nobody_gave(country, load):
    content = geojson(feature(box(-15, 12, -14, 13), nom="Mansoa"))
    [found] = load("secteur", content, source="b")["errors"]
    assert found["message"] == (
        "Ne recouvre que 0 % de « Mansoa », d'une autre région : ce n'est sans doute pas lui. "
        "Si c'est lui, nommez sa région (parent)."
    )
    [found] = load("secteur", content, source="b", min_overlap="0.5")["errors"]
    assert "min_overlap" in found["message"]
