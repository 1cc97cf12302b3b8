"""Pages: one item list, its number and size, and the total."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from config.api.problems import invalid

TOO_WIDE = _("Cette recherche trouve trop de lignes pour répondre à temps : ajoutez un mot ou un filtre.")


@dataclass(frozen=True)
class Page:
    """One page of a list. `total` is the number of rows that the caller may see under the filters: exact, unless
    `is_estimated`."""

    items: list[Any]
    page: int
    limit: int
    total: int
    is_estimated: bool = False

    @property
    def pages(self) -> int:
        return -(-self.total // self.limit)

    def of(self, items: Any) -> "Page":
        """The same page with its rows shown as `items`."""
        return replace(self, items=list(items))

    def describe(self) -> dict[str, int]:
        told = {"page": self.page, "limit": self.limit, "total": self.total, "pages": self.pages}
        return told | ({"totalApproximatif": True} if self.is_estimated else {})


# From this row on a page's ids are found first: joins would otherwise be made for every row that is skipped.
DEEP = 1_000
# So many rows of a table without end are counted.
MOST_COUNTED = 10_000


def paginate(rows: QuerySet, page: int, limit: int, total: int | None = None) -> Page:
    """One page of an ordered queryset: one query for the rows, one for the total unless it is known already."""
    start = (page - 1) * limit
    count = rows.order_by().count() if total is None else total
    if start >= count:
        return Page([], page, limit, count)
    wanted = slice(start, start + limit)
    found = rows[wanted] if start < DEEP else rows.filter(pk__in=rows.values("pk")[wanted])
    return Page(list(found), page, limit, count)


def paginate_long(rows: QuerySet, page: int, limit: int) -> Page:
    """One page of a table without end, whose rows nobody counts: the total beyond MOST_COUNTED is what the planner expects.

    The estimate is of all the rows under the filters: where it is lower than what was counted, the count is told.
    """
    counted = rows.order_by()[: MOST_COUNTED + 1].count()
    if counted <= MOST_COUNTED:
        return paginate(rows, page, limit, counted)
    expected = int(json.loads(rows.order_by().explain(format="json"))[0]["Plan"]["Plan Rows"])
    return replace(paginate(rows, page, limit, max(expected, counted)), is_estimated=True)


# Apart from the order, so that the planner does not walk through the order's index looking for what is rare.
FOUND = "WITH found AS MATERIALIZED ({rows}) SELECT {pk}, (SELECT count(*) FROM found) FROM found ORDER BY {order} LIMIT %s OFFSET %s"
CANCELED = "57014"


def find_ids(rows: QuerySet, page: int, limit: int, is_searched: bool = True) -> Page:
    """One page of the keys of what is dear to find, as words within a text: it is asked once, for the page and the
    total, and, when words were searched for, for no longer than SEARCH_SECONDS.

    The order is that of the model, whose fields are the table's own. Raises VALIDATION_ERROR when time is over.
    """
    key, start = rows.model._meta.pk, (page - 1) * limit
    names = [str(name) for name in rows.model._meta.ordering]
    order = [f"{name[1:]} DESC" if name.startswith("-") else name for name in names]
    found = rows.order_by().values(*{name.lstrip("-") for name in [*names, key.name]})
    statement, params = found.query.get_compiler(DEFAULT_DB_ALIAS, elide_empty=False).as_sql()
    with limited_time() if is_searched else nullcontext(), connection.cursor() as cursor:
        cursor.execute(FOUND.format(rows=statement, pk=key.column, order=", ".join(order)), [*params, limit, start])
        ids = cursor.fetchall()
        # Nothing there, or a page behind the last one: only then the total is asked for apart.
        total = ids[0][1] if ids else rows.order_by().count() if start else 0
    return Page([row[0] for row in ids], page, limit, total)


def paginate_found(rows: QuerySet, page: int, limit: int) -> Page:
    """The same, as rows."""
    found = find_ids(rows, page, limit)
    return found.of(rows.filter(pk__in=found.items) if found.items else [])


@contextmanager
def limited_time() -> Iterator[None]:
    """Cancel a statement of this block, which only reads, after SEARCH_SECONDS: VALIDATION_ERROR says so."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [f"{settings.SEARCH_SECONDS}s"])
            yield
            # Nothing was written: undone with the rest, the limit does not stay for whoever has a transaction open.
            transaction.set_rollback(True)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != CANCELED:
            raise
        raise invalid({"search": [TOO_WIDE]}) from error
