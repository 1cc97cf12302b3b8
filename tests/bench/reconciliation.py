"""Reconciliation: how often matching is right on statements with known truth, and how long a whole statement takes."""

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

import numpy as np
import pandas as pd
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import F, QuerySet

from accounts.files.api import store_file
from tests.bench.payment_data import (
    OPERATOR,
    SQL,
    approve,
    fetch_value,
    fill_by_hand,
    find_admin,
    find_programme,
    find_tranche,
    forget_locks,
    make_cycle,
    seconds,
)
from tests.bench.processor import count_spent
from tests.bench.stage import Stage
from tests.bench.tools import Client, Memory, Row, timed
from tests.transfers.reconciliation.generated_statements import (
    SHARES,
    Generated,
    generate_statement,
    match_generated,
    write_statement,
)
from transfers.execution.models import Run
from transfers.execution.services import begin_runs
from transfers.execution.types import RunOptions
from transfers.payments.models import Payment
from transfers.reconciliation.matching.api import Criteria, match_session
from transfers.reconciliation.matching.engine.assignment import choose_pairs, solve_assignment
from transfers.reconciliation.matching.engine.candidates import add_keys, find_candidates
from transfers.reconciliation.matching.engine.scores import score_pairs
from transfers.reconciliation.matching.engine.tables import Matched, Tolerances
from transfers.reconciliation.models import (
    EntrySource,
    EntryStatus,
    ReconciliationEntry,
    ReconciliationSession,
    Statement,
)
from transfers.reconciliation.queries import count_entries
from transfers.reconciliation.statements.api import store_statement

# Payments, unless `--lignes` says how many.
GENERATED: Final = 100_000
# Of the session that is measured.
CODE: Final = "MESURE"
# The day on which the orders of a generated cycle were sent.
SENT: Final = "2025-03-10T08:00:00Z"


def quality(stage: Stage) -> list[Row]:
    """The share of pairs that are right, and of lines that can be matched that are, by kind of disturbance."""
    generated = generate_statement(stage.lines or GENERATED)
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
    return [*rows, *_tell_doubles_and_returns(generated, matched)]


def _tell_doubles_and_returns(generated: Generated, matched: Matched) -> list[Row]:
    """How many doubles and returns are named as such, with the payment that they are about."""
    told = generated.lines.merge(matched.pairs, on="ligne", how="left")
    about = told["ligne"].str.split("-").str[0].map(generated.truth.set_index("ligne")["paiement"])
    wanted = {"double": ("paye_deux_fois", "extourne"), "retour": ("extourne",)}
    rows = []
    for kind, reasons in wanted.items():
        some, of_it = told["ligne"].str.endswith(f"-{kind}"), told["paiement"].eq(about)
        right, taken = of_it & told["raison"].isin(reasons), told["paiement"].notna()
        text = f"{right[some].mean():.2%} right, {(taken & ~of_it)[some].mean():.3%} wrong, of {int(some.sum()):,}"
        rows.append(Row(f"of lines {kind}", "", text, True))
    return rows


