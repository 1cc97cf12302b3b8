"""Create sessions of reconciliation, match them, and move them from one status to the next.

Everything that changes a session or its entries first locks the session; so its counters are exact.
"""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from accounts.files.api import attach_file
from accounts.files.models import StoredFile
from config.caller import Caller, require_reach
from config.errors.problems import Problem, invalid, invalid_status
from config.locks import Lock, lock_row
from geo.import_engine.progress import ReportProgress, ignore_progress
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle, StatutValidation
from transfers.operators.models import Operator
from transfers.reconciliation.matching.api import Criteria, MatchSummary, match_session
from transfers.reconciliation.models import ReconciliationSession, Statement
from transfers.reconciliation.queries import (
    SQL,
    count_entries,
    find_same_session,
    is_of_another_account,
    is_paid_through,
)
from transfers.reconciliation.rules import STATEMENT_KINDS
from transfers.reconciliation.statements.api import store_statement
from transfers.reconciliation.states import CANCEL, MATCH, VALIDATE, Transition
from transfers.reconciliation.types import SessionValues

Require = Callable[[ReconciliationSession], None]
SAME_SESSION: Final = "rapprochement_once"


@transaction.atomic
def create_session(
    *,
    cycle: Cycle,
    values: SessionValues,
    user: Caller,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
) -> ReconciliationSession:
    """Read a statement, unless it is known, and create the session that compares it with a validated cycle.

    `values.fichier_id` is a deposit of the user, or the file of a statement of this operator that was stored before.
    Raises FORBIDDEN (the cycle pays more than the user's regions), INVALID_STATUS, VALIDATION_ERROR (also for the statement
    of an account or an operator from which the cycle is not paid), CONFLICT with the session that does so already, and TooManyRows for a
    file with more than `awaited_rows` rows: then nothing is stored.
    """
    require_reach(user, list_paid_regions(cycle))
    if cycle.statut_validation != StatutValidation.VALIDE:
        raise invalid_status(_("Seul un cycle entièrement validé se rapproche."))
    operator = Operator.objects.filter(code=values.operateur).first()
    if operator is None:
        raise invalid({"operateur": [_("Cet opérateur n'est pas connu.")]})
    if not is_paid_through(cycle, operator):
        raise invalid({"operateur": [_("Aucun paiement de ce cycle ne passe par cet opérateur.")]})
    statement = _find_statement(values.fichier_id, operator, user, report, awaited_rows)
    if is_of_another_account(cycle, statement):
        raise invalid({"fichierReleve": [describe_other_account(statement)]})
    _refuse_same_session(cycle, statement)
    year = timezone.localdate().year
    session = ReconciliationSession(
        code=f"RAP-{year}-{SQL.fetch_value('next_number'):06d}",
        nom=values.nom,
        cycle=cycle,
        operateur=operator,
        releve=statement,
        date_debut=values.date_debut,
        date_fin=values.date_fin,
        tolerance_montant=values.tolerance_montant,
        tolerance_date=values.tolerance_date,
        auto_match=values.auto_match,
        cree_par_id=user.id,
    )
    try:
        with transaction.atomic():
            session.save(force_insert=True)
    except IntegrityError as error:
        if SAME_SESSION not in str(error):
            raise
        _refuse_same_session(cycle, statement)
    return session


def _find_statement(
    file_id: UUID, operator: Operator, user: Caller, report: ReportProgress, awaited_rows: int | None
) -> Statement:
    """Return the statement of a file, stored now unless its content is known."""
    known = Statement.objects.filter(fichier=file_id, operateur=operator).first()
    if known:
        return known
    stored = attach_file(file_id=file_id, caller=user, kinds=STATEMENT_KINDS)
    statement = store_statement(stored=stored, operator=operator, user=user, report=report, awaited_rows=awaited_rows)
    if statement.fichier_id != stored.id:
        # The content is there under another file: this one expires now, and is removed with those that nobody attached.
        StoredFile.objects.filter(id=stored.id).update(expires_at=timezone.now())
    return statement


def describe_other_account(statement: Statement) -> str:
    """Say that a statement is about an account from which a cycle is not paid."""
    text = _("Ce relevé est celui du compte %(compte)s : ce cycle n'est pas payé de ce compte.")
    return text % {"compte": statement.numero_compte}


def _refuse_same_session(cycle: Cycle, statement: Statement) -> None:
    """Raise CONFLICT when a session compares this statement with this cycle."""
    if same := find_same_session(cycle.id, statement.id):
        text = _("Ce relevé est déjà comparé à ce cycle par la session %(code)s.")
        raise Problem("CONFLICT", text % {"code": same.code}, data={"session": {"id": str(same.id), "code": same.code}})


def lock_session(
    *, session_id: UUID, user: Caller, transition: Transition | None = None, require: Require = lambda _row: None
) -> ReconciliationSession:
    """Lock a session that the user may change, and check that the transition leads from its status.

    `require` checks the row under its lock (If-Match). Raises NOT_FOUND, FORBIDDEN, CONFLICT, INVALID_STATUS.
    """
    rows = ReconciliationSession.objects.visible_to(user).filter(id=session_id)
    session = lock_row(Lock.RECONCILIATIONS, rows.select_related("cycle__programme", "operateur", "releve"))
    require(session)
    require_reach(user, list_paid_regions(session.cycle))
    if transition and session.statut not in transition.sources:
        raise invalid_status(transition.refusal)
    return session


def require_status(*, session: ReconciliationSession, transition: Transition, user: Caller, require: Require) -> None:
    """Check, without a lock, what a job will check again. Raises as `lock_session` does."""
    require(session)
    require_reach(user, list_paid_regions(session.cycle))
    if session.statut not in transition.sources:
        raise invalid_status(transition.refusal)


@transaction.atomic
def match_entries(
    *,
    session_id: UUID,
    criteria: Criteria,
    force: bool,
    user: Caller,
    require: Require = lambda _row: None,
    report: ReportProgress = ignore_progress,
) -> MatchSummary:
    """Match the payments and lines of a session: the first time all, then what nobody decided, or (`force`) all again.

    Raises as `lock_session` does.
    """
    session = lock_session(session_id=session_id, user=user, transition=MATCH, require=require)
    summary = match_session(session=session, criteria=criteria, force=force, user=user, report=report)
    session.compteurs = count_entries(session.id)
    session.statut = MATCH.target
    session.save(update_fields=["compteurs", "statut", "updated_at"])
    return summary


@transaction.atomic
def propose_session(*, session_id: UUID, user: Caller, require: Require) -> ReconciliationSession:
    """Propose a session for its finalisation. Raises as `lock_session` does."""
    session = lock_session(session_id=session_id, user=user, transition=VALIDATE, require=require)
    return _set_status(session, VALIDATE)


@transaction.atomic
def cancel_session(*, session_id: UUID, user: Caller, require: Require) -> ReconciliationSession:
    """Cancel a session: its pairs are undone, so that other sessions may use lines and payments.

    Raises as `lock_session` does.
    """
    session = lock_session(session_id=session_id, user=user, transition=CANCEL, require=require)
    SQL.execute("undo_pairs", {"session": session.id})
    session.compteurs = count_entries(session.id)
    return _set_status(session, CANCEL)


def _set_status(session: ReconciliationSession, transition: Transition) -> ReconciliationSession:
    session.statut = transition.target
    session.save(update_fields=["statut", "compteurs", "updated_at"])
    return session


def erase_entries(subject: ErasureSubject) -> int:
    """Erase what statements and people say of a household's people; that they were paid remains."""
    return SQL.execute("erase_entries", {"roots": list(subject.roots)})
