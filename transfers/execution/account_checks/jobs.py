"""Ask an operator for the accounts of a cycle, as a job: it answers one account at a time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import not_found
from transfers.cycles.models import Cycle
from transfers.execution.account_checks.queries import list_account_questions
from transfers.execution.account_checks.rules import build_operator_fault, build_totals
from transfers.execution.providers.gsma.accounts import AccountAnswer, ask_accounts
from transfers.execution.providers.gsma.connections import find_connection

VERIFICATION_JOB: Final = "verification_comptes"
PERMISSION: Final = "transferts.executer"
# Payments with a fault that the result names; its counts are of all.
MAX_FAULTY: Final = 1000


@contextmanager
def ask_job_accounts(job: Job, progress: Progress) -> Iterator[tuple[int, list[AccountAnswer]]]:
    """Yield how many accounts there are and what the operator answers (a job's `prepare`).

    Reads the cycle with the rights that the job's user has now. Raises NOT_FOUND, FORBIDDEN, NOT_CONFIGURED.
    """
    user = find_job_caller(job, PERMISSION)
    cycle = Cycle.objects.visible_to(user).filter(id=job.parametres["cycle"]).first()
    if cycle is None:
        raise not_found()
    operator = job.parametres["operateur"]
    questions = list_account_questions(cycle, operator=operator, user=user)
    answers: list[AccountAnswer] = []
    for part in ask_accounts(find_connection(operator), questions):
        answers += part
        progress.report(len(answers), len(questions))
    yield len(questions), answers


def summarise_account_answers(job: Job, progress: Progress, asked: tuple[int, list[AccountAnswer]]) -> dict[str, Any]:
    """Return the result of the job: counts as those of the check, and the payments with a fault. No name is in it."""
    total, answers = asked
    faulty = [answer for answer in answers if answer.faults]
    counts = Counter(fault for answer in faulty for fault in answer.faults)
    named = [build_operator_fault(answer.question.id, answer.question.reference, answer.faults) for answer in faulty]
    totals = build_totals(len(answers), len(faulty), counts)
    return totals | {"sansReponse": total - len(answers), "erreurs": named[:MAX_FAULTY]}
