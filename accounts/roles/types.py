"""Define what roles need to know of a caller."""

from typing import Protocol
from uuid import UUID

from config.caller import Caller


class RoleHolder(Caller, Protocol):
    """Stand for a caller with their main role."""

    role_id: UUID
