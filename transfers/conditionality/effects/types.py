"""Define what conditionalities do in a cycle."""

from dataclasses import dataclass

from config.paging import Page


@dataclass(frozen=True, slots=True)
class EffectRow:
    """Hold what a cycle does to somebody who does not meet a conditionality, and by which check.

    `reduction` is in percent of the amount, `retenue` what was taken away (XOF; null before a calculation).
    """

    beneficiaire_id: str
    code_beneficiaire: str
    nom_complet: str
    menage_id: str
    code_menage: str
    effet: str
    reduction: int
    retenue: int | None
    verification_id: str | None
    conditionnalite_id: str
    code_conditionnalite: str
    nom_conditionnalite: str


@dataclass(frozen=True)
class CycleEffects:
    """Hold the number of beneficiaries by effect, and one page of them."""

    counts: dict[str, int]
    page: Page
