"""Read payments for an export: as CSV directly from COPY, or row by row for a workbook."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from geo.areas.models import Region
from geo.layers.api import BOM, build_csv_cell_sql, stream_copy
from transfers.payments.models import Payment

CHUNK: Final = 2_000


@dataclass(frozen=True)
class Column:
    """Describe a column of the file: its title, what it reads, its kind, and whether it is a contact."""

    title: str
    expression: Any
    kind: str = "text"
    is_contact: bool = False


COLUMNS: Final = (
    Column("reference", "reference"),
    Column("programme", "cycle__programme__code"),
    Column("cycle", "cycle__code"),
    Column("codeMenage", "code_menage"),
    Column("nomComplet", "nom_complet"),
    Column("region", Subquery(Region.objects.filter(id=OuterRef("region_id")).values("nom")[:1])),
    Column("modePaiement", "mode_paiement"),
    Column("operateur", "operateur_id"),
    Column("telephone", "telephone", is_contact=True),
    Column("compteMobile", "compte_mobile", is_contact=True),
    Column("compteBancaire", "compte_bancaire", is_contact=True),
    Column("montant", "montant", "number"),
    Column("fraisTotal", F("taxe_administrative") + F("frais_retrait"), "number"),
    Column("montantRecu", "montant_recu", "number"),
    Column("statut", "statut"),
    Column("dateSoumission", "date_soumission", "moment"),
    Column("dateExecution", "date_execution", "moment"),
    Column("referenceOperateur", "reference_operateur"),
    Column("motifEchec", "motif_echec"),
    Column("motifExclusion", "motif_exclusion"),
)


def list_columns(contacts: bool) -> list[Column]:
    """Return the columns of a file; accounts and telephones only with `contacts`."""
    return [column for column in COLUMNS if contacts or not column.is_contact]


def _select_columns(rows: QuerySet[Payment], columns: list[Column]) -> QuerySet[Any]:
    return rows.order_by("id").values_list(*(column.expression for column in columns))


def stream_csv(rows: QuerySet[Payment], contacts: bool) -> Generator[bytes, None, None]:
    """Yield CSV with a header, in UTF-8 with a byte-order mark. Texts that look like formulas are made harmless."""
    columns = list_columns(contacts)
    # Also when Django knows that nothing is found: a project that does not exist, a caller without regions.
    query = _select_columns(rows, columns).query
    statement, params = query.get_compiler(DEFAULT_DB_ALIAS, elide_empty=False).as_sql()
    names = [f"c{place}" for place in range(len(columns))]
    cells = [
        f'{build_csv_cell_sql(name, column.kind)} AS "{column.title}"'
        for name, column in zip(names, columns, strict=True)
    ]
    copy = f"COPY (SELECT {', '.join(cells)} FROM ({statement}) AS rows ({', '.join(names)})) TO STDOUT (FORMAT csv, HEADER)"
    yield BOM
    with closing(stream_copy(copy, params)) as blocks:
        yield from blocks


def iterate_rows(rows: QuerySet[Payment], contacts: bool) -> Iterator[list[Any]]:
    """Yield the cells of each row, times as texts. Rows are read as they are needed."""
    columns = list_columns(contacts)
    moments = [place for place, column in enumerate(columns) if column.kind == "moment"]
    for row in _select_columns(rows, columns).iterator(chunk_size=CHUNK):
        cells = list(row)
        for place in moments:
            if cells[place]:
                cells[place] = timezone.localtime(cells[place]).isoformat(" ", "seconds")
        yield cells
