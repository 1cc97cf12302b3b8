"""Find telephones that differ by one digit: lost, added, wrong, or swapped with its neighbour.

Numbers are compared by their last nine digits and as they are written: where a number with its country code has lost a
digit, its last nine begin within the code, and are near nothing.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from transfers.reconciliation.matching.engine.keys import read_numbers


def join_numbers(left: pd.Series, right: pd.Series) -> pd.DataFrame:
    """Return the places of equal numbers in two series, as `line` and `payment`."""
    second = right[right.isin(left)]
    joined = pd.DataFrame({"key": left, "line": left.index}).merge(
        pd.DataFrame({"key": second, "payment": second.index}), on="key"
    )
    return joined[["line", "payment"]]


def join_near_phones(lines: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Return the places (line, payment) of telephones that may differ by one digit, each pair once.

    The tables have phone_key and phone_whole; rows without a telephone are joined with nobody.
    """
    keys, ours = lines["phone_key"], payments["phone_key"]
    found = [join_numbers(list_shortened_numbers(keys), list_shortened_numbers(ours))]
    written = lines["phone_whole"][lines["phone_whole"].ne(keys)].dropna()
    if len(written):
        found += _join_written(written, ours.dropna(), payments["phone_whole"].dropna())
    return pd.concat(found, ignore_index=True).drop_duplicates()


def _join_written(written: pd.Series, ours: pd.Series, whole: pd.Series) -> Iterator[pd.DataFrame]:
    """Join numbers of other than nine digits that lack one of our digits, or have one more. Ours are many: digit by digit."""
    theirs = read_numbers(written)
    for part in _shorten(whole[whole.str.len().isin(written.str.len() + 1)]):
        yield join_numbers(theirs, part)
    numbers = read_numbers(pd.concat([ours, whole]))
    for part in _shorten(written):
        yield join_numbers(part, numbers)


def list_shortened_numbers(keys: pd.Series) -> pd.Series:
    """Return each telephone as a number, and with one of its digits left out, for every digit.

    The index of `keys` is repeated. Two telephones that share a number differ by one digit that is lost, wrong, or swapped
    with its neighbour.
    """
    kept = keys.dropna()
    return pd.concat([read_numbers(kept), *_shorten(kept)])


def _shorten(keys: pd.Series) -> Iterator[pd.Series]:
    """Return telephones as numbers without one of their digits, a series for each digit."""
    whole, lengths = read_numbers(keys), keys.str.len()
    for place in range(int(lengths.max()) if len(keys) else 0):
        longer, below = whole[lengths > place], 10**place
        yield longer // (10 * below) * below + longer % below


def find_near_phones(theirs: pd.DataFrame, ours: pd.DataFrame) -> np.ndarray:
    """Return which rows of two tables of one size have telephones that differ by one digit; none is missing."""
    pairs = zip(theirs["phone_key"], ours["phone_key"], theirs["phone_whole"], ours["phone_whole"], strict=True)
    found = [
        is_near(their, our) or is_near(their_whole, our_whole) or is_near(their_whole, our)
        for their, our, their_whole, our_whole in pairs
    ]
    return np.array(found, dtype=bool)


def is_near(one: str, other: str) -> bool:
    """Return whether two different numbers differ by one digit that is lost, wrong, or swapped with its neighbour."""
    if abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    start = next((place for place, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    swapped = short[start + 1 : start + 2] + short[start : start + 1]
    return short[start + 1 :] == long[start + 1 :] or (
        swapped == long[start : start + 2] and short[start + 2 :] == long[start + 2 :]
    )
