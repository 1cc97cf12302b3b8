"""Evaluate the quality rules for one household or for many, in one statement."""

import re
from typing import Any, Final
from uuid import UUID

from django.db import connection

from config.sql import Queries
from registry.quality.rules import QUALITY_RULES

SQL = Queries(__file__, "quality.sql")
# The columns of a household which the conditions use.
QUALITY_COLUMNS: Final = tuple(
    sorted(
        {"id", "secteur_id"} | {name for rule in QUALITY_RULES for name in re.findall(r"\bm\.(\w+)", rule.condition)}
    )
)
STATEMENT_PARTS: Final = {
    "tests": ", ".join(f"coalesce({rule.condition}, false) AS r{place}" for place, rule in enumerate(QUALITY_RULES)),
    "codes": ", ".join(f"CASE WHEN r{place} THEN '{rule.code}' END" for place, rule in enumerate(QUALITY_RULES)),
    "score": "greatest(0, 100 - "
    + " - ".join(f"CASE WHEN r{place} THEN {rule.weight} ELSE 0 END" for place, rule in enumerate(QUALITY_RULES))
    + ")::numeric",
}


def _build_statement(name: str, households: str) -> str:
    evaluated = SQL["evaluate_rules"].format(households=households, **STATEMENT_PARTS)
    return SQL[name].format(evaluated=evaluated, is_changed=SQL["is_changed"])


def assess_quality(households: str, params: dict[str, Any]) -> int:
    """Update the quality score and problems of the households of a SELECT, and return the number of rows written.

    `households` is a SELECT with QUALITY_COLUMNS; its rows must be locked by the caller.
    """
    with connection.cursor() as cursor:
        cursor.execute(_build_statement("update_quality", households), params)
        count: int = cursor.rowcount
        return count


def build_stale_households_sql(households: str) -> str:
    """Return a SELECT of the ids of the households which `assess_quality` would change.

    Callers which assess many households lock these rows first.
    """
    return _build_statement("select_stale_households", households)


def assess_households(ids: list[UUID]) -> int:
    """Update the quality score and problems of some households, regardless of scope, and return the number written.

    For callers which have just written these households.
    """
    return assess_quality(
        f"SELECT {', '.join(QUALITY_COLUMNS)} FROM registry_menage WHERE id = ANY(%(ids)s)", {"ids": ids}
    )
