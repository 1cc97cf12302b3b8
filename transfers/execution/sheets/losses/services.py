"""Propose, confirm and withdraw what became of the cash that is missing of a sheet."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import conflict, forbidden, invalid, invalid_status
from config.locks import Lock, lock_row
from config.text import format_amount
from transfers.execution.models import Run
from transfers.execution.sheets.losses.models import CashLoss
from transfers.execution.sheets.models import Sheet
from transfers.execution.sheets.services import post_cash
from transfers.ledger.api import find_project_accounts, lock_accounts

# What has to be equal in a confirmation; the reason may be said in other words.
DECIDED: Final = ("montant_retrouve", "reference")


@transaction.atomic
def decide_loss(*, sheet: Sheet, values: dict[str, Any], user: Caller) -> CashLoss:
    """Propose what became of missing cash, or confirm what another person has proposed: then it is posted so.

    What was found again goes to the operator's account, the rest to that of losses. Whoever handed the cash out, or took
    the return, does not confirm. Raises NOT_FOUND, INVALID_STATUS when nothing is missing, or it is decided; FORBIDDEN,
    CONFLICT for a confirmation by the same person, or of something else; VALIDATION_ERROR when more is found than missing.
    """
    current = _lock_short_sheet(sheet, user)
    missing = current.montant_manquant or 0
    if values["montant_retrouve"] > missing:
        message = _("Il manque %(missing)s F CFA : on n'en retrouve pas davantage.") % {
            "missing": format_amount(missing)
        }
        raise invalid({"montantRetrouve": [message]})
    proposed = CashLoss.objects.filter(feuille=current).first()
    if proposed is None:
        return CashLoss.objects.create(feuille=current, propose_par_id=user.id, **values)
    is_same = all(getattr(proposed, name) == values[name] for name in DECIDED)
    if proposed.propose_par_id == user.id:
        return _propose_anew(proposed, values, is_same=is_same)
    if user.id in (current.remise_par_id, current.retour_par_id):
        raise forbidden(_("Qui a remis les espèces, ou pris le retour, ne confirme pas leur perte."))
    if not is_same:
        raise conflict(
            _("Une autre personne propose autre chose : mettez-vous d'accord, puis confirmez la même chose.")
        )
    proposed.confirme_par_id, proposed.confirme_le = user.id, timezone.now()
    proposed.save(update_fields=["confirme_par", "confirme_le"])
    _post_loss(current, proposed, user)
    return proposed


@transaction.atomic
def withdraw_loss(*, sheet: Sheet, user: Caller) -> None:
    """Withdraw a proposal that nobody has confirmed. Raises NOT_FOUND, INVALID_STATUS when there is none."""
    current = _lock_short_sheet(sheet, user)
    deleted, _by_model = CashLoss.objects.filter(feuille=current, confirme_le__isnull=True).delete()
    if not deleted:
        raise invalid_status(_("Personne n'a proposé de solder ces espèces."))


def _lock_short_sheet(sheet: Sheet, user: Caller) -> Sheet:
    """Lock a sheet that brought back too little, and about which nobody has decided yet. Raises INVALID_STATUS."""
    current = lock_row(Lock.SHEETS, Sheet.objects.visible_to(user).filter(id=sheet.id).select_related("cycle"))
    if not current.montant_manquant:
        raise invalid_status(_("Il ne manque rien à cette feuille."))
    if CashLoss.objects.filter(feuille=current, confirme_le__isnull=False).exists():
        raise invalid_status(_("Ce qui manque à cette feuille est déjà soldé."))
    return current


def _propose_anew(proposed: CashLoss, values: dict[str, Any], *, is_same: bool) -> CashLoss:
    if is_same:
        raise conflict(_("Vous l'avez déjà proposé : une autre personne doit le confirmer."))
    for name, value in values.items():
        setattr(proposed, name, value)
    proposed.propose_le = timezone.now()
    proposed.save(update_fields=[*values, "propose_le"])
    return proposed


def _post_loss(sheet: Sheet, decided: CashLoss, user: Caller) -> None:
    run = Run.objects.select_related("compte").get(id=sheet.execution_id)
    others = find_project_accounts(run.compte.projet_id)
    lock_accounts([run.compte_id, others.attente, others.pertes])
    found = decided.montant_retrouve
    amounts = {run.compte_id: found, others.pertes: (sheet.montant_manquant or 0) - found}
    post_cash(sheet, others.attente, amounts, _("Espèces manquantes soldées"), user)
