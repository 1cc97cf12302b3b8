"""The documentation names only what exists, and its tables are those of the code.

`TABANCA_PIN=1 ./dev test tests/test_docs.py` writes the tables anew.
"""

import os
import re
from pathlib import Path

import pytest
from django.utils.translation import override

from accounts.roles.catalogue import CATALOGUE, SYSTEM_ROLES
from geo.layers.catalogue import LAYERS
from tests.test_architecture import views

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
IDS = [str(page.relative_to(ROOT)) for page in PAGES]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
VARIABLE = re.compile(r"\b(?:TABANCA|DJANGO)_[A-Z_]+\b|\bDATABASE_URL\b|\bWEB_CONCURRENCY\b")
ROUTE = re.compile(r"(?<=[\s`(E])/api(?:/[\w{}$.-]+)+")
TABLE = re.compile(r"(<!-- table -->\n).*?(<!-- end -->)", re.DOTALL)
# Where a variable may be read.
READERS = ("config/settings.py", "config/gunicorn.py", "compose.yaml", "tests/test_docs.py")


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
    read = set(VARIABLE.findall((ROOT / "config/settings.py").read_text(encoding="utf-8")))
    read |= set(VARIABLE.findall((ROOT / "config/gunicorn.py").read_text(encoding="utf-8")))
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
    for module, actions in CATALOGUE.items():
        for key in (f"{module}.{action}" for action in actions):
            lines.append([f"`{key}`", *("x" if key in SYSTEM_ROLES[role][1] else "" for role in roles)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def layer_table() -> str:
    lines = [["Layer", "What", "Permission", "Properties of an export", "Filters"], ["---"] * 5]
    with override("en"):
        for layer in LAYERS.values():
            properties, filters = (
                ", ".join(f"`{name}`" for name in names) for names in (layer.properties, layer.filters)
            )
            lines.append([f"`{layer.name}`", str(layer.title), f"`{layer.permission}`", properties, filters])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


@pytest.mark.parametrize(
    ("name", "made"), [("reference/permissions.md", permission_table), ("reference/layers.md", layer_table)]
)
def test_tables_are_those_of_the_code(name, made):
    page = ROOT / "docs" / name
    kept = page.read_text(encoding="utf-8")
    fresh = TABLE.sub(lambda found: found[1] + made() + found[2], kept)
    if os.environ.get("TABANCA_PIN"):
        page.write_text(fresh, encoding="utf-8")
        pytest.skip("written anew")
    assert kept == fresh, "TABANCA_PIN=1 ./dev test tests/test_docs.py writes the table anew"
