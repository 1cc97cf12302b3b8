"""Define the text of a mail."""

from typing import NamedTuple


class MailText(NamedTuple):
    """Hold the subject and body of a mail."""

    subject: str
    body: str
