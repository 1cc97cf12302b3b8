"""The console's modules import one way: a lower module never needs one that needs it."""

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

CONSOLE = Path(__file__).resolve().parents[3] / "analysis" / "console" / "static" / "console"
# import … from "./x.js", export … from "./x.js", import "./x.js", and import("./x.js"), which is read later but needed as much
IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)(["'`])(?P<path>\.{1,2}/.+?)\1""")


def graph_of(folder: Path) -> dict[str, set[str]]:
    """Each module's path in `folder` to the modules that it imports."""
    found: dict[str, set[str]] = {}
    for module in sorted(folder.rglob("*.js")):
        wanted = [(module.parent / hit["path"]).resolve() for hit in IMPORT.finditer(module.read_text())]
        found[str(module.relative_to(folder))] = {
            str(path.relative_to(folder)) for path in wanted if path.is_relative_to(folder)
        }
    return found


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one import circle, or none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_what_imports_it():
    assert circle_in(graph_of(CONSOLE)) == []


def test_every_module_is_there_and_every_one_is_reached():
    graph = graph_of(CONSOLE)
    imported = set().union(*graph.values())
    assert imported - set(graph) == set()
    assert set(graph) - imported == {"main.js"}


def test_no_date_is_asked_for_in_the_language_of_the_device():
    """`InputField` takes a date's kind, and lets it be typed in the order of the page's language."""
    native = re.compile(r"<input[^>]*type=\"(date|month|datetime-local|time|week)\"", re.DOTALL)
    modules = [module for module in CONSOLE.rglob("*.js") if native.search(module.read_text())]
    assert modules == []


@pytest.mark.parametrize(
    "back", ['import { a } from "./a.js";', 'export * from "./sub/../a.js";', 'const a = () => import("./a.js");']
)
def test_a_circle_is_found_however_it_is_written(tmp_path, back):
    (tmp_path / "a.js").write_text('import * as b from "./b.js";\n')
    (tmp_path / "b.js").write_text(f"{back}\n")
    (tmp_path / "sub").mkdir()
    assert set(circle_in(graph_of(tmp_path.resolve()))) == {"a.js", "b.js"}
