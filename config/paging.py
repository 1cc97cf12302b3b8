"""Paginate lists: items, page number, size and total."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, transaction
from django.db.models import F, OrderBy, QuerySet
from django.utils.translation import gettext_lazy as _

from config.errors.problems import invalid

TOO_WIDE = _("Cette recherche trouve trop de lignes pour répondre à temps : ajoutez un mot ou un filtre.")


@dataclass(frozen=True)
class Page:
    """Hold one page of a list.

    `total` is the number of filtered rows that the caller may see: exact, unless `is_estimated`.
    """

    items: list[Any]
    page: int
    limit: int
    total: int
    is_estimated: bool = False

    @property
    def page_count(self) -> int:
        return -(-self.total // self.limit)

    def replace_items(self, items: Any) -> "Page":
        """Return this page with `items` (such as serialized rows) instead of its own."""
        return replace(self, items=list(items))

    def serialize_numbers(self) -> dict[str, int]:
        numbers = {"page": self.page, "limit": self.limit, "total": self.total, "pages": self.page_count}
        return numbers | ({"totalApproximatif": True} if self.is_estimated else {})


# From this offset on, the ids of a page are found first: otherwise joins are executed for every skipped row.
DEEP = 1_000
# Rows of an unbounded table are counted up to this number.
MOST_COUNTED = 10_000


def paginate(rows: QuerySet[Any], page: int, limit: int, total: int | None = None) -> Page:
    """Return one page of an ordered queryset, with a query for the rows and one for the total unless it is given."""
    start = (page - 1) * limit
    count = rows.order_by().count() if total is None else total
    if start >= count:
        return Page([], page, limit, count)
    wanted = slice(start, start + limit)
    if start >= DEEP:
        # Two queries: as one, the planner may join every row with its related rows before it leaves out all but a page.
        rows, wanted = rows.filter(pk__in=list(rows.values_list("pk", flat=True)[wanted])), slice(None)
    return Page(list(rows[wanted]), page, limit, count)


def paginate_unbounded(rows: QuerySet[Any], page: int, limit: int) -> Page:
    """Return one page of an unbounded table. Beyond MOST_COUNTED rows the total is the planner's estimate.

    The estimate covers all filtered rows; it is never reported below the number counted.
    """
    counted = rows.order_by()[: MOST_COUNTED + 1].count()
    if counted <= MOST_COUNTED:
        return paginate(rows, page, limit, counted)
    expected = int(json.loads(rows.order_by().explain(format="json"))[0]["Plan"]["Plan Rows"])
    return replace(paginate(rows, page, limit, max(expected, counted)), is_estimated=True)


# MATERIALIZED, so that the planner does not scan the ordering's index in search of rare rows.
FOUND = "WITH found AS MATERIALIZED ({rows}) SELECT {pk}, (SELECT count(*) FROM found) FROM found ORDER BY {order} LIMIT %s OFFSET %s"
CANCELED = "57014"


def paginate_ids(rows: QuerySet[Any], page: int, limit: int, is_searched: bool = True) -> Page:
    """Return one page of primary keys for an expensive filter, such as words within a text.

    One query finds the page and the total, limited to SEARCH_SECONDS when `is_searched`. The order is that of `rows`, or
    the model's `ordering`. Raises VALIDATION_ERROR when the time is over.
    """
    key, start = rows.model._meta.pk, (page - 1) * limit
    sorts = [_build_sort(term) for term in rows.query.order_by or rows.model._meta.ordering]
    columns = {f"sort_{at}": sort.expression for at, sort in enumerate(sorts)}
    order = [f"sort_{at}{_describe_direction(sort)}" for at, sort in enumerate(sorts)]
    found = rows.order_by().values(key.name, **columns)
    statement, params = found.query.get_compiler(DEFAULT_DB_ALIAS, elide_empty=False).as_sql()
    with limit_search_time() if is_searched else nullcontext(), connection.cursor() as cursor:
        cursor.execute(FOUND.format(rows=statement, pk=key.column, order=", ".join(order)), [*params, limit, start])
        ids = cursor.fetchall()
        # No rows: nothing was found, or the page is behind the last one. Only then query the total separately.
        total = ids[0][1] if ids else rows.order_by().count() if start else 0
    return Page([row[0] for row in ids], page, limit, total)


def build_order(name: str, columns: Mapping[str, Any]) -> OrderBy:
    """Return the order of a column named as in a list's `tri`; empty values come last in both directions."""
    return OrderBy(columns[name.removeprefix("-")], descending=name.startswith("-"), nulls_last=True)


def sort_rows(rows: QuerySet[Any], name: str, columns: Mapping[str, Any]) -> QuerySet[Any]:
    """Sort rows by a name of a list's `tri`, equal ones in the usual order of their model."""
    return rows.order_by(build_order(name, columns), *rows.model._meta.ordering)


def _build_sort(term: Any) -> OrderBy:
    """Return a term of an ordering as an expression."""
    if not isinstance(term, str):
        return term if isinstance(term, OrderBy) else OrderBy(term)
    return OrderBy(F(term.removeprefix("-")), descending=term.startswith("-"))


def _describe_direction(sort: OrderBy) -> str:
    nulls = " NULLS LAST" if sort.nulls_last else " NULLS FIRST" if sort.nulls_first else ""
    return (" DESC" if sort.descending else "") + nulls


def paginate_search(rows: QuerySet[Any], page: int, limit: int) -> Page:
    """Return the page of `paginate_ids` with rows instead of primary keys."""
    found = paginate_ids(rows, page, limit)
    return found.replace_items(rows.filter(pk__in=found.items) if found.items else [])


@contextmanager
def limit_search_time() -> Iterator[None]:
    """Cancel statements of this read-only block after SEARCH_SECONDS and raise VALIDATION_ERROR."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [f"{settings.SEARCH_SECONDS}s"])
            yield
            # The block only reads, so rolling back loses nothing and resets the timeout in an outer transaction.
            transaction.set_rollback(True)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != CANCELED:
            raise
        raise invalid({"search": [TOO_WIDE]}) from error
