"""The client of the documentation, against a server."""

import importlib.util
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from registry.households.models import Household
from tests.conftest import PASSWORD, make_country, make_user

FILE = Path(__file__).resolve().parents[3] / "docs" / "howto" / "sync_client.py"


@pytest.mark.django_db(transaction=True)
def test_the_documented_client_signs_in_lists_and_syncs(live_server: Any) -> None:
    spec = importlib.util.spec_from_file_location("sync_client", FILE)
    assert spec and spec.loader
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    assert len(FILE.read_text(encoding="utf-8").splitlines()) < 100

    country = make_country()
    user = make_user("ROLE_SUPERVISEUR", country.west)
    households = [
        Household.objects.create(code_menage=f"M{n}", taille_menage=n, region=country.west, secteur=country.north)
        for n in range(1, 4)
    ]
    api = client.Tabanca(live_server.url, user.email, PASSWORD)
    assert [row["codeMenage"] for row in api.list("/api/menages", **{"tailleMenage[gte]": 3})] == ["M3"]
    with pytest.raises(client.Refused) as refused:
        list(api.list("/api/menages", taileMenage=3))
    assert (refused.value.code, *refused.value.details) == ("VALIDATION_ERROR", "taileMenage")

    copy = sqlite3.connect(":memory:")

    def sync_all() -> tuple[int]:
        """Sync until nothing is new, and count the copy: rows come again while any transaction of the server is open."""
        while client.sync(api, copy, "menages"):
            time.sleep(0.1)
        return copy.execute("SELECT count(*) FROM rows").fetchone()

    assert client.sync(api, copy, "menages") >= 3
    assert sync_all() == (3,)
    households[0].delete()
    Household.objects.filter(code_menage="M2").update(taille_menage=9)
    assert client.sync(api, copy, "menages") >= 2
    assert sync_all() == (2,)
    # Another scope: the copy begins again.
    user.regions.set([country.east])
    assert client.sync(api, copy, "menages") == 0
    assert copy.execute("SELECT count(*) FROM rows").fetchone() == (0,)
