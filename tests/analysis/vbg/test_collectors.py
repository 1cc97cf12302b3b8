"""Services from survey platforms, which run in a process of their own: what is new, edited, deleted, told and refused."""

import re
from typing import Any

import pytest

from analysis.vbg.collectors.models import ReturnedStatus
from geo.facilities.models import VbgService
from registry.survey_platforms.models import FormCursor, Receipt
from tests.analysis.vbg.collecting import (
    FORMS,
    KOBO,
    MAPPING,
    ODK,
    PATH,
    UPDATING,
    build_row,
    build_sync,
    configure,
    counts,
)
from tests.analysis.vbg.stand_in import running

BOTH = pytest.mark.parametrize("source", [KOBO, ODK])
TELLING = {"renvoyerStatuts": True}


@pytest.fixture(scope="module")
def process():
    with running() as stand_in:
        yield stand_in


@pytest.fixture
def platform(process, settings, country):
    process.set(
        rows=[], fault=None, faulty_after=0, page=1000, encrypted=False, sorts=True, deaf=False, reviews=[], asked=[]
    )
    configure(settings, process.url)
    return process


@pytest.fixture
def sync(api, cast):
    return build_sync(api, cast.vbg)


@BOTH
def test_submissions_become_services(platform: Any, sync: Any, country: Any, source: str) -> None:
    platform.set(rows=[build_row(source, 1, lits=12), build_row(source, 2)])
    data = sync(source)
    assert (counts(data), data["errors"]) == ((2, 2, 0, 0), [])
    row = VbgService.objects.get(nom="Ponto 1")
    assert (row.region, row.secteur, row.type, row.statut) == (country.west, country.north, "centre_ecoute", "actif")
    assert (row.geom.y, row.geom.x, row.capacite_accueil, row.horaires) == (12.75, -15.5, 12, "08:00-18:00")
    assert (row.services_offerts, row.visibilite, row.source) == (["ecoute", "orientation"], "publique", source)
    assert re.fullmatch(r"VBG-C[0-9A-F]{12}", row.code)
    assert counts(sync(source)) == ((2, 0, 0, 2) if source == KOBO else (1, 0, 0, 1))  # what the overlap asks for again
    assert VbgService.objects.count() == 2


@BOTH
def test_edits_change_their_service_when_asked_to(platform: Any, sync: Any, source: str) -> None:
    platform.set(rows=[build_row(source, 1), build_row(source, 2)])
    sync(source)
    platform.set(rows=[build_row(source, 1, edits=1, nom="Ponto novo", telephone=None), build_row(source, 2)])
    assert counts(sync(source))[1:3] == (0, 0)
    assert not VbgService.objects.filter(nom="Ponto novo").exists()
    assert sync(source, options=UPDATING)["updated"] == 1
    row = VbgService.objects.get(nom="Ponto novo")
    assert (row.telephone, VbgService.objects.count()) == ("+245955100401", 2)
    assert sync(source, options=UPDATING)["updated"] == 0


@BOTH
def test_a_deletion_closes_its_service_once(platform: Any, sync: Any, settings: Any, source: str) -> None:
    settings.COLLECTOR_SWEEP_HOURS = 0
    platform.set(rows=[build_row(source, 1), build_row(source, 2)])
    sync(source)
    left = [build_row(source, 2)] + ([build_row(source, 1, deleted=True)] if source == ODK else [])
    platform.set(rows=left)
    data = sync(source, options=UPDATING)
    assert (data["supprimees"], data["fermes"]) == (1, 1)
    closed = VbgService.objects.get(nom="Ponto 1")
    assert closed.statut == "inactif"
    VbgService.objects.filter(id=closed.id).update(statut="actif")
    assert sync(source, options=UPDATING)["fermes"] == 0
    assert VbgService.objects.get(id=closed.id).statut == "actif"


@BOTH
def test_a_service_deleted_here_does_not_come_back(platform: Any, sync: Any, source: str) -> None:
    platform.set(rows=[build_row(source, 1)])
    sync(source)
    VbgService.objects.all().delete()
    kept = Receipt.objects.get()
    assert (kept.etat, kept.contenu) == ("parti", None)
    platform.set(rows=[build_row(source, 1, edits=1, nom="Outro")])
    data = sync(source, options=UPDATING)
    assert (VbgService.objects.count(), len(data["errors"])) == (0, 1)


@BOTH
def test_what_arrives_late_is_inside_the_overlap(platform: Any, sync: Any, source: str) -> None:
    """A row that became visible after one with a later number or date is not lost at the cursor."""
    platform.set(rows=[build_row(source, 5)])
    sync(source)
    late = build_row(source, 4)
    if source == ODK:
        late["__system"]["submissionDate"] = "2026-03-06T09:30:00.000Z"
    platform.set(rows=[build_row(source, 5), late])
    assert sync(source)["imported"] == 1


