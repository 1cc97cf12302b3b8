"""Define the plain data of logins of the database."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class NewLogin:
    """Hold what a login is made of. `regions` are codes; None is every region."""

    name: str
    usage: str
    regions: tuple[str, ...] | None
    description: str = ""
    until: date | None = None


@dataclass(frozen=True, slots=True)
class LoginState:
    """Hold a login as the operator sees it. `sessions` is None when its role is gone from the server."""

    name: str
    usage: str
    regions: tuple[str, ...] | None
    description: str
    made: datetime
    ended: datetime | None
    sessions: int | None


@dataclass(frozen=True, slots=True)
class ViewColumn:
    """Hold a column of a view of the schema `gis`, with the name that people read."""

    view: str
    name: str
    alias: str
