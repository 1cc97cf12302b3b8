"""Export what other features may use of roles; the rest of the package is private."""

from accounts.roles.catalogue import CASES, SENSITIVE
from accounts.roles.rules import raise_constraint_problems

__all__ = [
    "CASES",
    "SENSITIVE",
    "raise_constraint_problems",
]
