"""Payments of half of all households: calculation, comparison, fees, files, execution, and reading them.

Every measurement but that of execution, which commits its batches, is rolled back.
"""

import os
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import quote

from django.db import connection
from django.utils import timezone

from geo.tables.workbook_output import write_workbook
from tests.bench.payment_data import (
    OPERATOR,
    SQL,
    approve,
    fetch_value,
    fill_by_hand,
    find_admin,
    find_draft_list,
    find_paid_programme,
    find_programme,
    find_sent_run,
    find_tranche,
    forget_locks,
    fund,
    make_cycle,
    require_exact_ledger,
    rolled_back,
    seconds,
)
from tests.bench.stage import Stage
from tests.bench.tools import Memory, Row, timed
from transfers.approvals.queries import compute_list_hash
from transfers.cycles.models import Cycle
from transfers.execution.instructions import queries as instructions
from transfers.execution.jobs import drive_run
from transfers.execution.models import Run
from transfers.execution.results.services import read_results
from transfers.execution.services import begin_runs
from transfers.execution.templates.rules import USUAL_TEMPLATE
from transfers.execution.types import RunOptions
from transfers.operators.models import Operator, OperatorAccount
from transfers.payments.calculation.services import calculate_payments
from transfers.payments.comparison.queries import compare_cycle
from transfers.payments.fees.queries import simulate_fees
from transfers.payments.fees.services import apply_cycle_fees
from transfers.programmes.models import Programme

FIRST_PAGE: Final = {"page": 1, "limit": 20}
BEFORE: Final = "MESURE-P-202410"
# How many payments each run pays that is measured, and how many lines of its results say that one failed.
RUN: Final = 20_000
FAILED: Final = 20


def calculate(cycle: Cycle) -> int:
    return calculate_payments(cycle_id=cycle.id, operator=None, user=find_admin()).nb_paiements


def measure_by_hand(programme: Programme) -> dict[str, float]:
    """Return the seconds of a list inserted by hand, compared, deleted and inserted again."""
    with rolled_back():
        cycle = make_cycle(programme, 2025, 1)
        params = {"cycle": cycle.id, "avant": Cycle.objects.get(code=BEFORE).id}
        inserted = seconds(lambda: fill_by_hand(cycle))
        compared = seconds(lambda: SQL.fetch_column("compare_by_hand", params))
        deleted = seconds(lambda: SQL.execute("empty_by_hand", params))
        again = deleted + seconds(lambda: fill_by_hand(cycle))
    return {"first": inserted, "compared": compared, "again": again}


def measure_calculation(programme: Programme) -> dict[str, float]:
    """Return the seconds of the same by the services: calculated, compared, and calculated in place of that list."""
    with rolled_back():
        cycle = make_cycle(programme, 2025, 1)
        first = seconds(lambda: calculate(cycle))
        compared = seconds(lambda: compare_cycle(cycle, FIRST_PAGE, find_admin()))
        forget_locks()
        again = seconds(lambda: calculate(cycle))
    return {"first": first, "compared": compared, "again": again}


def calculation(stage: Stage) -> list[Row]:
    programme = find_paid_programme()
    count = programme.beneficiaires.count()
    measure_by_hand(programme)  # unmeasured: whoever comes first pays for making the table longer
    turns = [(measure_calculation(programme), measure_by_hand(programme)) for _ in range(2)]
    rows = []
    for key, work in (
        ("first", f"calculer {count:,} payments"),
        ("again", "the same in place of that list, beside DELETE and INSERT by hand"),
        ("compared", "the comparison with the cycle before"),
    ):
        own, hand = (min(turn[side][key] for turn in turns) for side in (0, 1))
        measured = f"{own:.2f} s; by hand {hand:.2f} s; ratio {own / hand:.2f}"
        rows.append(Row(work, "≤ 1.5 x by hand", measured, own <= 1.5 * hand))
    return rows


def fees(stage: Stage) -> list[Row]:
    programme, operator, admin = find_paid_programme(), Operator.objects.get(code=OPERATOR), find_admin()
    cycle, count = find_draft_list(programme), programme.beneficiaires.count()
    with rolled_back():
        find_tranche()
        with Memory([os.getpid()]) as memory:
            simulated = seconds(lambda: simulate_fees(cycle, operator, FIRST_PAGE, admin))
            applied = seconds(lambda: apply_cycle_fees(cycle=cycle, operator=operator, query=FIRST_PAGE, user=admin))
    measured = f"{simulated:.1f} s; {applied:.1f} s; +{memory.growth:.0f} MB"
    holds = max(simulated, applied) < 10 and memory.growth < 50
    return [Row(f"fees of {count:,} payments: calculer-lot; appliquer-lot", "< 10 s, memory flat", measured, holds)]


