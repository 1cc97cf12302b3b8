"""Every role on every route of protection: called, not read from the declarations; the table in the docs is what happened.

`TABANCA_PIN=1 ./dev test tests/api/test_vbg_roles.py` writes it anew.
"""

import os
import re
from pathlib import Path

import pytest

from accounts.roles.models import Role
from accounts.roles.rules import ALL_PERMISSIONS, SYSTEM_ROLES
from config.api.permissions import get_declared_permission
from tests.api.test_matrix import CASES, VIEWS, call
from tests.api.vbg_routes import VBG_ROUTES
from tests.conftest import Api, make_user

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "vbg-services.md"
TABLE = re.compile(r"(<!-- roles -->\n).*?(<!-- end -->)", re.DOTALL)
OPERATIONS = [(path, method) for path, method in CASES if path in VBG_ROUTES]
PARAMETER = re.compile(r"<\w+:(\w+)>")


def test_the_matrix_has_every_route_of_protection():
    """By where their views stand, and by their addresses: a new route belongs into the matrix, or is another feature's."""
    own = {path for path, view in VIEWS.items() if view.__module__.startswith("analysis.vbg.")}
    named = {path for path in VIEWS if re.match(r"api/(services-vbg|vbg-)", path)}
    assert own == named == set(VBG_ROUTES)
    assert {path for path, _method in OPERATIONS} == own


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
    user = make_user("ROLE_USER", world.west.region)
    user.role = Role.objects.create(code="ROLE_ESSAI", nom="Essai", permissions=[right])
    user.save()
    caller = Api(user)
    for path, method in OPERATIONS:
        declared = get_declared_permission(VIEWS[path], method.upper())
        assert is_let_in(caller, path, method, world) == (declared == right), (path, method)


def test_everything_but_a_right_opens_nothing_that_needs_it(world):
    for right in ("vbg.voir_cas", "vbg.saisir", "vbg.importer", "vbg.gerer", "vbg.lire"):
        user = make_user("ROLE_USER", world.west.region)
        user.role = Role.objects.create(
            code=f"ROLE_{right[4:].upper()}", nom="Essai", permissions=sorted(ALL_PERMISSIONS - {right})
        )
        user.save()
        caller = Api(user)
        for path, method in OPERATIONS:
            if get_declared_permission(VIEWS[path], method.upper()) == right:
                assert not is_let_in(caller, path, method, world), (path, method)
