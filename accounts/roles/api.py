"""Export what other features may use of roles; the rest of the package is private."""

from accounts.roles.rules import CASE_PERMISSIONS, SENSITIVE_PERMISSIONS, describe_permissions
from accounts.roles.services import raise_constraint_problems

__all__ = [
    "CASE_PERMISSIONS",
    "SENSITIVE_PERMISSIONS",
    "describe_permissions",
    "raise_constraint_problems",
]
