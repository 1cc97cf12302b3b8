"""Cases from encrypted forms: what becomes a case, what is refused with the whole form, and what is kept of it."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from accounts.jobs.models import Job
from analysis.vbg.case_collection import services
from analysis.vbg.case_collection.models import CollectedCase
from analysis.vbg.case_collection.types import CaseSync
from analysis.vbg.cases.api import become_case_role
from analysis.vbg.cases.models import Case
from analysis.vbg.sealed_forms.decryption import open_submission
from analysis.vbg.sealed_forms.keys import CaseKey, make_private_key
from geo.facilities.models import VbgService
from registry.survey_platforms.connectors import kobo
from registry.survey_platforms.models import FormCursor, Receipt
from tests.analysis.vbg import collecting
from tests.analysis.vbg.encrypting import CASE, FORMS, KOBO, ODK, Phone, write_form
from tests.analysis.vbg.stand_in import running
from tests.conftest import make_user

BOTH = pytest.mark.parametrize("source", [KOBO, ODK])
PATH = "/api/vbg-analytics/collector/cas"
QUESTIONS = list(CASE)
SECRET = make_private_key()
FOLLOWING = {"updateExisting": True}


@pytest.fixture(scope="module")
def process():
    with running() as stand_in:
        yield stand_in


@pytest.fixture
def platform(process, settings, country):
    process.set(
        rows=[], fault=None, faulty_after=0, page=1000, encrypted=True, sorts=True, deaf=False, reviews=[], asked=[]
    )
    process.set(files={}, questions=QUESTIONS)
    collecting.configure(settings, process.url)
    settings.VBG_FORMS = []
    settings.VBG_CASE_FORMS = list(FORMS.values())
    settings.VBG_CASE_KEY = SECRET
    return process


@pytest.fixture
def phone(platform, source):
    return Phone(source, CaseKey(SECRET).build_public_text())


@pytest.fixture
def sync(api, cast, platform, source):
    """`sync(phone)` -> the answer's data (or the whole body of an error), of somebody who reads cases."""

    def call(phone: Phone, status: int = 200, caller: Any = None, **options: bool) -> Any:
        platform.set(rows=list(phone.sent.values()), files=phone.files)
        body = {"plateforme": source, "formId": FORMS[source], "options": options}
        answer = api(caller or cast.vbg).post(f"{PATH}/sync", body)
        assert answer.status_code == status, answer.content
        return answer.json()["data"] if status == 200 else answer.json()

    return call


def counts(data: dict[str, Any]) -> tuple[Any, ...]:
    return data["imported"], data["updated"], data["supprimes"], data["skipped"]


def stored() -> list[Case]:
    with become_case_role():
        return list(Case.objects.order_by("rubrique", "id"))


def known() -> int:
    with become_case_role():
        return CollectedCase.objects.count()


@BOTH
def test_a_submission_becomes_a_case_once(phone: Any, sync: Any, country: Any, source: str) -> None:
    phone.send(1)
    phone.send(2, rubrique="autre", secteur="Mansoa", statut="clos")
    data = sync(phone)
    assert (counts(data), data["errors"], data["reste"], data["masque"]) == ((2, 0, 0, 0), [], False, False)
    other, marriage = stored()
    assert (marriage.region_id, marriage.secteur_id, marriage.mois) == (country.west.id, None, date(2025, 3, 1))
    assert (marriage.tranche_age, marriage.sexe, marriage.statut, marriage.service_id) == (
        "12-17",
        "F",
        "en_cours",
        None,
    )
    assert (other.secteur_id, other.statut) == (country.north.id, "clos")
    assert counts(sync(phone)) == (0, 0, 0, 0) and len(stored()) == 2


