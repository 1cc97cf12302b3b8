"""Match the entries of a session, and store what changes."""

import time
from io import BytesIO
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
from django.db import connection
from pyarrow import csv

from config.caller import Caller
from geo.import_engine.progress import ReportProgress, RowProgress, ignore_progress
from transfers.reconciliation.matching.engine.tables import Criteria, Matched, Tolerances
from transfers.reconciliation.matching.engine.verdicts import match_tables
from transfers.reconciliation.matching.queries import SQL, load_earlier, load_lines, load_payments
from transfers.reconciliation.matching.types import MatchSummary
from transfers.reconciliation.models import (
    EntrySource,
    EntryStatus,
    LineNature,
    MismatchReason,
    ReconciliationEntry,
    ReconciliationSession,
)

WANTED: Final = [
    "source",
    "paiement",
    "ligne",
    "tentative",
    "statut",
    "raison",
    "score",
    "indices",
    "ecart_montant",
    "ecart_date",
    "ligne_renversee",
    "montant_compare",
    "jour_compare",
]


def match_session(
    *,
    session: ReconciliationSession,
    criteria: Criteria,
    force: bool,
    user: Caller,
    report: ReportProgress = ignore_progress,
) -> MatchSummary:
    """Match the payments and lines of a locked session, and store its entries: within the caller's transaction.

    The first matching makes the entries. A later one changes those whose answer is another one now; what people have
    decided stays, unless `force`: then their decisions are undone first.
    """
    started, progress = time.monotonic(), RowProgress(report)
    again = ReconciliationEntry.objects.filter(session=session).exists()
    if force and again:
        SQL.execute("forget_decisions", {"session": session.id, "user": user.id})
    SQL.execute("free_returned", {"cycle": session.cycle_id})
    payments, lines = load_payments(session), load_lines(session)
    progress.report_reading(len(payments) + len(lines), len(payments) + len(lines))
    matched = match_tables(lines, payments, criteria, _build_tolerances(session), load_earlier(session))
    progress.report_share(0.5)
    wanted = add_compared(build_entries(matched), lines, payments)
    progress.report_share(0.6)
    new = _store_entries(session, wanted, again=again)
    progress.report_share(1)
    counts = wanted["statut"].value_counts()
    is_pair = (
        wanted["source"].eq(EntrySource.SIG) & wanted["ligne"].notna() & wanted["statut"].eq(EntryStatus.RAPPROCHEE)
    )
    return MatchSummary(
        total_traitees=len(wanted),
        rapprochees=int(is_pair.sum()),
        non_rapprochees=int(counts.get(EntryStatus.NON_RAPPROCHEE, 0)),
        nouveaux_matches=new,
        duree=f"{time.monotonic() - started:.2f} s",
    )


def _build_tolerances(session: ReconciliationSession) -> Tolerances:
    return Tolerances(
        montant=session.tolerance_montant,
        jours=session.tolerance_date,
        debut=pd.Timestamp(session.date_debut),
        fin=pd.Timestamp(session.date_fin),
    )


def build_entries(matched: Matched) -> pd.DataFrame:
    """Return the entries that a matching wants: one for each line, and one for each payment."""
    named = matched.pairs.assign(statut=_find_statuses(matched.pairs))
    own = named[named["est_paire"]]
    parts = [
        named.assign(source=EntrySource.RELEVE.value),
        own.assign(source=EntrySource.SIG.value),
        matched.lines.assign(source=EntrySource.RELEVE.value, statut=EntryStatus.NON_RAPPROCHEE.value),
        matched.payments.assign(source=EntrySource.SIG.value, statut=EntryStatus.NON_RAPPROCHEE.value),
    ]
    return pd.concat([part.reindex(columns=WANTED) for part in parts], ignore_index=True)


def add_compared(wanted: pd.DataFrame, lines: pd.DataFrame, payments: pd.DataFrame) -> pd.DataFrame:
    """Return the wanted entries with the amount and the day by which suggestions find them.

    Of a payment they are those of its last attempt; money that pays nobody has none.
    """
    last = payments.sort_values("tentative", kind="stable").drop_duplicates("paiement", keep="last")
    ours = last.assign(jour=last["jour"].fillna(last["depuis"])).set_index("paiement")
    theirs = lines[lines["nature"].eq(LineNature.PAIEMENT) & ~lines["credit"]].set_index("ligne")
    is_payment = wanted["source"].eq(EntrySource.SIG)
    parts = []
    for rows, name, known in ((is_payment, "paiement", ours), (~is_payment, "ligne", theirs)):
        keys = wanted.loc[rows, name]
        parts.append(known[["montant", "jour"]].reindex(keys).set_axis(keys.index))
    compared = pd.concat(parts)
    return wanted.assign(montant_compare=compared["montant"], jour_compare=compared["jour"])


def _find_statuses(pairs: pd.DataFrame) -> np.ndarray:
    """Return the status of each line that names a payment: only a person can say what becomes of one that differs.

    The line of a return needs no decision of its own: that of the payment whose money came back says it, and an earlier
    session has decided it.
    """
    reasons = pairs["raison"]
    is_return = reasons.isin([MismatchReason.EXTOURNE, MismatchReason.RETOUR_ANTERIEUR]) & ~pairs["est_paire"]
    fine = (reasons.isna() & pairs["est_paire"]) | is_return
    return np.where(fine, EntryStatus.RAPPROCHEE.value, EntryStatus.ERREUR.value)


def _store_entries(session: ReconciliationSession, wanted: pd.DataFrame, *, again: bool) -> int:
    """Insert the wanted entries that are missing, change those that differ, and return the number of new pairs."""
    SQL.execute("create_wanted")
    with connection.cursor() as cursor, cursor.copy(SQL["copy_wanted"]) as copy:
        copy.write(_write_csv(wanted))
    params: dict[str, Any] = {"session": session.id}
    if again:
        SQL.execute("find_changes", params)
    new: int = SQL.fetch_value("count_new_pairs_again" if again else "count_new_pairs", params)
    if again:
        SQL.execute("undo_changed_pairs")
        SQL.execute("change_entries")
        SQL.execute("name_paired_elsewhere", params)
        SQL.execute("refresh_compared")
    SQL.execute("insert_entries", params)
    return new


def _write_csv(wanted: pd.DataFrame) -> bytes:
    """Return the entries as CSV for COPY: missing values are empty and unquoted."""
    written = BytesIO()
    table = wanted.assign(
        indices=["{" + ",".join(codes) + "}" if isinstance(codes, list) else "{}" for codes in wanted["indices"]],
        ecart_montant=wanted["ecart_montant"].astype("Int64"),
        ecart_date=wanted["ecart_date"].astype("Int64"),
        montant_compare=wanted["montant_compare"].astype("Int64"),
    )
    options = csv.WriteOptions(include_header=False, quoting_style="needed")
    # In one piece: an empty piece before others is written as garbage.
    csv.write_csv(pa.Table.from_pandas(table, preserve_index=False).combine_chunks(), written, options)
    return written.getvalue()
