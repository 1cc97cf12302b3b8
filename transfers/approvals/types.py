"""Define the hash of a list of payments, and what comes next in its validation."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ListHash:
    """Hold the hash (SHA-256) of the payments of a cycle, their number, and their amount with fees (XOF)."""

    empreinte: bytes
    nombre: int
    montant: int


@dataclass(frozen=True)
class NextStep:
    """Hold whether the caller may validate the next level, or why not, and some of those who may, by name.

    `empechement` is None for who does not hold the level at all: nothing is expected of them. `empechement_paiement` says
    why the caller may not pay the list, `avertissement_paiement` why another account should.
    """

    peut_valider: bool
    empechement: str | None
    prochains_validateurs: list[str]
    empechement_paiement: str | None
    avertissement_paiement: str | None
