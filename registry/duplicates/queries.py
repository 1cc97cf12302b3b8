"""Query pairs of households, and the candidates of one household."""

from hashlib import md5
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, FloatField, Func, Q, QuerySet

from config.caller import ALL_REGIONS, Caller
from config.sql import Queries
from registry.duplicates.filters import STATUSES, PairFilters, PairOriginFilters, build_status_condition
from registry.duplicates.linkage.ceilings import RARITIES, Dialect, build_ceiling_condition
from registry.duplicates.linkage.comparisons import (
    MAX_HOUSEHOLDS_OF_OWN_NUMBER,
    MAX_VILLAGE,
    MIN_REGISTRY_SIZE,
    VILLAGE_SMOOTHING,
    bind_sides,
    build_levels_sql,
    build_pair_values_sql,
    build_weights_sql,
    compute_largest_share,
    compute_prior_bits,
)
from registry.duplicates.linkage.evidence import NEAR_POSITIONS
from registry.duplicates.models import Pair
from registry.duplicates.rules import OPEN
from registry.duplicates.types import DuplicateCandidate
from registry.households.api import count_households_by_tally

SQL = Queries(__file__, "duplicates.sql")
# What a comparison adds, if it has a level.
APPORT: Final = "'{code}', CASE WHEN {code} IS NOT NULL THEN round(bits_{code}::numeric, 1) END"
# The telephone numbers of a sheet which are not shared by many households.
OWN_NUMBERS: Final = (
    "(SELECT array_agg(numero) FROM unnest(fiche.telephones) AS numero"
    " WHERE numero NOT IN (SELECT shared.numero FROM registry_doublon_partage AS shared))"
)
# These, and those among them which no third household gives.
NUMBERS: Final = f"""
  SELECT array_agg(numero) AS telephones, array_agg(numero) FILTER (WHERE n <= {MAX_HOUSEHOLDS_OF_OWN_NUMBER}) AS propres
  FROM unnest({OWN_NUMBERS}) AS numero
  CROSS JOIN LATERAL (SELECT count(*) AS n FROM registry_doublon_fiche AS f WHERE f.telephones @> ARRAY[numero]) AS counted
"""
# What all comparisons of a pair add together: scores of nearly 100 are alike.
STRENGTH: Final = Func(
    F("apports"),
    template="(SELECT sum(apport::numeric) FROM jsonb_each_text(%(expressions)s) AS comparison(code, apport))",
    output_field=FloatField(),
)
# Of how many households a value is, over the sheet `a` that is looked up; of a square as many at least.
COUNTS: Final = {
    "nom": "a.n_nom",
    "lieu": "a.n_lieu",
    "lieu_eloigne": "a.n_lieu",
    "nom_lieu": "{households}::float8 * (a.n_ici + {smoothing} * a.n_nom / {households}) / (a.n_lieu + {smoothing})",
    "maille": "a.n_maille",
    "maille_voisine": "a.n_maille",
}


def get_score_thresholds() -> dict[str, float]:
    """Return the score from which a pair is shown (`review`) and from which it is certain (`certain`)."""
    return {"certain": settings.DUPLICATE_CERTAIN, "review": settings.DUPLICATE_REVIEW}


def count_known_households() -> int:
    """Return the number of households, at least `MIN_REGISTRY_SIZE`: how rare a value is depends on it."""
    return max(count_households_by_tally({}, ALL_REGIONS) or 0, MIN_REGISTRY_SIZE)