def files(stage: Stage) -> list[Row]:
    """The beginning of a run by file, its instruction file, and its result file; twice read."""
    programme, admin = find_paid_programme(), find_admin()
    with rolled_back():
        cycle, count = make_cycle(programme, 2025, 1), programme.beneficiaires.count()
        seconds(lambda: fill_by_hand(cycle))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE transfers_paiement")
        hashed = seconds(lambda: compute_list_hash(cycle.id))
        approve(cycle)
        prepared = seconds(lambda: begin_runs(cycle=cycle, options=RunOptions("fichier", OPERATOR), user=admin))
    run = find_sent_run(programme)
    copied = min(seconds(lambda: copy_instructions(run.cycle, run)) for _ in range(2))
    streamed = min(
        seconds(lambda: sum(map(len, instructions.stream_csv(run.cycle, [run.id], USUAL_TEMPLATE)))) for _ in range(2)
    )
    titles = [column.titre for column in USUAL_TEMPLATE.colonnes]
    with Memory([os.getpid()]) as memory:
        rows = instructions.iterate_rows(run.cycle, [run.id], USUAL_TEMPLATE)
        workbook = seconds(lambda: write_workbook("paiements", titles, rows).close())
    settled, again = read_results_twice(run)
    ratio = copied / streamed
    return [
        Row(f"hash of a list of {count:,}, at each validation", "", f"{hashed:.1f} s", True),
        Row(f"beginning a run of {count:,}: hash, attempts, reservation", "", f"{prepared:.1f} s", True),
        Row(
            f"instruction file of {count:,} lines, csv",
            "≥ 0.5 x COPY of the same SELECT",
            f"{streamed:.1f} s; COPY {copied:.1f} s; ratio {ratio:.2f}",
            ratio >= 0.5,
        ),
        Row("the same, xlsx", "< 60 s", f"{workbook:.1f} s; +{memory.growth:.0f} MB", workbook < 60),
        Row(
            f"result file of {count:,} lines; read again",
            "≥ 15,000 lines/s",
            f"{count / settled:,.0f} lines/s; {count / again:,.0f} lines/s",
            count / settled >= 15_000,
        ),
    ]


def read_results_twice(run: Run) -> tuple[float, float]:
    """Return the seconds that the results of a run take, and those of the same file read again; nothing of it stays."""
    admin = find_admin()
    with rolled_back(), TemporaryDirectory() as folder:
        path = Path(folder) / "resultats.csv"
        write_results(path, SQL.fetch_rows("list_results", {"runs": [run.id]}))
        settled = seconds(lambda: read_results(path, cycle=run.cycle, user=admin))
        forget_locks()
        again = seconds(lambda: read_results(path, cycle=run.cycle, user=admin))
        require_exact_ledger()
    return settled, again


def copy_instructions(cycle: Cycle, run: Run) -> None:
    statement, params = instructions._compose_select(cycle, [run.id], USUAL_TEMPLATE)
    with connection.cursor() as cursor:
        text = cursor.mogrify(f"COPY ({statement}) TO STDOUT (FORMAT csv)", params)
        with cursor.copy(text) as copy:
            for _block in copy:
                pass


def write_results(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    day = timezone.localdate()
    with path.open("w") as out:
        out.write("reference;statut;motifEchec;dateExecution;montant;referenceOperateur\n")
        for row in rows:
            if row["place"] % FAILED:
                end = f"reussi;;{day};{row['montant']};OP-{row['place']:09d}"
            else:
                end = f"echoue;Compte fermé;{day};{row['montant']};"
            out.write(f"{row['reference']};{end}\n")


def execution(stage: Stage) -> list[Row]:
    """A whole run with an operator that answers at once. It is committed: each measurement is another cycle."""
    programme, admin = find_programme("MESURE-E", "+24578", RUN), find_admin()
    account = OperatorAccount.objects.get(projet=programme.projet)
    fund(account, RUN * 20_000, admin)
    past = Cycle.objects.filter(programme=programme).count()
    cycle = make_cycle(programme, 2026 + past // 12, past % 12 + 1)
    fill_by_hand(cycle)
    approve(cycle)
    forget_locks()
    began = time.perf_counter()
    (run,) = begin_runs(cycle=cycle, options=RunOptions("simulateur", OPERATOR), user=admin)
    prepared = time.perf_counter() - began
    forget_locks()
    began = time.perf_counter()
    drive_run(run.id)
    driven = time.perf_counter() - began
    paid = cycle.paiements.filter(statut="reussi").count()
    require_exact_ledger()
    rate = paid / driven
    measured = f"{rate:,.0f}/s ({driven:.1f} s; prepared in {prepared:.1f} s); ledger exact"
    return [Row(f"a run of {RUN:,} payments, settled", "≥ 2,000/s", measured, paid == RUN and rate >= 2_000)]


def payments(stage: Stage) -> list[Row]:
    """Lists and details over HTTP: each filter, a deep page, searches."""
    programme = find_paid_programme()
    cycle = Cycle.objects.get(code=BEFORE)
    account = OperatorAccount.objects.get(projet=programme.projet)
    total = fetch_value("SELECT sum(nombre)::bigint FROM transfers_paiement_total")
    person = cycle.paiements.order_by("id")[0]
    client = stage.client()
    paths = {
        "first page": "/api/paiements?page=1&limit=20",
        "page 1,000": "/api/paiements?page=1000&limit=20",
        "projet": f"/api/paiements?projet={programme.projet_id}",
        "programme": f"/api/paiements?programme={programme.id}",
        "cycle": f"/api/paiements?cycle={cycle.id}",
        "cycle, page 1,000": f"/api/paiements?cycle={cycle.id}&page=1000&limit=20",
        "statut": "/api/paiements?statut=echoue",
        "operateur": f"/api/paiements?operateur={OPERATOR}",
        "beneficiaire": f"/api/paiements?beneficiaire={person.beneficiaire_id}",
        "a month": "/api/paiements?dateDebut=2024-03-01&dateFin=2024-03-31",
        "a cycle and a month": f"/api/paiements?cycle={cycle.id}&dateDebut=2024-10-01&dateFin=2024-10-31",
        "search reference": f"/api/paiements?search={person.reference}",
        "search number": f"/api/paiements?search={quote(person.compte_mobile or '')}",
        "cycle detail": f"/api/cycles/{cycle.id}",
        "account movements": f"/api/comptes-operateurs/{account.pk}/mouvements",
    }
    rows = []
    for name, path in paths.items():
        found = timed(partial(client.get, path), 30)
        rows.append(Row(f"of {total:,} payments: {name}", "p95 < 60 ms", str(found), found.p95 < 60))
    return rows
