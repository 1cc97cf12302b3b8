"""Normalise references and telephones so that what people and systems write differently compares equal."""

from typing import Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

# Signs that are read for one another, in references.
LOOKALIKES: Final = {"O": "0", "I": "1", "L": "1"}
# Digits of a national number: what is before them is a country code or a prefix, written or not.
NATIONAL_DIGITS: Final = 9
# A shorter number names nobody.
MIN_DIGITS: Final = 7
# The longest number of a telephone with its country code (E.164).
MAX_DIGITS: Final = 15


def build_reference_keys(references: pd.Series) -> pd.Series:
    """Return references in capitals without separators, with O read as 0, and I and L as 1; None for empty ones."""
    keys = references.str.upper().str.replace(r"[^0-9A-Z]+", "", regex=True)
    for sign, other in LOOKALIKES.items():
        keys = keys.str.replace(sign, other, regex=False)
    return keys.where(keys.str.len() > 0, None)


def build_phone_keys(telephones: pd.Series) -> pd.Series:
    """Return the last nine digits of telephones; shorter numbers whole from seven digits on, else None."""
    digits = telephones.str.replace(r"\D+", "", regex=True).str[-NATIONAL_DIGITS:]
    return digits.where(digits.str.len() >= MIN_DIGITS, None)


def build_whole_phones(telephones: pd.Series) -> pd.Series:
    """Return telephones as they are written, less zeros before them; longer ones (accounts of banks) cut to nine digits.

    None where `build_phone_keys` says None.
    """
    digits = telephones.str.replace(r"\D+", "", regex=True)
    whole = digits.str.lstrip("0")
    whole = whole.where(whole.str.len().between(MIN_DIGITS, MAX_DIGITS), digits.str[-NATIONAL_DIGITS:])
    return whole.where(digits.str.len() >= MIN_DIGITS, None)


def read_numbers(digits: pd.Series) -> pd.Series:
    """Return telephones as numbers; a 1 stands before each, so that zeros count."""
    return ("1" + digits.dropna()).astype("int64")


def is_among(texts: pd.Series, others: pd.Series) -> np.ndarray:
    """Return which texts are among others; missing ones are not. Unlike `isin`, it makes no Python object of each."""
    known = _read_texts(others).drop_null()
    return np.asarray(pc.is_in(_read_texts(texts), value_set=known))


def encode_texts(texts: pd.Series, others: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Return two series as numbers: equal ones for equal texts; -1 in the first for what the second has not."""
    theirs = _read_texts(others)
    known = pc.unique(theirs)
    first, second = (pc.fill_null(pc.index_in(each, value_set=known), -1) for each in (_read_texts(texts), theirs))
    return np.asarray(first), np.asarray(second)


def _read_texts(texts: pd.Series) -> pa.Array:
    return pa.array(texts.array, pa.large_string(), from_pandas=True)
