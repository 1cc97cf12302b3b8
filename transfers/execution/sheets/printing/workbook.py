"""Write sheets as rows of a workbook, which is also the result file to fill in."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from transfers.execution.sheets.types import PrintedSheet

# Those of a result file, and what helps to find the person.
TITLES: Final = (
    "feuille",
    "lieu",
    "pointPaiement",
    "ligne",
    "reference",
    "nomComplet",
    "codeMenage",
    "pieceIdentite",
    "montant",
    "statut",
    "motifEchec",
    "dateExecution",
)


def iterate_rows(sheets: Iterable[PrintedSheet]) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of the lines of sheets."""
    for sheet in sheets:
        for row in sheet.lignes:
            yield (
                sheet.numero,
                sheet.lieu,
                sheet.point,
                row.numero,
                row.reference,
                row.nom_complet,
                row.code_menage,
                row.document,
                row.montant_recu or row.montant,
                None if row.statut == "en_attente" else row.statut,
                row.motif,
                None,
            )
