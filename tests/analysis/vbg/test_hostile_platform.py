"""A platform that is hostile, or fails: it learns nothing, stops nothing, and loses no case."""

from typing import Any

from analysis.vbg.case_collection import services
from analysis.vbg.case_collection.types import CaseSync
from analysis.vbg.sealed_forms.decryption import open_submission
from analysis.vbg.sealed_forms.keys import CaseKey
from registry.survey_platforms.connectors import kobo
from tests.analysis.vbg.case_sync import BOTH, FOLLOWING, SECRET, counts, stored
from tests.analysis.vbg.encrypting import KOBO


@BOTH
def test_what_one_telephone_sent_is_one_case_under_whatever_names(
    phone: Any, sync: Any, monkeypatch: Any, source: str
) -> None:
    """Else a platform that repeats one submission a hundred times reads in the statistics what it says."""
    phone.send(1)
    assert counts(sync(phone)) == (1, 0, 0, 0)
    instance = "uuid:c1-0" if source == KOBO else "uuid:c1"
    for number in (2, 3):
        phone.put(number, instance, phone.sealed[1], edits=number)
    assert counts(sync(phone, **FOLLOWING)) == (0, 0, 0, 2) and len(stored()) == 1
    # Of those that come at once, only one is opened: no proof of another guess is tried.
    phone.sent.clear()
    phone.send(4)
    instance = instance.replace("c1", "c4")
    for number in (5, 6):
        phone.put(number, instance, phone.sealed[4], edits=number)
    opened: list[Any] = []

    def note_and_open(*given: Any) -> Any:
        opened.append(given)
        return open_submission(*given)

    monkeypatch.setattr(services, "open_submission", note_and_open)
    assert counts(sync(phone))[::3] == (1, 2) and len(opened) == 1


@BOTH
def test_what_cannot_be_taken_over_is_not_for_ever_in_the_way(
    phone: Any, sync: Any, monkeypatch: Any, source: str
) -> None:
    monkeypatch.setattr(services, "BATCH", 1)
    phone.send(1, rubrique="?")
    phone.send(2)
    assert any(sync(phone)["imported"] == 1 for _each in range(40))


@BOTH
def test_a_run_does_not_delete_what_another_took_over_meanwhile(
    phone: Any, sync: Any, monkeypatch: Any, source: str
) -> None:
    """One that listed the platform before the submission came writes after one that took it over."""
    phone.send(1)
    listing = services._list_submissions

    def list_and_wait(*given: Any) -> Any:
        found = listing(*given)
        monkeypatch.setattr(services, "_list_submissions", listing)
        phone.send(2)
        assert sync(phone)["imported"] == 2
        return found

    monkeypatch.setattr(services, "_list_submissions", list_and_wait)
    assert counts(sync(phone, **FOLLOWING))[2] == 0 and len(stored()) == 2


@BOTH
def test_a_row_that_nobody_can_name_deletes_nothing(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    phone.send(2)
    sync(phone)
    whole = phone.sent[2]
    phone.sent[2] = {"_id": 2} if source == KOBO else {name: text for name, text in whole.items() if name != "__id"}
    assert counts(sync(phone, **FOLLOWING))[2] == 0 and len(stored()) == 2


@BOTH
def test_a_list_without_end_is_given_up(phone: Any, sync: Any, monkeypatch: Any, source: str) -> None:
    phone.send(1)
    monkeypatch.setattr(services, "LISTING_SECONDS", -1)
    assert "pas répondu à temps" in sync(phone, 502)["error"]


def test_what_a_row_says_of_itself_may_be_anything() -> None:
    one = kobo.parse_submission({"_id": 1, "_uuid": "a", "__system": ["x"]})
    assert one is not None
    services._identify(one, CaseSync(KOBO, "f"), CaseKey(SECRET))


@BOTH
def test_a_platform_that_is_deaf_or_fails_changes_nothing_more(
    phone: Any, sync: Any, platform: Any, source: str
) -> None:
    phone.send(1)
    platform.set(deaf=True)
    data = sync(phone, renvoyerStatuts=True)
    assert data["imported"] == 1 and len(data["errors"]) == 1
    phone.send(2)
    for fault in ("500", "html", "redirect", "repeat", "half"):
        platform.set(fault=fault)
        sync(phone, 502)
    assert len(stored()) == 1


@BOTH
def test_a_ciphertext_that_the_platform_has_lost_is_not_in_the_way(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    phone.files = {path: text for path, text in phone.files.items() if path.endswith(".xml")}
    phone.send(2)
    assert counts(sync(phone)) == (1, 0, 0, 1)
    if source == KOBO:
        phone.sent[1]["_attachments"] = 5
        assert counts(sync(phone)) == (0, 0, 0, 1)
