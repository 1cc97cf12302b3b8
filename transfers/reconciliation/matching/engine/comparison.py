"""Compare every line with every payment of two small tables, for suggestions: nothing is left out."""

import pandas as pd

from transfers.reconciliation.matching.engine.candidates import EDGE_COLUMNS, MIN_PART, add_keys, add_phone_evidence
from transfers.reconciliation.matching.engine.scores import list_evidence, score_edges
from transfers.reconciliation.matching.engine.tables import Criteria, Evidence, Tolerances


def score_all_pairs(
    lines: pd.DataFrame, payments: pd.DataFrame, criteria: Criteria, tolerances: Tolerances
) -> pd.DataFrame:
    """Return each pair of places (line, payment) with score, indices (list of codes), ecart_montant and ecart_date.

    The tables have the columns reference, telephone, montant, frais and jour.
    """
    lines, payments = add_keys(lines), add_keys(payments)
    places = pd.MultiIndex.from_product([lines.index, payments.index], names=["line", "payment"]).to_frame(index=False)
    named = [
        _compare_references(lines.loc[line], payments.loc[payment])
        for line, payment in zip(places["line"], places["payment"], strict=True)
    ]
    edges = places.assign(by_reference=pd.Series(named, dtype="object"), by_phone=None)[EDGE_COLUMNS]
    scored = score_edges(add_phone_evidence(edges, lines, payments), lines, payments, criteria, tolerances)
    return scored.assign(indices=list_evidence(scored))


def _compare_references(line: pd.Series, payment: pd.Series) -> Evidence | None:
    """Return how far the references of a line and a payment agree."""
    theirs, ours = line["reference_key"], payment["reference_key"]
    if not isinstance(theirs, str) or not isinstance(ours, str):
        return None
    if line["reference"] == payment["reference"]:
        return Evidence.REFERENCE
    if theirs == ours or theirs.endswith(ours) or theirs.startswith(ours):
        return Evidence.REFERENCE_NORMALISEE
    if len(theirs) >= MIN_PART and (ours.endswith(theirs) or ours.startswith(theirs)):
        return Evidence.REFERENCE_COUPEE
    return None
