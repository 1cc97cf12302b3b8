"""Compare designs of targeting: one pass over all households marks whom each takes, the rest are sums of the marks."""

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate, combinations
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from geo.areas.models import Region, Sector
from registry.households.api import tune_reading
from registry.pmt.api import FENCE
from transfers.eligibility.conditions.compiler import (
    HEAD_JOIN,
    compile_rules,
    join_clauses,
    list_clauses,
)
from transfers.eligibility.conditions.definition import AND, RuleDefinition
from transfers.eligibility.laboratory.rules import share_places
from transfers.eligibility.laboratory.scores.queries import ScoredHouseholds, score_households
from transfers.eligibility.laboratory.types import (
    BY_POOR_PEOPLE,
    FIXED,
    AreaPlaces,
    Comparison,
    Cost,
    Costs,
    CutoffPoint,
    Design,
    DesignResult,
    GroupShare,
    Overlap,
    SectorShare,
)
from transfers.eligibility.profiles import rules as profiled
from transfers.eligibility.queries import compute_rate
from transfers.eligibility.types import HouseholdSource

LEVELS: Final = {"pays": "NULL::uuid", "region": "region_id", "secteur": "secteur_id"}
POOR: Final = "categorie IN ('extreme_pauvre', 'pauvre')"
# The groups of a result, and the columns of the marks that they are counted by.
GROUPINGS: Final = {
    "par_region": "region",
    "par_milieu": "milieu",
    "par_sexe_chef": "sexe",
    "par_taille": "taille",
}
SIZE_BAND: Final = (
    "CASE WHEN m.taille_menage <= 3 THEN '1-3' WHEN m.taille_menage <= 6 THEN '4-6'"
    " WHEN m.taille_menage <= 9 THEN '7-9' ELSE '10+' END"
)
BASE_COLUMNS: Final = (
    "m.id",
    "m.region_id",
    "m.secteur_id",
    "m.milieu",
    "m.categorie_pauvrete AS categorie",
    "chef.sexe",
    f"{SIZE_BAND} AS taille",
    "m.taille_menage AS personnes",
)


# The places of each area, by its id.
Quotas = dict[UUID | None, int]


@dataclass(frozen=True)
class _MarkedSql:
    """Hold the columns, joins and parameters of the statement that marks households."""

    columns: list[str]
    choices: list[str]
    joins: list[str]
    params: dict[str, Any]


def compare_designs(
    designs: Sequence[Design], source: HouseholdSource, costs: Costs, cutoffs: Sequence[Decimal]
) -> Comparison:
    """Return what comes of each design over the households of a source, the overlap of each two, and with `cutoffs` their curves."""
    with transaction.atomic():
        tune_reading()
        quotas = mark_households(designs, source)
        groups = _fetch_groups(len(designs))
        [total] = [row for row in groups if row["niveau"] == "total"]
        results = [
            DesignResult(
                nom=design.name,
                retenus=total[f"n{place}"],
                reserve=total[f"w{place}"],
                personnes=total[f"p{place}"],
                taux=compute_rate(total[f"n{place}"], total["menages"]),
                cout=compute_cost(total[f"n{place}"], costs),
                **{name: _list_shares(groups, level, place) for name, level in GROUPINGS.items()},
                par_secteur=[
                    SectorShare(row["secteur_id"], row["menages"], row[f"n{place}"])
                    for row in groups
                    if row["niveau"] == "secteur"
                ],
                par_zone=_list_area_places(design, place, quotas.get(place)),
                courbe=_compute_curve(place, cutoffs, costs) if cutoffs else [],
            )
            for place, design in enumerate(designs)
        ]
        return Comparison(total["menages"], results, _list_overlaps(designs))


def compute_cost(households: int, costs: Costs) -> Cost:
    """Return the cost of paying so many households."""
    by_cycle = households * costs.amount
    by_year = by_cycle * costs.cycles
    return Cost(by_cycle, by_year, None if costs.budget is None else compute_rate(by_year, costs.budget))


def mark_households(designs: Sequence[Design], source: HouseholdSource) -> dict[int, Quotas]:
    """Create the table of marks, and return the places of each area for the designs that share them out, by their index.

    For design i the table has `e<i>` (taken), `w<i>` (reserve), `b<i>` (by rules alone), `s<i>` (score), `k<i>` (may be
    selected).
    """
    scored = score_households(designs, source)
    marked = _compile_designs(designs, scored, source.is_profiled)
    head = profiled.HEAD_JOIN if source.is_profiled else HEAD_JOIN
    joins = " ".join((head, *(join for join in marked.joins if join != head)))
    base = " UNION ALL ".join(
        f"SELECT *, {', '.join(marked.choices)} FROM (SELECT {', '.join((*BASE_COLUMNS, *marked.columns))}"
        f" FROM ({part}) AS m {joins} {FENCE}) AS lu"
        for part in scored.parts
    )
    ranked = ", ".join(_build_rank(design, place) for place, design in enumerate(designs))
    statement, params = f"SELECT *, {ranked} FROM ({base}) AS juge", marked.params
    ranks, quotas = f"({statement})", {}
    sharing = [place for place, design in enumerate(designs) if design.selection and design.selection.sharing != FIXED]
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.laboratoire, pg_temp.laboratoire_rangs")
        if sharing:
            # The places of an area follow from all ranked households: these are kept meanwhile.
            cursor.execute(f"CREATE TEMP TABLE laboratoire_rangs ON COMMIT DROP AS {statement}", params)
            ranks, quotas = "laboratoire_rangs", {place: _share_places(designs[place], place) for place in sharing}
        for place, places in quotas.items():
            params |= {f"quotas_{place}": json.dumps({str(area): count for area, count in places.items()})}
        quota_joins, final = _build_final(designs)
        cursor.execute(
            "CREATE TEMP TABLE laboratoire ON COMMIT DROP AS"
            f" SELECT id, region_id, secteur_id, milieu, sexe, taille, personnes, {final} FROM {ranks} AS classe {quota_joins}",
            params,
        )
    return quotas


