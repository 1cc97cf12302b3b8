"""Find what the returns of a statement reverse among the lines of earlier sessions."""

from collections import defaultdict
from typing import Final

import numpy as np
import pandas as pd

from transfers.reconciliation.matching.engine.keys import build_phone_keys, build_reference_keys
from transfers.reconciliation.matching.engine.returns import FIRST_DAY, KEYS, count_days
from transfers.reconciliation.matching.engine.tables import PAIR_COLUMNS
from transfers.reconciliation.models import MismatchReason

# A telephone alone names no payment whose amount is another one.
NAMING_KEYS: Final = ("transaction", "reference_key")


def add_earlier_keys(earlier: pd.DataFrame) -> pd.DataFrame:
    """Return earlier lines with their keys: one row for the reference of the line, and one for that of its payment."""
    table = earlier.assign(
        phone_key=build_phone_keys(earlier["telephone"]),
        day=count_days(earlier["jour"], FIRST_DAY),
        place=earlier.index,
    )
    own, ours = build_reference_keys(table["reference"]), build_reference_keys(table["paiement_reference"])
    both = [table.assign(reference_key=own), table[ours.notna()].assign(reference_key=ours.dropna())]
    return pd.concat(both, ignore_index=True)


def find_earlier_returns(back: pd.DataFrame, earlier: pd.DataFrame) -> tuple[pd.DataFrame, list[int]]:
    """Return the returns that reverse an earlier line, as pairs (`PAIR_COLUMNS`, and their place as `line`), and those in doubt.

    Names, amounts and days are as in `find_returns`. Of one payment a double comes before its pair, then the earliest line;
    where several payments, or lines of nobody, fit as well, none is taken.
    """
    fitting = _list_fitting(back, earlier)
    choices: defaultdict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for line, rank, place, owner in fitting[["line", "rank", "place", "owner"]].itertuples(index=False, name=None):
        choices[rank, line].append((place, owner))
    order = back["day"].sort_values(kind="stable").index
    taken: dict[int, int] = {}
    used: set[int] = set()
    doubts: set[int] = set()
    for rank in sorted(fitting["rank"].unique()):
        for line in order:
            free = [each for each in choices.get((rank, line), []) if each[0] not in used]
            if not free or line in taken or line in doubts:
                continue
            if len({owner for _place, owner in free}) > 1:
                doubts.add(line)
            else:
                taken[line] = free[0][0]
                used.add(free[0][0])
    return _describe(taken, back, earlier, MismatchReason.RETOUR_ANTERIEUR), sorted(doubts)


def name_earlier_payments(back: pd.DataFrame, earlier: pd.DataFrame) -> pd.DataFrame:
    """Return those of `back` that name one earlier payment, but do not fit it, as pairs for a person to judge."""
    joined = [_join(back, earlier[earlier["paiement"].notna()], key) for key in NAMING_KEYS]
    named = pd.concat(joined, ignore_index=True)
    named = named[named.groupby("line")["paiement"].transform("nunique").eq(1)]
    named = named.sort_values(["line", "est_paire"], ascending=[True, False], kind="stable").drop_duplicates("line")
    places = dict(zip(named["line"], named["place"], strict=True))
    return _describe(places, back, earlier, MismatchReason.RETOUR_A_VERIFIER)


def _join(back: pd.DataFrame, earlier: pd.DataFrame, key: str) -> pd.DataFrame:
    """Return each return with the earlier lines of its key."""
    came = back.assign(line=back.index)[["line", key, "montant", "day"]].dropna(subset=key)
    return came.merge(earlier.dropna(subset=key), on=key, suffixes=("", "_paid"))


def _list_fitting(back: pd.DataFrame, earlier: pd.DataFrame) -> pd.DataFrame:
    """Return the returns with each line that they may reverse, the best `rank` (the lowest) of each; `owner` is its payment."""
    waiting = earlier[~earlier["est_rendue"]]
    both = pd.concat([_join(back, waiting, key).assign(key=rank) for rank, key in enumerate(KEYS)], ignore_index=True)
    difference = (both["montant"] - both["montant_paid"]).abs()
    both = both.assign(rank=2 * both["key"] + difference.ne(0))
    fits = (difference.eq(0) | (difference.eq(both["frais"]) & both["frais"].gt(0))) & both["day_paid"].le(both["day"])
    both = both[fits].assign(owner=both["paiement"].where(both["paiement"].notna(), both["ligne"]))
    order = ["line", "rank", "est_paire", "day_paid", "ligne"]
    return both.sort_values(order, kind="stable").drop_duplicates(["line", "place"])


def _describe(taken: dict[int, int], back: pd.DataFrame, earlier: pd.DataFrame, reason: MismatchReason) -> pd.DataFrame:
    went = earlier.drop_duplicates("place").set_index("place").reindex(list(taken.values()))
    came = back.reindex(list(taken))
    is_sure = reason == MismatchReason.RETOUR_ANTERIEUR
    days = (pd.to_datetime(came["jour"]).to_numpy() - pd.to_datetime(went["jour"]).to_numpy()) / np.timedelta64(1, "D")
    described = pd.DataFrame(
        {
            "line": list(taken),
            "ligne": came["ligne"].to_numpy(),
            "paiement": went["paiement"].to_numpy(),
            "tentative": went["tentative"].to_numpy(),
            "score": np.nan,
            "indices": [[] for _line in taken],
            "ecart_montant": came["montant"].to_numpy(dtype="float64") - went["montant"].to_numpy(dtype="float64"),
            "ecart_date": days,
            "raison": reason.value,
            "est_paire": False,
            "ligne_renversee": went["ligne"].to_numpy() if is_sure else None,
        }
    )
    return described[["line", *PAIR_COLUMNS]]
