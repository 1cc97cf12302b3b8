"""Cases from encrypted forms: what becomes a case, what is refused with the whole form, and what is kept of it."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection

from accounts.jobs.models import Job
from analysis.vbg.case_collection import services
from analysis.vbg.cases.api import become_case_role
from analysis.vbg.cases.models import Case
from analysis.vbg.sealed_forms.keys import CaseKey, make_private_key
from geo.facilities.models import VbgService
from registry.survey_platforms.models import FormCursor, Receipt
from tests.analysis.vbg import collecting
from tests.analysis.vbg.case_sync import BOTH, FOLLOWING, PATH, QUESTIONS, SECRET, counts, known, stored
from tests.analysis.vbg.encrypting import CASE, FORMS, KOBO, ODK, write_form
from tests.conftest import make_user


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
def test_a_ciphertext_that_has_not_arrived_is_asked_for_again(phone: Any, sync: Any, source: str) -> None:
    phone.send(1)
    kept, phone.files = phone.files, {path: text for path, text in phone.files.items() if path.endswith(".xml")}
    whole = phone.sent[1]
    phone.sent[1] = whole | ({"_attachments": []} if source == KOBO else {})
    assert counts(sync(phone)) == (0, 0, 0, 1)
    phone.files, phone.sent[1] = kept, whole
    assert counts(sync(phone)) == (1, 0, 0, 0)


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