def _build_final(designs: Sequence[Design]) -> tuple[str, str]:
    """Return the joins to the places of areas, and the columns of the marks."""
    joins = [
        f"LEFT JOIN (SELECT key AS zone, value::int AS places FROM jsonb_each_text(%(quotas_{place})s::jsonb)) AS quota{place}"
        f" ON quota{place}.zone = coalesce({LEVELS[design.selection.level]}::text, 'None')"
        for place, design in enumerate(designs)
        if design.selection and design.selection.sharing != FIXED
    ]
    return " ".join(joins), ", ".join(_build_choice(design, place) for place, design in enumerate(designs))


def _share_places(design: Design, place: int) -> Quotas:
    """Return the places of each area for a design that shares them out.

    The poor are those whom the rules take, whatever their score; room is for those whom the cut-off takes, too.
    """
    if design.selection is None:
        raise ValueError("a design without a selection has no places")
    area = LEVELS[design.selection.level]
    found = _fetch(
        f"SELECT {area} AS zone, count(*) FILTER (WHERE k{place}) AS candidats,"
        f" coalesce(sum(personnes) FILTER (WHERE {POOR}), 0) AS pauvres"
        f" FROM laboratoire_rangs WHERE b{place} GROUP BY 1"
    )
    weight = "pauvres" if design.selection.sharing == BY_POOR_PEOPLE else "candidats"
    weights = {row["zone"]: int(row[weight]) for row in found}
    return share_places(design.selection.count, weights, {row["zone"]: row["candidats"] for row in found})


def _list_area_places(design: Design, place: int, quotas: Quotas | None) -> list[AreaPlaces]:
    """Return what a selection takes of each area, in the order of their names; nothing without a selection."""
    if design.selection is None:
        return []
    found = _fetch(
        f"SELECT {LEVELS[design.selection.level]} AS zone, count(*) FILTER (WHERE k{place}) AS candidats,"
        f" count(*) FILTER (WHERE e{place}) AS retenus, count(*) FILTER (WHERE w{place}) AS reserve"
        " FROM laboratoire GROUP BY 1"
    )
    names: dict[Any, str] = {}
    if design.selection.level == "region":
        names = dict(Region.objects.order_by().values_list("id", "nom"))
    elif design.selection.level == "secteur":
        names = dict(Sector.objects.order_by().values_list("id", "nom"))
    fixed = design.selection.count
    rows = [
        AreaPlaces(groupe=names.get(row["zone"]), places=fixed if quotas is None else quotas.get(row["zone"], 0), **row)
        for row in found
    ]
    return sorted(rows, key=lambda row: (row.groupe is None, row.groupe or ""))


def _compile_designs(designs: Sequence[Design], scored: ScoredHouseholds, is_profiled: bool) -> _MarkedSql:
    """Return what marks households by all designs: their rules share the joins."""
    rules = [rule for design in designs if design.rules for rule in design.rules.active_rules]
    compiled = compile_rules(RuleDefinition(AND, tuple(rules)))
    joins = compiled.list_joins(few=False, is_profiled=is_profiled) + scored.joins
    params = scored.params | compiled.params
    columns: list[str] = []
    choices: list[str] = []
    used = 0
    for place, design in enumerate(designs):
        condition = "true"
        if design.rules:
            own = compiled.conditions[used : used + len(design.rules.active_rules)]
            used += len(own)
            condition = join_clauses(list_clauses(design.rules, own))
        score = scored.scores[design.method.id] if design.method else "m.score_pmt"
        columns += [f"({condition}) IS TRUE AS b{place}", f"{score} AS s{place}"]
        choices.append(f"{_build_eligible(design, place)} AS k{place}")
        if design.cutoff is not None:
            params[f"seuil_{place}"] = design.cutoff
    return _MarkedSql(columns, choices, joins, params | _list_selection_params(designs))


def _list_selection_params(designs: Sequence[Design]) -> dict[str, int]:
    params = {}
    for place, design in enumerate(designs):
        if design.selection:
            params[f"nombre_{place}"] = design.selection.count
            params[f"reserve_{place}"] = design.selection.reserve
    return params


