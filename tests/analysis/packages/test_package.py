"""Packages for tablets: their files read back, what is in them for whom, and orders that start once."""

import gzip
import json
import os
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.gis.geos import Point
from django.utils import timezone

from accounts.jobs.models import Job
from analysis.packages.jobs import run_package_job
from analysis.packages.rules import LABELS, STYLES
from config.errors.problems import Problem
from config.postgis.base import get_connection
from geo.facilities.models import HealthAgent, School, VbgService
from geo.layers.api import map_layers
from registry.households.models import Household
from tests.geo.layers import mvt

pytestmark = pytest.mark.django_db
PATH = "/api/carte/paquet"
SYSTEM_PYTHON = "/usr/bin/python3"
SCRIPT = Path(__file__).with_name("open_in_qgis.py")
CATEGORIES = ("extreme_pauvre", "pauvre", "vulnerable", "non_pauvre")


class Silent:
    """The progress of a job that nobody watches."""

    def __init__(self):
        self.seen = []

    def report(self, *values):
        self.seen.append(values)

    def raise_if_stopped(self):
        return None


@pytest.fixture
def world(country, cast, settings, tmp_path):
    """Eight households of the west, two of them together, and one of the east; a school, a shelter and an agent."""
    settings.FILES_ROOT = tmp_path / "files"
    places = [(-15.9 + number * 0.1, 12.1 + number * 0.1) for number in range(7)] + [(-15.90001, 12.10001)]
    Household.objects.bulk_create(
        Household(
            code_menage=f"M-{number}",
            taille_menage=3,
            region=country.west,
            categorie_pauvrete=CATEGORIES[number % 4],
            score_pmt=10 * number,
            geom=Point(lon, lat, srid=4326),
        )
        for number, (lon, lat) in enumerate(places)
    )
    Household.objects.create(
        code_menage="E-1", taille_menage=2, region=country.east, geom=Point(-14.99999, 12.5, srid=4326)
    )
    School.objects.create(nom='École "A"', code="E1", region=country.west, geom=Point(-15.5, 12.75, srid=4326))
    VbgService.objects.create(
        nom="Abri", type="hebergement", region=country.west, geom=Point(-15.5, 12.7, srid=4326), visibilite="restreinte"
    )
    HealthAgent.objects.create(
        nom="ASC", code="A1", region=country.west, telephone="+245955000001", geom=Point(-15.5, 12.6, srid=4326)
    )
    return SimpleNamespace(country=country, cast=cast)


def order(caller, region, **query):
    answer = caller.get(PATH, {"region": str(region.id), **query})
    assert answer.status_code == 202, answer.content
    return Job.objects.get(id=answer.json()["data"]["jobId"])


def make(caller, region, folder, **query):
    """Order a package, make it, download and unpack it into `folder`; return its job's result."""
    job, progress = order(caller, region, **query), Silent()
    result = run_package_job(job, progress)
    assert [done for done, *_ in progress.seen] == list(range(progress.seen[0][1] + 1))
    get_connection().forget_locks()  # as with the job's transaction
    Job.objects.filter(id=job.id).update(statut="termine", resultat=result, ended_at=timezone.now(), parametres={})
    sent = caller.get(f"/api/fichiers/{result['fichier']}/contenu")
    assert sent["Content-Type"] == "application/zip"
    with zipfile.ZipFile(BytesIO(b"".join(sent.streaming_content))) as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {"LISEZMOI.txt", "tabanca.qgz", "tabanca.gpkg", "tabanca.mbtiles"}
        archive.extractall(folder)
    return result


