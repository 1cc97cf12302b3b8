"""Export what other features may use of notifications; the rest of the package is private."""

from accounts.notifications.hooks import JobNotice, job_notices
from accounts.notifications.queries import find_language
from accounts.notifications.services import delete_notifications, notify, settle_notifications

__all__ = [
    "JobNotice",
    "delete_notifications",
    "find_language",
    "job_notices",
    "notify",
    "settle_notifications",
]
