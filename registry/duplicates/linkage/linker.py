"""Link a frame of households by Splink on DuckDB, from files to a file, in bounded memory.

The input is prepared by PostgreSQL (`analysis/analysis.sql`): the sheets, the frequencies of names and places, and the
telephone numbers which several households share. The output has the two ids, the score, and the level of each
comparison.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import duckdb
from splink import DuckDBAPI, Linker

from registry.duplicates.linkage import ceilings
from registry.duplicates.linkage.comparisons import (
    MAX_HOUSEHOLDS_OF_OWN_NUMBER,
    MAX_HOUSEHOLDS_PER_NUMBER,
    MAX_VILLAGE,
    SPLINK_SIDES,
    bind_sides,
    build_linker_settings,
    compute_largest_share,
)
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, PAIR_VALUES, Comparison

MEMORY_LIMIT: Final = "2GB"
# A dwelling's code: so many traits of so many bits, 0 where a trait is not known.
TRAITS: Final = 6
TRAIT_BITS: Final = 10
# Of each trait the lowest nine bits, and the highest one.
LOW_BITS: Final = sum(((1 << TRAIT_BITS - 1) - 1) << place for place in range(0, TRAITS * TRAIT_BITS, TRAIT_BITS))
HIGH_BITS: Final = sum(1 << TRAIT_BITS - 1 << place for place in range(0, TRAITS * TRAIT_BITS, TRAIT_BITS))
SHEET_COLUMN_TYPES: Final = {
    "menage_id": "VARCHAR",
    "nom": "VARCHAR",
    "sexe": "VARCHAR",
    "annee": "SMALLINT",
    "telephones": "VARCHAR",
    "identifiant": "VARCHAR",
    "lieu": "VARCHAR",
    "secteur": "VARCHAR",
    "x": "INTEGER",
    "y": "INTEGER",
    "erreur": "INTEGER",
    "taille": "SMALLINT",
    "chefs": "VARCHAR",
    "personnes": "VARCHAR",
    "groupes": "VARCHAR",
    "campagne": "VARCHAR",
    "jour": "DATE",
    "enqueteur": "VARCHAR",
    "plateforme": "VARCHAR",
    "logement": "BIGINT",
    "maille": "BIGINT",
}
# The columns whose rarity counts.
FREQUENCIES: Final = {"nom": "VARCHAR", "nom_lieu": "VARCHAR", "lieu": "VARCHAR", "maille": "BIGINT"}
# The same shares under another name, for a level which counts them in another way.
ALIASES: Final = {"lieu_eloigne": "lieu", "maille_voisine": "maille"}


# The same as the functions of these names in the database. `told_traits` has the highest bit of each trait that is not 0:
# the sum carries into it from any lower one, and never into the next trait.
MACROS: Final = f"""
CREATE MACRO told_traits(a) AS (((a & {LOW_BITS}) + {LOW_BITS}) | a) & {HIGH_BITS};
CREATE MACRO known_traits(a, b) AS bit_count(told_traits(a) & told_traits(b));
CREATE MACRO shared_traits(a, b) AS bit_count(told_traits(a) & told_traits(b) & ~told_traits(xor(a, b)));
CREATE MACRO name_rest(a, b) AS
  array_to_string(list_filter(string_split(a, ' '), lambda word: NOT list_contains(string_split(b, ' '), word)), ' ');
CREATE MACRO shared_people(a, b) AS
  len(list_filter(a, lambda one: len(list_filter(b, lambda other: abs(one - other) <= 3)) > 0));
CREATE OR REPLACE MACRO cardinality(list) AS len(list);
"""
# UUIDs are replaced by row numbers, because ids are copied with every pair compared.
LOAD_SHEETS: Final = """
CREATE TABLE partages AS
FROM read_csv('{shared}', header = false, columns = {{'telephone': 'VARCHAR', 'menages': 'INTEGER'}},
              auto_detect = false);
CREATE TABLE lus AS
SELECT row_number() OVER () AS menage_id, menage_id AS uuid, * EXCLUDE (menage_id, telephones, chefs, personnes, groupes),
       string_split(telephones, ' ') AS numeros, string_split(chefs, ' ')::INTEGER[] AS chefs,
       string_split(personnes, ' ')::INTEGER[] AS personnes, string_split(groupes, ' ')::INTEGER[] AS groupes
