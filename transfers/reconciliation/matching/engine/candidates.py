"""Find which payments a line may be about. Each block is a join of two tables; no line is compared with all payments."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import pandas as pd

from transfers.reconciliation.matching.engine.cases import name_cases
from transfers.reconciliation.matching.engine.keys import (
    build_phone_keys,
    build_reference_keys,
    build_whole_phones,
    encode_texts,
    is_among,
)
from transfers.reconciliation.matching.engine.near_phones import find_near_phones, join_near_phones, join_numbers
from transfers.reconciliation.matching.engine.tables import Criteria, Evidence, Tolerances

# A part of a reference that is shorter names too many.
MIN_PART: Final = 6
# A telephone that joins more lines and payments than this says nothing about which of them.
MAX_SHARED: Final = 2_500
# Both have a telephone, and they are not alike.
OTHER_PHONE: Final = "autre"
EDGE_COLUMNS: Final = ["line", "payment", "by_reference", "by_phone"]


def add_keys(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with the keys of its references and telephones."""
    return table.assign(
        reference_key=build_reference_keys(table["reference"]),
        phone_key=build_phone_keys(table["telephone"]),
        phone_whole=build_whole_phones(table["telephone"]),
    )


def find_candidates(
    lines: pd.DataFrame, payments: pd.DataFrame, criteria: Criteria, tolerances: Tolerances
) -> pd.DataFrame:
    """Return the possible pairs: the places of a line and of a payment row, and what joins them.

    `by_reference` and `by_phone` are codes of `Evidence`, or None. A line whose reference names a payment is compared with
    no other one: a number that two people share does not outweigh it. One that names a payment of another cycle, or one that
    another session has, is of nobody else.
    """
    named = _join_references(lines, payments) if criteria.reference else _build_edges([], [])
    rest = lines.drop(index=named["line"].unique())
    rest = rest[~rest["autre_cycle"] & ~rest["payee_ailleurs"]]
    alike = _join_phones(rest, payments, tolerances) if criteria.telephone else _build_edges([], [])
    edges = add_phone_evidence(pd.concat([named, alike], ignore_index=True), lines, payments)
    return edges if criteria.telephone else _keep_other_phones(edges)


