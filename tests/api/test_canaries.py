"""A name and a story of violence are sent by every door, and then searched for everywhere that is not theirs: 0 found.

A case has no text at all, so the story comes with a complaint about violence, whose text lies in the schema of cases;
names come where they do not belong: in files, forms, purposes, addresses and searches.
"""

import io
import logging
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from accounts.jobs.models import Job
from accounts.roles.rules import ALL_PERMISSIONS
from analysis.vbg.cases.api import become_case_role
from analysis.vbg.cases.models import Case
from analysis.vbg.sealed_forms.keys import CaseKey, make_private_key
from config.logs import JsonFormatter
from tests.analysis.vbg.collecting import configure
from tests.analysis.vbg.encrypting import CASE, FORMS, Phone
from tests.analysis.vbg.test_imports import upload
from tests.api.routes import ROUTES
from tests.api.test_matrix import call, content
from tests.api.test_shelters import READS, holder
from tests.conftest import Api, make_user
from tests.registry.survey_platforms.platform import running

NAME, STORY = "Kanarinia Mbalidu", "Zumbarika na tabanka"
CANARIES = ("kanarinia", "mbalidu", "zumbarika")
CASE_RIGHTS = {"vbg.voir_cas", "vbg.voir_services_restreints", "vbg.voir_details"}


@pytest.fixture
def written():
    """Every line of every log, as it goes to the standard error."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(level)
    root.removeHandler(handler)


@pytest.fixture(autouse=True)
def storage(settings, tmp_path):
    settings.FILES_ROOT = tmp_path


@pytest.fixture
def collected(settings):
    """A platform with encrypted forms, of which one has the name and the story where a code belongs, and one a question."""
    key = make_private_key()
    with running() as server:
        configure(settings, server.url)
        settings.VBG_CASE_FORMS, settings.VBG_CASE_KEY = list(FORMS.values()), key
        server.encrypted, server.questions = True, list(CASE)
        yield server, {source: Phone(source, CaseKey(key).build_public_text()) for source in FORMS}


def find_outside(*words: str) -> list[str]:
    """The tables outside the schema of cases of which a row has one of the words, in whatever column."""
    pattern = "|".join(words)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables"
            " WHERE schemaname NOT IN ('vbg', 'pg_catalog', 'information_schema') ORDER BY 1"
        )
        tables = [name for (name,) in cursor.fetchall()]
        assert "public.accounts_audit" in tables and len(tables) > 100
        found = []
        for name in tables:
            cursor.execute(f"SELECT EXISTS (SELECT FROM {name} AS t WHERE t::text ~* %s)", [pattern])
            if cursor.fetchone()[0]:
                found.append(name)
    return found


def send_by_every_door(caller: Any, world: Any) -> str:
    """Send the name and the story; return the id of the one case that is written."""
    region = str(world.west.region.id)
    case = {"date": "2025-03-10", "rubrique": "mariage_force", "region": region}
    made = caller.post("/api/vbg-cas", case)
    identity = made.json()["data"]["id"]
    for refused in (
        caller.post("/api/vbg-cas", case | {"nom": NAME}),
        caller.post("/api/vbg-cas", case | {"rubrique": NAME}),
        caller.get("/api/vbg-cas", {"motif": NAME}),
        caller.get(f"/api/vbg-cas/{identity}", {"motif": STORY}),
        caller.put(f"/api/vbg-cas/{identity}", {"statut": NAME}),
        caller.get(f"/api/vbg-cas/{NAME}"),
        upload(caller, "cas", ("Mois", "Rubrique", NAME), ("2025-03", "autre", STORY)),
        caller.get("/api/vbg-analytics/rubrique-analysis", {"rubrique": NAME}),
    ):
        assert 400 <= refused.status_code < 500, refused.content
    assert caller.get(f"/api/vbg-cas/{identity}", {"motif": "suivi"}).status_code == 200
    assert caller.get("/api/services-vbg", {"search": NAME}).status_code == 200
    # A value that is no code is an error of its row, told to who sent it and kept nowhere.
    sent = upload(caller, "cas", ("Mois", "Rubrique", "Region"), ("2025-03", STORY, NAME), ("2025-03", "autre", region))
    body = {"fileId": sent.json()["data"]["fileId"], "mapping": {"date": "Mois", "rubrique": "Rubrique"}}
    told = caller.post("/api/vbg-analytics/import/cas", body)
    assert told.status_code == 200 and not any(word in told.content.decode().lower() for word in CANARIES)
    complaint = {"objet": STORY, "description": f"{NAME}. {STORY}", "categorie": "vbg", "regionId": region}
    made = caller.post("/api/plaintes", complaint)
    assert made.status_code == 201, made.content
    path = f"/api/plaintes/{made.json()['data']['id']}"
    assert STORY in caller.get(path).content.decode()
    assert caller.post(f"{path}/commentaires", {"texte": f"{STORY}: {NAME}"}).status_code == 201
    return str(identity)


def test_a_name_and_a_story_are_found_nowhere(world, written):
    identity = send_by_every_door(_referent(world), world)
    with become_case_role():
        assert Case.objects.filter(id=identity).exists()
    assert [word for word in (*CANARIES, identity) if word in written.getvalue().lower()] == []
    assert find_outside(*CANARIES) == []
    # The id of a case stands in the entries about its readings, which name no more than it, and nowhere else.
    assert find_outside(identity) == ["public.accounts_audit"]


def test_what_a_telephone_sent_is_found_nowhere(world, written, collected):
    """Nor who sent it, from where and when, though the platform says all of it beside the ciphertext."""
    server, phones = collected
    jobs = Job.objects.count()
    for source, phone in phones.items():
        phone.send(1, region=world.west.region.code)
        phone.send(2, region=world.west.region.code, rubrique=STORY, statut=NAME)
        server.rows, server.files = list(phone.sent.values()), phone.files
        body = {"plateforme": source, "formId": FORMS[source], "options": {"renvoyerStatuts": True}}
        told = _referent(world).post("/api/vbg-analytics/collector/cas/sync", body)
        assert (told.json()["data"]["imported"], told.json()["data"]["skipped"]) == (1, 1), told.content
        phone.send(3, telephone=NAME)
        phone.send(4, plain=f"<data id='x'><a>{NAME}</a>".encode())
        server.rows, server.files = list(phone.sent.values()), phone.files
        refused = _referent(world).post("/api/vbg-analytics/collector/cas/sync", body)
        assert refused.status_code == 400
        for answer in (told, refused):
            assert not any(word in answer.content.decode().lower() for word in CANARIES)
    assert Job.objects.count() == jobs
    marks = [*CANARIES, "referente", "uuid:c1", "2026-03-02T10:11:12", "2026-03-02 10:11:12"]
    assert [word for word in marks if word.lower() in written.getvalue().lower()] == []
    assert find_outside(*marks) == []


def test_no_route_tells_them_to_who_may_not_read_cases(world):
    identity = send_by_every_door(_referent(world), world)
    caller = holder(*(ALL_PERMISSIONS - CASE_RIGHTS))
    marks = [word.encode() for word in (*CANARIES, identity)]
    asked = 0
    for path, method in READS:
        cache.clear()
        for variant in ROUTES[path].variants():
            body = content(call(caller, path, method, world, "west", variant)).lower()
            found = [mark for mark in marks if mark in body]
            # The history of readings is for administrators: who read which case, by its id.
            assert found == [] or (path == "api/audit" and found == [identity.encode()]), (path, found)
            asked += 1
    assert asked > 250


def _referent(world: Any) -> Any:
    return Api(make_user("ROLE_VBG", world.west.region, world.east.region))
