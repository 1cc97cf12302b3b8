"""Query pairs of households, and the candidates of one household."""

from hashlib import md5
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet

from config.sql import Queries
from registry.duplicates.models import Pair
from registry.duplicates.weights import COMPARISONS, SMALLEST, prior_bits, sql_levels, sql_weights
from registry.households.queries import tallied_total

SQL = Queries(__file__, "duplicates.sql")
EVERYBODY: Final = SimpleNamespace(region_ids=None)
# The telephone numbers of a sheet which are not shared by many households.
OWN: Final = (
    "(SELECT array_agg(numero) FROM unnest(fiche.telephones) AS numero"
    " WHERE numero NOT IN (SELECT shared.numero FROM registry_doublon_partage AS shared))"
)
CERTAIN, REVIEW, OPEN = "certain", "a_verifier", "ouvert"


def households_known() -> int:
    """Return the number of households, at least `SMALLEST`: how rare a value is depends on it."""
    return max(tallied_total({}, EVERYBODY) or 0, SMALLEST)


def candidates(household_id: UUID, least: float) -> list[dict[str, Any]]:
    """Find the possible duplicates of a household, from its sheet.

    Return {autre, score, niveaux, poids_<comparison>} for each household with a score of at least `least`.
    """
    n = households_known()
    weights = sql_weights(n)
    statement = SQL["candidates"].format(
        own=OWN,
        levels=sql_levels(),
        bits=f"{prior_bits(n):.6f} + {' + '.join(weights.values())}",
        codes="jsonb_build_object(" + ", ".join(f"'{c.code}', {c.code}" for c in COMPARISONS) + ")",
        weights=", ".join(f"{text} AS poids_{code}" for code, text in weights.items()),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"id": household_id, "least": least})
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def pairs(query: dict[str, Any]) -> QuerySet[Pair]:
    """Return pairs under the filters of the list, highest score first."""
    rows = Pair.objects.select_related("menage_a", "menage_b").order_by("-score", "id")
    wanted = query.get("statut", OPEN)
    if wanted in (OPEN, CERTAIN, REVIEW):
        rows = rows.filter(decision__isnull=True, score__gte=settings.DUPLICATE_REVIEW)
        if wanted == CERTAIN:
            rows = rows.filter(score__gte=settings.DUPLICATE_CERTAIN)
        elif wanted == REVIEW:
            rows = rows.filter(score__lt=settings.DUPLICATE_CERTAIN)
    else:
        rows = rows.filter(decision=wanted)
    for name in ("region", "secteur", "campagne"):
        if query.get(name):
            rows = rows.filter(
                Q(**{f"menage_a__{name}_id__in": query[name]}) | Q(**{f"menage_b__{name}_id__in": query[name]})
            )
    return rows


def of_one(household_id: UUID) -> Q:
    """Return the condition that a pair contains this household."""
    return Q(menage_a_id=household_id) | Q(menage_b_id=household_id)


def pairs_of(household_id: UUID) -> QuerySet[Pair]:
    """Return the open pairs of one household."""
    return pairs({}).filter(of_one(household_id))


def version(pair: Pair) -> str:
    """Return the strong entity tag of a pair: the data compared, the result, and the decision."""
    seen = (pair.id, pair.empreinte, pair.score, pair.decision, pair.decide_le)
    return f'"{md5(repr(seen).encode(), usedforsecurity=False).hexdigest()}"'


def compared(pair: Pair) -> dict[UUID, dict[str, Any]]:
    """Return the values of both households of a pair which are shown for comparison, by household id."""
    return {row["id"]: row for row in SQL.rows("compared", {"ids": [pair.menage_a_id, pair.menage_b_id]})}
