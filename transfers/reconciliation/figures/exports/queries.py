"""Read the rows of an export: as CSV directly from COPY, or row by row for a workbook."""

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from config.caller import Caller
from config.sql import Queries
from geo.layers.api import BOM, build_csv_cell_sql, stream_copy
from transfers.reconciliation.models import ReconciliationSession

SQL: Final = Queries(__file__, "exports.sql")
CHUNK: Final = 2_000
# Titles of the columns of `select_rows`, in its order, and their kinds.
COLUMNS: Final = (
    ("referencePaiement", "text"),
    ("beneficiaire", "text"),
    ("telephone", "text"),
    ("montantSIG", "number"),
    ("referenceReleve", "text"),
    ("montantReleve", "number"),
    ("dateReleve", "date"),
    # What arrived of a payment, where that is not all of it: the difference is told from there.
    ("montantRecu", "number"),
    ("ecartMontant", "number"),
    ("score", "number"),
    ("statut", "text"),
    ("raison", "text"),
    ("action", "text"),
    ("commentaire", "text"),
    ("decidePar", "text"),
    ("decideLe", "moment"),
)
TITLES: Final = tuple(title for title, _kind in COLUMNS)
# What may be chosen of a session, by whether entries have both sides.
CONTENTS: Final = {"all": None, "rapprochees": True, "non_rapprochees": False}


def _build_params(session: ReconciliationSession, content: str, user: Caller, contacts: bool) -> dict[str, Any]:
    return {
        "session": session.id,
        "paired": CONTENTS[content],
        "regions": None if user.region_ids is None else list(user.region_ids),
        "contacts": contacts,
    }


def stream_csv(
    session: ReconciliationSession, content: str, user: Caller, contacts: bool
) -> Generator[bytes, None, None]:
    """Yield CSV with a header, in UTF-8 with a byte-order mark. Texts that look like formulas are made harmless."""
    names = [f"c{place}" for place in range(len(COLUMNS))]
    cells = [
        f'{build_csv_cell_sql(name, kind)} AS "{title}"' for name, (title, kind) in zip(names, COLUMNS, strict=True)
    ]
    rows = SQL["select_rows"]
    copy = f"COPY (SELECT {', '.join(cells)} FROM ({rows}) AS rows ({', '.join(names)})) TO STDOUT (FORMAT csv, HEADER)"
    params: Any = _build_params(session, content, user, contacts)
    yield BOM
    with closing(stream_copy(copy, params)) as blocks:
        yield from blocks


def iterate_rows(session: ReconciliationSession, content: str, user: Caller, contacts: bool) -> Iterator[list[Any]]:
    """Yield the cells of each row, read as they are needed. Scores and times are texts."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(SQL["select_rows"], _build_params(session, content, user, contacts))
        while rows := cursor.fetchmany(CHUNK):
            for row in rows:
                cells = list(row)
                if cells[-1]:
                    cells[-1] = timezone.localtime(cells[-1]).isoformat(" ", "seconds")
                yield cells
