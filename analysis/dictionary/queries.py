"""Build the data dictionary in the active language, from the models and the reference lists."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Field
from django.utils.translation import get_language

from analysis.dictionary.meanings.common import SOURCES
from analysis.dictionary.rules import TABLES, TYPES, find_meaning, find_type, find_unit, list_fields
from analysis.dictionary.types import CodeEntry, ColumnEntry, DescribedTable, Meaning, TableEntry
from config.naming import to_camel_case
from registry.references.models import Reference

LIST_NAMES = {"mouvement_collecte.motif": "motifRejet"}
# The tables whose columns have the reference lists of the registry.
LISTED_TABLES = frozenset({"logement", "chef_menage", "membre"})
Lists = Mapping[str, tuple[CodeEntry, ...]]


def list_reference_codes() -> Lists:
    """Return the codes of each reference list, labelled in the active language."""
    language = get_language() or ""
    found: dict[str, list[CodeEntry]] = {}
    for row in Reference.objects.order_by("champ", "ordre", "valeur"):
        found.setdefault(row.champ, []).append(CodeEntry(row.valeur, row.libelles.get(language) or row.libelle))
    return {name: tuple(codes) for name, codes in found.items()}


def build_dictionary(name: str | None = None) -> list[TableEntry]:
    """Return the tables of the dictionary, or the one of this name."""
    lists = list_reference_codes()
    return [_build_table(table, lists) for table in TABLES if name in (None, table.name)]


def _build_table(table: DescribedTable, lists: Lists) -> TableEntry:
    columns = tuple(_build_column(table, field, lists) for field in list_fields(table.model))
    return TableEntry(table.name, table.model._meta.db_table, str(table.title), columns)


def _build_column(table: DescribedTable, field: "Field[Any, Any]", lists: Lists) -> ColumnEntry:
    meaning = find_meaning(table, field.name)
    if meaning is None:
        raise LookupError(f"{table.name}.{field.name} has no meaning")
    kind = find_type(field)
    return ColumnEntry(
        colonne=str(field.column),
        champ=to_camel_case(field.name),
        sens=str(meaning.text),
        type=kind,
        type_label=str(TYPES[kind]),
        unite=str(find_unit(field.name, kind)),
        source=meaning.source,
        source_label=str(SOURCES[meaning.source]),
        obligatoire=not field.null,
        codes=_find_codes(table, field.name, meaning, lists),
    )


def _find_codes(table: DescribedTable, column: str, meaning: Meaning, lists: Lists) -> tuple[CodeEntry, ...]:
    if meaning.codes is not None:
        return tuple(CodeEntry(str(code), str(label)) for code, label in meaning.codes.items())
    listed = LIST_NAMES.get(f"{table.name}.{column}") or (table.name in LISTED_TABLES and to_camel_case(column))
    return lists.get(listed, ()) if listed else ()
