"""Close a cycle of which somebody can never be paid, and release what it still engages."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from accounts.notifications.api import notify
from accounts.users.api import list_user_ids_with_reach
from accounts.webhooks.api import publish_events
from config.caller import Caller
from config.errors.problems import conflict, invalid_status
from config.locks import Lock, claim_lock, lock_row
from registry.projects.api import require_writable
from transfers.cycles.api import list_paid_regions, require_cycle_reach
from transfers.cycles.models import Cycle, PaymentTotal, StatutValidation
from transfers.execution.closings.models import CycleClosing
from transfers.execution.closings.queries import SQL, count_unfinished
from transfers.execution.closings.types import Unfinished
from transfers.execution.rules import MAX_REASON
from transfers.execution.settlement.services import publish_cycle_end
from transfers.payments.models import PaymentStatus
from transfers.programmes.models import Programme

UNPAID = (PaymentStatus.PLANIFIE, PaymentStatus.ECHOUE)


@transaction.atomic
def decide_closing(*, cycle: Cycle, reason: str, user: Caller) -> CycleClosing:
    """Propose to close a validated cycle, or confirm what another person has proposed: then nobody of it is paid any more.

    What was planned still has failed, with the reason, and engages nothing. Raises NOT_FOUND, FORBIDDEN (it pays more than
    the caller's regions), READ_ONLY_PROJECT, INVALID_STATUS for a cycle that is not validated, is closed or has paid
    everybody, CONFLICT while a payment or the cash of a sheet is on the way, or for a confirmation by the same person.
    """
    current = _lock_unclosed_cycle(cycle, user)
    _require_closable(current)
    proposed = CycleClosing.objects.filter(cycle=current).first()
    if proposed is None:
        return CycleClosing.objects.create(cycle=current, motif=reason, propose_par_id=user.id)
    if proposed.propose_par_id == user.id:
        raise conflict(_("Vous l'avez déjà proposé : une autre personne doit le confirmer."))
    proposed.confirme_par_id, proposed.confirme_le = user.id, timezone.now()
    _close(current, proposed)
    return proposed


@transaction.atomic
def withdraw_closing(*, cycle: Cycle, user: Caller) -> None:
    """Withdraw a proposal that nobody has confirmed. Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS when there is none."""
    current = _lock_unclosed_cycle(cycle, user)
    deleted, _by_model = CycleClosing.objects.filter(cycle=current, confirme_le__isnull=True).delete()
    if not deleted:
        raise invalid_status(_("Personne n'a proposé de clore ce cycle."))


def describe_unfinished_programme(programme: Programme) -> str | None:
    """Describe what of a closed programme is on the way still, or return None. Its results are accepted all the same."""
    found = count_unfinished(programme.id)
    if not found.paiements and not found.feuilles:
        return None
    sentence = _(
        "Paiements sans résultat : %(payments)d ; feuilles d'espèces en route : %(sheets)d. Tout sera accepté."
    )
    return sentence % {"payments": found.paiements, "sheets": found.feuilles}


def _lock_unclosed_cycle(cycle: Cycle, user: Caller) -> Cycle:
    current = lock_row(Lock.CYCLES, Cycle.objects.filter(id=cycle.id).select_related("programme__projet"))
    require_cycle_reach(current, user)
    require_writable(current.programme.projet)
    if current.clos_le:
        raise invalid_status(_("Ce cycle est clos."))
    return current


def _require_closable(cycle: Cycle) -> None:
    if cycle.statut_validation != StatutValidation.VALIDE:
        raise invalid_status(_("Seul un cycle entièrement validé se clôt."))
    _refuse_unfinished(count_unfinished(cycle.programme_id, cycle.id))
    if not PaymentTotal.objects.filter(cycle=cycle, statut__in=UNPAID, nombre__gt=0).exists():
        raise invalid_status(_("Ce cycle a payé tout le monde : il est terminé."))


def _refuse_unfinished(found: Unfinished) -> None:
    if found.paiements:
        raise conflict(
            ngettext(
                "%(n)d paiement n'a pas encore de résultat : attendez-le, ou réglez-le.",
                "%(n)d paiements n'ont pas encore de résultat : attendez-les, ou réglez-les.",
                found.paiements,
            )
            % {"n": found.paiements}
        )
    if found.feuilles:
        raise conflict(
            ngettext(
                "Un payeur a encore les espèces de %(n)d feuille : enregistrez d'abord son retour.",
                "Des payeurs ont encore les espèces de %(n)d feuilles : enregistrez d'abord leurs retours.",
                found.feuilles,
            )
            % {"n": found.feuilles}
        )


def _close(cycle: Cycle, decided: CycleClosing) -> None:
    """Fail what is planned of a locked cycle, and mark it; the database refuses it when something stays engaged."""
    claim_lock(Lock.PAYMENTS)
    reason = _("Cycle clos : %(reason)s") % {"reason": decided.motif}
    closed = SQL.fetch_rows("close_payments", {"cycle": cycle.id, "motif": reason[:MAX_REASON]})
    decided.nombre, decided.montant = len(closed), sum(row["engage"] for row in closed)
    decided.save(update_fields=["nombre", "montant", "confirme_par", "confirme_le"])
    cycle.clos_le = decided.confirme_le
    cycle.save(update_fields=["clos_le", "updated_at"])
    publish_events("paiement.echoue", ({"paiementId": row["id"], "cycleId": cycle.id} for row in closed))
    if closed:
        publish_cycle_end(cycle.id)
    notify(
        to=list_user_ids_with_reach("transferts.executer", list_paid_regions(cycle)),
        category="paiement",
        type="warning",
        title=lazy("Un cycle est clos"),
        message=lazy("Cycle %(code)s : paiements prévus qui ne se feront pas : %(n)d."),
        params={"code": cycle.code, "n": decided.nombre},
        link="/cycles",
        data={"cycleId": str(cycle.id)},
    )
