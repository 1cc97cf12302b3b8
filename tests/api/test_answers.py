"""What a write answers is read in the transaction that wrote it: after its commit nothing is asked any more.

Between the commit and another reading somebody may change or remove the row: the answer would be of his version, or a
fault of a request that did its work.
"""

from typing import Any

import pytest
from django.db import connection

from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, VIEWS, call
from tests.conftest import Api, make_user
from tests.walk import PARTS, walk

WRITES = [(path, method) for path, method in CASES if method != "get"]
# Long work, work that commits in several steps, a platform that is asked: what they answer, they have counted. A sign-in
# counts its failures.
IN_STEPS = {
    "CaseCollection",
    "CaseCollectionSync",
    "UserFileCheck",
    "UserFileImport",
    "ImportFromPlatform",
    "GeoImportView",
    "WorkbookUpload",
    "ServiceImport",
    "AgentImport",
    "ImportCsv",
    "ImportExcel",
    "ValidateCsv",
    "ValidateExcel",
    "DuplicateAnalysis",
    "Login",
    "CycleExecution",
    "FailedPayments",
    "PaymentRetry",
    "CycleResults",
    "AnswerImport",
    "InstructionFile",
    "AccountVerification",
    "Assistant",
    "AttendanceImport",
    "CaseImport",
    "CollectorFields",
    "CollectorForms",
    "CollectorPreview",
    "CollectorStatus",
    "CollectorSync",
    "SurveyMeasurement",
}


# The others declare that they work in steps.
WHOLE = [(path, method) for path, method in WRITES if VIEWS[path].is_one_transaction and VIEWS[path].stores_responses]


@pytest.mark.sampled(6)
@PARTS
def test_nothing_is_asked_after_the_commit(part: slice, world: Any) -> None:
    admin, person = Api(make_user("ROLE_SUPER_ADMIN")), Api(world.west.user)
    done: list[str] = []

    def check(case: tuple[str, str]) -> None:
        path, method = case
        outside, seen = len(connection.savepoint_ids), []

        def look(execute: Any, statement: Any, *rest: Any) -> Any:
            own = str(statement).startswith(("SAVEPOINT", "RELEASE", "ROLLBACK"))
            seen.append((len(connection.savepoint_ids) > outside or own, str(statement)[:200]))
            return execute(statement, *rest)

        with connection.execute_wrapper(look):
            answer = call(person if ROUTES[path].personal else admin, path, method, world, "west")
        assert answer.status_code < 500
        done.extend([path] if answer.status_code < 300 else [])
        inside = [within for within, _statement in seen]
        assert True in inside, "it opens no transaction"
        after = [statement for within, statement in seen[inside.index(True) :] if not within]
        assert after == []

    walk(WHOLE[part], check)
    assert len(done) > 7, "else it looked at refusals only"


def test_who_works_in_steps_is_known() -> None:
    """A new one is looked at: does it read what it answers after a commit?"""
    found = {view.__name__ for view in VIEWS.values() if not view.is_one_transaction}
    assert found == IN_STEPS
