"""Every role on every route of protection: called, not read from the declarations; the table in the docs is what happened.

`TABANCA_PIN=1 ./dev test tests/api/test_vbg_roles.py` writes it anew.
"""

import os
import re
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.contrib.admin import site

from accounts.roles.models import Role
from accounts.roles.rules import ALL_PERMISSIONS, SYSTEM_ROLES
from analysis.vbg.imports.models import VbgUpload
from analysis.vbg.imports.rules import RIGHTS
from config.api.permissions import get_declared_permission, is_opened
from tests.analysis.vbg.test_imports import PATH as ANALYTICS
from tests.analysis.vbg.test_imports import upload
from tests.api.test_matrix import CASES, VIEWS, call
from tests.api.vbg_routes import VBG_ROUTES
from tests.conftest import Api, make_user

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "vbg-services.md"
TABLE = re.compile(r"(<!-- roles -->\n).*?(<!-- end -->)", re.DOTALL)
# A workbook of each kind that could be imported.
BOOKS = {
    "services": (("nom", "typeService", "region"), ("Escuta", "ong", "West")),
    "agents": (("nom", "serviceId"), ("Sanhá", "S1")),
    "cas": (("date", "rubrique", "region"), ("2025-03", "autre", "West")),
}
OPERATIONS = [(path, method) for path, method in CASES if path in VBG_ROUTES]
PARAMETER = re.compile(r"<\w+:(\w+)>")


def test_the_matrix_has_every_route_of_protection():
    """By where their views stand, and by their addresses: a new route belongs into the matrix, or is another feature's."""
    own = {path for path, view in VIEWS.items() if view.__module__.startswith("analysis.vbg.")}
    named = {path for path in VIEWS if re.match(r"api/(services-vbg|vbg-)", path)}
    assert own == named == set(VBG_ROUTES)
    assert {path for path, _method in OPERATIONS} == own


def make_holder(world, *rights):
    """Somebody of the west with a role of these rights alone."""
    user = make_user("ROLE_USER", world.west.region)
    user.role = Role.objects.create(code=f"ROLE_{uuid4().hex[:12].upper()}", nom="Essai", permissions=list(rights))
    user.save()
    return user


def is_let_in(caller, path, method, world):
    """Whether the door opened: what is behind it may still refuse the body, the file or the id."""
    status = call(caller, path, method, world, "west").status_code
    # Without a platform its routes say so, behind the door.
    assert status < 500 or (status == 503 and "/collector/" in path), (path, method, status)
    return status not in (401, 403)


def build_table(rows):
    short = [code.removeprefix("ROLE_") for code in SYSTEM_ROLES]
    lines = ["| Operation | " + " | ".join(short) + " |", "|---" * (len(short) + 1) + "|"]
    for (path, method), opened in rows.items():
        lines.append(f"| {_name(path, method)} | " + " | ".join("yes" if one else "" for one in opened) + " |")
    return "\n".join(lines) + "\n"


def _name(path, method):
    return f"`{method.upper()} /" + PARAMETER.sub(r"{\g<1>}", path) + "`"


def test_roles_are_let_in_as_the_table_says(world):
    rows = {}
    for path, method in OPERATIONS:
        assert not is_let_in(Api(), path, method, world)
        rows[path, method] = [
            is_let_in(Api(make_user(role, world.west.region)), path, method, world) for role in SYSTEM_ROLES
        ]
    kept = PAGE.read_text(encoding="utf-8")
    fresh = TABLE.sub(lambda found: found[1] + build_table(rows) + found[2], kept)
    if os.environ.get("TABANCA_PIN"):
        PAGE.write_text(fresh, encoding="utf-8")
        pytest.skip("written anew")
    assert fresh == kept, "TABANCA_PIN=1 ./dev test tests/api/test_vbg_roles.py writes the table anew"
    cases = [place for place, code in enumerate(SYSTEM_ROLES) if code != "ROLE_VBG"]
    for path, method in (("api/vbg-cas", "get"), ("api/vbg-cas/<uuid:identity>", "get")):
        assert not any(rows[path, method][place] for place in cases), (
            "a case is read by nobody but who looks after survivors"
        )


@pytest.mark.parametrize("right", sorted(key for key in ALL_PERMISSIONS if key.startswith("vbg.")))
def test_one_right_alone_opens_what_is_declared_and_no_more(right, world):
    caller = Api(make_holder(world, right))
    for path, method in OPERATIONS:
        declared = get_declared_permission(VIEWS[path], method.upper())
        assert is_let_in(caller, path, method, world) == is_opened(declared, right.__eq__), (path, method)


def test_everything_but_a_right_opens_nothing_that_needs_it(world):
    for right in ("vbg.voir_cas", "vbg.saisir", "vbg.importer", "vbg.gerer", "vbg.lire"):
        held = ALL_PERMISSIONS - {right}
        caller = Api(make_holder(world, *sorted(held)))
        for path, method in OPERATIONS:
            if not is_opened(get_declared_permission(VIEWS[path], method.upper()), held.__contains__):
                assert not is_let_in(caller, path, method, world), (path, method)


def test_a_workbook_is_sent_and_read_by_who_holds_the_right_of_its_kind(world, settings, tmp_path):
    """The door of uploads opens for either right: what is behind it asks for that of the kind, before and afterwards."""
    settings.FILES_ROOT = tmp_path
    assert set(RIGHTS) == set(BOOKS)
    user = make_holder(world, *set(RIGHTS.values()))
    sent = {kind: upload(Api(user), kind, *rows).json()["data"]["fileId"] for kind, rows in BOOKS.items()}
    for held in sorted(set(RIGHTS.values())):
        user.role.permissions = [held]
        user.role.save()
        caller, kinds = Api(user), {kind for kind, right in RIGHTS.items() if right == held}
        for kind, (titles, row) in BOOKS.items():
            told, body = (kind, held), {"fileId": sent[kind], "mapping": dict(zip(titles, titles, strict=True))}
            assert upload(caller, kind, titles, row).status_code == (201 if kind in kinds else 403), told
            for verb in ("analyze", "sample"):
                shown = caller.get(f"{ANALYTICS}/{verb}/{sent[kind]}")
                assert shown.status_code == (200 if kind in kinds else 404), told
                assert kind in kinds or row[0] not in shown.content.decode()
            done = caller.post(f"{ANALYTICS}/import/{kind}", body | {"options": {"dryRun": True}})
            assert done.status_code == (200 if kind in kinds else 403), (told, done.content)
            # Nor is a file of one kind read as one of another.
            other = caller.post(f"{ANALYTICS}/import/{min(kinds)}", body | {"mapping": {}})
            assert kind == min(kinds) or other.status_code == 404, told
        shown = site._registry[VbgUpload].get_queryset(SimpleNamespace(user=type(user).objects.get(id=user.id)))
        assert set(shown.values_list("type", flat=True)) == kinds
