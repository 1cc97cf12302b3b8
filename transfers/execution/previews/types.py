"""Define what is seen of a run before it begins."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModeCount:
    """Hold how many payments have a mode; `mode` is None where they have none."""

    mode: str | None
    nombre: int


@dataclass(frozen=True, slots=True)
class ModeAmount(ModeCount):
    """Hold also what these payments take, with fees (whole XOF)."""

    montant: int


@dataclass(frozen=True, slots=True)
class AccountPreview:
    """Hold what would leave an account (whole XOF).

    `montant` includes fees; `engage` is what other validated cycles will take, and `manque` what is lacking for this one.
    """

    operateur: str
    operateur_label: str
    nombre: int
    montant: int
    disponible: int
    engage: int
    manque: int


@dataclass(frozen=True, slots=True)
class RunPreview:
    """Hold how many payments would leave, from which accounts, and which would stay, by mode."""

    nombre: int
    montant: int
    comptes: Sequence[AccountPreview]
    restes: Sequence[ModeCount]
