"""Pages: one item list, its number and size, and the exact total."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import connection
from django.db.models import QuerySet


@dataclass(frozen=True)
class Page:
    """One page of a list. `total` is the exact number of rows that the caller may see under the filters."""

    items: list[Any]
    page: int
    limit: int
    total: int

    @property
    def pages(self) -> int:
        return -(-self.total // self.limit)

    def of(self, items: Any) -> "Page":
        """The same page with its rows shown as `items`."""
        return replace(self, items=list(items))

    def describe(self) -> dict[str, int]:
        return {"page": self.page, "limit": self.limit, "total": self.total, "pages": self.pages}


# From this row on a page's ids are found first: joins would otherwise be made for every row that is skipped.
DEEP = 1_000


def paginate(rows: QuerySet, page: int, limit: int, total: int | None = None) -> Page:
    """One page of an ordered queryset: one query for the rows, one for the total unless it is known already."""
    start = (page - 1) * limit
    count = rows.order_by().count() if total is None else total
    if start >= count:
        return Page([], page, limit, count)
    wanted = slice(start, start + limit)
    found = rows[wanted] if start < DEEP else rows.filter(pk__in=rows.values("pk")[wanted])
    return Page(list(found), page, limit, count)


# Apart from the order, so that the planner does not walk through the order's index looking for what is rare.
FOUND = "WITH found AS MATERIALIZED ({rows}) SELECT {pk}, (SELECT count(*) FROM found) FROM found ORDER BY {order} LIMIT %s OFFSET %s"


def paginate_found(rows: QuerySet, page: int, limit: int) -> Page:
    """The same for a condition that is dear, as words within a text: it is asked once, for the page and the total.

    The order is that of the model, whose fields are the table's own.
    """
    key, start = rows.model._meta.pk, (page - 1) * limit
    names = [str(name) for name in rows.model._meta.ordering]
    order = [f"{name[1:]} DESC" if name.startswith("-") else name for name in names]
    statement, params = (
        rows.order_by().values(*{name.lstrip("-") for name in [*names, key.name]}).query.sql_with_params()
    )
    with connection.cursor() as cursor:
        cursor.execute(FOUND.format(rows=statement, pk=key.column, order=", ".join(order)), [*params, limit, start])
        ids = cursor.fetchall()
    if not ids:
        # Nothing there, or a page behind the last one: only then the total is asked for apart.
        return Page([], page, limit, rows.order_by().count() if start else 0)
    return Page(list(rows.filter(pk__in=[key for key, _ in ids])), page, limit, ids[0][1])
