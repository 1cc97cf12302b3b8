"""A statement of a whole country is read and stored while a person waits."""

import time

import pytest
from django.db import connection

from tests.bench.machine import measure_paces
from transfers.reconciliation.models import StatementLine, StatementPlace

LINES = 500_000
SECONDS = 25
# What the loop of `./dev bench` takes in the hour of these seconds: a machine whose cores others use is slower.
PACE = 0.43


def write_statement(count):
    head = "reference;telephone;montant;date;frais;libelle\n"
    return head + "".join(
        f"C-2025-02-{place:07d};+24595{place:07d};{15_000 + place % 7};{1 + place % 28:02d}/02/2025 11:{place % 60:02d};"
        f"250;Paiement du cycle {place % 12}\n"
        for place in range(count)
    )


@pytest.mark.slow
def test_half_a_million_lines(desk, settings, capsys):
    content = write_statement(LINES)
    started = time.monotonic()
    statement = desk.store(content)
    with connection.cursor() as cursor:
        # What a commit checks.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    seconds = time.monotonic() - started
    with capsys.disabled():
        print(f"\n{LINES} lines read and stored in {seconds:.1f} s")
    assert (statement.nb_lignes, statement.nb_erreurs) == (LINES, 0)
    assert StatementLine.objects.count() == StatementPlace.objects.count() == LINES
    assert seconds < SECONDS * max(1, measure_paces(1)[0] / PACE)
