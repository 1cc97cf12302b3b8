"""Trying the rules on households: one statement for one or for all."""

import re
from typing import Any, Final
from uuid import UUID

from django.db import connection

from config.sql import Queries
from registry.quality.rules import RULES

SQL = Queries(__file__, "quality.sql")
# The columns of a household that the conditions name.
COLUMNS: Final = tuple(
    sorted({"id", "secteur_id"} | {name for rule in RULES for name in re.findall(r"\bm\.(\w+)", rule.condition)})
)
PARTS: Final = {
    "tests": ", ".join(f"coalesce({rule.condition}, false) AS r{place}" for place, rule in enumerate(RULES)),
    "codes": ", ".join(f"CASE WHEN r{place} THEN '{rule.code}' END" for place, rule in enumerate(RULES)),
    "score": "greatest(0, 100 - "
    + " - ".join(f"CASE WHEN r{place} THEN {rule.weight} ELSE 0 END" for place, rule in enumerate(RULES))
    + ")::numeric",
}


def _statement(name: str, households: str) -> str:
    judged = SQL["judged"].format(households=households, **PARTS)
    return SQL[name].format(judged=judged, differs=SQL["differs"])


def assess(households: str, params: dict[str, Any]) -> int:
    """Analyse the households of a SELECT (with COLUMNS), which are locked; answer how many rows were written."""
    with connection.cursor() as cursor:
        cursor.execute(_statement("assess", households), params)
        return cursor.rowcount


def stale(households: str) -> str:
    """A SELECT of the ids of those that an analysis would change: who analyses many locks these first."""
    return _statement("stale", households)


def assess_these(ids: list[UUID]) -> int:
    """Analyse some households, whoever may see them: who has just written them calls this."""
    return assess(f"SELECT {', '.join(COLUMNS)} FROM registry_menage WHERE id = ANY(%(ids)s)", {"ids": ids})
