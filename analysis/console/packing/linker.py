"""Join the console's modules into packs: what the page needs at its start, and what each page that opens later adds.

A line of 800 ms takes a request for each of a hundred modules badly. The modules stay the source, which nothing
compiles: a module becomes a function that runs once, in the order in which modules need each other. The forms of import
and export that this knows are those that the formatter writes; another one stops the service at its start, and a test.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(
    r'^import (?:\* as (?P<whole>\w+)|\{(?P<names>[^}]*)\}) from "(?P<path>\.{1,2}/[^"]+)";$', re.MULTILINE
)
LATER: Final = re.compile(r'\bimport\("(?P<path>\.{1,2}/[^"]+)"\)')
EXPORT: Final = re.compile(
    r"^export (?P<kind>const|class|(?:async )?function) (?:(?P<name>\w+)|\{(?P<names>[^}]*)\})", re.MULTILINE
)
FILE: Final = re.compile(r'new URL\("(?P<path>\.{1,2}/[^"]+)", import\.meta\.url\)')
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*\*.*?\*/[ \t]*|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
UNKNOWN: Final = re.compile(r"^(?:import\b(?!\()|export\b).*$", re.MULTILINE)
ENTRY: Final = "main.js"


class Linker:
    """Join the modules of a folder; `find_address` names the address of a file that a browser keeps."""

    def __init__(self, folder: Path, find_address: Callable[[str], str]) -> None:
        self.folder = folder
        self.find_address = find_address
        self.sources: dict[str, str] = {}

    def read(self, module: str) -> str:
        """Return the text of a module, without what only readers need."""
        if module not in self.sources:
            text = (self.folder / module).read_text(encoding="utf-8")
            self.sources[module] = COMMENT.sub("", text)
        return self.sources[module]

    def list_needed(self, module: str, seen: set[str]) -> Iterator[str]:
        """Yield a module and what it needs, each after what it needs itself; `seen` is passed over."""
        if module in seen:
            return
        seen.add(module)
        for found in IMPORT.finditer(self.read(module)):
            yield from self.list_needed(resolve(module, found["path"]), seen)
        yield module

    def find_later(self, modules: list[str]) -> set[str]:
        """Return the modules of the console that `modules` load when they are wanted."""
        paths = {resolve(module, found["path"]) for module in modules for found in LATER.finditer(self.read(module))}
        return {path for path in paths if not path.startswith("../")}

    def join(self, modules: list[str]) -> str:
        """Return the pack of these modules."""
        return "".join(self.wrap(module) for module in modules)

    def wrap(self, module: str) -> str:
        """Return a module as a function that runs unless another pack already brought it."""
        text = IMPORT.sub(lambda found: rename_import(module, found), self.read(module))
        text = FILE.sub(lambda found: self.name_file(module, found["path"]), text)
        text = LATER.sub(lambda found: self.name_later(module, found["path"]), text)
        text = text.replace("import.meta.url", f'(location.origin + "{self.find_address(f"console/{module}")}")')
        exported = [name for found in EXPORT.finditer(text) for name in list_exported(found)]
        text = EXPORT.sub(lambda found: found[0].removeprefix("export "), text)
        if odd := UNKNOWN.search(text):
            raise ValueError(f"{module}: a form of import or export that is not known: {odd[0]}")
        return f'$["{module}"] ??= (() => {{\n{text}return {{ {", ".join(exported)} }};\n}})();\n'

    def name_file(self, module: str, path: str) -> str:
        """Return the address of a file that a module names."""
        return f'new URL("{self.find_address(normpath(f"console/{dirname(module)}/{path}"))}", location.origin)'

    def name_later(self, module: str, path: str) -> str:
        """Return what loads a module of the console, or one of a library, when it is wanted."""
        target = resolve(module, path)
        if target.startswith("../"):
            return f'import("{self.find_address(normpath(f"console/{target}"))}")'
        return f'$load("{target}")'


def resolve(module: str, path: str) -> str:
    """Return the module that `module` names by a relative path."""
    return normpath(join(dirname(module), path))


def list_names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def rename_import(module: str, found: "re.Match[str]") -> str:
    """Return an import as the reading of what the module before it left."""
    wanted = f'$["{resolve(module, found["path"])}"]'
    if found["whole"]:
        return f"const {found['whole']} = {wanted};"
    names = [name.replace(" as ", ": ") for name in list_names(found["names"])]
    return f"const {{ {', '.join(names)} }} = {wanted};"


def list_exported(found: "re.Match[str]") -> list[str]:
    """Return the names that an export declares."""
    return [found["name"]] if found["name"] else list_names(found["names"])
