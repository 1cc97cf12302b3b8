"""Write the features of a geographic file as rows. Runs in the child process (see geo.tables.child_process).

Every row is written to `sortie` in the text format of COPY (line, fault, attributes as JSON, geometry as EWKB; empty
for null). Then standard output gets one line of JSON that describes the file. `table_child` is light; `layer_child`
loads GDAL and reads every format.
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

# One encoder for all rows: json.dumps would build one for each.
_encode_json = json.JSONEncoder(ensure_ascii=False, default=str).encode


class Source(Protocol):
    """Represent an open file: its columns, its rows and facts about it.

    A row is (line, attributes, hexadecimal EWKB or None, fault or None).
    """

    columns: list[str]
    has_geometry: bool

    def iterate_rows(self) -> Iterable[tuple]: ...

    def describe_file(self) -> dict[str, Any]: ...


def _serialize_attributes(attributes: dict[str, Any]) -> str:
    """Serialise attributes as JSON that jsonb accepts.

    Control characters become U+FFFD, lone surrogates `?`.
    """
    clean = {key: replace_controls(value) if isinstance(value, str) else value for key, value in attributes.items()}
    return _encode_json(clean).encode("utf-8", "replace").decode("utf-8")


def format_copy_lines(rows: Iterable[tuple], max_rows: int) -> Iterator[bytes]:
    for count, (line, attributes, geometry, fault) in enumerate(rows, 1):
        if count > max_rows:
            raise UnreadableFile("lignes", max=max_rows)
        cells = (str(line), fault or "", escape_copy_text(_serialize_attributes(attributes)), geometry or "")
        yield ("\t".join(cells) + "\n").encode()


Opener = Callable[[Path, dict[str, Any], Path], Source]


def _write_rows(request: dict[str, Any], opener: Opener) -> None:
    options = request["options"]
    source = opener(Path(request["fichier"]), options, Path(request["dossier"]))
    count = 0
    with Path(request["sortie"]).open("wb") as out:
        for line in format_copy_lines(source.iterate_rows(), options["max_rows"]):
            out.write(line)
            count += 1
    answer = {"colonnes": source.columns, "lignes": count, "geometrie": source.has_geometry, **source.describe_file()}
    os.write(1, json.dumps(answer).encode() + b"\n")


def run_child(opener: Opener) -> None:
    """Run the child process and exit with its status."""
    sys.exit(run_reader(lambda request: _write_rows(request, opener)))
