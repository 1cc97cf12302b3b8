"""Statements of one operator, as a person deposits them."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.files.api import store_file
from accounts.files.models import StoredFile
from config.errors.problems import Problem
from config.postgis.base import get_connection
from tests.money.conftest import project, world
from tests.operators import restore_operators
from transfers.operators.models import Operator
from transfers.reconciliation.models import Statement, StatementLine
from transfers.reconciliation.statements.api import store_statement

__all__ = ["project", "world"]


class Desk:
    """Stores statements of `operator`, and lists what was read."""

    def __init__(self, user: Any) -> None:
        restore_operators()
        self.user = user
        self.operator = Operator.objects.get(code="operator_a_money")

    def use_template(self, template: Any) -> None:
        self.operator.modele_releve = template
        self.operator.save()

    def deposit(self, content: str | bytes, name: str = "releve.csv") -> StoredFile:
        raw = content.encode() if isinstance(content, str) else content
        return store_file(SimpleUploadedFile(name, raw), self.user)

    def store(self, content: str | bytes, name: str = "releve.csv", operator: str | None = None) -> Statement:
        stored = self.deposit(content, name)
        get_connection().forget_locks()
        chosen = Operator.objects.get(code=operator) if operator else self.operator
        return store_statement(stored=stored, operator=chosen, user=self.user)

    def refuse(self, content: str | bytes, name: str = "releve.csv") -> str:
        """Return the sentence by which a file is refused; nothing of it is stored."""
        before = Statement.objects.count(), StatementLine.objects.count()
        with pytest.raises(Problem) as refused:
            self.store(content, name)
        assert refused.value.code == "VALIDATION_ERROR"
        assert (Statement.objects.count(), StatementLine.objects.count()) == before
        return str(refused.value.message)

    @staticmethod
    def lines(statement: Statement, *names: str) -> list[Any]:
        """The values of the lines of a statement, in their order; of one column, or of several as tuples."""
        places = statement.places.order_by("numero")
        paths = [f"ligne__{name}" for name in names]
        return list(places.values_list(*paths, flat=len(paths) == 1))

    @staticmethod
    def faults(statement: Statement) -> list[tuple[int, str | None, str]]:
        return [(fault["ligne"], fault["colonne"], fault["code"]) for fault in statement.erreurs]


@pytest.fixture
def desk(cast: SimpleNamespace) -> Desk:
    return Desk(cast.admin)
