"""Submissions of services, as each platform answers them, and a caller who synchronises them."""

from collections.abc import Callable
from typing import Any

from tests.registry.survey_platforms.platform import EMAIL, KOBO_FORM, ODK_FORM, PASSWORD, TOKEN

KOBO, ODK = "collector_platform_a", "collector_platform_b"
FORMS = {KOBO: KOBO_FORM, ODK: ODK_FORM}
PATH = "/api/vbg-analytics/collector"
MAPPING = {
    "nom": "g/nom",
    "typeService": "g/type",
    "region": "g/region",
    "secteur": "g/secteur",
    "telephone": "g/telephone",
    "horaires": "g/horaires",
    "servicesOfferts": "g/offre",
    "capaciteAccueil": "g/lits",
    "position": "g/gps",
}
UPDATING = {"updateExisting": True}
ANSWERS: dict[str, Any] = {
    "type": "centre_ecoute",
    "region": "Oio",
    "secteur": "mansoa",
    "telephone": "+245955100401",
    "horaires": "08:00-18:00",
    "offre": "ecoute orientation",
}


def build_row(source: str, number: int, *, edits: int = 0, deleted: bool = False, **answers: Any) -> dict[str, Any]:
    """One submission; `edits` is how often it was edited since."""
    filled = {"nom": f"Ponto {number}", **ANSWERS, **answers}
    sent = f"2026-03-{number % 28 + 1:02d}T10:11:12"
    if source == KOBO:
        known = {f"g/{name}": str(value) for name, value in filled.items() if value is not None}
        edited = {"meta/deprecatedID": f"uuid:r{number}"} if edits else {}
        return {
            "_id": number,
            "_uuid": f"r{number}-{edits}",
            "meta/instanceID": f"uuid:r{number}-{edits}",
            "meta/rootUuid": f"uuid:r{number}",
            "_submission_time": sent,
            "g/gps": "12.75 -15.5 12 4.5",
            "_validation_status": {},
            **known,
            **edited,
        }
    point = {"type": "Point", "coordinates": [-15.5, 12.75, 12], "properties": {"accuracy": 4.5}}
    at = f"2026-05-{edits:02d}T00:00:00.000Z" if edits else None
    return {
        "__id": f"uuid:r{number}",
        "__system": {
            "submissionDate": f"{sent}.123Z",
            "updatedAt": at,
            "deletedAt": "2026-05-09T00:00:00.000Z" if deleted else None,
            "reviewState": "edited" if edits else None,
            "status": None,
            "edits": edits,
        },
        "meta": {"instanceID": f"uuid:r{number}"},
        "g": {"gps": point, **filled},
    }


def configure(settings: Any, url: str) -> None:
    settings.OUTGOING_ALLOW_PRIVATE = True
    settings.OUTGOING_PAUSE_SECONDS = 0
    settings.OUTGOING_SECONDS = 2
    settings.VBG_FORMS = list(FORMS.values())
    settings.COLLECTORS = {
        KOBO: {"url": url, "token": TOKEN},
        ODK: {"url": url, "project": "7", "email": EMAIL, "password": PASSWORD},
    }


def build_sync(api: Callable[..., Any], user: Any) -> Callable[..., Any]:
    """`sync(ODK, status=…, options={…})` -> the answer's data (or the whole body of an error)."""

    def call(source: str = KOBO, status: int = 200, caller: Any = None, **body: Any) -> Any:
        sent = {"plateforme": source, "formId": FORMS[source], "mapping": MAPPING, **body}
        answer = api(caller or user).post(f"{PATH}/sync", sent)
        assert answer.status_code == status, answer.content
        return answer.json()["data"] if status < 300 else answer.json()

    return call


def counts(data: dict[str, Any]) -> tuple[int, int, int, int]:
    return data["totalRecords"], data["imported"], data["updated"], data["skipped"]