FROM read_csv('{frame}', header = false, columns = {columns}, auto_detect = false, nullstr = '');
CREATE TABLE joignables AS
SELECT menage_id, list(numero) FILTER (coalesce(menages, 1) <= {most}) AS telephones,
       list(numero) FILTER (coalesce(menages, 1) <= {own}) AS propres
FROM (SELECT menage_id, unnest(numeros) AS numero FROM lus) LEFT JOIN partages ON telephone = numero GROUP BY menage_id;
CREATE TABLE fiches AS
SELECT lus.* EXCLUDE (uuid, numeros), telephones, propres, string_split(nom, ' ') AS mots,
       -- Two values share one of two neighbouring numbers when they are at most one apart.
       CASE WHEN annee IS NOT NULL THEN [annee // 3, annee // 3 + 1] END AS annees,
       CASE WHEN annee IS NOT NULL THEN [annee, annee + 1] END AS annees_voisines,
       ((x + 50) // 100)::BIGINT * 100000 + (y + 50) // 100 AS maille_decalee,
       nom || '|' || lieu AS nom_lieu, lieu AS lieu_eloigne, maille AS maille_voisine,
       list_distinct(list_transform(personnes, lambda one: one // 4)) AS jetons, sign_numbers(telephones) AS signes,
       CASE WHEN tf_lieu * {households} <= {village} THEN lieu
            ELSE lieu || ' ' || x // 500 || ' ' || y // 500 END AS village
FROM lus LEFT JOIN joignables USING (menage_id) LEFT JOIN frequences_lieu USING (lieu) ORDER BY lieu;
CREATE TABLE ids AS SELECT menage_id, uuid FROM lus;
DROP TABLE lus;
DROP TABLE joignables;
"""
LOAD_FREQUENCIES: Final = """
CREATE TABLE frequences_{name} AS
FROM read_csv('{path}', header = false, columns = {{'{name}': '{type}', 'tf_{name}': 'DOUBLE'}},
              auto_detect = false)
"""
CAP_FREQUENCIES: Final = """
CREATE TABLE parts_{name} AS SELECT {source} AS {name}, least(tf_{source}, {most}) AS tf_{name} FROM frequences_{source}
"""
SCORE: Final = "round(100 * match_probability, 2)"
SAVE_PAIRS: Final = """
COPY (SELECT least(a.uuid, b.uuid), greatest(a.uuid, b.uuid), {measure}, {levels}
      FROM {pairs} JOIN ids AS a ON a.menage_id = menage_id_l JOIN ids AS b ON b.menage_id = menage_id_r
      WHERE match_probability >= {least}
) TO '{out}' (FORMAT csv, HEADER false)
"""


# What Splink calls the pairs before they are compared.
COMPARED_PAIRS: Final = "from blocked_with_cols"
# The pairs that the rules have found, and the sheets with the shares of their values.
BLOCKED_PAIRS: Final = re.compile(
    r"\bfrom (?P<pairs>__splink__blocked_id_pairs\w*) as b(?P<join>\s+inner join (?P<sheets>\w+) as l\b)"
)
PAIRS_WITH_A_CHANCE: Final = """from (
  SELECT b.* FROM {pairs} AS b JOIN {sheets} AS l ON l.menage_id = b.join_key_l
  JOIN {sheets} AS r ON r.menage_id = b.join_key_r WHERE {condition}) as b{join}"""
# What of the pairs is written: Splink would keep both sheets of each, too.
KEPT_COLUMNS: Final = "^(menage_id|gamma|mw|match)_"


def calculate_values_once(sql: str) -> str:
    """Return a query of Splink in which the values of a pair are columns, and no sheets are kept, if it compares pairs.

    DuckDB calculates an expression anew in each branch of a CASE, and so in each level. Where Splink writes its queries in
    another way, nothing is replaced, and the same is found, slower.
    """
    if COMPARED_PAIRS not in sql:
        return sql
    values = {name: bind_sides(text, *SPLINK_SIDES) for name, text in PAIR_VALUES.items()}
    for name, text in values.items():
        sql = sql.replace(f"({text})", name)
    columns = ", ".join(f"{text} AS {name}" for name, text in values.items())
    sql = sql.replace(COMPARED_PAIRS, f"from (SELECT *, {columns} {COMPARED_PAIRS}) AS pairs")
    return re.sub(
        r"\bAS\s+WITH\b(.*)", rf"AS SELECT COLUMNS('{KEPT_COLUMNS}') FROM (WITH\1)", sql, count=1, flags=re.DOTALL
    )


def leave_out_hopeless_pairs(sql: str, households: int, min_score: float) -> str:
    """Return a query of Splink which compares only pairs that may have a score of `min_score`, if it compares pairs.

    Nearly all pairs agree in one thing only. What they can reach at most is told by whole numbers and short texts; their
    lists are compared, and even read, only if that is enough. Where Splink writes its queries in another way, nothing is
    replaced, and the same is found, slower.
    """
    if COMPARED_PAIRS not in sql or min_score <= 0:
        return sql
    condition = ceilings.build_ceiling_condition(households, min_score, ceilings.DUCKDB, 'l."*"', 'r."*"')
    return BLOCKED_PAIRS.sub(lambda found: PAIRS_WITH_A_CHANCE.format(**found.groupdict(), condition=condition), sql)


class PairsAPI(DuckDBAPI):
    """Run the queries of Splink on DuckDB: of the pairs with a chance, with the values of each calculated once."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, households: int, min_score: float) -> None:
        super().__init__(connection)
        self.households, self.min_score = households, min_score

    def _execute_sql_against_backend(self, final_sql: str) -> duckdb.DuckDBPyRelation:
        sql = leave_out_hopeless_pairs(calculate_values_once(final_sql), self.households, self.min_score)
        return super()._execute_sql_against_backend(sql)


def _build_bits_sql(comparison: Comparison) -> str:
    """Return what a comparison adds to the odds of a pair, in bits."""
    bits = f"mw_{comparison.code}"
    if any(level.rarity not in (None, "menage") for level in comparison.levels):
        bits += f" + mw_tf_adj_{comparison.code}"
    return bits


def link_households(
    folder: Path,
    *,
    households: int,
    min_score: float,
    step: Callable[[], None] = lambda: None,
    measure: str = SCORE,
    is_fitting: bool = False,
) -> Path:
    """Link `frame.csv` of the folder, and return the file of the pairs whose score is at least `min_score` (0 to 100).

    `measure` is what of a pair is written beside its levels and what each of them adds. `is_fitting` leaves out the latter,
    and the floors of levels, which depend on the weights that are to be fitted. `step` is called between the steps, and
    may abort by raising.
    """
    out = folder / "pairs.csv"
    config: dict[str, Any] = {
        "memory_limit": MEMORY_LIMIT,
        "temp_directory": str(folder / "spill"),
        "preserve_insertion_order": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    with duckdb.connect(config=config) as connection:
        connection.execute(MACROS + ceilings.MACROS)
        for name, kind in FREQUENCIES.items():
            connection.execute(LOAD_FREQUENCIES.format(name=name, path=folder / f"{name}.csv", type=kind))
        connection.execute(
            LOAD_SHEETS.format(
                shared=folder / "shared.csv",
                frame=folder / "frame.csv",
                columns=SHEET_COLUMN_TYPES,
                most=MAX_HOUSEHOLDS_PER_NUMBER,
                own=MAX_HOUSEHOLDS_OF_OWN_NUMBER,
                village=MAX_VILLAGE,
                households=households,
            )
        )
        step()
        api = PairsAPI(connection, households, min_score)
        # The settings are of this code base, and a test validates them: it would take a quarter of a small analysis.
        settings = build_linker_settings(households)
        linker = Linker(api.register("fiches"), settings, log_level=None, validate_settings=False)
        for name, source in ({name: name for name in FREQUENCIES} | ALIASES).items():
            most = 1.0 if is_fitting else compute_largest_share(name)
            connection.execute(CAP_FREQUENCIES.format(name=name, source=source, most=most))
            linker.table_management.register_term_frequency_lookup(api.register(f"parts_{name}"), name)
        pairs = linker.inference.predict(threshold_match_probability=min_score / 100, warning_mode="never")
        step()
        levels = ", ".join(f"gamma_{comparison.code}" for comparison in HOUSEHOLD_COMPARISONS)
        if not is_fitting:
            levels += ", " + ", ".join(_build_bits_sql(comparison) for comparison in HOUSEHOLD_COMPARISONS)
        save = SAVE_PAIRS.format(
            measure=measure, levels=levels, pairs=pairs.physical_name, least=min_score / 100, out=out
        )
        connection.execute(save)
    return out
