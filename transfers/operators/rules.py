"""Define the limits of amounts, and when an account of an operator is in alert."""

from typing import Final

# Far above the yearly budget of a country, and far below what a column holds (XOF).
MAX_AMOUNT: Final = 10**13
# An account without a movement for longer is reported as inactive.
INACTIVE_DAYS: Final = 90
# The operators whose accounts beneficiaries have under `numero_op_b`.
SECOND_OPERATORS: Final = frozenset({"operator_b", "operator_b_money"})
