"""Share what the child processes that read a geographic file have in common (see geo.tables.child_process).

Every row is written to `sortie` in the text format of COPY (line, attributes as JSON, geometry as EWKB, trouble). Then
standard output gets one line of JSON that describes the file. `table_child` is light; `layer_child` loads GDAL and
reads every format.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from config.controls import replace_controls
from geo.tables.child_process import escape_copy_text, run_reader
from geo.tables.sandbox import UnreadableFile


class Source(Protocol):
    """Represent an open file: its columns, its rows and facts about it.

    A row is (line, attributes, hexadecimal EWKB or None, trouble or None).
    """

    columns: list[str]
    located: bool

    def rows(self) -> Iterable[tuple]: ...

    def facts(self) -> dict[str, Any]: ...


def _serialize_attributes(attributes: dict[str, Any]) -> str:
    """Serialise attributes as JSON that jsonb accepts.

    Control characters become U+FFFD, lone surrogates `?`.
    """
    clean = {key: replace_controls(value) if isinstance(value, str) else value for key, value in attributes.items()}
    text = json.dumps(clean, ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace").decode("utf-8")


def format_copy_lines(rows: Iterable[tuple], max_rows: int) -> Iterator[bytes]:
    for count, (line, attributes, geometry, trouble) in enumerate(rows, 1):
        if count > max_rows:
            raise UnreadableFile("lignes", max=max_rows)
        cells = (str(line), escape_copy_text(_serialize_attributes(attributes)), geometry or "\\N", trouble or "\\N")
        yield ("\t".join(cells) + "\n").encode()


Opener = Callable[[Path, dict[str, Any], Path], Source]


def _write_rows(request: dict[str, Any], opener: Opener) -> None:
    options = request["options"]
    source = opener(Path(request["fichier"]), options, Path(request["dossier"]))
    count = 0
    with Path(request["sortie"]).open("wb") as out:
        for line in format_copy_lines(source.rows(), options["max_rows"]):
            out.write(line)
            count += 1
    answer = {"colonnes": source.columns, "lignes": count, "geometrie": source.located, **source.facts()}
    os.write(1, json.dumps(answer).encode() + b"\n")


def run_child(opener: Opener) -> None:
    """Run the child process and exit with its status."""
    sys.exit(run_reader(lambda request: _write_rows(request, opener)))
