"""Platforms that misbehave, that are not there, or that are too much: a clear problem, and nothing has changed."""

from typing import Any

import pytest

from registry.households.models import Household
from registry.survey_platforms.models import FormCursor, Receipt
from tests.registry.survey_platforms.conftest import KOBO, MAPPING, ODK, counts, kobo_row, odk_row
from tests.registry.survey_platforms.platform import KOBO_FORM

KOBO_FAULTS = [
    "401",
    "403",
    "429",
    "500",
    "502",
    "504",
    "redirect",
    "html",
    "shapeless",
    "deep",
    "half",
    "cut_gzip",
    "empty",
    "compressed",
]
ODK_FAULTS = ["401", "501", "redirect", "shapeless", "half", "empty"]
WHOLE = {"plateforme": KOBO, "formId": KOBO_FORM, "mapping": MAPPING}


def untouched() -> bool:
    return not (Household.objects.exists() or Receipt.objects.exists() or FormCursor.objects.exists())


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("source", "fault"), [*((KOBO, fault) for fault in KOBO_FAULTS), *((ODK, fault) for fault in ODK_FAULTS)]
)
def test_a_broken_answer_changes_nothing(platform: Any, sync: Any, source: str, fault: str) -> None:
    """The first page is good, the second is not."""
    platform.rows = [(kobo_row if source == KOBO else odk_row)(number) for number in (1, 2, 3)]
    platform.page, platform.fault, platform.faulty_after = 2, fault, 1
    answer = sync(source, status=502)
    assert (answer["code"], untouched()) == ("UPSTREAM_ERROR", True)
    assert ("KoboToolbox" if source == KOBO else "ODK Central") in answer["error"]
    platform.fault = None
    assert counts(sync(source)) == (3, 3, 0, 0)


@pytest.mark.parametrize("fault", ["slow", "drip"])
def test_a_slow_answer_is_not_waited_for(platform: Any, sync: Any, settings: Any, fault: str) -> None:
    settings.OUTGOING_SECONDS = 0.3
    platform.rows, platform.fault = [kobo_row(1)], fault
    assert (sync(status=502)["code"], untouched()) == ("UPSTREAM_ERROR", True)


@pytest.mark.parametrize("fault", ["huge", "bomb"])
def test_a_huge_answer_is_not_read(platform: Any, sync: Any, settings: Any, fault: str) -> None:
    settings.OUTGOING_MAX_BYTES = 1_000_000
    platform.rows, platform.fault = [kobo_row(1)], fault
    assert (sync(status=502)["code"], untouched()) == ("UPSTREAM_ERROR", True)


def test_passing_faults_pass(platform: Any, sync: Any) -> None:
    platform.rows, platform.fault = [kobo_row(1)], "502"
    platform.on_page = lambda: setattr(platform, "fault", None if len(platform.data_calls()) > 2 else "502")
    assert sync()["imported"] == 1


@pytest.mark.parametrize(("source", "form"), [(KOBO, "aUnknown"), (ODK, "inconnu"), (ODK, "a b&c?é")])
def test_unknown_forms(platform: Any, sync: Any, source: str, form: str) -> None:
    assert sync(source, status=404, formId=form)["code"] == "NOT_FOUND"
    assert untouched()


def test_wrong_credentials(platform: Any, sync: Any, settings: Any) -> None:
    settings.COLLECTORS[KOBO]["token"] = "wrong"
    settings.COLLECTORS[ODK]["password"] = "wrong"
    for source in (KOBO, ODK):
        answer = sync(source, status=502)
        assert (answer["code"], "wrong" in answer["error"]) == ("UPSTREAM_ERROR", False)


def test_a_session_that_ended_is_opened_again(platform: Any, sync: Any) -> None:
    platform.rows, platform.page = [odk_row(1), odk_row(2)], 1

    def expire() -> None:
        platform.sessions += len(platform.data_calls()) == 2

    platform.on_page = expire
    assert sync(ODK)["imported"] == 2


@pytest.mark.parametrize("source", [KOBO, ODK])
def test_a_platform_that_is_not_configured(api: Any, cast: Any, sync: Any, source: str) -> None:
    for path in ("", "?async=1"):
        assert sync(source, status=503, path=path)["code"] == "NOT_CONFIGURED"


def test_private_addresses_need_the_setting(platform: Any, sync: Any, settings: Any) -> None:
    settings.OUTGOING_ALLOW_PRIVATE = False
    for url in (platform.url, platform.url.replace("http:", "https:"), platform.url.replace("127.0.0.1", "localhost")):
        settings.COLLECTORS[KOBO]["url"] = url
        assert sync(status=502)["code"] == "UPSTREAM_ERROR"
    assert platform.asked == []


def test_nobody_listens(platform: Any, sync: Any, settings: Any) -> None:
    settings.COLLECTORS[KOBO]["url"] = "http://127.0.0.1:9"
    assert sync(status=502)["code"] == "UPSTREAM_ERROR"


@pytest.mark.parametrize("numbers", [[3, 1, 2], [1, 1, 2]])
def test_an_order_that_would_lose_rows(platform: Any, sync: Any, numbers: list[int]) -> None:
    platform.rows = [kobo_row(number, **{"meta/rootUuid": f"u{place}"}) for place, number in enumerate(numbers)]
    platform.sorts = False
    assert sync(status=502)["code"] == "UPSTREAM_ERROR"
    assert untouched()


def test_more_than_anybody_collects(platform: Any, sync: Any, settings: Any) -> None:
    platform.rows = [kobo_row(number) for number in range(1, 5)]
    for name in ("COLLECTOR_MAX_ROWS", "COLLECTOR_MAX_BYTES"):
        setattr(settings, name, 3)
        assert sync(status=502)["code"] == "UPSTREAM_ERROR"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"formId": None}, "formId"),
        ({"formId": ""}, "formId"),
        ({"formId": ".."}, "formId"),
        ({"formId": "a/../b"}, "formId"),
        ({"formId": "x" * 300}, "formId"),
        ({"formId": "a\x00"}, "formId"),
        ({"plateforme": "kobo"}, "plateforme"),
        ({"plateforme": None}, "plateforme"),
        ({"mapping": {}}, "mapping"),
        ({"mapping": None}, "mapping"),
        ({"mapping": {"solde": "g/x"}}, "mapping.solde"),
        ({"mapping": {"tailleMenage": {"a": 1}}}, "mapping.tailleMenage"),
        ({"mapping": ["a"]}, "mapping"),
        ({"mapping": {"telephone": "a", "telephoneChef": "b"}}, "mapping.telephoneChef"),
        ({"options": {"dateFrom": "hier"}}, "options.dateFrom"),
        ({"options": {"updateExisting": "x"}}, "options.updateExisting"),
        ({"options": []}, "options"),
        ({"projetId": "x"}, "projetId"),
    ],
)
def test_bad_bodies(platform: Any, api: Any, cast: Any, change: dict, field: str) -> None:
    answer = api(cast.admin).post("/api/import/menages/collecteur", WHOLE | change)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert field in answer.json()["details"]
    assert platform.asked == []


def test_needs_the_permission(platform: Any, sync: Any, cast: Any, api: Any) -> None:
    assert sync(status=403, user=cast.reader_west)["code"] == "FORBIDDEN"
    assert api().post("/api/import/menages/collecteur", WHOLE).status_code == 401
    assert platform.asked == []
