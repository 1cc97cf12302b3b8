"""Settle what a payer brings back of a sheet: outcomes of its lines, and cash."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from config.caller import Caller
from config.errors.problems import conflict, invalid
from config.locks import Lock, lock_row
from config.text import format_amount
from transfers.execution.models import OPEN_STATES, AttemptState
from transfers.execution.settlement.services import announce_end, lock_runs, settle_sent_outcomes
from transfers.execution.sheets.models import Sheet, SheetState
from transfers.execution.sheets.queries import SQL, list_rows
from transfers.execution.sheets.services import Require, post_cash, require_state
from transfers.execution.sheets.types import ReturnedLine, SheetReturn, SheetRow
from transfers.execution.types import Outcome
from transfers.ledger.api import find_project_accounts

MANAGE_ACCOUNTS: Final = "transferts.gerer_comptes"


@transaction.atomic
def take_return(*, sheet: Sheet, brought: SheetReturn, user: Caller, require: Require) -> Sheet:
    """Settle what a payer brings back of a sheet: each line, and the cash that was not signed for.

    All lines that are still open need an outcome. Cash that is missing waits for an explanation, on the account of such
    amounts. Whatever the state of the cycle: the money has moved. The same return again changes nothing.

    `require` checks the row under its lock (If-Match). Raises NOT_FOUND, INVALID_STATUS when no cash was handed out,
    CONFLICT when another return was taken, VALIDATION_ERROR for lines and cash that do not fit.
    """
    current = lock_row(Lock.SHEETS, Sheet.objects.visible_to(user).filter(id=sheet.id).select_related("cycle"))
    if current.etat == SheetState.RETOURNEE:
        if not _is_same_return(current, list_rows([current.id], contacts=False), brought):
            raise conflict(_("Cette feuille est déjà retournée, avec d'autres résultats."))
        return current
    require(current)
    require_state(current, SheetState.REMISE)
    _require_day(current, brought)
    (run,) = lock_runs([current.execution_id])
    outcomes = _read_outcomes(current, list_rows([current.id], contacts=False), brought)
    others = find_project_accounts(run.compte.projet_id)
    cash = [others.especes_remises, others.especes_rendues, others.attente]
    settle_sent_outcomes(runs=[run], outcomes=outcomes, more_accounts=cash)
    left = (current.montant_remis or 0) - SQL.fetch_one("sum_sheet", {"sheet": current.id})["signe"]
    missing = _check_cash(left, brought)
    amounts = {others.especes_rendues: brought.especes_rendues, others.attente: missing}
    post_cash(current, others.especes_remises, amounts, _("Retour d'espèces"), user, brought.moment)
    current.etat, current.montant_rendu, current.montant_manquant = (
        SheetState.RETOURNEE,
        brought.especes_rendues,
        missing,
    )
    current.motif_manquant = brought.motif_manquant if missing else None
    current.retour_le, current.retour_par_id = timezone.now(), user.id
    current.save()
    if missing:
        _announce_missing_cash(current)
    announce_end([run])
    return current


def _require_day(sheet: Sheet, brought: SheetReturn) -> None:
    """Raise VALIDATION_ERROR when people were paid on a day before the cash left."""
    left = sheet.remise_le
    if left and brought.moment and timezone.localdate(brought.moment) < timezone.localdate(left):
        raise invalid({"dateExecution": [_("Les espèces n'étaient pas encore remises ce jour-là.")]})


def _announce_missing_cash(sheet: Sheet) -> None:
    """Notify those who keep the accounts, and see the region, of cash that was neither signed for nor brought back."""
    notify(
        holders_of=MANAGE_ACCOUNTS,
        region_ids=[sheet.region_id] if sheet.region_id else [],
        category="paiement",
        type="alert",
        title=lazy("Des espèces manquent au retour d'une feuille"),
        message=lazy("Feuille %(sheet)s : il manque %(missing)s F CFA. Le payeur et le motif sont sur la feuille."),
        params={"sheet": sheet.reference, "missing": format_amount(sheet.montant_manquant or 0)},
        link="/cycles",
        data={"feuilleId": str(sheet.id), "cycleId": str(sheet.cycle_id)},
    )


def _read_outcomes(sheet: Sheet, rows: Sequence[SheetRow], brought: SheetReturn) -> list[Outcome]:
    """Return the outcomes of a sheet's open lines. Raises VALIDATION_ERROR naming the lines that do not fit.

    What an earlier result file settled may be said again, not otherwise.
    """
    by_number = {row.numero: row for row in rows}
    sent = Counter(line.numero for line in brought.lignes)
    faults = [fault for line in brought.lignes if (fault := _find_fault(line, by_number.get(line.numero), sent))]
    missing = [str(row.numero) for row in rows if row.etat in OPEN_STATES and row.numero not in sent]
    if missing:
        faults.append(_("Ces lignes n'ont pas de résultat : %(numbers)s.") % {"numbers": ", ".join(missing)})
    if faults:
        raise invalid({"lignes": faults})
    return [
        _build_outcome(sheet, by_number[line.numero], line, brought)
        for line in brought.lignes
        if by_number[line.numero].etat in OPEN_STATES
    ]


def _find_fault(line: ReturnedLine, row: SheetRow | None, sent: Counter[int]) -> str | None:
    """Return what is wrong with a line, or None."""
    which = {"number": line.numero}
    if row is None:
        return _("Ligne %(number)d : cette feuille n'en a pas.") % which
    if sent[line.numero] > 1:
        return _("Ligne %(number)d : elle est là plusieurs fois.") % which
    if line.statut == "partiel" and not 0 < (line.montant or 0) < row.montant:
        return _("Ligne %(number)d : un montant partiel va de 1 à %(below)d.") % {**which, "below": row.montant - 1}
    if row.etat not in OPEN_STATES and not _is_same_line(row, line):
        return _("Ligne %(number)d : elle est déjà réglée, avec un autre résultat.") % which
    return None


def _build_outcome(sheet: Sheet, row: SheetRow, line: ReturnedLine, brought: SheetReturn) -> Outcome:
    if line.statut == "echoue":
        return Outcome(row.tentative_id, AttemptState.REJETEE, motif=line.motif, moment=brought.moment)
    return Outcome(
        row.tentative_id,
        AttemptState.CONFIRMEE,
        reference_operateur=f"{sheet.reference}/{row.numero}",
        montant_recu=line.montant if line.statut == "partiel" else None,
        moment=brought.moment,
    )


def _is_same_line(row: SheetRow, line: ReturnedLine) -> bool:
    if line.statut == "echoue":
        return row.etat == AttemptState.REJETEE
    arrived = line.montant if line.statut == "partiel" else None
    return row.etat == AttemptState.CONFIRMEE and row.montant_recu == arrived


def _is_same_return(sheet: Sheet, rows: Sequence[SheetRow], brought: SheetReturn) -> bool:
    """Return whether a returned sheet says what `brought` says."""
    by_number = {row.numero: row for row in rows}
    return sheet.montant_rendu == brought.especes_rendues and all(
        line.numero in by_number and _is_same_line(by_number[line.numero], line) for line in brought.lignes
    )


def _check_cash(left: int, brought: SheetReturn) -> int:
    """Return what is missing of the cash that was not signed for (`left`, XOF). Raises VALIDATION_ERROR.

    More than that cannot come back; less needs a reason.
    """
    missing = left - brought.especes_rendues
    if missing < 0:
        raise invalid(
            {"especesRendues": [_("Au plus %(left)s F CFA n'ont pas été signés.") % {"left": format_amount(left)}]}
        )
    if missing and not brought.motif_manquant:
        text = _("Il manque %(missing)s F CFA : dites pourquoi, ou corrigez les lignes.") % {
            "missing": format_amount(missing)
        }
        raise invalid({"motifManquant": [text]})
    return missing