def assignment(stage: Stage) -> list[Row]:
    """The choice of pairs with its doubts, against scipy's assignment alone on the same scores."""
    generated = generate_statement(stage.lines or GENERATED)
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
    """A statement about as many payments as were asked for (`--lignes`): read, stored, matched; then its entries."""
    run, admin = find_told_run(stage.lines or count_households() // 2), find_admin()
    generated = write_statement(_load_paid(run), np.random.default_rng(7))
    content = _write_csv(generated.lines)
    me, database = [os.getpid()], [connection.connection.info.backend_pid]
    # What a measurement that was broken off has left.
    _remove_session()
    with transaction.atomic(), Memory(me) as memory, Memory(database) as held:
        stored = store_file(SimpleUploadedFile("releve.csv", content), admin)
        forget_locks()
        with count_spent(me, stage.postmaster) as spent:
            began = time.perf_counter()
            found = store_statement(stored=stored, operator=run.operateur, user=admin)
            read = time.perf_counter() - began
            session = _open_session(run, found, admin)
            match = partial(match_session, session=session, criteria=Criteria(), force=False, user=admin)
            matched = seconds(match)
        growth, in_database = memory.growth, held.growth
        again = seconds(match)
        entries = ReconciliationEntry.objects.filter(session=session)
        right = _compare_with_truth(entries, generated)
        session.compteurs = count_entries(session.id)
        session.save(update_fields=["compteurs"])
    forget_locks()
    try:
        client = stage.client()
        listed = _time_pages(client, session, run.cycle.paiements.latest("reference"))
        suggested = _time_suggestions(client, session)
    finally:
        _remove_session()
    total, size = read + matched, found.nb_lignes
    return [
        Row(
            f"a statement of {size:,} lines against {len(generated.payments):,} payments: read, stored, matched",
            "500,000: < 60 s, < 2 GB",
            f"{total:.1f} s: read {read:.1f}, matched {matched:.1f}; processor {spent}; highest +{growth:.0f} MB,"
            f" PostgreSQL's process +{in_database:.0f} MB",
            total < 60 * max(size / 500_000, 0.1) and growth < 2_000,
        ),
        right,
        Row("matched again, nothing changed", "", f"{again:.1f} s", True),
        listed,
        suggested,
    ]


def count_households() -> int:
    return int(fetch_value("SELECT count(*) FROM registry_menage"))


def find_told_run(count: int) -> Run:
    """Return a run of `count` payments with fees, by file, of which nothing is known but that they were sent.

    It is made once, and committed, by the service's own execution; telephones are as scattered as real ones.
    """
    if count > (households := count_households()):
        raise RuntimeError(f"--lignes is at most the number of households ({households:,}): see --menages")
    code = f"MESURE-R{count}"
    programme = find_programme(code, f"+24579{count}", count)
    found = Run.objects.filter(cycle__programme=programme).select_related("operateur", "cycle__programme").first()
    if found:
        return found
    with transaction.atomic():
        SQL.execute("scatter_numbers", {"programme": programme.id})
        cycle = make_cycle(programme, 2025, 3)
        fill_by_hand(cycle)
        SQL.execute("add_fees", {"cycle": cycle.id, "tranche": find_tranche().id})
        approve(cycle)
        (run,) = begin_runs(cycle=cycle, options=RunOptions("fichier", OPERATOR), user=find_admin())
    with transaction.atomic():
        SQL.execute("mark_attempts_sent", {"runs": [run.id], "moment": SENT})
    forget_locks()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE transfers_paiement, transfers_tentative, transfers_beneficiaire")
    return run


def _load_paid(run: Run) -> pd.DataFrame:
    """Return the payments of a run as the generator of statements wants them, all paid on three days."""
    rows = run.cycle.paiements.order_by("reference").values_list(
        "id", "reference", "compte_mobile", "montant", F("taxe_administrative") + F("frais_retrait")
    )
    payments = pd.DataFrame(rows, columns=["paiement", "reference", "telephone", "montant", "frais"])
    days = np.datetime64(SENT[:10]) + np.arange(len(payments)) % 3
    payments = payments.assign(ordre=payments["montant"])
    return payments.assign(paiement=payments["paiement"].astype(str), jour=days.astype("datetime64[s]"))


def _write_csv(lines: pd.DataFrame) -> bytes:
    told = lines.assign(type=lines["nature"], date=lines["jour"].dt.strftime("%Y-%m-%d"))
    columns = ["reference", "telephone", "montant", "date", "transaction", "type"]
    return told[columns].to_csv(index=False).encode()


def _open_session(run: Run, statement: Statement, admin: Any) -> ReconciliationSession:
    session = ReconciliationSession.objects.create(
        code=CODE,
        nom="Mesure",
        cycle=run.cycle,
        operateur=run.operateur,
        releve=statement,
        tolerance_montant=500,
        tolerance_date=4,
        date_debut="2025-03-01",
        date_fin="2025-03-31",
        cree_par=admin,
    )
    session.refresh_from_db()
    forget_locks()
    return session


def _compare_with_truth(entries: QuerySet[ReconciliationEntry], generated: Generated) -> Row:
    """The share of the stored pairs that are right, and of the lines that name somebody that have their payment."""
    rows = entries.filter(source="sig", ligne__isnull=False).values_list("ligne__transaction", "paiement_id")
    found = {name: str(payment) for name, payment in rows}
    truth = generated.truth.assign(transaction=generated.lines["transaction"][: len(generated.truth)])
    right = truth["transaction"].map(found) == truth["paiement"]
    named = ~(truth["sans_reference"] & truth["sans_telephone"])
    # Of a double, either line is right.
    doubles = generated.lines.loc[generated.lines["ligne"].str.endswith("-double"), "transaction"].str[:-1]
    twice = truth["transaction"].isin(doubles) & ((truth["transaction"] + "D").map(found) == truth["paiement"])
    share, recall = (right | twice).sum() / len(found), (right | twice)[named].mean()
    text = f"{share:.3%} of {len(found):,} pairs right; {recall:.2%} of what names somebody has its payment"
    return Row("the pairs of it, stored", "≥ 99.5 %; ≥ 97 %", text, share >= 0.995 and recall >= 0.97)


def _remove_session() -> None:
    """Remove the session that was measured, which the server had to see, with its statement."""
    with connection.cursor() as cursor:
        # Each line that is deleted looks for its entries, which nothing else does by the line alone.
        cursor.execute("CREATE INDEX mesure_entree_ligne ON transfers_rapprochement_entree (ligne_id)")
        SQL.execute("remove_session", {"code": CODE})
        cursor.execute("DROP INDEX mesure_entree_ligne")
    _sweep()


def _sweep() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE transfers_rapprochement_entree, transfers_releve_ligne, transfers_releve_place")


def _time_pages(client: Client, session: ReconciliationSession, payment: Payment) -> Row:
    """Time the first, middle and last page of the entries under each filter, and searches; the slowest is the verdict."""
    _sweep()
    path = f"/api/reconciliation/sessions/{session.id}/entries"
    reasons = session.entrees.exclude(raison=None).order_by("raison").values_list("raison", flat=True).distinct()
    filters = [
        {},
        {"aDecider": "true"},
        *({"source": source} for source in EntrySource.values),
        *({"statut": statut} for statut in EntryStatus.values),
        *({"raison": raison} for raison in reasons),
        *({"search": text} for text in (payment.reference, payment.reference[:-2], payment.compte_mobile)),
    ]
    found = {}
    if client.get(path).json()["pagination"]["total"] != session.entrees.count():
        raise RuntimeError("the list does not count the entries of its session")
    for query in filters:
        sent = {"limit": 20, **query}
        total = client.get(f"{path}?{urlencode(sent)}").json()["pagination"]["total"]
        last = max(-(-total // 20), 1)
        for page in sorted({1, (last + 1) // 2, last}):
            address = f"{path}?{urlencode(sent | {'page': page})}"
            found[f"{urlencode(query) or 'all'}, page {page:,}"] = timed(partial(client.get, address), 20)
    name, worst = max(found.items(), key=lambda pair: pair[1].p95)
    measured = f"first page {found['all, page 1']}; worst, {name}: {worst}"
    work = f"entries of it over HTTP: {len(filters)} filters and searches, {len(found)} pages"
    return Row(work, "p95 < 60 ms", measured, worst.p95 < 60)


def _time_suggestions(client: Client, session: ReconciliationSession) -> Row:
    """Time the candidates of open entries, of the amounts that most entries have; bare of pairs, all are open."""
    path = f"/api/reconciliation/sessions/{session.id}/entries"
    with transaction.atomic():
        SQL.execute("open_entries", {"session": session.id})
    _sweep()
    found = {}
    for source in EntrySource.values:
        entries = session.entrees.filter(source=source, raison__in=("absent_du_releve", "inconnue")).order_by("id")
        ids = entries.values_list("id", flat=True)[:5]
        found[source] = [timed(partial(client.get, f"{path}/{each}/suggestions"), 4) for each in ids]
    every = {source: max((each.p95 for each in times), default=0) for source, times in found.items()}
    text = ", ".join(f"of a {name} {worst:.1f} ms" for name, worst in every.items())
    open_ones = session.entrees.filter(statut=EntryStatus.NON_RAPPROCHEE).count()
    return Row(f"suggestions over HTTP among {open_ones:,} open entries, slowest", "", text, True)
