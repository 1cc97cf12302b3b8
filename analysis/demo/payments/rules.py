"""Define the programmes, accounts, fees and cycles of the demonstration. Amounts are whole XOF."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

NATIONAL: Final = "TM-DEMO"
REGIONAL: Final = "TM-BAFATA"
# How many periods of each programme began before the present one.
PAST_PERIODS: Final = 5

# Codes of operators that have a schedule of their own, with the share of the usual fees that they take (percent).
SCHEDULES: Final = {"operator_a_money": 100, "operator_b": 80, "operator_e": 120}
# What the installation calls its operators: the first names are those of the contract, in English.
OPERATOR_NAMES: Final = {
    "operator_a_money": "Opérateur A Money",
    "operator_b": "Opérateur B",
    "operator_b_money": "Opérateur B Money",
    "operator_c": "Opérateur C",
    "operator_d_money": "Opérateur D Money",
    "operator_e": "Opérateur E",
}
# Smallest and largest amount, administrative tax and withdrawal fee: no amount up to the last one lies in a gap.
TRANCHES: Final = (
    (1, 5_000, 50, 100),
    (5_001, 25_000, 100, 200),
    (25_001, 100_000, 200, 500),
    (100_001, 500_000, 500, 1_500),
    (500_001, 2_000_000, 1_000, 4_000),
)


class Stage(IntEnum):
    """List how far a cycle of the demonstration is, in their order. A rejected one was submitted."""

    BROUILLON = 0
    CALCULE = 1
    SOUMIS = 2
    REJETE = 3
    VALIDE_EN_PARTIE = 4
    VALIDE = 5
    EXECUTE = 6


@dataclass(frozen=True, slots=True)
class PlannedCycle:
    """Describe a cycle: `place` counts periods before the present one, `echecs` and `inconnus` are percentages."""

    place: int
    stage: Stage
    montant: int
    echecs: int = 0
    inconnus: int = 0
    # Whether what failed is tried again, and whether the operator has answered that already.
    is_repeated: bool = False
    is_repeat_answered: bool = True
    is_suspended: bool = False
    is_supplementary: bool = False
    has_exclusions: bool = False
    # Whether people, accounts and statuses change before it is calculated.
    has_changes: bool = False
    # Whether the people of some villages are paid in cash from this cycle on.
    has_cash: bool = False


@dataclass(frozen=True, slots=True)
class PaidProgramme:
    """Describe who prepares and validates the cycles of a programme, its operator and its cycles in their order.

    The e-mail addresses are those of demonstration accounts, without their domain; `validateurs` are by level.
    """

    code: str
    mois: int
    operateur: str
    recurrence: str
    validateurs: tuple[str, ...]
    cycles: tuple[PlannedCycle, ...]


# Who carries the cash of the first sheets, in their order; the cash of the others waits.
PAYERS: Final = ("Awa Sanhá", "Braima Djaló", "Cadi Baldé", "Demba Camará")
ABSENCE: Final = "Absente le jour du paiement."

PREPARER: Final = "administrateur"
PROGRAMMES: Final = (
    PaidProgramme(
        NATIONAL,
        3,
        "operator_a_money",
        "semi_automatique",
        ("admin", "superviseur"),
        (
            PlannedCycle(5, Stage.EXECUTE, 30_000),
            PlannedCycle(4, Stage.EXECUTE, 30_000, echecs=8, is_repeated=True, has_changes=True),
            PlannedCycle(3, Stage.EXECUTE, 30_000, echecs=12, has_exclusions=True),
            PlannedCycle(3, Stage.CALCULE, 30_000, is_supplementary=True),
            PlannedCycle(2, Stage.EXECUTE, 30_000, echecs=5, inconnus=10, is_suspended=True),
            PlannedCycle(1, Stage.VALIDE, 35_000, has_exclusions=True, has_changes=True),
            PlannedCycle(0, Stage.VALIDE_EN_PARTIE, 35_000),
        ),
    ),
    PaidProgramme(
        REGIONAL,
        1,
        "operator_b_money",
        "automatique",
        ("agent.bafata", "superviseur"),
        (
            PlannedCycle(5, Stage.EXECUTE, 15_000),
            PlannedCycle(4, Stage.EXECUTE, 15_000, echecs=25, is_repeated=True, is_repeat_answered=False),
            PlannedCycle(3, Stage.EXECUTE, 15_000, echecs=25, has_cash=True),
            PlannedCycle(2, Stage.REJETE, 15_000),
            PlannedCycle(1, Stage.SOUMIS, 15_000, has_exclusions=True),
            PlannedCycle(0, Stage.CALCULE, 15_000, has_exclusions=True),
            PlannedCycle(-1, Stage.BROUILLON, 15_000),
        ),
    ),
)
