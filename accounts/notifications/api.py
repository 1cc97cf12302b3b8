"""Export what other features may use of notifications; the rest of the package is private."""

from accounts.notifications.occasions import register_job_notice
from accounts.notifications.services import notify

__all__ = [
    "notify",
    "register_job_notice",
]
