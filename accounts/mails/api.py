"""Export what other features may use of mails; the rest of the package is private."""

from accounts.mails.services import (
    MailText,
    cancel_waiting_mails,
    count_sent_mails,
    queue_mail,
    register_mail_kind,
)

__all__ = [
    "MailText",
    "cancel_waiting_mails",
    "count_sent_mails",
    "queue_mail",
    "register_mail_kind",
]
