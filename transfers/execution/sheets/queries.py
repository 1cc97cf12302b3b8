"""Query sheets, their lines, and the places in which people wait to be paid in cash."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import Max, OuterRef, QuerySet, Subquery, Sum

from config.sql import Queries
from geo.areas.models import Region
from transfers.cycles.models import Cycle
from transfers.execution.instructions.rules import ATTEMPT_REFERENCE_SQL
from transfers.execution.sheets.filters import SheetFilters
from transfers.execution.sheets.models import Sheet, SheetState
from transfers.execution.sheets.rules import PRINTED_AT_ONCE
from transfers.execution.sheets.types import Place, PrintedSheet, SheetRow

SQL = Queries(__file__, "sheets.sql")
# The invariant of cash, and its query.
INVARIANTS: Final = {"cash in the hands of payers is what sheets have out": "find_wrong_cash"}


def filter_sheets(query: dict[str, Any]) -> QuerySet[Sheet]:
    """Return sheets under the filters of the list, with what a list shows beside them, by number."""
    region = Region.objects.filter(id=OuterRef("region_id")).values("nom")[:1]
    rows = Sheet.objects.select_related("cycle__programme", "point", "perte").annotate(region_nom=Subquery(region))
    return SheetFilters.filter_rows(rows, query).order_by("cycle_id", "numero")


def filter_prints(cycle: Cycle, query: dict[str, Any]) -> QuerySet[Sheet]:
    """Return the sheets of a cycle under filters that can be printed: withdrawn ones have no lines."""
    return filter_sheets(query).filter(cycle=cycle).exclude(etat=SheetState.ANNULEE)


def list_places(cycle: Cycle) -> list[Place]:
    """Return where people of a cycle wait to be paid in cash and stand on no sheet, by run, region and name."""
    params = {"cycle": cycle.id, "programme": cycle.programme_id}
    return SQL.fetch_objects(Place, "list_places", params, waiting=SQL["waiting"])


def list_rows(sheets: Iterable[UUID], *, contacts: bool) -> list[SheetRow]:
    """Return the lines of sheets, in the order of their numbers; identity documents only with `contacts`."""
    params = {"sheets": list(sheets), "contacts": contacts}
    return SQL.fetch_objects(SheetRow, "list_rows", params, reference=ATTEMPT_REFERENCE_SQL)


def group_rows(rows: Sequence[SheetRow]) -> dict[UUID, list[SheetRow]]:
    """Return lines by their sheet."""
    found: dict[UUID, list[SheetRow]] = {}
    for row in rows:
        found.setdefault(row.feuille_id, []).append(row)
    return found


def find_faults(query: str) -> list[str]:
    """Return what breaks an invariant, by the name of its query."""
    return SQL.fetch_column(query)


def count_people(rows: QuerySet[Sheet]) -> int:
    """Return how many lines these sheets have."""
    return rows.order_by().aggregate(n=Sum("nombre"))["n"] or 0


def iterate_prints(cycle: Cycle, rows: QuerySet[Sheet], *, contacts: bool) -> Iterator[PrintedSheet]:
    """Yield sheets of a cycle as they are printed, by number, some at once; identity documents only with `contacts`."""
    last = cycle.feuilles.aggregate(n=Max("numero"))["n"] or 0
    found = rows.order_by("numero")
    reached = 0
    while sheets := list(found.filter(numero__gt=reached)[:PRINTED_AT_ONCE]):
        reached = sheets[-1].numero
        lines = group_rows(list_rows([sheet.id for sheet in sheets], contacts=contacts))
        # One that was withdrawn meanwhile has no lines any more.
        yield from (_build_print(sheet, last, lines[sheet.id]) for sheet in sheets if sheet.id in lines)


def _build_print(sheet: Any, last: int, rows: Sequence[SheetRow]) -> PrintedSheet:
    """Return a sheet of `filter_sheets` as it is printed."""
    return PrintedSheet(
        reference=sheet.reference,
        numero=sheet.numero,
        dernier=last,
        programme=sheet.cycle.programme.nom,
        cycle=f"{sheet.cycle.nom} ({sheet.cycle.code})",
        lieu=sheet.lieu,
        region=sheet.region_nom,
        point=sheet.point.nom if sheet.point else None,
        montant=sheet.montant,
        lignes=tuple(rows),
    )
