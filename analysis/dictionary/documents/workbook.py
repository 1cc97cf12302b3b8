"""Write the dictionary as a workbook: one row for each column, to be sorted and filtered."""

from collections.abc import Iterator
from typing import IO

from django.utils.translation import gettext as _

from analysis.dictionary.types import TableEntry
from geo.tables.workbook_output import write_workbook


def write_dictionary(tables: list[TableEntry]) -> IO[bytes]:
    """Return the workbook, open at its start."""
    titles = (
        *(_("Table"), _("Nom de la table"), _("Colonne"), _("Champ de l'API"), _("Sens"), _("Type"), _("Unité")),
        *(_("Codes"), _("Source"), _("Obligatoire")),
    )
    return write_workbook(_("Dictionnaire"), titles, _iterate_rows(tables))


def _iterate_rows(tables: list[TableEntry]) -> Iterator[tuple[str, ...]]:
    for table in tables:
        for column in table.colonnes:
            codes = "\n".join(f"{entry.code} = {entry.label}" for entry in column.codes)
            yield (
                *(table.titre, table.table, column.colonne, column.champ, column.sens, column.type_label, column.unite),
                *(codes, column.source_label, _("oui") if column.obligatoire else _("non")),
            )
