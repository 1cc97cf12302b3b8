"""Platforms with submissions, and a caller who imports from them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from registry.households.models import Household
from tests.registry.survey_platforms.platform import EMAIL, KOBO_FORM, ODK_FORM, PASSWORD, TOKEN, Server, running

KOBO, ODK = "collector_platform_a", "collector_platform_b"
MAPPING = {
    "nomCompletChef": "g/nom", "sexeChef": "g/sexe", "tailleMenage": "g/taille", "region": "g/region",
    "secteur": "g/secteur", "position": "g/gps",
}  # fmt: skip


def kobo_row(number: int, **changes: Any) -> dict[str, Any]:
    """A submission as KoboToolbox answers it: everything a text, groups with `/`, [lat, lon]."""
    return {
        "_id": number, "_uuid": f"r{number}", "meta/instanceID": f"uuid:r{number}", "meta/rootUuid": f"uuid:r{number}",
        "__version__": "v1", "formhub/uuid": "f", "_submission_time": f"2026-03-{number % 28 + 1:02d}T10:11:12",
        "_geolocation": [12.75, -15.5], "g/gps": "12.75 -15.5 12 4.5", "g/nom": f"Nome {number}", "g/sexe": "F",
        "g/taille": "7", "g/region": "Oio", "g/secteur": "Mansoa", "g/members": [{"g/members/name": "Ana"}],
        "_validation_status": {}, "_attachments": [], **changes,
    }  # fmt: skip


def kobo_edit(row: dict[str, Any], **changes: Any) -> None:
    """What an edit leaves as it was, and what it changes."""
    row |= {"meta/deprecatedID": row["meta/instanceID"], "meta/instanceID": f"{row['meta/instanceID']}e",
            "_uuid": f"{row['_uuid']}e", **changes}  # fmt: skip


def odk_row(number: int, **changes: Any) -> dict[str, Any]:
    """The same as ODK Central answers it: typed, nested, nulls, [lon, lat]."""
    system = {"submissionDate": f"2026-03-{number % 28 + 1:02d}T10:11:12.123Z", "updatedAt": None, "deletedAt": None,
              "reviewState": None, "status": None, "edits": 0} | changes.pop("system", {})  # fmt: skip
    group = {
        "gps": {"type": "Point", "coordinates": [-15.5, 12.75, 12], "properties": {"accuracy": 4.5}},
        "nom": f"Nome {number}", "sexe": "F", "taille": 7, "region": "Oio", "secteur": "Mansoa", "age": None,
    } | changes.pop("g", {})  # fmt: skip
    return {"__id": f"uuid:r{number}", "__system": system, "meta": {"instanceID": f"uuid:r{number}"}, "g": group,
            "members": [{"__id": "s", "name": "Ana", "age": 7}], "members@odata.navigationLink": "x", **changes}  # fmt: skip


@pytest.fixture
def platform(settings: Any) -> Iterator[Server]:
    """One server that is both platforms, configured."""
    with running() as server:
        settings.OUTGOING_ALLOW_PRIVATE = True
        settings.OUTGOING_PAUSE_SECONDS = 0
        settings.OUTGOING_SECONDS = 1
        settings.COLLECTORS = {
            KOBO: {"url": server.url, "token": TOKEN},
            ODK: {"url": server.url, "project": "7", "email": EMAIL, "password": PASSWORD},
        }
        yield server


@pytest.fixture
def sync(api: Any, cast: Any) -> Callable[..., Any]:
    """`sync("collector_platform_b", status=…, options={…})` -> the answer's data (or the whole body of an error)."""

    def call(source: str = KOBO, status: int = 200, user: Any = None, path: str = "", **body: Any) -> Any:
        form = {KOBO: KOBO_FORM, ODK: ODK_FORM}.get(source, "f")
        sent = {"plateforme": source, "formId": form, "mapping": MAPPING, **body}
        response = api(user or cast.admin).post(f"/api/import/menages/collecteur{path}", sent)
        assert response.status_code == status, response.content
        answer = response.json()
        return answer["data"] if status < 300 else answer

    return call


UPDATING = {"updateExisting": True}


def counts(data: dict[str, Any]) -> tuple[int, int, int, int]:
    return data["totalRecords"], data["imported"], data["updated"], data["skipped"]


def household(root: str = "r1") -> Household:
    return Household.objects.select_related("chef", "region", "secteur").get(collector_submission_id=root)


def people(*rows: dict[str, Any], source: str = KOBO) -> dict[str, Any]:
    """A repeat of people as each platform answers it; `who` is the relation."""
    if source == ODK:
        return {"members": [{"__id": f"p{place}", **row} for place, row in enumerate(rows)]}
    return {"g/members": [{f"g/members/{name}": str(value) for name, value in row.items()} for row in rows]}
