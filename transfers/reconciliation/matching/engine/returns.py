"""Find what the returns of a statement reverse in it, and name those that only a person can judge."""

from collections import defaultdict
from heapq import heappop, heappush
from itertools import product
from typing import Final

import numpy as np
import pandas as pd

from transfers.reconciliation.matching.engine.keys import is_among
from transfers.reconciliation.models import LineNature, MismatchReason

# What names the line that a return reverses, the surest first.
KEYS: Final = ("transaction", "reference_key", "phone_key")
# Fees that one of the two lines has and the other has not.
FEES: Final = (0, -1, 1)
# A day that is unknown comes before all others for what was paid, and after them for what came back.
FIRST_DAY, LAST_DAY = np.iinfo(np.int64).min, np.iinfo(np.int64).max


def find_returns(back: pd.DataFrame, lines: pd.DataFrame, named: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Return the lines of returned money (of `back`), each with the payment that it is about, and the line it reverses.

    A return names what it reverses by the transaction or the reference of the line, else by telephone; with the amount,
    or that without or with the fees, which one of the two lines has and the other has not; and never before its day. Each
    line is returned once: the earliest return takes a double before the line that paid, for the person has the money of
    one, then the earliest line.
    """
    left = named.assign(day=count_days(lines["jour"].reindex(named["line"]), FIRST_DAY))
    # Of a large statement few lines came back.
    sought = {key: is_among(lines[key], back[key]) for key in KEYS}
    found = []
    for fees, key in product(FEES, KEYS):
        went = left[sought[key][left["line"]]]
        apart = fees * payments["frais"].reindex(went["payment"]).to_numpy(dtype=np.int64)
        went = went.assign(
            key=lines[key].reindex(went["line"]).to_numpy(),
            montant=lines["montant"].reindex(went["line"]).to_numpy() + apart,
        )[(apart != 0) | (fees == 0)]
        taken = _pair_in_time(back.assign(key=back[key]).dropna(subset="key"), went)
        found.append(taken)
        back, left = back.drop(index=taken["line"]), left[~left["line"].isin(taken["reversed"])]
        if back.empty:
            break
    return pd.concat(found, ignore_index=True).assign(raison=MismatchReason.EXTOURNE.value, est_paire=False)


def select_returns(lines: pd.DataFrame) -> pd.DataFrame:
    """Return the lines of returned money that no other session has."""
    return lines[lines["nature"].eq(LineNature.EXTOURNE) & ~lines["utilisee"]]


def add_return_keys(back: pd.DataFrame, payments: pd.DataFrame, earlier: pd.DataFrame) -> pd.DataFrame:
    """Return returned money with its day, and without the telephone of lines that are looked for by a better name.

    Such is a reference that names a payment, or a transaction or reference that names an earlier line.
    """
    names_another = back["autre_cycle"] | is_among(back["reference_key"], payments["reference_key"])
    for key in ("transaction", "reference_key"):
        names_another |= is_among(back[key], earlier[key])
    return back.assign(phone_key=back["phone_key"].where(~names_another, None), day=count_days(back["jour"], LAST_DAY))


def count_days(days: pd.Series, unknown: int) -> np.ndarray:
    """Return days as numbers, with one for those that are unknown."""
    counted = days.to_numpy(dtype="datetime64[D]")
    return np.where(np.isnat(counted), unknown, counted.astype(np.int64))


def _pair_in_time(came: pd.DataFrame, went: pd.DataFrame) -> pd.DataFrame:
    """Return pairs of equal key and amount: each return, the earliest first, takes one of the lines of before it.

    As later returns may take all that earlier ones may, no other order would pair more of them.
    """
    waiting: defaultdict[tuple[object, int], list[tuple[bool, int, int, int]]] = defaultdict(list)
    columns = ["key", "montant", "day", "est_paire", "line", "payment", "groupe"]
    paid = list(went.sort_values(["day", "line"])[columns].itertuples(index=False, name=None))
    pairs, place = [], 0
    returns = came.assign(line=came.index).sort_values(["day", "line"])
    for key, amount, day, line in returns[["key", "montant", "day", "line"]].itertuples(index=False, name=None):
        while place < len(paid) and paid[place][2] <= day:
            other, value, _day, *rest = paid[place]
            heappush(waiting[other, value], tuple(rest))
            place += 1
        if waiting[key, amount]:
            _is_pair, gone, payment, group = heappop(waiting[key, amount])
            pairs.append((line, payment, group, gone))
    return pd.DataFrame(pairs, columns=["line", "payment", "groupe", "reversed"], dtype="int64")


def name_others(back: pd.DataFrame, lines: pd.DataFrame, named: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Return those of `back` that name one payment, with how they differ from its line, or from the payment.

    Their amount or their day is not that of a return: what was left to the person, nobody can tell from the statement.
    """
    told = named.sort_values(["est_paire", "line"], ascending=[False, True], kind="stable")
    told = told.assign(montant=lines["montant"].reindex(told["line"]).to_numpy(), jour=_read_days(lines, told["line"]))
    silent = payments[~payments["groupe"].isin(named["groupe"])]
    silent = silent.assign(payment=silent.index)[["reference_key", "payment", "groupe", "montant", "jour"]]
    found = []
    for key in KEYS:
        sides = told[is_among(lines[key], back[key])[told["line"]]]
        sides = sides.assign(**{key: lines[key].reindex(sides["line"]).to_numpy()})
        if key == "reference_key":
            sides = pd.concat([sides, silent[is_among(silent[key], back[key])]], ignore_index=True)
        # A key of several payments names none.
        sides = sides[sides.groupby(key)["groupe"].transform("nunique").eq(1)].drop_duplicates(key)
        taken = back.assign(back=back.index)[[key, "back", "montant", "jour"]].dropna(subset=key)
        both = taken.merge(sides, on=key, suffixes=("", "_paid"))
        found.append(both)
        back = back.drop(index=both["back"])
    others = pd.concat(found, ignore_index=True)
    days = (pd.to_datetime(others["jour"]) - pd.to_datetime(others["jour_paid"])).dt.days
    return pd.DataFrame(
        {
            "line": others["back"],
            "payment": others["payment"],
            "groupe": others["groupe"],
            "ecart_montant": others["montant"] - others["montant_paid"],
            "ecart_date": days.astype("float64"),
            "raison": MismatchReason.RETOUR_A_VERIFIER.value,
            "est_paire": False,
        }
    )


def _read_days(lines: pd.DataFrame, places: pd.Series) -> np.ndarray:
    return lines["jour"].reindex(places).to_numpy(dtype="datetime64[s]")
