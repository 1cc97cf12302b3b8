"""Hold the kinds of mails, and what listens to their failures."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from accounts.mails.models import OutgoingMail
from accounts.mails.types import MailText
from accounts.users.models import User
from config.hooks import Hook


@dataclass(frozen=True)
class MailKind:
    """Describe a kind of mail.

    `compose` receives the receiver and the mail's id and returns the text, or None when the mail is no longer wanted.
    `is_sent_once`: rather never than twice.
    """

    compose: Callable[[User, UUID], MailText | None]
    is_sent_once: bool = False


mail_kinds = Hook[MailKind]("kinds of mails")
# Called with a mail that a user requested, and whether it was given up: at its first failure and its last.
mail_failure_listeners = Hook[Callable[[OutgoingMail, bool], None]]("listeners to failures of mails")
