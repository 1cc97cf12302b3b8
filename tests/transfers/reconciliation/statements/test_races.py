"""Statements that are stored at once share their lines, and no lock waits for another."""

import pytest

from config.postgis.base import get_connection
from tests.threads import together
from transfers.reconciliation.models import Statement, StatementLine
from transfers.reconciliation.statements.api import store_statement

HEAD = "reference;telephone;montant;date\n"


@pytest.mark.django_db(transaction=True)
def test_overlapping_statements_at_once(desk):
    def lines(*places):
        return HEAD + "".join(f"R-{place};77;{100 + place};2025-02-03\n" for place in places)

    # Two are the same; the third has the same lines in another order, and one more.
    deposits = [desk.deposit(content) for content in (lines(1, 2, 3), lines(1, 2, 3), lines(4, 3, 2, 1))]

    def store(number):
        get_connection().forget_locks()
        return store_statement(stored=deposits[number], operator=desk.operator, user=desk.user).id

    found = together(3, store, numbered=True)
    assert found[0] == found[1] != found[2]
    assert (Statement.objects.count(), StatementLine.objects.count()) == (2, 4)
    assert sorted(Statement.objects.values_list("nb_lignes", flat=True)) == [3, 4]
