"""Define the hash of a list of payments."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ListHash:
    """Hold the hash (SHA-256) of the payments of a cycle, their number, and their amount with fees (XOF)."""

    empreinte: bytes
    nombre: int
    montant: int
