"""Match the lines of a statement with payments, and name what is wrong with them."""

import numpy as np
import pandas as pd

from transfers.execution.models import AttemptState
from transfers.payments.models import PaymentStatus
from transfers.reconciliation.matching.engine.assignment import choose_pairs
from transfers.reconciliation.matching.engine.candidates import OTHER_PHONE, add_keys, find_candidates
from transfers.reconciliation.matching.engine.cases import name_cases
from transfers.reconciliation.matching.engine.earlier_returns import (
    add_earlier_keys,
    find_earlier_returns,
    name_earlier_payments,
)
from transfers.reconciliation.matching.engine.returns import (
    add_return_keys,
    find_returns,
    name_others,
    select_returns,
)
from transfers.reconciliation.matching.engine.scores import EVIDENCE_COLUMNS, list_evidence, score_pairs
from transfers.reconciliation.matching.engine.tables import (
    PAIR_COLUMNS,
    Criteria,
    Evidence,
    Matched,
    Tolerances,
    build_no_earlier,
)
from transfers.reconciliation.models import LineNature, MismatchReason

FAILED = (AttemptState.REJETEE, AttemptState.RETOURNEE, PaymentStatus.ECHOUE)
UNSENT = (PaymentStatus.PLANIFIE,)


def match_tables(
    lines: pd.DataFrame,
    payments: pd.DataFrame,
    criteria: Criteria,
    tolerances: Tolerances,
    earlier: pd.DataFrame | None = None,
) -> Matched:
    """Pair lines with payments, and returns with `earlier` lines, too; see `tables` for what goes in and comes out.

    The same rows in another order give the same answer: they are sorted first.
    """
    lines = add_keys(lines.sort_values(["rang", "ligne"], kind="stable").reset_index(drop=True))
    payments = add_keys(payments.sort_values(["reference", "tentative"], kind="stable").reset_index(drop=True))
    payments["groupe"] = pd.factorize(payments["paiement"])[0]
    paid = lines[lines["nature"].eq(LineNature.PAIEMENT) & ~lines["utilisee"]]
    edges = find_candidates(paid, payments, criteria, tolerances)
    scored = _keep_best_attempts(score_pairs(edges, lines, payments, criteria, tolerances), payments)
    settled = payments["etat"].isin([*FAILED, *UNSENT]).reindex(scored["payment"])
    chosen, doubtful = choose_pairs(scored["line"], scored["groupe"], scored["score"], ~settled.to_numpy(dtype=bool))
    pairs = scored[chosen].assign(est_paire=True)
    pairs["raison"] = _name_differences(pairs, lines, payments)
    doubles = _find_doubles(scored[~doubtful & ~chosen], pairs, payments)
    named = pd.concat([pairs, doubles], ignore_index=True)
    named, reversing, unsure = _add_returns(lines, named, payments, earlier)
    doubts = scored[doubtful]
    pairs = _describe_pairs(named, lines, payments)
    told = lines.index.isin(named["line"]) | lines.index.isin(reversing["line"])
    return Matched(
        pairs=pd.concat([pairs, reversing[PAIR_COLUMNS]], ignore_index=True) if len(reversing) else pairs,
        lines=_explain_lines(lines[~told], [*doubts["line"], *unsure], tolerances),
        payments=_explain_payments(payments, named, doubts),
    )


def _add_returns(
    lines: pd.DataFrame, named: pd.DataFrame, payments: pd.DataFrame, earlier: pd.DataFrame | None
) -> tuple[pd.DataFrame, pd.DataFrame, list[int]]:
    """Return the lines that name a payment with the returns of them, the returns of earlier lines, and those in doubt.

    What fits a line, of this statement or an earlier one, comes before what only names a payment.
    """
    back = select_returns(lines)
    if back.empty:  # as of most statements
        return named, pd.DataFrame(columns=["line", *PAIR_COLUMNS]), []
    known = add_earlier_keys(build_no_earlier() if earlier is None else earlier)
    back = add_return_keys(back, payments, known)
    own = find_returns(back, lines, named, payments)
    back = back.drop(index=own["line"])
    reversing, unsure = find_earlier_returns(back, known)
    back = back.drop(index=[*reversing["line"], *unsure])
    told = pd.concat([named, own], ignore_index=True)
    others = name_others(back, lines, told, payments)
    named_earlier = name_earlier_payments(back.drop(index=others["line"]), known)
    parts = [part for part in (reversing, named_earlier) if len(part)] or [reversing]
    return _mark_returned(pd.concat([told, others], ignore_index=True)), pd.concat(parts, ignore_index=True), unsure


