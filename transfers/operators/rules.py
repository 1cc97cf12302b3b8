"""Define who reads accounts, the limits of amounts, and when an account of an operator is in alert."""

from typing import Final

# Any of these opens the accounts: who prepares, decides, sends or matches payments, or audits (decision 0345).
READ_ACCOUNTS: Final = (
    "transferts.creer",
    "transferts.calculer",
    "transferts.soumettre",
    "transferts.valider_niveau_1",
    "transferts.valider_niveau_2",
    "transferts.valider_niveau_3",
    "transferts.valider_niveau_4",
    "transferts.reinitialiser_validation",
    "transferts.executer",
    "transferts.rapprocher",
    "transferts.gerer_comptes",
    "transferts.gerer_tarifs",
    "administration.audit",
)

# Far above the yearly budget of a country, and far below what a column holds (XOF).
MAX_AMOUNT: Final = 10**13
# An account without a movement for longer is reported as inactive.
INACTIVE_DAYS: Final = 90
# The operators whose accounts beneficiaries have under `numero_op_b`.
SECOND_OPERATORS: Final = frozenset({"operator_b", "operator_b_money"})
