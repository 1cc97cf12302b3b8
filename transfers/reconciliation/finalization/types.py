"""Define what finalising a session is asked for, and what it has done."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinalizationOptions:
    """Hold what a person wants.

    `marquer_echoues`: payments that the statement covers and does not name have failed; with `accepter_incomplet` also by
    a statement in which their line may be missing. `notifier`: those who keep the accounts are notified.
    """

    commentaire: str | None = None
    marquer_echoues: bool = False
    accepter_incomplet: bool = False
    notifier: bool = False


@dataclass(frozen=True, slots=True)
class FinalizationCounts:
    """Hold what a finalisation has moved; the amounts are whole XOF, below zero when they left the accounts."""

    regles: int
    echoues: int
    confirmes_tard: int
    retournes: int
    ajustements: int
    montant_ajuste: int
