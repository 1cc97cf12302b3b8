"""Read the rows of an export: as CSV directly from COPY, or row by row for a workbook."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, Final

from django.db import connection
from django.db.models import Expression, F, QuerySet

from config.caller import Caller
from geo.layers.api import (
    BOM,
    build_csv_cell_sql,
    compile_select,
    select_contact,
    select_latitude,
    select_longitude,
    stream_copy,
)
from registry.households.models import Household

CHUNK: Final = 2_000
# The names are those of the import's columns: a file that was corrected can be imported again.
COLUMNS: Final[dict[str, Any]] = {
    "code_menage": "code_menage",
    "nom_complet_chef": "chef__nom_complet",
    "sexe_chef": "chef__sexe",
    "age_chef": "chef__age",
    "telephone_chef": select_contact("chef__telephone"),
    "region": "region__nom",
    "secteur": "secteur__nom",
    "tabanca": "localite__nom",
    "milieu": "milieu",
    "taille_menage": "taille_menage",
    "score_pmt": "score_pmt",
    "categorie_pauvrete": "categorie_pauvrete",
    "eligible_programme": "eligible_programme",
    "statut": "statut",
    "statut_collecte": "statut_collecte",
    "score_qualite": "score_qualite",
    "date_collecte": "date_collecte",
    "latitude": select_latitude(),
    "longitude": select_longitude(),
}


def _build_expressions(user: Caller) -> dict[str, Expression | F]:
    return {name: F(source) if isinstance(source, str) else source(user) for name, source in COLUMNS.items()}


def stream_csv(rows: QuerySet[Household], user: Caller) -> Generator[bytes, None, None]:
    """Yield CSV with a header, in UTF-8 with a byte-order mark. Texts that look like formulas are made harmless."""
    select = compile_select(rows, _build_expressions(user))
    cells = [
        f'{build_csv_cell_sql(column.plain_sql, column.kind)} AS "{column.public_name}"' for column in select.columns
    ]
    statement = f"COPY (SELECT {', '.join(cells)} FROM ({select.sql}) AS rows) TO STDOUT (FORMAT csv, HEADER)"
    yield BOM
    with closing(stream_copy(statement, select.params)) as blocks:
        yield from blocks


def iterate_rows(
    rows: QuerySet[Household], user: Caller, make_row: Callable[[dict[str, Any]], list[Any]]
) -> Iterator[list[Any]]:
    """Yield the cells of each row, read as they are needed: `make_row` gets the values by their columns' names.

    Instants are texts, as in CSV.
    """
    select = compile_select(rows, _build_expressions(user))
    cells = ", ".join(column.plain_sql for column in select.columns)
    with connection.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {cells} FROM ({select.sql}) AS rows", select.params)
        while found := cursor.fetchmany(CHUNK):
            for row in found:
                yield make_row(dict(zip(COLUMNS, row, strict=True)))
