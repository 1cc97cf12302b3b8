"""Finalise a session: everything that follows from it, in one transaction."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from accounts.users.api import list_user_ids_with_reach
from config.caller import ALL_REGIONS, Caller, require_reach
from config.errors.problems import Problem, forbidden, invalid_status
from config.sql import Queries
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle
from transfers.execution.api import (
    PaymentReturn,
    announce_end,
    confirm_locked_payments,
    lock_runs,
    return_locked_payments,
    settle_selected_outcomes,
)
from transfers.execution.models import Run
from transfers.ledger.api import find_project_accounts, post_selected_lines
from transfers.ledger.models import Entry, EntryNature
from transfers.operators.models import OperatorAccount
from transfers.reconciliation.finalization.types import FinalizationCounts, FinalizationOptions
from transfers.reconciliation.models import ReconciliationSession
from transfers.reconciliation.queries import compute_figures, is_of_another_account, list_named_accounts
from transfers.reconciliation.rules import build_has_fees_sql
from transfers.reconciliation.services import Require, describe_other_account, lock_session
from transfers.reconciliation.states import FINALIZE

SQL: Final = Queries(__file__, "finalization.sql")
MANAGE_ACCOUNTS: Final = "transferts.gerer_comptes"
LINE_HAS_FEES: Final = build_has_fees_sql(
    said="l.montant", paid="coalesce(t.montant_recu, t.montant)", fees="t.frais", ordered="t.montant", is_gross="l.brut"
)
EARLIER_HAS_FEES: Final = build_has_fees_sql(said="parti", paid="paye", fees="frais", ordered="ordre", is_gross="brut")
# What came back has fees in it only when it is as much as had left with them: of less, a part came back.
RETURN_HAS_FEES: Final = (
    "(revenu >= least(paye, dit) + frais"
    f" AND {build_has_fees_sql(said='revenu', paid='paye', fees='frais', ordered='dit')})"
)


@transaction.atomic
def finalize_session(
    *, session_id: Any, options: FinalizationOptions, user: Caller, require: Require = lambda _row: None
) -> tuple[ReconciliationSession, FinalizationCounts]:
    """Close a session: settle attempts, correct the ledger, and say who and when. All of it, or nothing.

    Open attempts of pairs are paid, of the amount that the line says; with `marquer_echoues`, those that the statement
    covers and does not name have failed. What was paid and came back is returned, what had failed and was paid is
    confirmed, and what else moved on the account is adjusted. Raises as `lock_session` does, INVALID_STATUS while an
    error is open or results have come that make one, for the statement of another account, or one with holes where payments
    are to fail, FORBIDDEN when nobody else has decided (setting RECONCILIATION_FOUR_EYES), INSUFFICIENT_FUNDS when the
    account holds less than the statement says has left it.
    """
    session = lock_session(session_id=session_id, user=user, transition=FINALIZE, require=require)
    if is_of_another_account(session.cycle, session.releve):
        raise invalid_status(describe_other_account(session.releve))
    require_complete_statement(session, options)
    _require_no_error(session)
    _require_four_eyes(session, user)
    locked = lock_runs([*_list_own_runs(session), *_list_earlier_runs(session, user)])
    runs = [run for run in locked if run.cycle_id == session.cycle_id and run.operateur_id == session.operateur_id]
    counts = _move_money(session, runs, locked, options, user)
    if runs:
        announce_end(runs)
    session.statut = FINALIZE.target
    session.commentaire = options.commentaire
    session.finalise_par_id, session.date_validation = user.id, timezone.now()
    session.effets = asdict(counts)
    session.save(update_fields=["statut", "commentaire", "finalise_par", "date_validation", "effets", "updated_at"])
    if options.notifier:
        _announce(session)
    return session, counts


def preview_finalization(
    *, session_id: Any, options: FinalizationOptions, user: Caller
) -> tuple[ReconciliationSession, FinalizationCounts]:
    """Return what finalising would do now, and change nothing: it is done, and rolled back.

    Raises as `finalize_session` does, so that who finalises knows of a refusal before.
    """
    with transaction.atomic():
        done = finalize_session(session_id=session_id, options=replace(options, notifier=False), user=user)
        transaction.set_rollback(True)
    return done


def require_complete_statement(session: ReconciliationSession, options: FinalizationOptions) -> None:
    """Raise INVALID_STATUS when payments are to fail that the statement may name, in a line that was not read."""
    if not options.marquer_echoues or options.accepter_incomplet:
        return
    statement = session.releve
    if statement.nb_erreurs:
        text = _(
            "Des lignes du relevé n'ont pas pu être lues (%(n)d) : un paiement absent est peut-être l'une d'elles."
        )
        raise invalid_status(text % {"n": statement.nb_erreurs})
    if statement.ecart_solde:
        raise invalid_status(
            _("Les lignes du relevé n'expliquent pas ses soldes : un paiement absent y manque peut-être.")
        )


def _require_no_error(session: ReconciliationSession) -> None:
    """Raise INVALID_STATUS while an entry is in error."""
    if number := compute_figures(session, ALL_REGIONS).en_erreur:
        text = _("Des entrées sont encore en erreur (%(n)d) : décidez-les d'abord.")
        raise invalid_status(text % {"n": number})


def _require_four_eyes(session: ReconciliationSession, user: Caller) -> None:
    """Raise FORBIDDEN when the user has taken all decisions that stand alone, where that is not allowed."""
    if not settings.RECONCILIATION_FOUR_EYES:
        return
    if SQL.fetch_column("list_deciders", {"session": session.id}) == [user.id]:
        raise forbidden(_("Vous avez pris seul toutes les décisions : une autre personne finalise."))


def _list_own_runs(session: ReconciliationSession) -> list[UUID]:
    return list(session.cycle.executions.filter(operateur=session.operateur_id).values_list("id", flat=True))


def _list_earlier_runs(session: ReconciliationSession, user: Caller) -> list[UUID]:
    """Return the runs of the payments of other sessions that came back. Raises FORBIDDEN beyond the user's regions."""
    rows = SQL.fetch_rows("list_earlier_runs", {"session": session.id})
    for cycle in Cycle.objects.filter(id__in={row["cycle_id"] for row in rows} - {session.cycle_id}):
        require_reach(user, list_paid_regions(cycle))
    return [row["id"] for row in rows]


