"""What import-linter cannot see: how files, models and views are made."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.roles.rules import ALL_PERMISSIONS
from config.api.permissions import AUTHENTICATED, PUBLIC, get_declared_permission
from config.api.views import ApiView

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "accounts", "geo", "registry", "transfers", "analysis")
RELATIONS = {"ForeignKey", "OneToOneField", "ManyToManyField"}
# Packages of work that is not about rows; their files are named by the thing that they hold.
LIBRARIES = (
    "accounts/backup/archives",
    "accounts/files/content",
    "accounts/worker",
    "analysis/assistant/language",
    "analysis/assistant/wording",
    "analysis/database_logins/qgis",
    "analysis/dictionary/documents",
    "analysis/dictionary/meanings",
    "analysis/packages/formats",
    "analysis/proximity/distances",
    "analysis/reports/printing",
    "analysis/vbg/referrals/printing",
    "analysis/vbg/sealed_forms",
    "geo/import_engine",
    "geo/imports/definition",
    "geo/layers/sql",
    "geo/ogc/conditions",
    "geo/ogc/descriptions",
    "geo/ogc/pages",
    "geo/tables",
    "geo/vector_files",
    "registry/duplicates/fitting",
    "registry/duplicates/linkage",
    "registry/imports/definition",
    "registry/imports/workbooks",
    "registry/pmt/formula",
    "registry/pmt_fitting",
    "registry/survey_platforms/connectors",
    "transfers/eligibility/conditions",
    "transfers/execution/bank_messages",
    "transfers/execution/providers",
    "transfers/execution/results/reader",
    "transfers/execution/sheets/printing",
    "transfers/reconciliation/figures/printing",
    "transfers/reconciliation/matching/engine",
    "transfers/reconciliation/statements/reader",
)
APP_FILES = {"admin", "apps", "audited_tables", "hooks", "models", "tasks", "urls"}
# Names that Django and its libraries give to what such a file holds.
DJANGO_FILES = {"admin", "apps", "authentication", "fields", "hashers", "middleware", "sites", "validators"}
MAX_LINES = 400
MAX_FUNCTION_LINES = 60


def sources(*suffixes: str) -> Iterator[Path]:
    for folder in (*PACKAGES, "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in suffixes and not {"node_modules", "__pycache__"} & set(path.parts):
                yield path


def list_modules() -> list[Path]:
    return [
        path
        for path in sources(".py")
        if "migrations" not in path.parts and "tests" not in path.relative_to(ROOT).parts
    ]


@pytest.fixture(scope="module")
def trees() -> list[tuple[Path, ast.Module]]:
    """All modules, parsed once and kept no longer than the tests of this module."""
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in list_modules()]


def name_of(call: ast.expr) -> str:
    return call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")


def list_app_modules() -> Iterator[Path]:
    """Yield the paths of the modules of all apps, without packages, migrations and commands."""
    for path in list_modules():
        module = path.relative_to(ROOT)
        if module.parts[0] != "config" and path.stem != "__init__" and "management" not in module.parts:
            yield module


def read_feature_files() -> set[str]:
    """Return the names of a feature's files, as the contract `inside` orders them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["id"]: contract for contract in settings["tool"]["importlinter"]["contracts"]}
    return {name.strip(" ()") for layer in contracts["inside"]["layers"] for name in layer.split(":")}


def is_in_library(module: Path) -> bool:
    return any(module.is_relative_to(library) for library in LIBRARIES)


def test_files_have_a_name_of_the_vocabulary():
    """A reader knows what a file holds before it is opened, and the contract `inside` orders what it may import."""
    known = read_feature_files() | DJANGO_FILES
    odd = [
        f"{module}: move its content to one of the files that CONTRIBUTING.md lists under 'The house in short', "
        "or to a sub-feature with the same files; if it is not about rows, to a library, named in LIBRARIES here"
        for module in list_app_modules()
        if not is_in_library(module) and module.stem not in (APP_FILES if len(module.parts) == 2 else known)
    ]
    assert odd == []


