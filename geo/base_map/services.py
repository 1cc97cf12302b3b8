"""Load the roads and rivers of the base map from a file of the ministry, of OpenStreetMap or of Geofabrik."""

import datetime
import json
from pathlib import Path
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from config.errors.problems import Problem
from config.locks import Lock, lock_name
from config.sql import Queries
from geo.base_map.rules import CLASS_COLUMNS, CLASSES_BY_TAG, KINDS, NAME_COLUMNS
from geo.import_engine.reader import build_file_problem, convert_unreadable_file, iterate_file
from geo.import_engine.staging import copy_blocks, create_tables
from geo.imports.api import FILE_MESSAGES
from geo.vector_files.extraction import ExtractedFile, extract_file

SQL = Queries(__file__, "base_map.sql")
OPERATION: Final = "fond_carte"
RAW_COLUMNS: Final = {"attrs": "jsonb", "geom": "geometry"}
TABLES: Final = ("base_map_object",)


def load_base_map(
    path: Path, *, source: str, date: datetime.date | None, layer: str | None = None, crs: str | None = None
) -> dict[str, Any]:
    """Replace the lines of the kinds that the file holds (roads, watercourses), whole; return what was taken.

    Raises VALIDATION_ERROR for a file that cannot be read, or holds no line of a known class in the country: nothing
    has changed then.
    """
    with (
        convert_unreadable_file(FILE_MESSAGES),
        extract_file(path, layer=layer, encoding=None, crs=crs, patient=True) as extract,
    ):
        if not extract.has_geometry:
            raise _refuse(_("Le fichier est un tableau : il faut des lignes, de GeoPackage, GeoJSON ou Shapefile."))
        if not extract.count:
            raise build_file_problem(FILE_MESSAGES, "sans_objets")
        if not {*CLASS_COLUMNS} & {*extract.columns}:
            columns = {"colonnes": ", ".join(CLASS_COLUMNS)}
            raise _refuse(_("Rien ne dit ce que sont les lignes : il faut une des colonnes %(colonnes)s.") % columns)
        return _replace_lines(extract, source, date)


@transaction.atomic
def _replace_lines(extract: ExtractedFile, source: str, date: datetime.date | None) -> dict[str, Any]:
    with audit_operation(OPERATION, filters={"source": source}) as done:
        lock_name(Lock.BASE_MAP)
        create_tables(RAW_COLUMNS, TABLES)
        copy_blocks([*RAW_COLUMNS], iterate_file(extract.rows))
        SQL.execute(
            "sort_lines",
            {
                "classes": json.dumps(CLASSES_BY_TAG),
                "class_columns": [*CLASS_COLUMNS],
                "name_columns": [*NAME_COLUMNS],
            },
        )
        counts = SQL.fetch_one("count_objects")
        classes = {row["classe"]: row["nombre"] for row in SQL.fetch_rows("count_classes")}
        if not classes:
            raise _refuse_without_lines(counts)
        kinds = [kind for kind, members in KINDS.items() if {*members} & {*classes}]
        replaced = [name for kind in kinds for name in KINDS[kind]]
        SQL.execute("delete_lines", {"replaced": replaced})
        done.count = SQL.execute("add_lines", {"source": source[:100], "date": date})
        done.result = {**counts, "classes": classes}
    return {**counts, "classes": classes, "remplace": kinds, "traces": done.count}


def _refuse_without_lines(counts: dict[str, Any]) -> Problem:
    """Return the refusal of a file of which nothing can be taken, for its most advanced reason."""
    if counts["hors_pays"]:
        return _refuse(_("Toutes les lignes du fichier sont hors du pays : est-ce le bon fichier ?"))
    if counts["sans_ligne"]:
        return _refuse(_("Le fichier n'a pas de lignes : ses routes et cours d'eau sont des points ou des surfaces."))
    return _refuse(_("Le fichier n'a ni route ni cours d'eau d'une classe connue."))


def _refuse(sentence: str) -> Problem:
    return Problem("VALIDATION_ERROR", sentence, {"file": [sentence]})