def _move_money(
    session: ReconciliationSession,
    runs: Sequence[Run],
    locked: Sequence[Run],
    options: FinalizationOptions,
    user: Caller,
) -> FinalizationCounts:
    """Move what follows of a session, whose own `runs` are locked with those of payments that came back (`locked`)."""
    reason = _("Rapprochement %(code)s") % {"code": session.code}
    named = list_named_accounts(session.releve)
    params = {
        "session": session.id,
        "comptes": named or None,
        "absent": options.marquer_echoues,
        "zone": settings.TIME_ZONE,
        "today": timezone.localdate(),
        "returned": _("Extourné selon le relevé de l'opérateur."),
        "diverted": _("Payé à un autre numéro selon le relevé de l'opérateur."),
        "missing": _("Absent du relevé de l'opérateur."),
    }
    SQL.execute("drop_tables")
    SQL.execute("create_closing", params, line_has_fees=LINE_HAS_FEES)
    SQL.execute("create_earlier", params, earlier_has_fees=EARLIER_HAS_FEES, return_has_fees=RETURN_HAS_FEES)
    _require_recent_match(session)
    SQL.execute("create_absent", params)
    SQL.execute("create_returns", params, return_has_fees=RETURN_HAS_FEES)
    others = find_project_accounts(session.cycle.programme.projet_id)
    account = _find_account(session, runs, named)
    sides = [others.beneficiaires, others.frais, others.attente]
    accounts = [*{run.compte_id for run in locked}, *([account] if account else []), *sides]
    settled = settle_selected_outcomes(runs=runs, outcomes=SQL["outcomes"], params=params, more_accounts=accounts)
    late = confirm_locked_payments(runs=runs, outcomes=SQL["late_outcomes"], params=params, user=user, reason=reason)
    returns = SQL.fetch_objects(PaymentReturn, "list_returns", params)
    returned = len(return_locked_payments(runs=locked, returns=returns, user=user)) if returns else 0
    number, amount = _post_adjustments(session, account, reason, user)
    return FinalizationCounts(settled.reussis, settled.echoues, late, returned, number, amount)


