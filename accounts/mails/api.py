"""Export what other features may use of mails; the rest of the package is private."""

from accounts.mails.hooks import MailKind, mail_failure_listeners, mail_kinds
from accounts.mails.queries import count_sent_mails
from accounts.mails.services import cancel_waiting_mails, queue_mail
from accounts.mails.types import MailFile, MailText

__all__ = [
    "MailFile",
    "MailKind",
    "MailText",
    "cancel_waiting_mails",
    "count_sent_mails",
    "mail_failure_listeners",
    "mail_kinds",
    "queue_mail",
]
