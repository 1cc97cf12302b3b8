"""Define the text of a mail."""

from typing import NamedTuple


class MailFile(NamedTuple):
    """Hold a file that a mail carries."""

    name: str
    content: bytes
    media: str


class MailText(NamedTuple):
    """Hold the subject and body of a mail, and its files."""

    subject: str
    body: str
    files: tuple[MailFile, ...] = ()
