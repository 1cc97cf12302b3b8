"""The engine on generated statements: how often it is right, and that order does not matter."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from tests.transfers.reconciliation.generated_statements import generate_statement, match_generated
from transfers.reconciliation.matching.engine import assignment
from transfers.reconciliation.matching.engine.assignment import find_doubts, solve_assignment
from transfers.reconciliation.matching.engine.candidates import _join_references, add_keys, find_candidates
from transfers.reconciliation.matching.engine.comparison import score_all_pairs
from transfers.reconciliation.matching.engine.keys import build_phone_keys
from transfers.reconciliation.matching.engine.near_phones import is_near, list_shortened_numbers
from transfers.reconciliation.matching.engine.tables import Criteria, Tolerances


@pytest.fixture(scope="module")
def generated():
    return generate_statement(6_000)


@pytest.fixture(scope="module")
def matched(generated):
    return match_generated(generated)


def test_at_least_995_in_1000_pairs_are_right_and_97_in_100_found(generated, matched):
    pairs = matched.pairs[matched.pairs["est_paire"]]
    found = generated.truth.merge(pairs, on="ligne", how="left", suffixes=("", "_found"))
    right = found["paiement"] == found["paiement_found"]
    nameless = found["sans_reference"] & found["sans_telephone"]
    assert right.sum() / len(pairs) >= 0.995
    assert right[~nameless].mean() >= 0.97


@pytest.mark.parametrize("kind", ["chiffre_faux", "chiffre_perdu", "chiffres_inverses"])
def test_a_digit_is_missed_in_numbers_with_their_country_code_too(generated, matched, kind):
    truth = generated.truth
    some = truth[truth[kind] & truth["avec_indicatif"] & truth["sans_reference"] & ~truth["sans_telephone"]]
    # A number with two faults is somebody else's.
    some = some[some[["chiffre_faux", "chiffre_perdu", "chiffres_inverses"]].sum(axis=1) == 1]
    found = some["ligne"].map(matched.pairs.set_index("ligne")["paiement"])
    assert len(some) > 5
    assert (found == some["paiement"]).mean() >= 0.97


@pytest.mark.parametrize(
    "written",
    [
        "+245 95512345",
        "0024595512345",
        "24595512345",
        "+245955123455",
        "+2459551234567",
        "9551234567",
        "095512345",
        "+245 955 21 34 56",
    ],
)
def test_a_number_as_it_is_written_is_one_digit_from_ours(written):
    nobody = {"reference": None, "autre_cycle": False, "payee_ailleurs": False}
    lines = pd.DataFrame({"telephone": [written], "montant": 15_000, **nobody})
    others = ["+245955123456", "+245966123456", "+221955123400"]
    payments = pd.DataFrame({"telephone": others, "montant": 15_000, "frais": 0, "reference": None, "paiement": others})
    tolerances = Tolerances(0, 3, pd.Timestamp("2025-03-01"), pd.Timestamp("2025-03-31"))
    found = find_candidates(add_keys(lines), add_keys(payments), Criteria(), tolerances)
    assert list(found["payment"]) == [0]
    assert list(found["by_phone"]) == ["telephone_proche"]


def test_every_line_and_payment_has_one_answer(generated, matched):
    lines = [*matched.pairs["ligne"], *matched.lines["ligne"]]
    assert sorted(lines) == sorted(generated.lines["ligne"])
    paid = matched.pairs.loc[matched.pairs["est_paire"], "paiement"]
    assert sorted([*paid, *matched.payments["paiement"]]) == sorted(generated.payments["paiement"])


def test_doubles_and_returns_are_named(generated, matched):
    raison = matched.pairs.set_index("ligne")["raison"]
    doubles = generated.lines["ligne"].str.endswith("-double")
    returns = generated.lines["nature"].eq("extourne")
    assert (raison.reindex(generated.lines.loc[returns, "ligne"]) == "extourne").mean() > 0.97
    named = raison.reindex(generated.lines.loc[doubles, "ligne"]).isin(["paye_deux_fois", "extourne"])
    assert named.mean() > 0.9


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10, deadline=None)
def test_the_order_of_the_rows_does_not_matter(generated, matched, seed):
    again = match_generated(generated, np.random.default_rng(seed))
    for one, other in zip(
        (matched.pairs, matched.lines, matched.payments), (again.pairs, again.lines, again.payments), strict=True
    ):
        columns = [name for name in one.columns if name != "indices"]
        pd.testing.assert_frame_equal(
            one[columns].sort_values(columns[0]).reset_index(drop=True),
            other[columns].sort_values(columns[0]).reset_index(drop=True),
        )


@st.composite
def graphs(draw):
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cells = draw(st.lists(st.integers(0, 4), min_size=rows * columns, max_size=rows * columns))
    weights = np.array(cells, dtype=np.int64).reshape(rows, columns)
    return weights if weights.any() else np.ones((1, 1), dtype=np.int64)


def best_sum(weights):
    chosen = linear_sum_assignment(weights, maximize=True)
    return int(weights[chosen].sum())


@given(weights=graphs())
@settings(max_examples=300, deadline=None)
def test_the_assignment_is_the_best_and_doubts_are_exact(weights):
    """A pair is in doubt when the best sum is reached with it and without it: compared with a search of all."""
    lines, payments = np.nonzero(weights)
    lines, payments = np.unique(lines, return_inverse=True)[1], np.unique(payments, return_inverse=True)[1]
    values = weights[weights > 0]
    dense = np.zeros((lines.max() + 1, payments.max() + 1), dtype=np.int64)
    dense[lines, payments] = values
    taken = solve_assignment(lines, payments, values)
    assert values[taken].sum() == best_sum(dense)
    doubts = find_doubts(lines, payments, values, taken)
    for place, (line, payment) in enumerate(zip(lines, payments, strict=True)):
        without = dense.copy()
        without[line, payment] = 0
        kept = np.delete(np.delete(dense, line, 0), payment, 1)
        with_it = dense[line, payment] + (best_sum(kept) if kept.size else 0)
        best = best_sum(dense)
        assert doubts[place] == (with_it == best and best_sum(without) == best), (weights, line, payment)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("955123456", "955123457", True),
        ("955123456", "95512345", True),
        ("955123456", "955213456", True),
        ("955123456", "955124356", True),
        ("955123456", "955321456", False),
        ("955123456", "9551234", False),
    ],
)
def test_numbers_that_differ_by_one_digit(one, other, near):
    assert is_near(one, other) == near
    shared = set(list_shortened_numbers(pd.Series([one]))) & set(list_shortened_numbers(pd.Series([other])))
    assert bool(shared) >= near


def test_a_telephone_is_its_last_nine_digits():
    keys = build_phone_keys(pd.Series(["+245 955 12 34 56", "00245955123456", "955-123-456", "123", None]))
    assert list(keys.fillna("")) == ["955123456"] * 3 + ["", ""]


def test_a_number_that_many_share_joins_nobody():
    """Without references, two hundred people on one telephone would be forty thousand possible pairs."""
    same = ["955123456"] * 200
    numbers = pd.DataFrame({"reference_key": None, "phone_key": same, "phone_whole": same})
    payments = numbers.assign(paiement=[f"p{place}" for place in range(200)], montant=15_000, frais=0)
    tolerances = Tolerances(0, 3, pd.Timestamp("2025-03-01"), pd.Timestamp("2025-03-31"))
    lines = numbers.assign(montant=15_000, reference=None, autre_cycle=False, payee_ailleurs=False)
    found = find_candidates(lines, payments.assign(reference=None), Criteria(reference=False), tolerances)
    assert found.empty


def test_a_reference_that_is_cut_within_its_attempt_names_its_payment():
    payments = pd.DataFrame({"paiement": ["p1", "p1"], "reference": ["C-1-0000001", "C-1-0000001-R2"]})
    lines = pd.DataFrame({"reference": ["C-1-0000001-R"]})
    found = _join_references(*(add_keys(table.assign(telephone=None)) for table in (lines, payments)))
    assert set(found["payment"]) == {0, 1}


def test_rows_that_are_chained_too_far_are_in_doubt(monkeypatch):
    monkeypatch.setattr(assignment, "MAX_STEPS", 1)
    lines, payments = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 2, 2])
    values = np.array([5, 4, 5, 4, 5])
    taken = solve_assignment(lines, payments, values)
    assert find_doubts(lines, payments, values, taken).all()


def test_all_pairs_are_compared_as_a_matching_compares_them():
    """A suggestion shows what agrees, however the line writes it."""
    payment = {"reference": "TM-OIO-C004-0000001", "telephone": "+245955123456", "montant": 15_000, "frais": 250}
    written = [
        ("TM-OIO-C004-0000001", "955123456"),
        ("PAY/tm oio C0O4 0000001", "+24595512345"),
        ("C004-0000001", None),
        ("AUTRE-1", "+245966000000"),
        (None, None),
    ]
    lines = [{"reference": ours, "telephone": phone, "montant": 15_250, "frais": 0} for ours, phone in written]
    both = {"jour": pd.Timestamp("2025-03-10"), "depuis": pd.NaT, "brut": False}
    tables = [pd.DataFrame(rows).assign(**both, ordre=lambda row: row["montant"]) for rows in (lines, [payment])]
    tolerances = Tolerances(0, 3, pd.Timestamp("2025-03-01"), pd.Timestamp("2025-03-31"))
    found = score_all_pairs(*tables, Criteria(), tolerances)
    rest = ["montant_brut", "date"]
    assert [list(codes) for codes in found["indices"]] == [
        ["reference", "telephone", *rest],
        ["reference_normalisee", "telephone_proche", *rest],
        ["reference_coupee", *rest],
        rest,
        rest,
    ]
    assert list(found["score"]) == [100, 85.75, 56.5, 25, 25]
    turned = score_all_pairs(tables[1], tables[0], Criteria(), tolerances)
    assert list(turned["line"]) == [0] * 5 and list(turned["payment"]) == list(range(5))
