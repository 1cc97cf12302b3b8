"""Pages: one item list, its number and size, and the exact total."""

from dataclasses import dataclass, replace
from typing import Any

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
