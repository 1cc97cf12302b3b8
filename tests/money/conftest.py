"""A project with an operator account."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from registry.projects.models import Project
from transfers.ledger.api import Line, find_project_accounts, lock_accounts, open_operator_account, post_entry
from transfers.ledger.models import Entry, LedgerAccount


@pytest.fixture
def project(db: Any) -> Project:
    return Project.objects.create(code="MON", nom="Argent")


@pytest.fixture
def account(project: Project) -> LedgerAccount:
    return open_operator_account(project.id)


@pytest.fixture
def deposit(project: Project, account: LedgerAccount) -> Callable[..., Entry]:
    def post(amount: int, reference: str | None = None) -> Entry:
        others = find_project_accounts(project.id)
        lock_accounts([account.id, others.tresor])
        entry = Entry(nature="depot", date_valeur=timezone.localdate())
        post_entry(
            entry=entry,
            lines=[Line(account.id, "depot", amount, reference), Line(others.tresor, "depot", -amount)],
        )
        return entry

    return post
