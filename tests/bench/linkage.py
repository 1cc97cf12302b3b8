"""`python -m tests.bench.linkage FILE`: how the comparison of names and the blocking do on a file of people with known truth.

The file is a CSV with unique_id, first_name, surname, dob, city, email and cluster (the set that comes with Splink's
tutorial has these). Two models are trained in the same way (by the estimates of Splink) and judged on all pairs: that of
the tutorial, and one that compares names as the registry does. Needs `DATABASE_URL`: names get their keys there.
"""

import itertools
import os
import sys
from typing import Any

import duckdb
import psycopg
import splink.comparison_library as library
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

from registry.duplicates.linkage.comparisons import bind_sides
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS
from registry.duplicates.linkage.linker import MACROS

READ = """
CREATE TABLE people AS
SELECT unique_id, nullif(first_name, '') AS first_name, nullif(surname, '') AS surname, nullif(dob, '') AS dob,
       nullif(city, '') AS city, nullif(email, '') AS email, cluster,
       nullif(trim(concat_ws(' ', first_name, surname)), '') AS full_name
FROM read_csv('{path}', all_varchar = true)
"""
THRESHOLDS = [n / 100 for n in range(5, 100, 5)]


def names() -> dict[str, Any]:
    """The comparison of names of the registry's model, untrained."""
    comparison = next(one for one in HOUSEHOLD_COMPARISONS if one.code == "nom")
    left, right = '"*_l"', '"*_r"'
    levels: list[dict[str, Any]] = [
        {"sql_condition": bind_sides(comparison.missing, left, right), "label_for_charts": "-", "is_null_level": True}
    ]
    # These people live in no village, and nobody else of their households is listed.
    for level in (one for one in comparison.levels if one.code not in ("identique_village", "conjoint", "membre")):
        text = bind_sides(level.condition, left, right) if level.condition else "ELSE"
        levels.append({"sql_condition": text, "label_for_charts": level.code})
    levels[1] |= {"tf_adjustment_column": "nom", "disable_tf_exact_match_detection": True}
    return {"output_column_name": "nom", "comparison_levels": levels}


def tutorial() -> SettingsCreator:
    return SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            library.NameComparison("first_name"),
            library.NameComparison("surname"),
            library.LevenshteinAtThresholds("dob", 1),
            library.ExactMatch("city").configure(term_frequency_adjustments=True),
            library.EmailComparison("email"),
        ],
        blocking_rules_to_generate_predictions=[block_on("first_name", "city"), block_on("surname")],
    )


def registry() -> SettingsCreator:
    return SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            names(),
            library.LevenshteinAtThresholds("dob", [1, 2]),
            library.ExactMatch("city").configure(term_frequency_adjustments=True),
            library.EmailComparison("email"),
        ],
        blocking_rules_to_generate_predictions=[
            block_on("nom"),
            block_on("email"),
            block_on("dob"),
            block_on("mots", arrays_to_explode=["mots"]),
        ],
    )


def judged(api: DuckDBAPI, settings: SettingsCreator, truth: dict[str, str], total: int) -> tuple[float, ...]:
    """The best F1 of a model over the thresholds: (F1, precision, recall, threshold)."""
    linker = Linker(api.register("people"), settings, log_level=None)
    rules = [block_on("first_name", "surname", "dob"), block_on("email")]
    linker.training.estimate_probability_two_random_records_match(rules, recall=0.7)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for rule in (block_on("first_name", "surname"), block_on("dob"), block_on("email")):
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    table = linker.inference.predict(threshold_match_probability=0.01, warning_mode="never").physical_name
    rows = api.duckdb_con.sql(f"SELECT unique_id_l, unique_id_r, match_probability FROM {table}").fetchall()
    found = []
    for least in THRESHOLDS:
        kept = [(a, b) for a, b, chance in rows if chance >= least]
        right = sum(truth[a] == truth[b] for a, b in kept)
        precision, recall = right / max(len(kept), 1), right / total
        found.append((2 * precision * recall / max(precision + recall, 1e-9), precision, recall, least))
    return max(found)


def main(path: str) -> int:
    lines = ["| model | F1 | precision | recall | at |", "|---|---|---|---|---|"]
    scores = []
    for name, settings in (("tutorial", tutorial), ("registry", registry)):
        with duckdb.connect() as connection, psycopg.connect(os.environ["DATABASE_URL"]) as database:
            connection.execute(READ.format(path=path) + ";" + MACROS)
            spelt = [row[0] for row in connection.sql("SELECT DISTINCT full_name FROM people").fetchall() if row[0]]
            keys = database.execute("SELECT n, name_key(n) FROM unnest(%s::text[]) AS n", [spelt]).fetchall()
            connection.execute("CREATE TABLE keys (full_name VARCHAR, nom VARCHAR)")
            connection.executemany("INSERT INTO keys VALUES (?, ?)", keys)
            connection.execute(
                "CREATE OR REPLACE TABLE people AS SELECT people.*, keys.nom, string_split(keys.nom, ' ') AS mots"
                " FROM people LEFT JOIN keys USING (full_name)"
            )
            truth = dict(connection.sql("SELECT unique_id, cluster FROM people").fetchall())
            total = sum(truth[a] == truth[b] for a, b in itertools.combinations(truth, 2))
            best = judged(DuckDBAPI(connection), settings(), truth, total)
        scores.append(best[0])
        lines.append(f"| {name} | {best[0]:.4f} | {best[1]:.4f} | {best[2]:.4f} | {best[3]:.2f} |")
    print("\n".join(lines))
    return 0 if scores[1] >= scores[0] else 1


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(main(sys.argv[1]))