@BOTH
def test_two_alike_are_two(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    phone.send(2)
    assert counts(sync(phone))[0] == 2


@BOTH
def test_a_form_that_is_not_encrypted_is_refused_before_anything_is_asked(
    phone: Any, sync: Any, platform: Any, source: str
) -> None:
    phone.send(1)
    platform.set(encrypted=False)
    told = sync(phone, 400)
    assert "n'est pas chiffré" in told["error"] and (stored(), known()) == ([], 0)
    asked = [path for path, _query in platform.read("asked")]
    assert not any(path.endswith(("/data/", "/Submissions")) for path in asked)


@BOTH
def test_one_answer_in_the_clear_refuses_the_whole_form(phone: Any, sync: Any, platform: Any, source: str) -> None:
    phone.send(1)
    phone.send(2)
    good = phone.sent[1]
    name = "rubrique" if source == ODK else "g/nom"
    ways = [collecting.build_row(source, 2), good | {name: "mariage_force"}]
    ways += [good | {"meta": {"instanceName": "Kanarinia"}}] if source == ODK else [good | {"meta/instanceName": "K"}]
    for row in ways:
        phone.sent[2] = row | ({"_id": 2} if source == KOBO else {"__id": "uuid:c2"})
        told = sync(phone, 400)["error"]
        assert "en clair" in told and "Kanarinia" not in told
        assert (stored(), known()) == ([], 0)
    assert not any("/attachments/" in path for path, _query in platform.read("asked"))


@BOTH
def test_a_question_that_could_name_a_person_refuses_the_form_by_name(
    phone: Any, sync: Any, platform: Any, source: str
) -> None:
    phone.send(1)
    platform.set(questions=[*QUESTIONS, "nom_victime"])
    told = sync(phone, 400)["error"]
    assert "« nom_victime »" in told and "«" not in told.replace("« nom_victime »", "")
    # Nor when only the submission has it, whatever the platform says of the form.
    platform.set(questions=QUESTIONS)
    phone.send(2, telephone="+245955000000")
    told = sync(phone, 400)["error"]
    assert "« telephone »" in told and "955" not in told and (stored(), known()) == ([], 0)


@BOTH
def test_what_cannot_be_opened_or_is_wrong_is_left_out_and_tried_again(
    phone: Any, sync: Any, settings: Any, source: str
) -> None:
    phone.send(1)
    phone.send(2, plain=b"<data/>")
    phone.send(3, rubrique="Kanarinia")
    phone.send(4, region="Kanarinia")
    data = sync(phone)
    assert counts(data) == (1, 0, 0, 3) and len(data["errors"]) == 3
    assert not any("Kanarinia" in error for error in data["errors"])
    assert (len(stored()), known()) == (1, 1)
    phone.send(3)
    assert counts(sync(phone)) == (1, 0, 0, 2)
    settings.VBG_CASE_KEY = make_private_key()
    data = sync(phone)
    assert counts(data) == (0, 0, 0, 4) and "autre clé" in data["errors"][0] and len(stored()) == 2


@BOTH
def test_edits_replace_and_deletions_remove_when_asked_to(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    phone.send(2, rubrique="autre")
    sync(phone)
    identity = {case.rubrique: case.id for case in stored()}
    phone.send(1, edits=1, statut="clos", rubrique="exploitation")
    assert counts(sync(phone)) == (0, 0, 0, 0) and "mariage_force" in {case.rubrique for case in stored()}
    assert counts(sync(phone, **FOLLOWING)) == (0, 1, 0, 0)
    changed = next(case for case in stored() if case.rubrique == "exploitation")
    assert (changed.id, changed.statut) == (identity["mariage_force"], "clos")
    assert counts(sync(phone, **FOLLOWING)) == (0, 0, 0, 0)
    del phone.sent[2]
    assert counts(sync(phone)) == (0, 0, 0, 0)
    assert counts(sync(phone, **FOLLOWING)) == (0, 0, 1, 0)
    assert [case.id for case in stored()] == [changed.id]
    # A platform that has nothing left was emptied: that is no reason to lose the cases.
    phone.sent = {}
    data = sync(phone, **FOLLOWING)
    assert counts(data) == (0, 0, 0, 0) and "aucun cas n'a été supprimé" in data["errors"][0] and len(stored()) == 1


@BOTH
def test_a_case_deleted_or_erased_here_does_not_come_back(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    sync(phone)
    with become_case_role():
        Case.objects.all().delete()
    phone.send(1, edits=1, statut="clos")
    assert counts(sync(phone, **FOLLOWING)) == (0, 0, 0, 0) and stored() == []


@BOTH
def test_a_run_that_is_stopped_goes_on_where_it_was(phone: Any, sync: Any, monkeypatch: Any, source: str) -> None:
    monkeypatch.setattr(services, "BATCH", 2)
    for number in range(1, 6):
        phone.send(number)
    told = [sync(phone) for _each in range(3)]
    assert [(one["imported"], one["reste"]) for one in told] == [(2, True), (2, True), (1, False)]


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
    assert 1 in [sync(phone)["imported"] for _each in range(40)]


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
def test_numbers_are_told_to_who_reads_cases_only(phone: Any, sync: Any, cast: Any, api: Any, source: str) -> None:
    phone.send(1)
    data = sync(phone, caller=cast.admin)
    assert (counts(data), data["masque"], len(stored())) == ((None,) * 4, True, 1)
    shown = api(cast.admin).get(PATH, {"plateforme": source}).json()["data"]
    assert shown["formulaires"] == [{"uid": FORMS[source], "name": "Ménages", "chiffre": True}]
    assert shown["clePublique"] == CaseKey(SECRET).build_public_text()
    assert SECRET[:60] not in str(shown)


@BOTH
def test_cases_of_other_regions_are_left_to_who_reaches_them(phone: Any, sync: Any, country: Any, source: str) -> None:
    west, east = make_user("ROLE_VBG", country.west), make_user("ROLE_VBG", country.east)
    phone.send(1)
    phone.send(2, region=country.east.code)
    assert counts(sync(phone, caller=west)) == (1, 0, 0, 0) and known() == 1
    assert counts(sync(phone, caller=east)) == (1, 0, 0, 0) and known() == 2
    phone.send(2, edits=1, region="Oio")
    assert counts(sync(phone, caller=west, **FOLLOWING)) == (0, 0, 0, 0)
    del phone.sent[2]
    assert counts(sync(phone, caller=west, **FOLLOWING))[2] == 0 and len(stored()) == 2


@BOTH
def test_the_platform_is_told_only_what_was_taken_over(phone: Any, sync: Any, platform: Any, source: str) -> None:
    phone.send(1)
    phone.send(2, rubrique="?")
    sync(phone, renvoyerStatuts=True)
    sync(phone, renvoyerStatuts=True)
    word = "validation_status_approved" if source == KOBO else "approved"
    assert platform.read("reviews") == [["1" if source == KOBO else "uuid:c1", word]]


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
def test_a_ciphertext_that_has_not_arrived_is_asked_for_again(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    kept, phone.files = phone.files, {path: text for path, text in phone.files.items() if path.endswith(".xml")}
    whole = phone.sent[1]
    phone.sent[1] = whole | ({"_attachments": []} if source == KOBO else {})
    assert counts(sync(phone)) == (0, 0, 0, 1)
    phone.files, phone.sent[1] = kept, whole
    assert counts(sync(phone)) == (1, 0, 0, 0)


@BOTH
def test_a_ciphertext_that_the_platform_has_lost_is_not_in_the_way(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    phone.files = {path: text for path, text in phone.files.items() if path.endswith(".xml")}
    phone.send(2)
    assert counts(sync(phone)) == (1, 0, 0, 1)
    if source == KOBO:
        phone.sent[1]["_attachments"] = 5
        assert counts(sync(phone)) == (0, 0, 0, 1)


@BOTH
def test_without_key_form_or_right_there_is_nothing(
    phone: Any, sync: Any, settings: Any, cast: Any, api: Any, source: str
) -> None:
    phone.send(1)
    sync(phone, 403, caller=cast.agent_west)
    settings.VBG_CASE_FORMS = ["autre"]
    sync(phone, 404)
    settings.VBG_CASE_FORMS, settings.VBG_CASE_KEY = list(FORMS.values()), ""
    assert sync(phone, 503)["code"] == "NOT_CONFIGURED"
    shown = api(cast.vbg).get(PATH, {"plateforme": source}).json()["data"]
    assert shown["clePublique"] is None and "TABANCA_VBG_CASE_KEY" in shown["message"]


@BOTH
def test_no_other_door_reads_a_form_of_cases(
    phone: Any, platform: Any, settings: Any, api: Any, cast: Any, source: str
) -> None:
    """Another import would keep a receipt with the sender's identifier and minute."""
    phone.send(1)
    platform.set(rows=list(phone.sent.values()), files=phone.files)
    settings.VBG_FORMS = list(FORMS.values())
    form = FORMS[source]
    household = {"plateforme": source, "formId": form, "mapping": {"nomCompletChef": "rubrique"}}
    assert api(cast.admin).post("/api/import/menages/collecteur", household).status_code == 404
    service = {"plateforme": source, "formId": form, "mapping": {"nom": "rubrique", "typeService": "statut"}}
    assert api(cast.vbg).post("/api/vbg-analytics/collector/sync", service).status_code == 404
    assert api(cast.vbg).post("/api/vbg-analytics/collector/preview", {"formId": form}).status_code == 404
    assert api(cast.vbg).get("/api/vbg-analytics/collector/forms").json()["data"] == []
    assert not Receipt.objects.exists()


@BOTH
def test_nothing_of_the_platform_is_kept(phone: Any, sync: Any, source: str) -> None:
    """No receipt, cursor or job, and in the schema of cases only ids that the key alone makes."""
    phone.send(1)
    sync(phone)
    assert not (Receipt.objects.exists() or FormCursor.objects.exists() or Job.objects.exists())
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute("SELECT c::text || k::text FROM vbg.cas AS c JOIN vbg.collecte AS k ON k.id = c.id")
        (row,) = (text for (text,) in cursor.fetchall())
    assert not any(mark in row for mark in ("uuid:", "2026-03", "referente", FORMS[source], "10:11"))


@BOTH
def test_a_shelter_or_an_unknown_service_is_no_service(phone: Any, sync: Any, country: Any, source: str) -> None:
    VbgService.objects.create(nom="S", code="S1", type="ong", region=country.west, secteur=country.north)
    phone.send(1, service="S1", region=None, secteur=None)
    phone.send(2, service="S9")
    data = sync(phone)
    assert counts(data) == (1, 0, 0, 1) and data["errors"] == ["Le service n'est pas connu."]
    assert isinstance(stored()[0].service_id, UUID)


@BOTH
def test_forms_in_groups_and_of_kobo_are_read(phone: Any, sync: Any, source: str) -> None:
    answers = {f"g/{name}": text for name, text in CASE.items()} | {"__version__": "v1", "formhub/uuid": "abc"}
    phone.send(1, plain=write_form({}, "uuid:c1-0" if source == KOBO else "uuid:c1", FORMS[source]))
    phone.send(2, **dict.fromkeys(CASE), **answers)
    # A telephone may choose prefixes for the namespaces of the manifest.
    prefixed = {"meta/instanceID": "n0:meta/n0:instanceID"}
    phone.sent[2] = {prefixed.get(name, name): value for name, value in phone.sent[2].items()}
    assert counts(sync(phone)) == (1, 0, 0, 1)