def test_the_vocabulary_is_explained():
    lines = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    explained = {word.removesuffix(".py") for line in lines if line.startswith("    ") for word in line.split()}
    assert read_feature_files() - explained == set()


def test_libraries_hold_no_rows():
    """A library is there, and has neither tables nor addresses; else it is a feature."""
    modules = [module for module in list_app_modules() if is_in_library(module)]
    assert [library for library in LIBRARIES if not any(module.is_relative_to(library) for module in modules)] == []
    assert [str(module) for module in modules if module.stem in ("models", "urls", "views")] == []


def test_files_stay_small():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources(".py", ".sql", ".js", ".css", ".sh")
        # Django writes migrations, by a line an argument.
        if (path.parent.name, path.suffix) != ("migrations", ".py")
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > MAX_LINES
    }
    assert long == {}


def test_functions_stay_small(trees):
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno + 1 > MAX_FUNCTION_LINES
    ]
    assert long == []


def test_no_relation_is_named_by_a_string(trees):
    """A string hides an import, and so an arrow that points upward."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and name_of(node.func) in RELATIONS
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value != "self"
    ]
    assert found == []


def test_no_signal_receivers(trees):
    """What happens on a change is said where the change is made, or in the database; never by a signal."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").endswith("signals")
        or (isinstance(node, ast.Call) and name_of(node.func) == "receiver")
    ]
    assert found == []


def test_no_import_inside_a_function(trees):
    found = [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert found == []


def test_nothing_is_swallowed(trees):
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and all(isinstance(step, ast.Pass) for step in node.body)
    ]
    assert found == []


def views(patterns: list | None = None, prefix: str = "") -> Iterator[tuple[str, type]]:
    for item in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(item.pattern)
        if isinstance(item, URLResolver):
            yield from views(item.url_patterns, path)
        elif isinstance(item, URLPattern):
            yield path, getattr(item.callback, "cls", None) or getattr(item.callback, "view_class", None)


API_VIEWS = [(path, view) for path, view in views() if view is not None and issubclass(view, ApiView)]


def test_every_method_declares_a_known_permission():
    known = ALL_PERMISSIONS | {PUBLIC, AUTHENTICATED}
    wrong = [
        f"{method} {path} declares {key!r}"
        for path, view in API_VIEWS
        for method in (name.upper() for name in view.http_method_names if hasattr(view, name) and name != "options")
        if (key := get_declared_permission(view, method)) not in known
        and not (isinstance(key, tuple) and len(key) > 1 and ALL_PERMISSIONS.issuperset(key))
    ]
    assert wrong == []


def test_views_have_few_bases():
    assert [path for path, view in API_VIEWS if len(view.__bases__) > 3] == []


def test_every_route_under_api_is_an_api_view():
    """A plain Django view would pass by permissions, scope and the error formats."""
    known = {path for path, _ in API_VIEWS} | {"api/schema", "api/docs", "api/docs/"}
    assert {path for path, _ in views() if path.lstrip("^").startswith(("api", "ogc"))} <= known


def test_rows_are_reached_through_the_scope(trees):
    """A view never asks a manager for rows by itself: `visible`, `find` or a query that took the caller."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in trees
        if path.name.endswith("views.py") and path.parent.name != "api"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in {"get", "first", "last", "count", "exists", "create", "update", "delete"}
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "objects"
    ]
    assert found == []


def test_a_lock_takes_its_own_row_only(trees):
    """A locking read that follows relations would lock what it joins as well, unless it says whose rows it means."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, tree in trees
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and name_of(call.func) == "select_for_update"
        and not any(keyword.arg == "of" for keyword in call.keywords)
        and any(name_of(inner) in ("select_related", "visible_to") for inner in ast.walk(call.func))
    ]
    assert found == []