@BOTH
def test_the_platform_is_told_what_was_taken_over(platform: Any, sync: Any, source: str) -> None:
    approved, held = (
        ("validation_status_approved", "validation_status_on_hold") if source == KOBO else ("approved", "hasIssues")
    )
    first, second = ("1", "2") if source == KOBO else ("uuid:r1", "uuid:r2")
    platform.set(rows=[build_row(source, 1), build_row(source, 2, type="padaria")])
    assert (sync(source)["statutsRenvoyes"], platform.read("reviews")) == (0, [])
    data = sync(source, options=TELLING)
    assert (data["statutsRenvoyes"], len(data["errors"])) == (2, 1)
    assert sorted(platform.read("reviews")) == [[first, approved], [second, held]]
    assert sync(source, options=TELLING)["statutsRenvoyes"] == 0
    rows = platform.read("rows")
    corrected = build_row(source, 2, edits=7)
    if source == KOBO:
        corrected["_validation_status"] = rows[1]["_validation_status"]
    else:
        corrected["__system"]["updatedAt"] = "2026-06-02T00:00:00.000Z"
    platform.set(rows=[rows[0], corrected])
    assert counts(sync(source, options=TELLING))[1] == 1
    assert platform.read("reviews")[-1] == [second, approved]


@BOTH
def test_a_judgement_made_there_is_never_replaced(platform: Any, sync: Any, source: str) -> None:
    row = build_row(source, 1)
    if source == KOBO:
        row["_validation_status"] = {"uid": "validation_status_on_hold", "timestamp": 1_790_000_000}
    else:
        row["__system"]["reviewState"] = "hasIssues"
    platform.set(rows=[row])
    assert (sync(source, options=TELLING)["imported"], platform.read("reviews")) == (1, [])


@BOTH
def test_a_platform_that_takes_no_status_is_told_next_time(platform: Any, sync: Any, source: str) -> None:
    platform.set(rows=[build_row(source, 1), build_row(source, 2)], deaf=True)
    data = sync(source, options=TELLING)
    assert (data["imported"], data["statutsRenvoyes"], len(data["errors"])) == (2, 0, 1)
    assert not ReturnedStatus.objects.exists()
    platform.set(deaf=False)
    assert sync(source, options=TELLING)["statutsRenvoyes"] == 2


@pytest.mark.sampled(4)
@BOTH
@pytest.mark.parametrize("fault", ["redirect", "500", "html", "repeat", "shapeless", "half"])
def test_a_platform_that_misbehaves_changes_nothing(platform: Any, sync: Any, source: str, fault: str) -> None:
    platform.set(rows=[build_row(source, number) for number in (1, 2, 3)], page=2, fault=fault, faulty_after=1)
    assert sync(source, status=502)["code"] == "UPSTREAM_ERROR"
    assert not (VbgService.objects.exists() or Receipt.objects.exists() or FormCursor.objects.exists())
    platform.set(fault=None)
    assert counts(sync(source)) == (3, 3, 0, 0)


@BOTH
def test_a_wrong_submission_is_kept_out_alone(platform: Any, sync: Any, source: str) -> None:
    wrong = (
        {"nom": None},
        {"type": "padaria"},
        {"region": "Bafatá"},
        {"secteur": "Cossé"},
        {"offre": "ecoute cafe"},
        {"lits": "muitos"},
        {"nom": "x" * 300},
        {"telephone": "0" * 40},
    )
    rows = [build_row(source, 1)] + [build_row(source, place, **answers) for place, answers in enumerate(wrong, 2)]
    platform.set(rows=rows)
    data = sync(source)
    assert counts(data) == (9, 1, 0, 8)
    assert [error["submission"] for error in data["errors"]] == [f"r{place}" for place in range(2, 10)]
    assert len({error["message"] for error in data["errors"]}) == 7
    assert not Receipt.objects.filter(etat="quarantaine", motif__contains="padaria").exists()


def test_twins_and_taken_codes_are_left_out(platform: Any, sync: Any, country: Any) -> None:
    VbgService.objects.create(
        nom="Ponto 1", code="S9", type="centre_ecoute", region=country.west, secteur=country.north
    )
    rows = [build_row(KOBO, 1), build_row(KOBO, 2), build_row(KOBO, 3, nom="PONTO 2"), build_row(KOBO, 4, code="S9")]
    platform.set(rows=rows)
    mapping = MAPPING | {"code": "g/code"}
    data = sync(mapping=mapping)
    assert (counts(data), data["errors"]) == ((4, 1, 0, 3), [])
    shown = sync(mapping=mapping, options={"skipDuplicates": False})
    assert [error["submission"] for error in shown["errors"]] == ["r1", "r3", "r4"]
    assert sync(mapping=mapping, options=UPDATING)["updated"] == 1
    assert VbgService.objects.get(code="S9").nom == "Ponto 4"


