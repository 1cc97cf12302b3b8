"""Names use the words of the glossary (docs/reference/glossary.md)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "accounts", "geo", "registry", "transfers", "analysis")
DEFINITION = re.compile(
    r"^\s*(?:export )?(?:default )?(?:async )?(?:for (?:await )?\()?(?:const|let|function\*?) "
    r"([\w$]+|[\[{].*?[\]}](?=\s*=|\s+of\b))",
    re.MULTILINE | re.DOTALL,
)
WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


def read_forbidden_words() -> set[str]:
    """Return the words of the last column of the table."""
    lines = (ROOT / "docs/reference/glossary.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    words = {word.strip() for *_, last in rows[1:] for word in last.split(",") if word.strip()}
    assert {"told", "made"} <= words, "the table is read"
    return words


def list_definitions() -> Iterator[tuple[str, str]]:
    """Yield the file and name of each function and class of a module; methods are not among them."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                for node in ast.parse(path.read_text()).body:
                    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                        yield str(path.relative_to(ROOT)), node.name


def list_script_definitions() -> Iterator[tuple[str, str]]:
    """Yield the file and name of each constant, variable and function of a JavaScript module, however deep it stands."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.js")):
            for definition in DEFINITION.findall(path.read_text()):
                for name in re.findall(r"[\w$]+(?!\s*:)\b", definition):
                    yield str(path.relative_to(ROOT)), name


def list_forbidden_names(definitions: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the definitions whose names have a word that the glossary forbids."""
    forbidden = read_forbidden_words()
    return [(path, name) for path, name in definitions if forbidden & {word.lower() for word in WORD.findall(name)}]


def test_names_use_the_words_of_the_glossary():
    definitions = list(list_definitions())
    assert len(definitions) > 1500
    assert list_forbidden_names(definitions) == []


def test_names_of_scripts_use_the_words_of_the_glossary():
    definitions = list(list_script_definitions())
    assert len(definitions) > 1000
    assert list_forbidden_names(definitions) == []
