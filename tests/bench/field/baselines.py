"""What others would find in the same records: equal fields, and the model of Splink's tutorial, trained on them."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import duckdb
import splink.comparison_library as library
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

from tests.bench.field.records import Record

CREATE_RECORDS: Final = """
CREATE TABLE records (unique_id INTEGER, first_name VARCHAR, surname VARCHAR, annee VARCHAR, sexe VARCHAR,
                      telephone VARCHAR, lieu VARCHAR)
"""
Found = list[tuple[int, int, float]]


def match_exactly(records: Sequence[Record]) -> Found:
    """Pairs of one name, written alike, in one village; or of one name and one telephone."""
    groups: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        name = record.nom.casefold()
        if record.place is not None:
            groups["place", name, record.place].append(n)
        if record.telephone:
            groups["telephone", name, record.telephone].append(n)
    pairs = {pair for ids in groups.values() for pair in combinations(ids, 2)}
    return [(a, b, 100.0) for a, b in sorted(pairs)]


def match_by_tutorial(records: Sequence[Record], years: Sequence[int]) -> Found:
    """Pairs by the comparisons, the blocking and the training of the tutorial, telephone and village for its e-mail and city."""
    rows = []
    for n, record in enumerate(records):
        words = record.nom.casefold().split()
        year = None if record.age is None else str(years[record.interview.campagne] - record.age)
        place = None if record.place is None else str(record.place)
        rows.append((n, words[0], words[-1] if len(words) > 1 else None, year, record.sexe, record.telephone, place))
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            library.NameComparison("first_name"),
            library.NameComparison("surname"),
            library.LevenshteinAtThresholds("annee", 1),
            library.ExactMatch("sexe"),
            library.ExactMatch("lieu").configure(term_frequency_adjustments=True),
            library.ExactMatch("telephone"),
        ],
        blocking_rules_to_generate_predictions=[
            block_on("first_name", "lieu"), block_on("surname", "lieu"), block_on("telephone"),
            block_on("first_name", "surname", "annee"),
        ],
    )  # fmt: skip
    with duckdb.connect() as connection:
        connection.execute(CREATE_RECORDS)
        connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        linker = Linker(DuckDBAPI(connection).register("records"), settings, log_level=None)
        training = linker.training
        rules = [block_on("first_name", "surname", "lieu", "annee"), block_on("first_name", "telephone")]
        training.estimate_probability_two_random_records_match(rules, recall=0.7)
        training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
        for rule in (block_on("first_name", "surname", "lieu"), block_on("annee", "lieu"), block_on("telephone")):
            training.estimate_parameters_using_expectation_maximisation(rule)
        table = linker.inference.predict(threshold_match_probability=0.01, warning_mode="never").physical_name
        found = connection.sql(f"SELECT unique_id_l, unique_id_r, 100 * match_probability FROM {table}").fetchall()
    return [(min(a, b), max(a, b), float(score)) for a, b, score in found]