def _build_eligible(design: Design, place: int) -> str:
    """Return the condition that rules and cut-off take a household; without a score no cut-off does."""
    return f"b{place}" if design.cutoff is None else f"(b{place} AND s{place} <= %(seuil_{place})s) IS TRUE"


def _build_rank(design: Design, place: int) -> str:
    """Return the column with the rank of a household among those that may be selected with it."""
    if design.selection is None:
        return f"NULL::bigint AS r{place}"
    area = LEVELS[design.selection.level]
    return f"row_number() OVER (PARTITION BY k{place}, {area} ORDER BY s{place}, id) AS r{place}"


def _build_choice(design: Design, place: int) -> str:
    taken, waiting, rank = f"k{place}", "false", "NULL::bigint"
    if design.selection:
        rank = f"r{place}"
        count = f"%(nombre_{place})s" if design.selection.sharing == FIXED else f"coalesce(quota{place}.places, 0)"
        taken = f"k{place} AND {rank} <= {count}"
        waiting = f"k{place} AND {rank} > {count} AND {rank} <= {count} + %(reserve_{place})s"
    return f"({taken}) AS e{place}, ({waiting}) AS w{place}, b{place}, s{place}, k{place}, {rank} AS r{place}"


def _fetch(statement: str) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _fetch_groups(count: int) -> list[dict[str, Any]]:
    """Return the counts of all households, and by each grouping (`niveau`, with the group as `groupe`).

    They are counted once, by all groupings together, and these few rows are summed by each.
    """
    counts = "".join(
        f", count(*) FILTER (WHERE e{place}) AS n{place}, count(*) FILTER (WHERE w{place}) AS w{place},"
        f" coalesce(sum(personnes) FILTER (WHERE e{place}), 0) AS p{place}"
        for place in range(count)
    )
    sums = "".join(
        f", coalesce(sum({name}{place}), 0)::bigint AS {name}{place}" for place in range(count) for name in "nwp"
    )
    found = _fetch(
        "SELECT CASE WHEN grouping(region_id) = 0 THEN 'region' WHEN grouping(milieu) = 0 THEN 'milieu'"
        " WHEN grouping(sexe) = 0 THEN 'sexe' WHEN grouping(taille) = 0 THEN 'taille'"
        " WHEN grouping(secteur_id) = 0 THEN 'secteur' ELSE 'total' END AS niveau, secteur_id,"
        f" coalesce(region_id::text, milieu, sexe, taille) AS groupe, coalesce(sum(menages), 0)::bigint AS menages{sums}"
        f" FROM (SELECT region_id, secteur_id, milieu, sexe, taille, count(*) AS menages{counts} FROM laboratoire"
        " GROUP BY 1, 2, 3, 4, 5) AS compte"
        " GROUP BY GROUPING SETS ((), (region_id), (milieu), (sexe), (taille), (secteur_id))"
    )
    names = {str(key): name for key, name in Region.objects.order_by().values_list("id", "nom")}
    return [row | {"groupe": names.get(row["groupe"], row["groupe"])} for row in found]


def _list_shares(groups: Sequence[dict[str, Any]], level: str, place: int) -> list[GroupShare]:
    """Return what a design takes of each group of a level, in the order of their names."""
    rows = sorted(
        (row for row in groups if row["niveau"] == level), key=lambda row: (row["groupe"] is None, row["groupe"])
    )
    return [
        GroupShare(row["groupe"], row["menages"], row[f"n{place}"], compute_rate(row[f"n{place}"], row["menages"]))
        for row in rows
    ]


def _compute_curve(place: int, cutoffs: Sequence[Decimal], costs: Costs) -> list[CutoffPoint]:
    """Return what a design's rules take at each cut-off, from the counts by score: one pass, however many cut-offs."""
    found = _fetch(
        f"SELECT s{place} AS score, count(*) AS menages FROM laboratoire"
        f" WHERE b{place} AND s{place} IS NOT NULL GROUP BY 1 ORDER BY 1"
    )
    scores, sums = [row["score"] for row in found], [0, *accumulate(row["menages"] for row in found)]
    counts = {cutoff: sums[bisect_right(scores, cutoff)] for cutoff in cutoffs}
    return [CutoffPoint(cutoff, count, compute_cost(count, costs)) for cutoff, count in counts.items()]


def _list_overlaps(designs: Sequence[Design]) -> list[Overlap]:
    """Return who enters and who leaves between each two designs."""
    pairs = list(combinations(range(len(designs)), 2))
    if not pairs:
        return []
    counts = ", ".join(
        f"count(*) FILTER (WHERE e{first} AND e{second}) AS c{first}_{second},"
        f" count(*) FILTER (WHERE NOT e{first} AND e{second}) AS i{first}_{second},"
        f" count(*) FILTER (WHERE e{first} AND NOT e{second}) AS o{first}_{second}"
        for first, second in pairs
    )
    [row] = _fetch(f"SELECT {counts} FROM laboratoire")
    return [
        Overlap(
            designs[first].name,
            designs[second].name,
            row[f"c{first}_{second}"],
            row[f"i{first}_{second}"],
            row[f"o{first}_{second}"],
        )
        for first, second in pairs
    ]
