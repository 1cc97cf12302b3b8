"""How the platforms are asked: pages as they come, cursors from their own data, with an overlap."""

import json
from typing import Any

import pytest

from registry.survey_platforms.models import FormCursor, Receipt
from registry.survey_platforms.services import open_connector
from tests.registry.survey_platforms.conftest import KOBO, ODK, counts, kobo_row, odk_row
from tests.registry.survey_platforms.platform import KOBO_FORM, ODK_FORM

ROWS = {KOBO: kobo_row, ODK: odk_row}


@pytest.mark.parametrize("source", [KOBO, ODK])
def test_pages_are_shorter_than_asked_for(platform: Any, sync: Any, source: str) -> None:
    platform.page = 2
    platform.rows = [ROWS[source](number) for number in range(1, 6)]
    assert counts(sync(source)) == (5, 5, 0, 0)
    assert len(platform.data_calls()) == 3


def test_kobo_is_asked_by_number(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(30_000), kobo_row(30_500)]
    sync(options={"dateFrom": "2026-01-05"})
    [first] = platform.data_calls()
    assert (first["limit"], first["sort"]) == ("1000", '{"_id":1}')
    assert json.loads(first["query"]) == {"_id": {"$gt": 0}, "_submission_time": {"$gte": "2026-01-05T00:00:00"}}
    assert FormCursor.objects.get().marque == {"id": 30_500, "juge": 0}
    platform.asked.clear()
    sync(options={"dateFrom": "2026-02-05"})
    new, edited, judged = (json.loads(query["query"]) for query in platform.data_calls())
    assert new == {"_id": {"$gt": 20_500}}
    assert edited == {"_id": {"$gt": 0, "$lte": 20_500}, "meta/deprecatedID": {"$exists": True}}
    assert set(judged) == {"_id", "_validation_status.timestamp"}


def test_central_is_asked_by_moment(platform: Any, sync: Any, settings: Any) -> None:
    settings.COLLECTOR_OVERLAP_SECONDS = 600
    platform.rows = [odk_row(1), odk_row(2, system={"updatedAt": "2026-04-01T12:00:00.000Z"})]
    sync(ODK)
    [first] = platform.data_calls()
    assert first == {"$top": "250", "$count": "true", "$expand": "*"}
    platform.asked.clear()
    sync(ODK)
    changed, deleted = (query["$filter"] for query in platform.data_calls())
    at = "2026-04-01T11:50:00.000Z"
    assert changed == f"__system/submissionDate ge {at} or __system/updatedAt ge {at}"
    assert deleted.startswith("__system/deletedAt ge 1970")


def test_links_to_elsewhere_are_not_followed(platform: Any, sync: Any) -> None:
    """The next page's link names another host: only its token is used, and the session stays here."""
    platform.page = 1
    platform.rows = [odk_row(1), odk_row(2)]
    assert sync(ODK)["imported"] == 2


def test_a_cursor_never_goes_back(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(20_000), kobo_row(20_100)]
    sync()
    platform.rows.pop()
    sync()
    assert FormCursor.objects.get().marque["id"] == 20_100


def test_two_uses_of_one_form_do_not_meet(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(1)]
    Receipt.objects.create(usage="autre", source=KOBO, formulaire=KOBO_FORM, racine="r1", statut="recu", version="v",
                           empreinte="e")  # fmt: skip
    assert counts(sync()) == (1, 1, 0, 0)
    assert Receipt.objects.get(usage="autre").cible_id is None


@pytest.mark.parametrize(("source", "uid"), [(KOBO, KOBO_FORM), (ODK, ODK_FORM)])
def test_forms_and_fields(platform: Any, source: str, uid: str) -> None:
    platform.page, platform.rows = 2, [ROWS[source](1)]
    connector = open_connector(source)
    form = connector.find_form(uid)
    assert (form.name, form.submissions, form.status, form.is_encrypted) == ("Ménages", 1, "deployed", False)
    assert [field.name for field in connector.list_fields(uid)][0] == "g/nom"
    assert connector.find_form("unknown") is None
    connector.close()