def read_tiles(path):
    """The decoded layers of each tile by (z, x, y), rows counted from the north again."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles").fetchall()
        metadata = dict(file.execute("SELECT name, value FROM metadata"))
    return {(z, x, (1 << z) - 1 - y): gzip.decompress(data) for z, x, y, data in rows}, metadata


def by_id(layers):
    """The layers of a tile with their features in one order: a tile has them in any."""
    return {name: sorted(found, key=lambda one: (one["id"], str(one))) for name, found in layers.items()}


def test_the_tiles_are_those_of_the_map(world, api, tmp_path, settings):
    settings.MAP_TILE_MAX_POINTS = 1  # the two households that live together are a crowd at zoom 14
    region, caller = world.country.west, api(world.cast.agent_west)
    result = make(caller, region, tmp_path, couches="menages,ecoles,secteurs,regions")
    tiles, metadata = read_tiles(tmp_path / "tabanca.mbtiles")
    assert result["tuiles"] == len(tiles)
    assert {z for z, *_ in tiles} == set(range(5, 15))
    # Every tile up to zoom 9; deeper, those with points, whose neighbours must be missing exactly where the map is empty.
    chosen = {at for at in tiles if at[0] <= 9}
    points = {at for at, data in tiles.items() if {"menages", "ecoles"} & mvt.layers(data).keys()}
    chosen |= points | {(z, x + 1, y) for z, x, y in points}
    for z, x, y in sorted(chosen):
        sent = [
            caller.get(f"/api/carte/tuiles/{name}/{z}/{x}/{y}.mvt", {"region": str(region.id)}).content
            for name in ("regions", "secteurs", "ecoles", "menages")
        ]
        assert by_id(mvt.layers(tiles.get((z, x, y), b""))) == by_id(mvt.layers(b"".join(sent))), (z, x, y)
    crowded = [at for at in points if at[0] == 14 and "nombre" in str(mvt.layers(tiles[at]).get("menages"))]
    assert len(crowded) == 1
    assert metadata["bounds"] == "-16.000000,12.000000,-15.000000,13.000000"
    assert (metadata["format"], metadata["minzoom"], metadata["maxzoom"]) == ("pbf", "5", "14")
    assert f"{timezone.localdate():%d/%m/%Y}" in metadata["attribution"]
    described = {layer["id"]: layer["fields"] for layer in json.loads(metadata["json"])["vector_layers"]}
    assert set(described) == {"regions", "secteurs", "ecoles", "menages"}
    assert described["menages"]["codeMenage"] == "String"


def test_gdal_and_qgis_open_the_package(world, api, tmp_path):
    role = world.cast.agent_west.role
    role.permissions = [key for key in role.permissions if key != "registre.voir_contacts"]
    role.save()
    result = make(api(world.cast.agent_west), world.country.west, tmp_path)
    counts = {layer["nom"]: layer["objets"] for layer in result["couches"]}
    assert counts["menages"] == 8 and counts["ecoles"] == counts["asc"] == 1 and counts["services_vbg"] == 0
    package = tmp_path / "tabanca.gpkg"
    with closing(sqlite3.connect(package)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (10300,)
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        styles = file.execute("SELECT f_table_name, f_geometry_column, useAsDefault FROM layer_styles").fetchall()
        assert {name for name, *_ in styles} == set(counts)
        assert {tuple(rest) for _, *rest in styles} == {("geom", 1)}
        assert "Abri" not in "".join(file.iterdump())
        (agent,) = file.execute("SELECT telephone FROM asc").fetchall()
        assert agent == (None,)  # the agent may not read contacts now
    told = subprocess.run(["ogrinfo", "-so", "-al", package], capture_output=True, text=True, check=False)
    if not told.returncode:
        assert "Feature Count: 8" in told.stdout and "WARNING" not in told.stdout + told.stderr
    has_qgis = subprocess.run([SYSTEM_PYTHON, "-c", "import qgis.core"], capture_output=True, check=False)
    if has_qgis.returncode:
        pytest.skip("QGIS is not installed for the Python of the system (Debian: python3-qgis)")
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [SYSTEM_PYTHON, SCRIPT, tmp_path, *counts],
        env=env | {"XDG_RUNTIME_DIR": os.environ.get("TMPDIR", "/tmp")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["tiles"] == [True, 5, 14]
    assert seen["project"] == {"title": "Tabanca : Oio", "rows": counts, "top": "acteurs_locaux", "ground": "regions"}
    assert {name: layer["rows"] for name, layer in seen["layers"].items()} == counts
    assert seen["layers"]["menages"]["categories"][:2] == ["Extrême pauvre", "Pauvre"]
    assert seen["layers"]["menages"]["aliases"]["scorePmt"] == "Score PMT (0 à 100)"


def test_an_order_starts_once_and_answers_its_file(world, api, tmp_path):
    caller, region = api(world.cast.agent_west), world.country.west
    first = order(caller, region, couches="ecoles")
    assert order(caller, region, couches="ecoles").id == first.id
    assert order(caller, region, couches="regions").id != first.id
    assert order(api(world.cast.supervisor_west), region, couches="ecoles").id != first.id
    result = make(caller, region, tmp_path, couches="ecoles")
    answer = caller.get(PATH, {"region": str(region.id), "couches": "ecoles"})
    shown = answer.json()["data"]
    assert answer.status_code == 200
    assert (shown["statut"], shown["fichier"], shown["nom"]) == ("termine", result["fichier"], result["nom"])
    assert "commande" not in shown and shown["expireLe"]
    held = {"If-None-Match": answer["ETag"]}
    assert caller.get(PATH, {"region": str(region.id), "couches": "ecoles"}, headers=held).status_code == 304
    other = api(world.cast.supervisor_west)
    assert other.get(f"/api/fichiers/{result['fichier']}/contenu").status_code == 404
    assert caller._call("head", PATH, {"region": str(region.id)}).status_code == 405
    # Who has lost the region since reads it no longer.
    assert caller.get(f"/api/fichiers/{result['fichier']}/contenu").status_code == 200
    world.cast.agent_west.regions.set([world.country.east])
    for address in (f"/api/fichiers/{result['fichier']}", f"/api/fichiers/{result['fichier']}/contenu"):
        assert caller.get(address).status_code == 404


def test_bad_orders_are_refused(world, api):
    caller, west = api(world.cast.agent_west), str(world.country.west.id)
    assert caller.get(PATH).json()["details"].keys() == {"region"}
    assert caller.get(PATH, {"region": "x"}).json()["details"].keys() == {"region"}
    unknown = caller.get(PATH, {"region": west, "couches": "ecoles,bateaux"})
    assert unknown.status_code == 400 and "bateaux" in unknown.json()["details"]["couches"][0]
    assert caller.get(PATH, {"region": str(world.country.east.id)}).status_code == 404
    assert caller.get(PATH, {"region": "00000000-0000-7000-8000-000000000000"}).status_code == 404
    assert api(world.cast.reader_west).get(PATH, {"region": west}).status_code == 403
    assert Job.objects.count() == 0
    # What the caller may see when the job runs decides.
    job = order(caller, world.country.west, couches="menages")
    job.parametres["region"] = str(world.country.east.id)
    with pytest.raises(Problem) as refused:
        run_package_job(job, Silent())
    assert refused.value.code == "NOT_FOUND"


def test_every_layer_of_the_catalogue_has_a_style_and_labels():
    assert set(map_layers) <= set(STYLES)
    assert {name for layer in map_layers.values() for name in layer.export_properties} <= set(LABELS)
