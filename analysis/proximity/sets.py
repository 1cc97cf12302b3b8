"""A queryset as a part of larger SQL: scope and filters stay the ORM's, what is made of the rows is SQL."""

import re
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet

PLACEHOLDER = re.compile(r"%%|%s")


def subquery(rows: QuerySet, name: str, *columns: str, **expressions: Any) -> tuple[str, dict[str, Any]]:
    """The SELECT of these columns (`attname`s) and named expressions, and its parameters, named after `name`.

    A set without rows is a SELECT that finds none.
    """
    query: Any = rows.order_by().values(*columns, **expressions).query
    sql, params = query.get_compiler(DEFAULT_DB_ALIAS, elide_empty=False).as_sql()
    names = iter([f"{name}_{index}" for index in range(len(params))])
    text = PLACEHOLDER.sub(lambda found: f"%({next(names)})s" if found[0] == "%s" else found[0], sql)
    return text, {f"{name}_{index}": value for index, value in enumerate(params)}
