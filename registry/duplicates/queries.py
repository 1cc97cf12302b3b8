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
from registry.duplicates.weights import COMPARISONS, SMALLEST, build_levels_sql, build_weights_sql, compute_prior_bits
from registry.households.api import count_households_by_tally

SQL = Queries(__file__, "duplicates.sql")
EVERYBODY: Final = SimpleNamespace(region_ids=None)
# The telephone numbers of a sheet which are not shared by many households.
OWN: Final = (
    "(SELECT array_agg(numero) FROM unnest(fiche.telephones) AS numero"
    " WHERE numero NOT IN (SELECT shared.numero FROM registry_doublon_partage AS shared))"
)
CERTAIN, REVIEW, OPEN = "certain", "a_verifier", "ouvert"


def count_known_households() -> int:
    """Return the number of households, at least `SMALLEST`: how rare a value is depends on it."""
    return max(count_households_by_tally({}, EVERYBODY) or 0, SMALLEST)


def find_candidates(household_id: UUID, least: float) -> list[dict[str, Any]]:
    """Find the possible duplicates of a household, from its sheet.

    Return {autre, score, niveaux, poids_<comparison>} for each household with a score of at least `least`.
    """
    n = count_known_households()
    weights = build_weights_sql(n)
    statement = SQL["candidates"].format(
        own=OWN,
        levels=build_levels_sql(),
        bits=f"{compute_prior_bits(n):.6f} + {' + '.join(weights.values())}",
        codes="jsonb_build_object(" + ", ".join(f"'{c.code}', {c.code}" for c in COMPARISONS) + ")",
        weights=", ".join(f"{text} AS poids_{code}" for code, text in weights.items()),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"id": household_id, "least": least})
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def filter_pairs(query: dict[str, Any]) -> QuerySet[Pair]:
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


def contains_household(household_id: UUID) -> Q:
    """Return the condition that a pair contains this household."""
    return Q(menage_a_id=household_id) | Q(menage_b_id=household_id)


def filter_open_pairs(household_id: UUID) -> QuerySet[Pair]:
    """Return the open pairs of one household."""
    return filter_pairs({}).filter(contains_household(household_id))


def build_pair_etag(pair: Pair) -> str:
    """Return the strong entity tag of a pair: the data compared, the result, and the decision."""
    seen = (pair.id, pair.empreinte, pair.score, pair.decision, pair.decide_le)
    return f'"{md5(repr(seen).encode(), usedforsecurity=False).hexdigest()}"'


def list_compared_values(pair: Pair) -> dict[UUID, dict[str, Any]]:
    """Return the values of both households of a pair which are shown for comparison, by household id."""
    return {row["id"]: row for row in SQL.rows("compared", {"ids": [pair.menage_a_id, pair.menage_b_id]})}
