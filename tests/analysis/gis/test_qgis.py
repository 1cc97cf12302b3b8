"""QGIS opens what the schema `gis` offers: the project, its layers with their styles, the rows of the login's scope."""

import io
import json
import os
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.gis.geos import Point
from django.db import connection

from analysis.database_logins.qgis.layers import LAYERS
from registry.households.models import Household
from tests.analysis.gis.logins import open_login, run_account
from tests.analysis.gis.test_scope import add_households

SYSTEM_PYTHON = "/usr/bin/python3"
SCRIPT = Path(__file__).with_name("open_in_qgis.py")


def fetch(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


@pytest.mark.django_db
def test_styles_and_project_are_published(country: SimpleNamespace) -> None:
    run_account("publish", "--host", "db.example", "--port", "5433")
    run_account("publish", "--host", "db.example", "--port", "5433")  # again, as at each deployment
    database = connection.settings_dict["NAME"]
    styles = fetch(
        "SELECT f_table_name, styleqml::text, useasdefault FROM gis.layer_styles WHERE f_table_catalog = current_database()"
    )
    assert {view for view, *_ in styles} == {layer.view for layer in LAYERS} and all(first for *_, first in styles)
    menages = ElementTree.fromstring({view: qml for view, qml, _ in styles}["menages"])
    assert [each.get("value") for each in menages.iter("category")][:2] == ["extreme_pauvre", "pauvre"]
    assert {each.get("field"): each.get("name") for each in menages.iter("alias")}["score_pmt"] == "Score PMT (0 à 100)"

    [(name, content)] = fetch("SELECT name, content FROM gis.qgis_projects")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        project = ElementTree.fromstring(archive.read(f"{name}.qgs"))
    sources = [each.text or "" for each in project.iter("datasource")]
    assert len(sources) == len(LAYERS)
    assert all(f"dbname='{database}' host='db.example' port='5433' key='cle'" in source for source in sources)
    # The box around both regions.
    assert [each.text for each in project.find("mapcanvas/extent") or []] == ["-16.0", "12.0", "-14.0", "13.0"]


@pytest.fixture
def found(transactional_db: None, country: SimpleNamespace) -> Iterator[dict[str, Any]]:
    """What QGIS says of the project, as a login of Bafatá."""
    has_qgis = subprocess.run([SYSTEM_PYTHON, "-c", "import qgis.core"], capture_output=True, check=False)
    if has_qgis.returncode:
        pytest.skip("QGIS is not installed for the Python of the system (Debian: python3-qgis)")
    add_households(country)
    Household.objects.create(
        code_menage="M-BA2",
        taille_menage=3,
        region=country.east,
        categorie_pauvrete="pauvre",
        geom=Point(-14.4, 12.4, srid=4326),
    )
    own = connection.get_connection_params()
    run_account("publish")
    with open_login("--regions", "BA") as (name, password):
        # Not the environment of the tests: QGIS has a Python and libraries of its own.
        env = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("TMPDIR", "/tmp"), "QT_QPA_PLATFORM": "offscreen"}
        env |= {"PGUSER": name, "PGPASSWORD": password, "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": "/tmp"}
        address = [own["host"], str(own["port"]), own["dbname"]]
        done = subprocess.run(
            [SYSTEM_PYTHON, SCRIPT, *address], env=env, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0 and done.stdout, done.stderr[-3000:]
        yield json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_qgis_opens_the_project(found: dict[str, Any]) -> None:
    assert found["opened"] and found["title"] == "Tabanca"
    assert found["legend"] == [layer.title for layer in reversed(LAYERS)]
    layers = found["layers"]
    assert set(layers) == {layer.view for layer in LAYERS}
    assert [name for name, layer in layers.items() if not layer["valid"]] == []
    assert {name: layer["rows"] for name, layer in layers.items() if layer["rows"]} == {
        "regions": 1,
        "secteurs": 1,
        "localites": 1,
        "menages": 2,
    }
    assert {tuple(layer["key"]) for layer in layers.values()} == {("cle",)}
    assert {layer["crs"] for layer in layers.values()} == {"EPSG:4326"}
    assert not any(layer["writes"] for layer in layers.values())
    for layer in LAYERS:
        shown = layers[layer.view]
        assert shown["renderer"] == ("categorizedSymbol" if layer.categories else "singleSymbol"), layer.view
        assert shown["categories"] == len(layer.categories)
        assert shown["labels"] == bool(layer.label_column)
        assert shown["scale"] == layer.smallest_scale
    assert layers["menages"]["aliases"]["score_pmt"] == "Score PMT (0 à 100)"
    assert layers["menages"]["aliases"]["categorie_pauvrete"] == "Catégorie de pauvreté"

    # A layer added without the project finds its style in the database.
    added = found["added"]
    assert (added["valid"], added["renderer"], added["categories"]) == (True, "categorizedSymbol", 5)
    assert added["aliases"]["milieu"] == "Milieu" and added["aliases"]["cle"] == "Clé (nombre entier)"