def test_a_place_outside_its_region_is_refused(platform: Any, sync: Any, country: Any) -> None:
    row = build_row(KOBO, 1) | {"g/gps": "11.2 -12.0 0 0"}
    platform.set(rows=[row, build_row(KOBO, 2) | {"g/gps": "perto do rio"}])
    data = sync()
    assert (counts(data), len(data["errors"])) == ((2, 0, 0, 2), 2)


def test_shelters_are_collected_by_who_sees_them(platform: Any, sync: Any, cast: Any, country: Any) -> None:
    platform.set(rows=[build_row(KOBO, 1, type="hebergement"), build_row(KOBO, 2, nom="Casa de abrigo")])
    assert counts(sync(caller=cast.admin)) == (2, 0, 0, 2)
    assert counts(sync())[1] == 2
    assert set(VbgService.objects.values_list("visibilite", flat=True)) == {"restreinte"}
    edited = [build_row(KOBO, place, edits=1, type="ong", nom="Aberto") for place in (1, 2)]
    platform.set(rows=edited)
    assert counts(sync(caller=cast.admin, options=UPDATING))[1:3] == (0, 0)
    assert not VbgService.objects.filter(nom="Aberto").exists()


def test_a_preview_shows_no_hidden_service(platform: Any, api: Any, cast: Any, country: Any) -> None:
    rows = [
        build_row(KOBO, 1),
        build_row(KOBO, 2, type="hebergement"),
        build_row(KOBO, 3, visibilite="restreinte"),
        build_row(KOBO, 4, region="Bafatá"),
    ]
    platform.set(rows=rows)

    def look(user: Any) -> list[str]:
        answer = api(user).post(f"{PATH}/preview", {"formId": FORMS[KOBO], "limit": 5})
        assert answer.status_code == 200, answer.content
        return [row["g/nom"] for row in answer.json()["data"]["sample"]]

    assert look(cast.admin) == ["Ponto 1", "Ponto 4"]
    assert look(cast.vbg) == ["Ponto 1", "Ponto 2", "Ponto 3"]


@BOTH
def test_forms_questions_and_status(platform: Any, api: Any, cast: Any, settings: Any, source: str) -> None:
    platform.set(rows=[build_row(source, 1)])
    caller = api(cast.vbg)
    asked = {"plateforme": source}
    status = caller.get(f"{PATH}/status", asked).json()["data"]
    assert (status["connected"], status["formsCount"], status["apiUrl"]) == (True, 1, platform.url)
    [form] = caller.get(f"{PATH}/forms", asked).json()["data"]
    assert (form["uid"], form["submissions"], form["deploymentStatus"]) == (FORMS[source], 1, "deployed")
    fields = caller.get(f"{PATH}/fields/{FORMS[source]}", asked).json()["data"]
    assert (fields["fields"][0]["name"], fields["mappingSuggestion"]["nom"]) == ("g/nom", "g/nom")
    settings.VBG_FORMS = []
    assert caller.get(f"{PATH}/forms", asked).json()["data"] == []
    assert caller.get(f"{PATH}/fields/{FORMS[source]}", asked).status_code == 404


def test_a_form_that_is_not_of_services_stays_closed(
    platform: Any, sync: Any, api: Any, cast: Any, settings: Any
) -> None:
    settings.VBG_FORMS = ["autre"]
    platform.set(rows=[build_row(KOBO, 1)], asked=[])
    assert sync(status=404)["code"] == "NOT_FOUND"
    assert api(cast.vbg).post(f"{PATH}/preview", {"formId": FORMS[KOBO]}).status_code == 404
    assert platform.read("asked") == []


def test_nothing_is_configured(api: Any, cast: Any, country: Any, sync: Any, settings: Any) -> None:
    settings.VBG_FORMS = ["f"]
    status = api(cast.vbg).get(f"{PATH}/status")
    assert (status.status_code, status.json()["data"]["connected"]) == (200, False)
    for path in ("forms", "fields/f"):
        assert api(cast.vbg).get(f"{PATH}/{path}").json()["code"] == "NOT_CONFIGURED"
    assert sync(status=503)["code"] == "NOT_CONFIGURED"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"formId": ".."}, "formId"),
        ({"formId": None}, "formId"),
        ({"mapping": {"nom": "g/nom"}}, "mapping"),
        ({"mapping": MAPPING | {"solde": "g/x"}}, "mapping"),
        ({"mapping": []}, "mapping"),
        ({"plateforme": "http://169.254.169.254"}, "plateforme"),
        ({"options": {"dateFrom": "hier"}}, "options"),
        ({"options": {"autre": True}}, "options"),
    ],
)
def test_bad_bodies(platform: Any, sync: Any, change: dict[str, Any], field: str) -> None:
    answer = sync(status=400, **change)
    assert answer["code"] == "VALIDATION_ERROR" and any(name.startswith(field) for name in answer["details"])
    assert platform.read("asked") == []


def test_needs_the_permission(platform: Any, sync: Any, cast: Any) -> None:
    assert sync(status=403, caller=cast.reader_west)["code"] == "FORBIDDEN"
    assert platform.read("asked") == []
