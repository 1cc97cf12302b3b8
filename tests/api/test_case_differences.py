"""A case, and a complaint about violence, make no difference: who may not read cases gets the same answers as without them.

Counts are drawn up monthly, so that even those of cases stay as they were. What changes from one walk to the next by itself
(the history of the walks, the figures of the worker) is searched for the complaint instead.
"""

import re
from typing import Any

import pytest
from django.core.cache import cache

from accounts.roles.rules import ALL_PERMISSIONS
from tests.api.routes import ROUTES
from tests.api.test_matrix import call
from tests.api.test_shelter_differences import Asked, differences, note
from tests.api.test_shelters import READS, holder
from tests.conftest import Api, make_user
from transfers.complaints.models import Complaint

RIGHT = "vbg.voir_cas"
# Routes that may know of complaints, of what somebody did, or of cases.
WATCHED = re.compile(
    r"plaintes|equipes|dashboard|rapports|audit|notifications|jobs|sync|vbg|carte/(stats|tuiles|export|analyse|themes)|ogc|health|status"
)


@pytest.fixture(autouse=True)
def storage(settings, tmp_path):
    settings.FILES_ROOT = tmp_path


def ask_all(caller: Api, world: Any) -> Asked:
    """Everything that may know of it, by what was asked."""
    told: Asked = {}
    for path, method in READS:
        if not WATCHED.search(path) or ROUTES[path].before:
            continue
        for number, variant in enumerate(ROUTES[path].variants()):
            cache.clear()
            told[f"{method} {path} {number}"] = note(call(caller, path, method, world, "west", variant))
    return told


def file_both(referent: Api, world: Any) -> Complaint:
    """Write a case and a complaint about violence; return the complaint."""
    place = {"region": str(world.west.region.id), "secteur": str(world.west.secteur.id)}
    case = {"date": "2025-03-10", "rubrique": "mariage_force", **place}
    assert referent.post("/api/vbg-cas", case).status_code == 201
    body = {"objet": "Zumbarika", "categorie": "vbg", "regionId": place["region"], "secteurId": place["secteur"]}
    made = referent.post("/api/plaintes", body)
    assert made.status_code == 201, made.content
    return Complaint.objects.get(id=made.json()["data"]["id"])


def test_a_case_and_a_complaint_of_violence_change_no_answer(world):
    caller, referent = (
        holder(*(ALL_PERMISSIONS - {RIGHT})),
        Api(make_user("ROLE_VBG", world.west.region, world.east.region)),
    )
    first, before = ask_all(caller, world), ask_all(caller, world)
    complaint = file_both(referent, world)
    after = ask_all(caller, world)
    by_itself = differences(first, before)
    changed = differences(before, after) - by_itself
    if changed:
        # A slow machine answers "too slow" now and then; what tells of a case does so again.
        changed &= differences(before, ask_all(caller, world))
    assert not changed, {asked: (before[asked][2][:700], after[asked][2][:700]) for asked in changed}
    marks = [str(complaint.id).encode(), complaint.reference.encode(), b"zumbarika"]
    for asked, (_status, _tag, told) in after.items():
        assert [mark for mark in marks if mark in told.lower()] == [], asked
    assert len(before) - len(by_itself) > 60, sorted(by_itself)
