"""The documentation names only what exists, and its tables are those of the code.

`TABANCA_PIN=1 ./dev test tests/test_docs.py` writes the tables anew.
"""

import os
import re
from pathlib import Path

import pytest
from django.contrib.admin import site
from django.utils.translation import override

from accounts.roles.rules import PERMISSIONS_BY_MODULE, SYSTEM_ROLES
from config.api.permissions import AUTHENTICATED, PUBLIC, get_declared_permission, is_opened
from config.api.reach import BY_ROW, NATIONAL, get_declared_reach
from geo.layers.hooks import map_layers
from tests.api import test_matrix as matrix
from tests.api import test_writes as writes
from tests.test_architecture import views

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
IDS = [str(page.relative_to(ROOT)) for page in PAGES]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
VARIABLE = re.compile(r"\b(?:TABANCA|DJANGO)_[A-Z_]+\b|\bDATABASE_URL\b|\bWEB_CONCURRENCY\b")
ROUTE = re.compile(r"(?<=[\s`(E])/api(?:/[\w{}$.-]+)+")
TABLE = re.compile(r"(<!-- table -->\n).*?(<!-- end -->)", re.DOTALL)
REACH = re.compile(r"(<!-- reach -->\n).*?(<!-- end of reach -->)", re.DOTALL)
FIGURE = re.compile(r"^\| (.+?) \| (\d+) \|$", re.MULTILINE)
# Where a variable may be read.
READERS = (
    "config/environment.py",
    "config/settings.py",
    "config/identity_settings.py",
    "config/limits.py",
    "config/outgoing_settings.py",
    "config/transfer_settings.py",
    "config/gunicorn.py",
    "compose.yaml",
    "tests/test_docs.py",
    "tests/money/test_kills.py",
)


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_lead_somewhere(page):
    broken = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        path, _, part = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or ROOT not in target.parents:
            broken.append(link)
        elif part:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            broken += [link] if part not in map(anchor, headings) else []
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_variables_exist(page):
    known = "".join((ROOT / reader).read_text(encoding="utf-8") for reader in READERS)
    named = set(VARIABLE.findall(page.read_text(encoding="utf-8")))
    assert {name for name in named if name not in known} == set()


def test_every_setting_is_documented():
    readers = READERS[:7]
    read = {name for reader in readers for name in VARIABLE.findall((ROOT / reader).read_text(encoding="utf-8"))}
    described = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    assert {name for name in read if name not in described} == set()


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_addresses_exist(page):
    def shape(path: str) -> str:
        return re.sub(r"<[^>]*>|\{[^}]*\}|\$\w+", "{}", path.strip("/"))

    known = {shape(path) for path, _ in views()}
    named = {path.rstrip(".") for path in ROUTE.findall(page.read_text(encoding="utf-8"))}
    assert {path for path in named if shape(path) not in known} == set()


