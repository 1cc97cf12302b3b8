"""Describe kinds of service."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geo.facilities.models import Facility


@dataclass(frozen=True)
class ServiceKind:
    """Describe a kind of service.

    `column` is its column in the table, `labels` are the names of its types by code, and `default` is the code of a
    service without type. When `is_public` is true, every caller may see a service of any region as the nearest
    (decision 0046).
    """

    column: str
    model: type[Facility]
    labels: Mapping[str, Any]
    default: str
    is_public: bool = True

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    def resolve_type(self, stored: str) -> tuple[str, str]:
        """Return code and name (in the active language) of a stored type; a code without label is its own name."""
        code = stored or self.default
        return code, str(self.labels.get(code, code))
