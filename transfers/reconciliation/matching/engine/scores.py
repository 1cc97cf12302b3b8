"""Score possible pairs from 0 to 100.

The score is what agrees, of what was asked for: 45 points for the reference, 30 for the telephone, 15 for the amount, 10
for the date; weaker forms get a part of them. Criteria that are switched off give no points and take none: the score is
always in percent of what remains.
"""

from typing import Final

import numpy as np
import pandas as pd

from transfers.reconciliation.matching.engine.cases import name_cases
from transfers.reconciliation.matching.engine.tables import Criteria, Evidence, Tolerances
from transfers.reconciliation.rules import has_fees

EVIDENCE_COLUMNS: Final = ["by_reference", "by_phone", "by_amount", "by_date"]
KNOWN: Final = frozenset(Evidence)
WEIGHTS: Final = {"reference": 45, "telephone": 30, "montant": 15, "date": 10}
# What a weaker form is worth of its weight.
REFERENCE_SHARES: Final = {
    Evidence.REFERENCE: 1.0,
    Evidence.REFERENCE_NORMALISEE: 0.95,
    Evidence.REFERENCE_COUPEE: 0.7,
}
PHONE_SHARES: Final = {Evidence.TELEPHONE: 1.0, Evidence.TELEPHONE_PROCHE: 0.6}
NEAR_AMOUNT_SHARE: Final = 0.7
# What a date at the end of the tolerance is worth; in between it falls evenly.
LAST_DATE_SHARE: Final = 0.4


def score_pairs(
    edges: pd.DataFrame, lines: pd.DataFrame, payments: pd.DataFrame, criteria: Criteria, tolerances: Tolerances
) -> pd.DataFrame:
    """Return the pairs with evidence, differences and score; those that nothing holds together are left out.

    Adds ecart_montant (the line's amount less ours, with the fees where `has_fees`), ecart_date (days from ours to
    the line's), by_amount and by_date (codes or None) and score.
    """
    table = score_edges(edges, lines, payments, criteria, tolerances)
    return table[_is_held(table, criteria)].reset_index(drop=True)


def score_edges(
    edges: pd.DataFrame, lines: pd.DataFrame, payments: pd.DataFrame, criteria: Criteria, tolerances: Tolerances
) -> pd.DataFrame:
    """Return all pairs with evidence, differences and score, as `score_pairs` does."""
    table = _compare(edges, lines, payments, tolerances)
    possible = sum(weight for name, weight in WEIGHTS.items() if getattr(criteria, name))
    earned = pd.Series(0.0, index=table.index)
    if criteria.reference:
        earned += WEIGHTS["reference"] * table["by_reference"].map(REFERENCE_SHARES).fillna(0)
    if criteria.telephone:
        earned += WEIGHTS["telephone"] * table["by_phone"].map(PHONE_SHARES).fillna(0)
    if criteria.montant:
        earned += WEIGHTS["montant"] * table["amount_share"]
    if criteria.date:
        earned += WEIGHTS["date"] * table["date_share"]
    table["score"] = (100 * earned / max(possible, 1)).round(2)
    return table


def list_evidence(table: pd.DataFrame) -> np.ndarray:
    """Return what agrees as a list of codes for each row; rows with the same codes share one list."""
    numbers = np.zeros(len(table), dtype=np.int64)
    for name in EVIDENCE_COLUMNS:
        codes, values = pd.factorize(table[name])
        numbers = numbers * (len(values) + 1) + codes + 1
    _numbers, first, places = np.unique(numbers, return_index=True, return_inverse=True)
    lists = np.empty(len(first), dtype=object)
    for place, row in enumerate(table[EVIDENCE_COLUMNS].iloc[first].itertuples(index=False, name=None)):
        lists[place] = [code for code in row if code in KNOWN]
    return lists[places]


def _compare(edges: pd.DataFrame, lines: pd.DataFrame, payments: pd.DataFrame, tolerances: Tolerances) -> pd.DataFrame:
    theirs = lines["montant"].reindex(edges["line"]).to_numpy(dtype=np.int64)
    net = payments["montant"].reindex(edges["payment"]).to_numpy(dtype=np.int64)
    fees = payments["frais"].reindex(edges["payment"]).to_numpy(dtype=np.int64)
    ordered = payments["ordre"].reindex(edges["payment"]).to_numpy(dtype=np.int64)
    is_gross = lines["brut"].reindex(edges["line"]).to_numpy(dtype=bool)
    with_fees = has_fees(theirs, net, fees, ordered, is_gross)
    difference = theirs - net - np.where(with_fees, fees, 0)
    ours = payments["jour"].reindex(edges["payment"]).to_numpy(dtype="datetime64[D]")
    days = (lines["jour"].reindex(edges["line"]).to_numpy(dtype="datetime64[D]") - ours).astype("float64")
    days[np.isnat(ours) | np.isnat(lines["jour"].reindex(edges["line"]).to_numpy(dtype="datetime64[D]"))] = np.nan
    exact, close = difference == 0, np.abs(difference) <= tolerances.montant
    distance = np.abs(days)
    sent = payments["depuis"].reindex(edges["payment"]).to_numpy(dtype="datetime64[D]")
    margin = np.timedelta64(tolerances.jours, "D")
    is_early = lines["jour"].reindex(edges["line"]).to_numpy(dtype="datetime64[D]") < sent - margin
    is_near = distance <= tolerances.jours
    share = 1 - (1 - LAST_DATE_SHARE) * distance / max(tolerances.jours, 1)
    return edges.assign(
        ecart_montant=difference,
        ecart_date=days,
        by_amount=name_cases(
            [
                (exact & with_fees, Evidence.MONTANT_BRUT),
                (exact, Evidence.MONTANT_NET),
                (close, Evidence.MONTANT_PROCHE),
            ],
            len(edges),
        ),
        by_date=name_cases([(distance == 0, Evidence.DATE), (is_near, Evidence.DATE_PROCHE)], len(edges)),
        amount_share=np.select([exact, close], [1.0, NEAR_AMOUNT_SHARE], default=0.0),
        date_share=np.where(is_near, share, 0.0),
        is_early=is_early,
    )


def _is_held(table: pd.DataFrame, criteria: Criteria) -> pd.Series:
    """Return which pairs something holds together: a reference, or a telephone with amount and date.

    A date that is unknown contradicts nothing, unless the line is of before the payment was sent. What a caller switches
    off is not asked for.
    """
    amount = table["by_amount"].notna() | (not criteria.montant)
    date = table["by_date"].notna() | (table["ecart_date"].isna() & ~table["is_early"]) | (not criteria.date)
    phone = table["by_phone"].isin(list(PHONE_SHARES))
    cut = table["by_reference"].eq(Evidence.REFERENCE_COUPEE)
    named = table["by_reference"].notna() & ~(cut & ~amount)
    exact_phone = table["by_phone"].eq(Evidence.TELEPHONE)
    return named | (phone & amount & date) | (exact_phone & date & (not criteria.reference))