def permission_table() -> str:
    roles = list(SYSTEM_ROLES)
    head = ["Permission", *(f"`{role}`" for role in roles)]
    lines = [head, ["---"] * len(head)]
    for module, actions in PERMISSIONS_BY_MODULE.items():
        for key in (f"{module}.{action}" for action in actions):
            lines.append([f"`{key}`", *("x" if key in SYSTEM_ROLES[role][1] else "" for role in roles)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def layer_table() -> str:
    lines = [["Layer", "What", "Permission", "Properties of an export", "Filters"], ["---"] * 5]
    with override("en"):
        for layer in map_layers.values():
            properties, filters = (
                ", ".join(f"`{name}`" for name in names)
                for names in (layer.export_properties, layer.filters.base_filters)
            )
            lines.append([f"`{layer.name}`", str(layer.title), f"`{layer.permission}`", properties, filters])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def reach_table() -> str:
    """The writes that ask for more than one's regions."""
    said = {NATIONAL: "the whole country", BY_ROW: "what it names, else the whole country"}
    lines = [["Operation", "Permission", "Concerns"], ["---"] * 3]
    for path, method in matrix.CASES:
        view, verb = matrix.VIEWS[path], method.upper()
        if method != "get" and (reach := get_declared_reach(view, verb)) in said:
            shown = re.sub(r"<\w+:(\w+)>", r"{\1}", path)
            lines.append([f"`{verb} /{shown}`", f"`{get_declared_permission(view, verb)}`", said[reach]])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


@pytest.mark.parametrize(
    ("name", "place", "made"),
    [
        ("reference/permissions.md", TABLE, permission_table),
        ("reference/permissions.md", REACH, reach_table),
        ("reference/layers.md", TABLE, layer_table),
    ],
)
def test_tables_are_those_of_the_code(name, place, made):
    page = ROOT / "docs" / name
    kept = page.read_text(encoding="utf-8")
    fresh = place.sub(lambda found: found[1] + made() + found[2], kept)
    if os.environ.get("TABANCA_PIN"):
        page.write_text(fresh, encoding="utf-8")
        pytest.skip("written anew")
    assert kept == fresh, "TABANCA_PIN=1 ./dev test tests/test_docs.py writes the table anew"


def matrix_table() -> str:
    """How much the generated matrix calls; each operation is one case a test, and one for each role that may not."""
    views, kept = (
        matrix.VIEWS,
        [get_declared_permission(matrix.VIEWS[path], method.upper()) for path, method in matrix.CASES],
    )
    asking = [key for key in kept if key not in (PUBLIC, AUTHENTICATED)]
    refusals = sum(not is_opened(key, keys.__contains__) for key in asking for _, keys in SYSTEM_ROLES.values())
    scoped = sum(matrix.ROUTES[path].scoped for path, _ in matrix.CASES)
    figures = {
        "routes": len(views),
        "operations": len(kept),
        "roles": len(SYSTEM_ROLES),
        "calls without a token": len(kept),
        "calls by roles that may not": refusals,
        "writes tried by every role of another region": len(writes.CONCERNED) * len(SYSTEM_ROLES),
        "operations called from another region, and from one's own": scoped,
        "models of the administration": len(site._registry),
    }
    return "| What | Number |\n|---|---|\n" + "".join(f"| {name} | {count} |\n" for name, count in figures.items())


def test_the_matrix_is_as_large_as_is_said():
    """The page may say less than there is, since routes come along; never more."""
    page = ROOT / "docs/reference/security.md"
    kept = page.read_text(encoding="utf-8")
    if os.environ.get("TABANCA_PIN"):
        page.write_text(TABLE.sub(lambda found: found[1] + matrix_table() + found[2], kept), encoding="utf-8")
        pytest.skip("written anew")
    said, true = (dict(FIGURE.findall(text)) for text in (TABLE.search(kept)[0], matrix_table()))
    assert set(said) == set(true)
    assert [name for name in said if int(said[name]) > int(true[name])] == []


def rows_with_tests() -> list[tuple[str, str, str]]:
    """The rows of the tables whose last column names tests: what, where or how, tests."""
    pages = "".join(
        (ROOT / f"docs/reference/{name}.md").read_text(encoding="utf-8") for name in ("security", "known-pains")
    )
    rows = re.findall(r"^\| (.*) \|$", pages, re.MULTILINE)
    return [tuple(cells) for row in rows if len(cells := row.split(" | ")) == 3 and cells[2] != "Test"]


@pytest.mark.parametrize("row", rows_with_tests(), ids=lambda row: row[0][:40])
def test_what_is_promised_has_a_place_and_a_test(row):
    what, where, tests = row
    assert what.strip() and where.strip() and tests.strip()
    for path in re.findall(r"`((?:accounts|analysis|config|geo|registry|transfers)/[\w./]+)`", where):
        assert (ROOT / path).exists(), path
    place, named = None, 0
    for token in re.findall(r"`([^`]+)`", tests):
        if (ROOT / "tests" / token).exists():
            place, named = ROOT / "tests" / token, named + 1
            continue
        files = [place / token] if token.endswith(".py") else [place] if place.is_file() else place.rglob("test_*.py")
        found = any(token.endswith(".py") or f"def {token}(" in file.read_text(encoding="utf-8") for file in files)
        assert found, f"{token} is not in {place}"
    assert named
