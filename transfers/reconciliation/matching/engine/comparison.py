"""Compare every line with every payment of two small tables, for suggestions: nothing is left out."""

from itertools import product

import numpy as np
import pandas as pd

from transfers.reconciliation.matching.engine.candidates import EDGE_COLUMNS, MIN_PART, add_keys, add_phone_evidence
from transfers.reconciliation.matching.engine.scores import list_evidence, score_edges
from transfers.reconciliation.matching.engine.tables import Criteria, Evidence, Tolerances


def score_all_pairs(
    lines: pd.DataFrame, payments: pd.DataFrame, criteria: Criteria, tolerances: Tolerances
) -> pd.DataFrame:
    """Return each pair of places (line, payment) with score, indices (list of codes), ecart_montant and ecart_date.

    The tables have the columns reference, telephone, montant, frais and jour, lines brut, and payments ordre.
    """
    lines, payments = add_keys(lines), add_keys(payments)
    edges = pd.DataFrame(
        {
            "line": np.repeat(lines.index.to_numpy(), len(payments)),
            "payment": np.tile(payments.index.to_numpy(), len(lines)),
        }
    )
    named = [_compare_references(*texts) for texts in product(_read_references(lines), _read_references(payments))]
    edges = edges.assign(by_reference=pd.Series(named, dtype="object"), by_phone=None)[EDGE_COLUMNS]
    scored = score_edges(add_phone_evidence(edges, lines, payments), lines, payments, criteria, tolerances)
    return scored.assign(indices=list_evidence(scored))


def _read_references(table: pd.DataFrame) -> list[tuple[str, str]]:
    """Return the reference of each row, as it is and normalised; empty texts where there is none."""
    return list(table[["reference", "reference_key"]].fillna("").itertuples(index=False, name=None))


def _compare_references(line: tuple[str, str], payment: tuple[str, str]) -> Evidence | None:
    """Return how far the references of a line and a payment agree."""
    theirs, ours = line[1], payment[1]
    if not theirs or not ours:
        return None
    if line[0] == payment[0]:
        return Evidence.REFERENCE
    if theirs == ours or theirs.endswith(ours) or theirs.startswith(ours):
        return Evidence.REFERENCE_NORMALISEE
    if len(theirs) >= MIN_PART and (ours.endswith(theirs) or ours.startswith(theirs)):
        return Evidence.REFERENCE_COUPEE
    return None