def _require_recent_match(session: ReconciliationSession) -> None:
    """Raise INVALID_STATUS when results have made pairs wrong about which nobody has decided, or other sessions have.

    What came back of a line is known when the session that has the line is final.
    """
    if number := SQL.fetch_value("count_outdated", {"tolerance": session.tolerance_montant}):
        text = _("Des résultats sont arrivés depuis le rapprochement (paiements : %(n)d) : rapprochez à nouveau.")
        raise invalid_status(text % {"n": number})
    if codes := SQL.fetch_column("list_open_sessions"):
        text = _("De l'argent est revenu pour des lignes de sessions ouvertes : finalisez d'abord %(codes)s.")
        raise invalid_status(text % {"codes": ", ".join(codes)})


def _find_account(session: ReconciliationSession, runs: Sequence[Run], named: Sequence[UUID]) -> Any:
    """Return the id of the account that the statement is about: that of the last run, else of the project, or None.

    Where the statement names accounts, it is one of these.
    """
    of_statement = [run for run in runs if not named or run.compte_id in named]
    if of_statement:
        return max(of_statement, key=lambda run: run.created_at).compte_id
    accounts = OperatorAccount.objects.filter(
        projet=session.cycle.programme.projet_id, operateur=session.operateur_id
    ).order_by("-actif", "-created_at")
    if named:
        accounts = accounts.filter(compte__in=named)
    return accounts.values_list("compte_id", flat=True).first()


def _post_adjustments(session: ReconciliationSession, account: Any, reason: str, user: Caller) -> tuple[int, int]:
    """Post what moved otherwise than settled; return how many lines, and their sum on the accounts of operators."""
    SQL.execute("create_adjustments", {"session": session.id, "compte": account})
    sums = SQL.fetch_one("sum_adjustments")
    if not sums["nombre"]:
        return 0, 0
    if sums["sans_compte"]:
        raise Problem("NOT_CONFIGURED", _("Le projet n'a pas de compte chez cet opérateur."))
    others = find_project_accounts(session.cycle.programme.projet_id)
    entry = Entry(
        nature=EntryNature.AJUSTEMENT, date_valeur=timezone.localdate(), description=reason, auteur_id=user.id
    )
    sides = {"cycle": session.cycle_id, "beneficiaires": others.beneficiaires, "attente": others.attente}
    post_selected_lines(entry=entry, lines=SQL["adjustment_lines"], params=sides)
    return sums["nombre"], sums["montant"]


def _announce(session: ReconciliationSession) -> None:
    figures = compute_figures(session, ALL_REGIONS)
    # The figures are those of the whole cycle: not for who sees a part of it.
    readers = list_user_ids_with_reach(MANAGE_ACCOUNTS, list_paid_regions(session.cycle))
    notify(
        to=readers,
        category="paiement",
        type="success",
        title=lazy("Une session de rapprochement est finalisée"),
        message=lazy("Session %(code)s. Paiements rapprochés : %(pairs)d ; taux : %(rate)s %%."),
        params={"code": session.code, "pairs": figures.rapprochees, "rate": figures.taux},
        link="/rapprochement",
        data={"sessionId": str(session.id), "cycleId": str(session.cycle_id)},
    )