def _keep_other_phones(edges: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs without evidence of telephones, but for those to another number.

    Who does not compare telephones must not hide by that where the money went. Only where most numbers are not ours, the
    column is about something else, such as the operator's own number.
    """
    is_other, known = edges["by_phone"].eq(OTHER_PHONE), edges["by_phone"].notna()
    is_ours = 2 * int(is_other.sum()) < int(known.sum())
    return edges.assign(by_phone=name_cases([(is_other & is_ours, OTHER_PHONE)], len(edges)))


def _build_edges(lines: object, payments: object, reference: str | None = None) -> pd.DataFrame:
    edges = pd.DataFrame({"line": pd.Series(lines, dtype="int64"), "payment": pd.Series(payments, dtype="int64")})
    return edges.assign(by_reference=reference, by_phone=None)[EDGE_COLUMNS].astype(
        {"by_reference": "object", "by_phone": "object"}
    )


def _join(left: pd.Series, right: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of equal values in two series; missing values equal nothing."""
    first, second = left.dropna(), right.dropna()
    theirs, ours = encode_texts(first, second)
    joined = join_numbers(pd.Series(theirs, first.index), pd.Series(ours, second.index))
    return joined["line"].to_numpy(), joined["payment"].to_numpy()


def _join_references(lines: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Join by reference: as it is, normalised, then with something before or after it, or with an end cut off."""
    exact = _build_edges(*_join(lines["reference"], payments["reference"]), Evidence.REFERENCE)
    rest = lines.drop(index=exact["line"])
    alike = _build_edges(*_join(rest["reference_key"], payments["reference_key"]), Evidence.REFERENCE_NORMALISEE)
    rest = rest.drop(index=alike["line"].unique())
    rest = rest[rest["reference_key"].str.len() >= MIN_PART]
    found = list(_join_parts(rest["reference_key"], payments["reference_key"].dropna()))
    parts = pd.concat(found, ignore_index=True).drop_duplicates(["line", "payment"]) if found else _build_edges([], [])
    # A part that fits several payments names none; several attempts of one payment are one.
    named = parts["payment"].map(payments["paiement"])
    parts = parts[named.groupby(parts["line"]).transform("nunique").eq(1)]
    return pd.concat([exact, alike, parts], ignore_index=True)


def _join_parts(lines: pd.Series, payments: pd.Series) -> Iterator[pd.DataFrame]:
    """Join keys of which one is the beginning or the end of the other; one join for each length that occurs."""
    for size in payments.str.len().unique():
        longer = lines[lines.str.len() > size]
        if size >= MIN_PART and len(longer):
            whole = payments[payments.str.len() == size]
            yield _build_edges(*_join(longer.str[-size:], whole), Evidence.REFERENCE_NORMALISEE)
            yield _build_edges(*_join(longer.str[:size], whole), Evidence.REFERENCE_NORMALISEE)
    for size in lines.str.len().unique():
        cut, longer = lines[lines.str.len() == size], payments[payments.str.len() > size]
        if len(longer):
            yield _build_edges(*_join(cut, longer.str[-size:]), Evidence.REFERENCE_COUPEE)
            yield _build_edges(*_join(cut, longer.str[:size]), Evidence.REFERENCE_COUPEE)


def _join_phones(lines: pd.DataFrame, payments: pd.DataFrame, tolerances: Tolerances) -> pd.DataFrame:
    """Join by telephone; where no payment has the number, by numbers that differ by one digit and have the amount."""
    shared = _find_shared_keys(lines["phone_key"], payments["phone_key"])
    theirs, ours = (table[~table["phone_key"].isin(shared)] for table in (lines, payments))
    exact = _build_edges(*_join(theirs["phone_key"], ours["phone_key"]))
    # A reference that none of our payments has is somebody else's: then a number that is only near is theirs, too.
    rest = theirs[theirs["reference_key"].isna()].drop(index=exact["line"].unique(), errors="ignore")
    joined = join_near_phones(rest, ours)
    near = _build_edges(joined["line"].to_numpy(), joined["payment"].to_numpy())
    amounts = lines["montant"].reindex(near["line"]).to_numpy()
    net = payments["montant"].reindex(near["payment"]).to_numpy()
    gross = net + payments["frais"].reindex(near["payment"]).to_numpy()
    fits = (np.abs(amounts - net) <= tolerances.montant) | (np.abs(amounts - gross) <= tolerances.montant)
    return pd.concat([exact, near[fits]], ignore_index=True)


def _find_shared_keys(lines: pd.Series, payments: pd.Series) -> pd.Index:
    """Return the keys that would join more than MAX_SHARED pairs."""
    # A key that neither has twice joins one pair.
    repeated = pd.concat([keys[keys.duplicated()] for keys in (lines, payments)])
    theirs, ours = (keys[is_among(keys, repeated)].value_counts() for keys in (lines, payments))
    pairs = theirs.mul(ours, fill_value=0)
    return pairs.index[pairs > MAX_SHARED]


def add_phone_evidence(edges: pd.DataFrame, lines: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs with how far their telephones agree; OTHER_PHONE where both have one and they differ."""
    columns = ["phone_key", "phone_whole"]
    ours, theirs = payments[columns].reindex(edges["payment"]), lines[columns].reindex(edges["line"])
    our_keys, their_keys = (table["phone_key"].to_numpy(dtype=object) for table in (ours, theirs))
    known = pd.notna(our_keys) & pd.notna(their_keys)
    same = known & (our_keys == their_keys)
    differing = np.flatnonzero(known & ~same)
    near = np.zeros(len(edges), dtype=bool)
    near[differing] = find_near_phones(theirs.iloc[differing], ours.iloc[differing])
    cases = [(same, Evidence.TELEPHONE), (near, Evidence.TELEPHONE_PROCHE), (known, OTHER_PHONE)]
    return edges.assign(by_phone=name_cases(cases, len(edges)))
