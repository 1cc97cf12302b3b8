"""Query runs and attempts."""

from collections.abc import Iterable, Iterator
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from config.sql import Queries
from registry.households.models import Household
from registry.timeline.api import TimelineEvent
from transfers.cycles.models import Cycle, PaymentTotal
from transfers.execution.models import Attempt, AttemptState, Provider, Run
from transfers.execution.types import RunSummary
from transfers.payments.models import Payment, PaymentStatus

SQL = Queries(__file__, "execution.sql")
IMMEDIATE: Final = [Provider.SIMULATEUR.value, Provider.GSMA.value]
# What is handed over as a file, and settled by the file that comes back.
BY_FILE: Final = [Provider.FICHIER.value, Provider.VIREMENT_BANCAIRE.value]
# The invariants of payments, and their queries.
INVARIANTS: Final = {
    "3 a run has reserved what its open attempts may take": "find_wrong_reservations",
    "4 a payment, and a household in a period, has one live attempt": "find_double_attempts",
    "5 an attempt is confirmed exactly when one movement paid it": "find_unpaid_confirmations",
    "6 a payment says what its attempts say": "find_contradicting_payments",
}
# What became of the attempts that paid nobody in the end: the type and the title of the event.
FAILURES: Final = {
    AttemptState.REJETEE: ("paiement_echoue", _("Paiement échoué")),
    AttemptState.RETOURNEE: ("paiement_retourne", _("Paiement rendu par l'opérateur")),
}


def list_offered_providers() -> list[str]:
    """Return the ways in which this server delivers money; it simulates none unless its settings allow it.

    Simulated payments look like real ones to whoever reads them: a production server makes none.
    """
    return [each for each in Provider.values if each != Provider.SIMULATEUR or settings.SIMULATED_PAYMENTS]


def summarise_runs(runs: Iterable[Run]) -> RunSummary:
    """Return how far these runs are."""
    counts = SQL.fetch_one("summarise_run", {"runs": [run.id for run in runs]})
    is_open = counts["en_cours"] or counts["inconnus"]
    statut = "en_cours" if is_open else "echoue_partiel" if counts["echoues"] else "termine"
    return RunSummary(statut=statut, **counts)


def count_payments(cycle: Cycle, statut: PaymentStatus) -> int:
    """Return how many payments of a cycle have a status, from its sums."""
    counts = PaymentTotal.objects.filter(cycle=cycle, statut=statut).aggregate(n=Sum("nombre"))
    return int(counts["n"] or 0)


def count_departed(cycle: Cycle, statut: PaymentStatus) -> int:
    """Return how many payments of a cycle stay planned, or failed, since who is to be paid was suspended or is out."""
    params = {"cycle": cycle.id, "statut": statut, "paiement": None}
    return int(SQL.fetch_value("count_departed", params, is_out=SQL["is_out"]))


def find_last_options(cycle: Cycle, payment: Payment | None = None) -> dict[str, Any]:
    """Return the provider and the options of the latest run of a cycle, or of one payment, as a body of `executer`."""
    runs = cycle.executions.filter(tentatives__paiement=payment) if payment else cycle.executions
    run = runs.order_by("-created_at", "-id").first()
    return {"fournisseur": run.fournisseur, **run.options} if run else {}


def list_due_runs() -> list[UUID]:
    """Return the runs that nobody drives although there is something to send or to ask for."""
    return SQL.fetch_column("list_due_runs", {"immediate": IMMEDIATE})


def select_cash_in_hand() -> str:
    """Return the SQL of the households and principals of a period whose cash a payer has, although it was not paid."""
    return SQL["cash_in_hand"]


def find_faults(query: str) -> list[str]:
    """Return what breaks an invariant, by the name of its query."""
    return SQL.fetch_column(query)


def list_failure_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the attempts to pay people of the household that failed or came back, if the user may read transfers.

    Each attempt is one: a payment that failed and then arrived has both events.
    """
    if not user.holds("transferts.lire"):
        return
    rows = Attempt.objects.visible_to(user).filter(paiement__beneficiaire__menage=household, etat__in=FAILURES)
    for row in rows.select_related("paiement__cycle__programme"):
        payment = row.paiement
        details = {
            "paiementId": payment.id,
            "reference": payment.reference,
            "montant": row.montant,
            "motif": row.motif,
            "referenceOperateur": row.reference_operateur,
            "beneficiaireId": payment.beneficiaire_id,
            "nomComplet": payment.nom_complet,
            "cycleId": payment.cycle_id,
            "cycle": payment.cycle.nom,
            "programmeId": payment.cycle.programme_id,
            "programme": payment.cycle.programme.nom,
        }
        kind, title = FAILURES[AttemptState(row.etat)]
        yield TimelineEvent(row.settled_at or row.prepared_at, kind, title, details=details)
