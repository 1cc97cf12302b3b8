"""Normalise references and telephones so that what people and systems write differently compares equal."""

from typing import Final

import pandas as pd

# Signs that are read for one another, in references.
LOOKALIKES: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
# Digits of a national number: what is before them is a country code or a prefix, written or not.
NATIONAL_DIGITS: Final = 9
# A shorter number names nobody.
MIN_DIGITS: Final = 7


def build_reference_keys(references: pd.Series) -> pd.Series:
    """Return references in capitals without separators, with O read as 0, and I and L as 1; None for empty ones."""
    keys = references.str.upper().str.replace(r"[^0-9A-Z]+", "", regex=True).str.translate(LOOKALIKES)
    return keys.where(keys.str.len() > 0, None)


def build_phone_keys(telephones: pd.Series) -> pd.Series:
    """Return the last nine digits of telephones; shorter numbers whole from seven digits on, else None."""
    digits = telephones.str.replace(r"\D+", "", regex=True).str[-NATIONAL_DIGITS:]
    return digits.where(digits.str.len() >= MIN_DIGITS, None)


def list_shortened_keys(keys: pd.Series) -> pd.Series:
    """Return each key with one of its signs left out, for every sign: a series with the index of `keys`, repeated.

    Two keys that share one differ by one sign that is lost, wrong, or swapped with its neighbour.
    """
    kept = keys.dropna()
    if kept.empty:
        return kept
    parts = [kept, *(kept.str[:place] + kept.str[place + 1 :] for place in range(int(kept.str.len().max())))]
    shortened = pd.concat(parts)
    return shortened[~(shortened.reset_index().duplicated().to_numpy())]