def find_candidates(household_id: UUID, min_score: float) -> list[DuplicateCandidate]:
    """Find the possible duplicates of a household with a score of at least `min_score`, from its sheet."""
    households = count_known_households()
    weights = build_weights_sql(households)
    counts = {name: sql.format(households=households, smoothing=VILLAGE_SMOOTHING) for name, sql in COUNTS.items()}
    return SQL.fetch_objects(
        DuplicateCandidate,
        "find_candidates",
        {"id": household_id, "least": min_score},
        own=OWN_NUMBERS,
        numbers=NUMBERS,
        village=str(MAX_VILLAGE),
        n_nom_lieu=counts["nom_lieu"],
        chance=build_ceiling_condition(households, min_score, _build_dialect(counts, households), "a.*", "b.*"),
        near=bind_sides(NEAR_POSITIONS, "a.*", "b.*"),
        values=build_pair_values_sql(),
        levels=build_levels_sql(),
        weights=", ".join(f"{sql} AS bits_{code}" for code, sql in weights.items()),
        bits=f"{compute_prior_bits(households):.6f} + {' + '.join(f'bits_{code}' for code in weights)}",
        codes="jsonb_build_object(" + ", ".join(f"'{code}', {code}" for code in weights) + ")",
        apports="jsonb_build_object(" + ", ".join(APPORT.format(code=code) for code in weights) + ")",
    )


def _build_dialect(counts: dict[str, str], households: int) -> Dialect:
    shares = {
        name: f"least({counts[name]} / {households}::float8, {compute_largest_share(name)!r})" for name in RARITIES
    }
    return Dialect(shares, no_number="NOT {a.telephones} && {b.telephones}")


def filter_pairs(query: dict[str, Any]) -> QuerySet[Pair]:
    """Return pairs under the filters of the list, highest score first; of equal ones that with the strongest evidence."""
    order = ("-score", STRENGTH.desc(nulls_last=True), "id")
    rows = Pair.objects.select_related("menage_a", "menage_b").order_by(*order)
    return PairFilters.filter_rows(rows, query)


def count_pairs(user: Caller, query: dict[str, Any]) -> int:
    """Return how many pairs `user` sees under the filters of the list."""
    return PairFilters.filter_rows(Pair.objects.visible_to(user), query).order_by().count()


def count_pairs_by_status(user: Caller, query: dict[str, Any]) -> dict[str, int]:
    """Return how many pairs `user` sees in each of STATUSES, under the other filters of the list; one query."""
    rows = PairOriginFilters.filter_rows(Pair.objects.visible_to(user), query).order_by()
    return rows.aggregate(**{name: Count("id", filter=build_status_condition(name)) for name in STATUSES})


def build_household_pairs_condition(household_id: UUID) -> Q:
    """Return the condition that a pair contains this household."""
    return Q(menage_a_id=household_id) | Q(menage_b_id=household_id)


def filter_open_pairs(household_id: UUID) -> QuerySet[Pair]:
    """Return the open pairs of one household."""
    return filter_pairs({"statut": OPEN}).filter(build_household_pairs_condition(household_id))


def filter_group(pair: Pair) -> QuerySet[Pair]:
    """Return the other open pairs among the households of a pair and those which an open pair joins to either.

    A household that was interviewed three times is two or three pairs, to be decided together.
    """
    open_pairs, both = filter_pairs({"statut": OPEN}), [pair.menage_a_id, pair.menage_b_id]
    touching = open_pairs.order_by().filter(Q(menage_a__in=both) | Q(menage_b__in=both))
    near = {*both, *chain.from_iterable(touching.values_list("menage_a_id", "menage_b_id"))}
    return open_pairs.filter(menage_a__in=near, menage_b__in=near).exclude(id=pair.id)


def build_pair_etag(pair: Pair) -> str:
    """Return the strong entity tag of a pair: the data compared, the result, and the decision."""
    seen = (pair.id, pair.empreinte, pair.score, pair.decision, pair.decide_le)
    return f'"{md5(repr(seen).encode(), usedforsecurity=False).hexdigest()}"'


def list_compared_values(pair: Pair) -> dict[UUID, dict[str, Any]]:
    """Return the values of both households of a pair which are shown for comparison, by household id."""
    rows = SQL.fetch_rows("list_compared_values", {"ids": [pair.menage_a_id, pair.menage_b_id]})
    return {row.pop("id"): row for row in rows}