def _keep_best_attempts(scored: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Return one pair for each line and payment: the attempt that fits best, of equal ones the latest."""
    table = scored.assign(groupe=payments["groupe"].reindex(scored["payment"]).to_numpy())
    table = table.sort_values(
        ["line", "groupe", "score", "payment"], ascending=[True, True, False, False], kind="stable"
    )
    return table.drop_duplicates(["line", "groupe"]).reset_index(drop=True)


def _name_differences(pairs: pd.DataFrame, lines: pd.DataFrame, payments: pd.DataFrame) -> pd.Series:
    """Return what is wrong with each pair, or None; the gravest first."""
    state = payments["etat"].reindex(pairs["payment"]).to_numpy()
    net = payments["montant"].reindex(pairs["payment"]).to_numpy(dtype=np.int64)
    theirs = lines["montant"].reindex(pairs["line"]).to_numpy(dtype=np.int64)
    wrong_amount = pairs["by_amount"].isna().to_numpy()
    cases = [
        (np.isin(state, FAILED) | np.isin(state, UNSENT), MismatchReason.PAYE_MALGRE_ECHEC),
        (pairs["by_phone"].eq(OTHER_PHONE), MismatchReason.AUTRE_NUMERO),
        (wrong_amount & (theirs < net), MismatchReason.MONTANT_PARTIEL),
        (wrong_amount, MismatchReason.MONTANT_DIFFERENT),
    ]
    return pd.Series(name_cases(cases, len(pairs)), index=pairs.index, dtype="object")


def _find_doubles(others: pd.DataFrame, pairs: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Return the lines that name a payment which another line has paid, each with that payment.

    A number that is only near names somebody else: their own payment is of no programme of ours.
    """
    sure = others["by_reference"].notna() | others["by_phone"].eq(Evidence.TELEPHONE)
    free = others[sure & ~others["line"].isin(pairs["line"]) & others["groupe"].isin(pairs["groupe"])]
    best = free.sort_values(["line", "score", "payment"], ascending=[True, False, True], kind="stable")
    best = best.drop_duplicates("line")
    return best.assign(est_paire=False, raison=MismatchReason.PAYE_DEUX_FOIS.value)


def _mark_returned(named: pd.DataFrame) -> pd.DataFrame:
    """Name the pairs whose money came back; a double that came back is settled by that."""
    gone = named["line"].isin(named["reversed"].dropna())
    named.loc[gone, "raison"] = MismatchReason.EXTOURNE.value
    return named


def _describe_pairs(named: pd.DataFrame, lines: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    named = named.reindex(columns=[*named.columns.union(EVIDENCE_COLUMNS)])
    described = pd.DataFrame(
        {
            "ligne": lines["ligne"].reindex(named["line"]).to_numpy(),
            "paiement": payments["paiement"].reindex(named["payment"]).to_numpy(),
            "tentative": payments["tentative"].reindex(named["payment"]).to_numpy(),
            "score": named.get("score"),
            "indices": list_evidence(named),
            "ecart_montant": named.get("ecart_montant"),
            "ecart_date": named.get("ecart_date"),
            "raison": named["raison"],
            "est_paire": named["est_paire"].astype(bool),
            "ligne_renversee": None,
        }
    )
    return described[PAIR_COLUMNS]


def _explain_lines(rest: pd.DataFrame, doubts: list[int], tolerances: Tolerances) -> pd.DataFrame:
    """Return the other lines with the reason of each."""
    margin = pd.Timedelta(days=tolerances.jours)
    day = pd.to_datetime(rest["jour"])
    cases = [
        (rest["utilisee"], MismatchReason.DEJA_UTILISEE),
        (rest["payee_ailleurs"] & rest["nature"].eq(LineNature.PAIEMENT), MismatchReason.PAYE_AILLEURS),
        (rest.index.isin(doubts), MismatchReason.AMBIGUE),
        (
            rest["autre_cycle"] | ~rest["nature"].isin([LineNature.PAIEMENT, LineNature.EXTOURNE]),
            MismatchReason.AUTRE_OPERATION,
        ),
        ((day < tolerances.debut - margin) | (day > tolerances.fin + margin), MismatchReason.HORS_PERIODE),
    ]
    reasons = name_cases(cases, len(rest), MismatchReason.INCONNUE.value)
    return pd.DataFrame({"ligne": rest["ligne"].to_numpy(), "raison": reasons})


def _explain_payments(payments: pd.DataFrame, named: pd.DataFrame, doubts: pd.DataFrame) -> pd.DataFrame:
    """Return the payments without a line with the reason of each; the latest attempt tells."""
    paired = named.loc[named["est_paire"].astype(bool), "groupe"]
    rest = payments[~payments["groupe"].isin(paired)].drop_duplicates("paiement", keep="last")
    doubtful = payments.loc[doubts["payment"], "groupe"].unique()
    cases = [
        (rest["groupe"].isin(doubtful), MismatchReason.AMBIGUE),
        (rest["etat"].isin(UNSENT), MismatchReason.NON_ENVOYE),
        (rest["etat"].isin(FAILED), MismatchReason.ECHEC_CONFIRME),
    ]
    reasons = name_cases(cases, len(rest), MismatchReason.ABSENT_DU_RELEVE.value)
    return pd.DataFrame({"paiement": rest["paiement"].to_numpy(), "raison": reasons})
