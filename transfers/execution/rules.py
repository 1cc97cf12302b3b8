"""Define which cycles pay, how many payments are sent at once, how long a run counts as alive, and call-back addresses."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.errors.problems import invalid_status
from transfers.cycles.models import Cycle
from transfers.execution.types import RunSummary
from transfers.programmes.api import PAYING_STATUSES

# Payments claimed, sent and settled together. A crash leaves at most so many unknown.
BATCH_SIZE: Final = 500
# Of a slow operator the first answers are stored, and a suspension is seen, before the last orders leave.
API_BATCH_SIZE: Final = 64
LEASE: Final = timedelta(seconds=60)
# How often it is prolonged while an operator takes its time.
LEASE_RENEWAL: Final = LEASE / 6
# The length of a reason that is stored.
MAX_REASON: Final = 500
# Call-backs of one attempt that are stored; an operator sends one or two.
MAX_CALLBACKS: Final = 20
# The length of the body of a call-back (bytes): a transaction object has a few thousand.
MAX_CALLBACK_BYTES: Final = 64 * 1024


def require_paying_cycle(cycle: Cycle) -> None:
    """Raise INVALID_STATUS when a cycle is closed, its execution is suspended, or its programme is not active."""
    if cycle.clos_le:
        raise invalid_status(_("Ce cycle est clos."))
    if cycle.suspendu_le:
        raise invalid_status(_("L'exécution de ce cycle est suspendue."))
    if cycle.programme.statut not in PAYING_STATUSES:
        raise invalid_status(_("Le programme n'est pas actif."))


def describe_outcome(summary: RunSummary) -> str:
    """Return sentences that count what was paid, what failed and what has no result yet; only what there is of each."""
    counted = [
        (summary.reussis, ngettext("%(n)d paiement réussi.", "%(n)d paiements réussis.", summary.reussis)),
        (summary.echoues, ngettext("%(n)d paiement échoué.", "%(n)d paiements échoués.", summary.echoues)),
        (
            summary.en_cours,
            ngettext(
                "%(n)d paiement attend son résultat.", "%(n)d paiements attendent leur résultat.", summary.en_cours
            ),
        ),
    ]
    return " ".join(text % {"n": count} for count, text in counted if count) or _("Aucun paiement n'est parti.")


def _sign_for(operator: str) -> Signer:
    return Signer(salt=f"transfers.callbacks.{operator}")


def build_callback_address(base: str, operator: str, attempt_id: UUID) -> str:
    """Return the address at which an operator may report the end of an order; empty without a `base`.

    The address is signed for this attempt and operator.
    """
    return f"{base}/api/public/rappels/gsma/{operator}/{_sign_for(operator).sign(str(attempt_id))}" if base else ""


def read_callback_token(operator: str, token: str) -> UUID | None:
    """Return the attempt for which a call-back address was made; None for an address that was not made here."""
    try:
        return UUID(_sign_for(operator).unsign(token))
    except (BadSignature, ValueError):
        return None
