"""Define the plain data of the change feed."""

from dataclasses import dataclass
from typing import Self
from uuid import UUID

from django.core.signing import BadSignature, Signer

SALT = "accounts.sync"


@dataclass(frozen=True, slots=True)
class Position:
    """Hold where the changes stand in the database (see `find_position` in sync.sql)."""

    horizon: int
    floor: int
    epoch: str


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """Hold the ids of rows that one statement changed in one region."""

    transaction: int
    number: int
    ids: list[UUID]


@dataclass(frozen=True, slots=True)
class Cursor:
    """Hold how far a client has read: up to which row of a first reading (`last`), then up to which change.

    `transaction` and `number` name the next line, of which `taken` ids were read. `nature`, `scope` and `epoch` say for
    what, for whom, and in which database the cursor is valid.
    """

    nature: str
    scope: str
    epoch: str
    transaction: int
    number: int = 0
    taken: int = 0
    last: str = ""

    def encode(self) -> str:
        """Return the cursor as clients keep it: signed, so that only what was given out is taken back."""
        values = [self.nature, self.scope, self.epoch, self.transaction, self.number, self.taken, self.last]
        return Signer(salt=SALT).sign_object(values)

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Return the cursor that a client sent back, or None for anything else."""
        try:
            return cls(*Signer(salt=SALT).unsign_object(text))
        except (BadSignature, TypeError):
            return None


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Hold one page of a feed: the ids of rows to show and of rows that are gone, and where the next page begins."""

    shown: list[UUID]
    gone: list[UUID]
    cursor: str
    has_more: bool
