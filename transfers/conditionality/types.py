"""Define what conditionalities do in a cycle."""

from dataclasses import dataclass

from config.paging import Page


@dataclass(frozen=True, slots=True)
class EffectRow:
    """Hold what a cycle does to somebody who does not meet a conditionality; `reduction` is in percent of the amount."""

    beneficiaire_id: str
    code_beneficiaire: str
    nom_complet: str
    menage_id: str
    code_menage: str
    effet: str
    reduction: int


@dataclass(frozen=True)
class CycleEffects:
    """Hold the number of beneficiaries by effect, and one page of them."""

    counts: dict[str, int]
    page: Page
