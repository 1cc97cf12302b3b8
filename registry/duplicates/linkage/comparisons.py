"""Define the weights of the comparisons: the model of Fellegi and Sunter, as data.

A comparison has levels, tried in order; the first whose condition holds counts. `m` is the probability that two records
of the same household are at that level, `u` that two records of different households are. The weight of a level is
log2(m / u) bits. The probability that the two are one household follows from the sum of the weights and the prior odds.
The score is 100 times that probability.

A rare value is stronger evidence: where `frequency` names a column, `u` is the share of households which have that
value, counted in the registry itself. `{n}` stands for the number of households.

Conditions are SQL valid in both PostgreSQL and DuckDB, over the columns of `Sheet`; `{a.nom}` is one side, `{b.nom}`
the other. A missing value says nothing: a comparison is left out when its `missing` condition holds.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# The assumed share of households which are registered twice.
DUPLICATE_SHARE: Final = 0.02
# A smaller registry is judged as one of this size: among twenty households no name is known to be rare.
MIN_REGISTRY_SIZE: Final = 10_000
# A number which more households give is an agent's or a chief's and says nothing.
MAX_HOUSEHOLDS_PER_NUMBER: Final = 5


@dataclass(frozen=True)
class Level:
    """Define a level of a comparison.

    `reason` describes a pair at this level, in favour or against; None when there is nothing worth reading.
    """

    code: str
    condition: str
    m: float
    u: str
    reason: str | Promise | None = None
    frequency: str | None = None


@dataclass(frozen=True)
class Comparison:
    """Define a comparison of two sheets.

    `fields` are shown to judge it: names of columns of `registry.duplicates.queries.list_compared_values`.
    """

    code: str
    label: str | Promise
    missing: str
    levels: tuple[Level, ...]
    fields: tuple[str, ...]


def _build_missing_sql(*names: str) -> str:
    return " OR ".join(f"{{{side}.{name}}} IS NULL" for name in names for side in "ab")


NEAR_POSITIONS: Final = "abs({a.x} - {b.x}) <= 50 AND abs({a.y} - {b.y}) <= 50"
# The words which the names do not share are close when at most one letter in four is wrong, and alike when, for
# example, two adjacent letters of a word of five are swapped.
REST_A: Final = "name_rest({a.nom}, {b.nom})"
REST_B: Final = "name_rest({b.nom}, {a.nom})"
CLOSE_NAMES: Final = f"levenshtein({REST_A}, {REST_B}) * 4 <= least(length({REST_A}), length({REST_B}))"
ALIKE_NAMES: Final = f"levenshtein({REST_A}, {REST_B}) * 3 <= least(length({REST_A}), length({REST_B})) + 1"
WORDS_A: Final = "string_to_array({a.nom}, ' ')"
WORDS_B: Final = "string_to_array({b.nom}, ' ')"
HOUSEHOLD_COMPARISONS: Final = (
    Comparison(
        "nom",
        _("Nom du chef"),
        _build_missing_sql("nom"),
        (
            Level("identique", "{a.nom} = {b.nom}", 0.74, "0.0005", _("Même nom"), "nom"),
            Level("proche", CLOSE_NAMES, 0.12, "0.0015", _("Noms presque identiques")),
            Level(
                "partie",
                f"({WORDS_A} <@ {WORDS_B} OR {WORDS_B} <@ {WORDS_A})"
                " AND strpos({a.nom}, ' ') > 0 AND strpos({b.nom}, ' ') > 0",
                0.07,
                "0.0005",
                _("L'un des noms contient l'autre"),
            ),
            Level("ressemblant", ALIKE_NAMES, 0.05, "0.004", _("Noms ressemblants")),
            Level("mot", f"{WORDS_A} && {WORDS_B}", 0.02, "0.16", _("Un prénom ou un nom de famille en commun")),
            Level("different", "", 0.002, "0.92", _("Noms différents")),
        ),
        ("nomComplet",),
    ),
    Comparison(
        "sexe",
        _("Sexe du chef"),
        _build_missing_sql("sexe"),
        (
            Level("identique", "{a.sexe} = {b.sexe}", 0.98, "0.5"),
            Level("different", "", 0.02, "0.5", _("Sexes différents")),
        ),
        ("sexe",),
    ),
    Comparison(
        "annee",
        _("Année de naissance du chef"),
        _build_missing_sql("annee"),
        (
            Level("identique", "{a.annee} = {b.annee}", 0.55, "0.022", _("Même année de naissance")),
            Level("proche", "abs({a.annee} - {b.annee}) <= 2", 0.30, "0.08", _("Années de naissance à deux ans près")),
            Level("voisine", "abs({a.annee} - {b.annee}) <= 5", 0.10, "0.11"),
            Level("differente", "", 0.05, "0.79", _("Âges différents")),
        ),
        ("age", "anneeNaissance"),
    ),
    Comparison(
        "telephone",
        _("Téléphone"),
        _build_missing_sql("telephones"),
        (
            Level("commun", "{a.telephones} && {b.telephones}", 0.75, "25.0 / {n}", _("Même téléphone")),
            Level("different", "", 0.25, "1.0", _("Téléphones différents")),
        ),
        ("telephone", "numeroMobileMoney"),
    ),
    Comparison(
        "lieu",
        _("Lieu"),
        "({a.x} IS NULL OR {b.x} IS NULL) AND ({a.lieu} IS NULL OR {b.lieu} IS NULL)",
        (
            Level("position", NEAR_POSITIONS, 0.7, "8.0 / {n}", _("Positions à moins de 50 m")),
            Level("identique", "{a.lieu} = {b.lieu}", 0.22, "0.001", _("Même localité"), "lieu"),
            Level("secteur", "{a.secteur} = {b.secteur}", 0.06, "0.04", _("Même secteur")),
            Level("different", "", 0.04, "0.96", _("Secteurs différents")),
        ),
        ("region", "secteur", "localite", "position"),
    ),
    Comparison(
        "taille",
        _("Taille du ménage"),
        "{a.taille} IS NULL OR {b.taille} IS NULL",
        (
            Level("identique", "{a.taille} = {b.taille}", 0.60, "0.12", _("Même taille du ménage")),
            Level("proche", "abs({a.taille} - {b.taille}) <= 1", 0.25, "0.22"),
            Level("differente", "", 0.15, "0.66", _("Tailles différentes")),
        ),
        ("tailleMenage",),
    ),
    Comparison(
        "identifiant",
        _("Identifiant unique"),
        _build_missing_sql("identifiant"),
        (
            Level("identique", "{a.identifiant} = {b.identifiant}", 0.60, "1.0 / {n}", _("Même identifiant unique")),
            Level("different", "", 0.40, "1.0", _("Identifiants uniques différents")),
        ),
        ("identifiantUnique",),
    ),
)
# Blocking rules: only pairs which agree in one of these are compared. Each rule names columns; `mots` is any word of
# the name, `telephones` any number, `annees` years of birth in groups of three, `maille` the square of 100 m, once more
# shifted by half a square.
BLOCKING_RULES: Final = (
    ("telephones",),
    ("identifiant",),
    ("nom", "annee"),
    ("nom", "lieu"),
    ("mots", "lieu", "annees"),
    ("mots", "maille"),
    ("mots", "maille_decalee"),
)
SIDE_COLUMN: Final = re.compile(r"\{([ab])\.(\w+)\}")


def evaluate_probability(text: str, households: int) -> float:
    """Return a probability of the model for a number of households: `2.0 / {n}` or a plain number."""
    value, _mark, by = text.partition("/")
    return float(value) / (max(households, 2) if by else 1)


def compute_prior(households: int) -> float:
    """Return the prior probability that any two households are one.

    Each of the share DUPLICATE_SHARE of the households has one duplicate among all others.
    """
    return min(0.5, 2 * DUPLICATE_SHARE / max(households, 2))


def bind_sides(text: str, a: str, b: str) -> str:
    """Return a condition with its sides: `{a.nom}` becomes `a`, whose `*` is replaced by `nom`."""
    return SIDE_COLUMN.sub(lambda found: (a if found[1] == "a" else b).replace("*", found[2]), text)


def build_linker_settings(households: int) -> dict[str, Any]:
    """Return the model as settings of Splink, for a number of households."""
    return {
        "link_type": "dedupe_only",
        "unique_id_column_name": "menage_id",
        "probability_two_random_records_match": compute_prior(households),
        # Without this Splink does not return the levels either.
        "retain_matching_columns": True,
        "comparisons": [_build_splink_comparison(comparison, households) for comparison in HOUSEHOLD_COMPARISONS],
        "blocking_rules_to_generate_predictions": [_build_blocking_rule(names) for names in BLOCKING_RULES],
    }


def _build_splink_comparison(comparison: Comparison, households: int) -> dict[str, Any]:
    # Splink's names of the columns of the two sides.
    left, right = '"*_l"', '"*_r"'
    levels: list[dict[str, Any]] = [
        {"sql_condition": bind_sides(comparison.missing, left, right), "label_for_charts": "-", "is_null_level": True}
    ]
    for level in comparison.levels:
        settings: dict[str, Any] = {
            "sql_condition": bind_sides(level.condition, left, right) if level.condition else "ELSE",
            "label_for_charts": level.code,
            "m_probability": level.m,
            "u_probability": evaluate_probability(level.u, households),
        }
        if level.frequency:
            settings |= {"tf_adjustment_column": level.frequency, "disable_tf_exact_match_detection": True}
        levels.append(settings)
    return {"output_column_name": comparison.code, "comparison_levels": levels}


def _build_blocking_rule(names: tuple[str, ...]) -> dict[str, Any]:
    lists = [name for name in names if name in ("mots", "telephones")]
    rule = {"blocking_rule": " AND ".join(f"l.{name} = r.{name}" for name in names)}
    return rule | ({"arrays_to_explode": lists} if lists else {})


def build_levels_sql() -> str:
    """Return the levels as columns, one per comparison, over the sheets `a` and `b`, for PostgreSQL."""
    parts = []
    for comparison in HOUSEHOLD_COMPARISONS:
        whens = [f"WHEN {comparison.missing} THEN NULL"]
        whens += [f"WHEN {level.condition} THEN '{level.code}'" for level in comparison.levels if level.condition]
        parts.append(f"CASE {' '.join(whens)} ELSE '{comparison.levels[-1].code}' END AS {comparison.code}")
    return bind_sides(", ".join(parts), "a.*", "b.*")


def build_weights_sql(households: int) -> dict[str, str]:
    """Return the weight in bits of each comparison, as SQL over the columns of `build_levels_sql` and `n_<column>`.

    `n_<column>` is the number of households which have the value of a column with `frequency`.
    """
    n = max(households, 2)
    found = {}
    for comparison in HOUSEHOLD_COMPARISONS:
        whens = []
        for level in comparison.levels:
            bits = math.log2(level.m / evaluate_probability(level.u, n))
            text = f"{bits:.6f}"
            if level.frequency:
                text = f"{math.log2(level.m * n):.6f} - ln(greatest(n_{level.frequency}, 1)) / ln(2)"
            whens.append(f"WHEN '{level.code}' THEN {text}")
        found[comparison.code] = f"(CASE {comparison.code} {' '.join(whens)} ELSE 0 END)::float8"
    return found


def compute_prior_bits(households: int) -> float:
    """Return the prior odds in bits."""
    chance = compute_prior(households)
    return math.log2(chance / (1 - chance))


def find_level(comparison: Comparison, levels: dict[str, str]) -> Level | None:
    """Return the level of a pair in a comparison, or None when the value is missing on one side."""
    return next((level for level in comparison.levels if level.code == levels.get(comparison.code)), None)


def describe_levels(levels: dict[str, str]) -> tuple[list[str], list[str]]:
    """Describe the levels of a pair: the reasons in favour of one household, and those against."""
    in_favour: list[str] = []
    against: list[str] = []
    for comparison in HOUSEHOLD_COMPARISONS:
        level = find_level(comparison, levels)
        if level and level.reason:
            (against if level is comparison.levels[-1] else in_favour).append(str(level.reason))
    return in_favour, against
