"""Two at once, with real connections: no village twice, no waiting for households of others."""

from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from geo.areas.models import Locality
from registry.households.models import Household
from registry.imports import writing
from registry.imports.checking import Options
from registry.imports.services import import_file
from tests.registry.imports.conftest import csv_file
from tests.threads import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def places(settings: Any, tmp_path: Path) -> None:
    settings.FILES_ROOT = tmp_path
    settings.IMPORT_CHILDREN = 8


def saved(folder: Path, name: str, *rows: dict[str, str]) -> Path:
    path = folder / name
    path.write_bytes(csv_file(*rows).read())
    return path


def load(path: Path, regions: Any = None, **how: Any) -> dict[str, Any]:
    return import_file(path, text=True, options=Options(how.pop("mode", "create"), regions, **how))


def test_a_village_is_made_once(country: SimpleNamespace, tmp_path: Path) -> None:
    files = [
        saved(tmp_path, f"{n}.csv", {"code_menage": f"R-{n}", "tabanca": name})
        for n, name in enumerate(("Nova Cutia", "nova cutiá", "NOVA CUTIA", "Nova Cutia"))
    ]
    done = together(4, lambda number: load(files[number], create_villages=True), numbered=True)
    assert [answer["imported"] for answer in done] == [1, 1, 1, 1]
    assert Locality.objects.filter(secteur=country.north).count() == 2
    assert Household.objects.values("localite").distinct().count() == 1


def test_a_village_made_by_a_geographic_import_is_seen(
    country: SimpleNamespace, tmp_path: Path, monkeypatch: Any
) -> None:
    """While the households wait for their turn, somebody else's import makes the village."""
    waiting = writing.alone_with

    def meanwhile(kind: str) -> None:
        Locality.objects.create(nom="Nova Cutia", secteur=country.north)
        waiting(kind)

    monkeypatch.setattr(writing, "alone_with", meanwhile)
    load(saved(tmp_path, "a.csv", {"tabanca": "Nova Cutia"}), create_villages=True)
    assert Locality.objects.filter(nom="Nova Cutia").count() == 1
    assert Household.objects.get().localite.nom == "Nova Cutia"


@pytest.mark.parametrize("mode", ["update", "replace"])
def test_households_of_others_are_not_waited_for(country: SimpleNamespace, tmp_path: Path, mode: str) -> None:
    hidden = Household.objects.create(code_menage="T-1", region=country.east, taille_menage=3)
    path = saved(tmp_path, "a.csv", {}, {"code_menage": "T-3"})
    locked, over = Event(), Event()

    def held(number: int) -> Any:
        if number:
            locked.wait(5)
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '500ms'")
            try:
                return load(path, (country.west.id,), mode=mode)
            finally:
                over.set()
        with transaction.atomic():
            Household.objects.select_for_update().get(id=hidden.id)
            locked.set()
            over.wait(10)
        return None

    answer = together(2, held, numbered=True)[1]
    assert not isinstance(answer, OperationalError), answer
    assert (answer["imported"], answer["skipped"]) == (1, 1)
