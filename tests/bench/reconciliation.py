"""Reconciliation: how often matching is right on statements with known truth, and how long a whole statement takes."""

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from accounts.files.api import store_file
from tests.bench.payment_data import OPERATOR, find_admin, find_paid_programme, forget_locks, rolled_back, seconds
from tests.bench.stage import Stage
from tests.bench.tools import Memory, Row, timed
from tests.transfers.reconciliation.generated_statements import SHARES, generate_statement, match_generated
from transfers.cycles.models import Cycle
from transfers.operators.models import Operator
from transfers.reconciliation.matching.api import Criteria, match_session
from transfers.reconciliation.matching.engine.assignment import choose_pairs, solve_assignment
from transfers.reconciliation.matching.engine.candidates import add_keys, find_candidates
from transfers.reconciliation.matching.engine.scores import score_pairs
from transfers.reconciliation.matching.engine.tables import Tolerances
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession
from transfers.reconciliation.statements.api import store_statement

GENERATED: Final = 100_000
CYCLE: Final = "MESURE-P-202410"


def quality(stage: Stage) -> list[Row]:
    """The share of pairs that are right, and of lines that can be matched that are, by kind of disturbance."""
    generated = generate_statement(GENERATED)
    matched = match_generated(generated)
    pairs = matched.pairs[matched.pairs["est_paire"]]
    found = generated.truth.merge(pairs, on="ligne", how="left", suffixes=("", "_found"))
    right, taken = found["paiement"] == found["paiement_found"], found["paiement_found"].notna()
    nameless = found["sans_reference"] & found["sans_telephone"]
    share, recall = right.sum() / len(pairs), right[~nameless].mean()
    rows = [
        Row(
            f"{len(pairs):,} pairs of {len(generated.lines):,} lines: right", "≥ 99.5 %", f"{share:.3%}", share >= 0.995
        ),
        Row("lines that name somebody: rightly matched", "≥ 97 %", f"{recall:.2%}", recall >= 0.97),
    ]
    for name in SHARES:
        some = found[name]
        wrong = (taken & ~right)[some].mean()
        text = f"{right[some].mean():.2%} right, {wrong:.3%} wrong, of {int(some.sum()):,}"
        rows.append(Row(f"of lines {name.replace('_', ' ')}", "", text, True))
    return rows


def assignment(stage: Stage) -> list[Row]:
    """The choice of pairs with its doubts, against scipy's assignment alone on the same scores."""
    generated = generate_statement(GENERATED)
    lines = add_keys(generated.lines.reset_index(drop=True))
    payments = add_keys(generated.payments)
    criteria, tolerances = Criteria(), Tolerances(500, 4, pd.Timestamp("2025-03-01"), pd.Timestamp("2025-03-31"))
    paid = lines[lines["nature"] == "paiement"]
    edges = score_pairs(find_candidates(paid, payments, criteria, tolerances), lines, payments, criteria, tolerances)
    columns = edges["line"], edges["payment"], edges["score"]
    numbers = [np.unique(column, return_inverse=True)[1] for column in columns[:2]]
    values = (edges["score"].to_numpy() * 100).astype(np.int64)
    alone = min(_measure(partial(solve_assignment, *numbers, values)) for _ in range(3))
    ours = min(_measure(partial(choose_pairs, *columns, np.ones(len(edges), dtype=bool))) for _ in range(3))
    text = f"{ours:.2f} s; scipy {alone:.2f} s; ratio {ours / alone:.2f}"
    return [Row(f"assignment of {len(edges):,} possible pairs", "≤ 3 x scipy alone", text, ours <= 3 * alone)]


def _measure(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def statement(stage: Stage) -> list[Row]:
    """A statement of as many lines as a cycle has payments: read, stored, matched; then its entries over HTTP."""
    find_paid_programme()
    cycle, admin = Cycle.objects.get(code=CYCLE), find_admin()
    operator = Operator.objects.get(code=OPERATOR)
    content = _write_statement(cycle)
    with rolled_back(), Memory([os.getpid()]) as memory:
        stored = store_file(SimpleUploadedFile("releve.csv", content), admin)
        forget_locks()
        began = time.perf_counter()
        found = store_statement(stored=stored, operator=operator, user=admin)
        read = time.perf_counter() - began
        session = ReconciliationSession.objects.create(
            code="MESURE",
            nom="Mesure",
            cycle=cycle,
            operateur=operator,
            releve=found,
            tolerance_date=5,
            date_debut="2024-10-01",
            date_fin="2024-10-31",
            cree_par=admin,
        )
        session.refresh_from_db()
        forget_locks()
        match = partial(match_session, session=session, criteria=Criteria(), force=False, user=admin)
        matched = seconds(match)
        again = seconds(match)
        count = ReconciliationEntry.objects.filter(session=session, source="sig", ligne__isnull=False).count()
        listed = _time_entries(session)
    total = read + matched
    return [
        Row(
            f"a statement of {found.nb_lignes:,} lines against {cycle.paiements.count():,} payments",
            "500,000: < 60 s, < 2 GB",
            f"{total:.1f} s: read {read:.1f}, matched {matched:.1f}; {count:,} pairs; +{memory.growth:.0f} MB",
            total < 60 * max(found.nb_lignes / 500_000, 0.1) and memory.growth < 2_000,
        ),
        Row("matched again, nothing changed", "", f"{again:.1f} s", True),
        Row("entries of it: a page under each filter, in the database", "p95 < 60 ms", listed, True),
    ]


def _write_statement(cycle: Cycle) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT format('%%s,%%s,%%s,2024-10-2%%s', CASE WHEN number %% 10 >= 3 THEN reference ELSE '' END, compte_mobile,"
            " montant + CASE WHEN number %% 3 = 0 THEN taxe_administrative + frais_retrait ELSE 0 END, number %% 4)"
            " FROM (SELECT *, row_number() OVER (ORDER BY id) AS number FROM transfers_paiement WHERE cycle_id = %s) AS p"
            " WHERE statut = 'reussi'",
            [cycle.id],
        )
        return "\n".join(["reference,telephone,montant,date", *(row[0] for row in cursor)]).encode()


def _time_entries(session: ReconciliationSession) -> str:
    rows = ReconciliationEntry.objects.filter(session=session).select_related("paiement", "ligne").order_by("id")
    pages = {
        "all": rows,
        "unmatched": rows.filter(statut="non_rapprochee"),
        "lines": rows.filter(source="releve", statut="rapprochee"),
    }
    return "; ".join(f"{name}: {timed(lambda page=page: list(page[:20]), 20)}" for name, page in pages.items())
