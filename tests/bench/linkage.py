"""`python -m tests.bench.linkage FILE`: how duplicates are found in a file of people with known truth.

The file is a CSV with unique_id, first_name, surname, dob, city, email and cluster (the set that comes with Splink's
tutorial has these). Three models are judged on all pairs: that of the tutorial and one that compares names as the registry
does, both trained there by the estimates of Splink, each at its best threshold; and the registry as it ships, trained on
nothing of this, with the share of doubles that it expects and with the one that the tutorial's estimate tells. Of these
people it can read the name, the year of birth, the city and, as a telephone, the address. Needs `DATABASE_URL`: names get
their keys there.
"""

import csv
import itertools
import math
import os
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import psycopg
import splink.comparison_library as library
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from registry.duplicates.linkage.comparisons import (
    MAX_HOUSEHOLDS_OF_OWN_NUMBER,
    MIN_REGISTRY_SIZE,
    VILLAGE_SMOOTHING,
    bind_sides,
    compute_duplicate_share,
)
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS
from registry.duplicates.linkage.linker import MACROS, SHEET_COLUMN_TYPES, link_households

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


def measure(found: list[tuple[str, str, float]], truth: dict[str, str], total: int, least: float) -> tuple[float, ...]:
    """F1, precision and recall of the pairs whose chance is at least `least`, and `least`."""
    kept = [(a, b) for a, b, chance in found if chance >= least]
    right = sum(truth[a] == truth[b] for a, b in kept)
    precision, recall = right / max(len(kept), 1), right / total
    return 2 * precision * recall / max(precision + recall, 1e-9), precision, recall, least


def train(api: DuckDBAPI, settings: SettingsCreator) -> tuple[list[tuple[str, str, float]], float]:
    """The pairs that a model finds after it was trained on them, and the estimated chance that any two are one person."""
    linker = Linker(api.register("people"), settings, log_level=None)
    rules = [block_on("first_name", "surname", "dob"), block_on("email")]
    linker.training.estimate_probability_two_random_records_match(rules, recall=0.7)
    chance = linker.misc.save_model_to_json()["probability_two_random_records_match"]
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for rule in (block_on("first_name", "surname"), block_on("dob"), block_on("email")):
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    table = linker.inference.predict(threshold_match_probability=0.01, warning_mode="never").physical_name
    query = f"SELECT unique_id_l, unique_id_r, match_probability FROM {table}"
    return api.duckdb_con.execute(query).fetchall(), chance


def write_frame(folder: Path, people: list[dict[str, Any]]) -> int:
    """Write people as households whose heads they are; return of how many the frequencies are."""
    size = max(MIN_REGISTRY_SIZE, len(people))
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("nom", "lieu", "maille", "nom_lieu", "shared")}
    with (folder / "frame.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, [*SHEET_COLUMN_TYPES])
        for one in people:
            nom, place, contact = (one[name] or None for name in ("nom", "city", "email"))
            both = f"{nom}|{place}" if nom and place else None
            for name, value in (("nom", nom), ("lieu", place), ("nom_lieu", both), ("shared", contact)):
                counts[name].update([value] if value else [])
            year = (one["dob"] or "")[:4]
            told = {"nom": nom, "annee": year if year.isdigit() else None, "telephones": contact}
            writer.writerow({"menage_id": one["unique_id"], "lieu": place, "secteur": place} | told)
    shares = {name: {value: n / size for value, n in found.items()} for name, found in counts.items()}
    shares["shared"] = {value: n for value, n in counts["shared"].items() if n > MAX_HOUSEHOLDS_OF_OWN_NUMBER}
    for both, n in counts["nom_lieu"].items():
        nom, place = both.split("|")
        here = n + VILLAGE_SMOOTHING * shares["nom"][nom]
        shares["nom_lieu"][both] = here / (counts["lieu"][place] + VILLAGE_SMOOTHING)
    for name, found in shares.items():
        with (folder / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows(found.items())
    return size


def link_as_shipped(people: list[dict[str, Any]]) -> list[tuple[str, str, float]]:
    """The pairs that the registry compares, with their odds in bits."""
    with TemporaryDirectory() as name:
        size = write_frame(Path(name), people)
        with link_households(Path(name), households=size, min_score=0, measure="match_weight").open() as file:
            return [(row[0], row[1], float(row[2])) for row in csv.reader(file)]


def expect(found: list[tuple[str, str, float]], share: float) -> list[tuple[str, str, float]]:
    """The chances of pairs where so many doubles a record are expected."""
    more = math.log2(share / compute_duplicate_share())
    return [(a, b, 1 / (1 + 2 ** -(bits + more))) for a, b, bits in found]


def load_people(connection: duckdb.DuckDBPyConnection, database: psycopg.Connection, path: str) -> None:
    """Read the file, with the key of each name."""
    connection.execute(READ.format(path=path) + ";" + MACROS)
    query = "SELECT DISTINCT full_name FROM people WHERE full_name <> ''"
    spelt = [row[0] for row in connection.execute(query).fetchall()]
    keys = database.execute("SELECT n, name_key(n) FROM unnest(%s::text[]) AS n", [spelt]).fetchall()
    connection.execute("CREATE TABLE keys (full_name VARCHAR, nom VARCHAR)")
    connection.executemany("INSERT INTO keys VALUES (?, ?)", keys)
    connection.execute(
        "CREATE OR REPLACE TABLE people AS SELECT people.*, keys.nom, string_split(keys.nom, ' ') AS mots"
        " FROM people LEFT JOIN keys USING (full_name)"
    )


def main(path: str) -> int:
    judged: dict[str, tuple[float, ...]] = {}
    for name, settings in (("tutorial, trained there", tutorial), ("registry, trained there", registry)):
        with duckdb.connect() as connection, psycopg.connect(os.environ["DATABASE_URL"]) as database:
            load_people(connection, database, path)
            people = connection.sql("SELECT * FROM people").to_arrow_table().to_pylist()
            truth = {one["unique_id"]: one["cluster"] for one in people}
            total = sum(truth[a] == truth[b] for a, b in itertools.combinations(truth, 2))
            found, chance = train(DuckDBAPI(connection), settings())
        judged[name] = max(measure(found, truth, total, least) for least in THRESHOLDS)
        if settings is tutorial:
            judged[f"{name}, at 50"] = measure(found, truth, total, 0.5)
            share = chance * (len(people) - 1) / 2
    bits = link_as_shipped(people)
    for expected in (compute_duplicate_share(), share):
        chances = expect(bits, expected)
        judged |= {
            f"registry as it ships, {expected:.0%} expected, at {least:.0%}": measure(chances, truth, total, least)
            for least in (0.4, 0.9)
        }
    print("| model | F1 | precision | recall | at |\n|---|---|---|---|---|")
    for name, (f1, precision, recall, least) in judged.items():
        print(f"| {name} | {f1:.4f} | {precision:.4f} | {recall:.4f} | {least:.2f} |")
    trained = [judged[name][0] for name in ("registry, trained there", "tutorial, trained there")]
    return 0 if trained[0] >= trained[1] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
