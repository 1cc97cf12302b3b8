"""Helpers of the demonstration's tests."""

import io
from typing import Any

from django.core.management import call_command
from django.db import connection


def scalar(sql: str) -> Any:
    """The one value of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def seed(**options: Any) -> str:
    """Run the command for 500 households; answer what it printed."""
    out = io.StringIO()
    call_command("seed_demo", menages=500, stdout=out, **options)
    return out.getvalue()
