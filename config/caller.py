"""Describe on whose behalf something is done, without knowing the table of users or HTTP."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol
from uuid import UUID

from django.utils.translation import gettext as _

from config.errors.problems import forbidden


class Scope(Protocol):
    """Name the regions and permissions by which rows may be seen: what `visible_to` needs to know of a caller."""

    @property
    def region_ids(self) -> tuple[UUID, ...] | None:
        """Return the ids of the regions; None is every region, () is none."""

    @property
    def permissions(self) -> frozenset[str]:
        """Return the keys of the permissions that open rows which not everybody in the region may see."""


class Caller(Scope, Protocol):
    """Stand for the authenticated user for whom a request or a job works; `accounts.users.models.User` is one."""

    @property
    def id(self) -> UUID:
        """Return the user's id; write it into foreign keys (`auteur_id=caller.id`)."""

    @property
    def permissions(self) -> frozenset[str]:
        """Return the keys of the permissions that the user holds."""

    def holds(self, key: str, /) -> bool:
        """Return whether the user holds a permission."""


@dataclass(frozen=True)
class RegionScope:
    """Hold a scope that is nobody's: for work of the service itself, or SQL that is compiled for many callers."""

    region_ids: tuple[UUID, ...] | None
    permissions: frozenset[str] = frozenset()


ALL_REGIONS: Final = RegionScope(None)


def describe_rights(user: Caller) -> str:
    """Return a digest of the regions and permissions of a user."""
    regions = None if user.region_ids is None else sorted(map(str, user.region_ids))
    return hashlib.blake2b(repr((regions, sorted(user.permissions))).encode(), digest_size=12).hexdigest()


def has_reach(caller: Scope, regions: Iterable[UUID]) -> bool:
    """Return whether the caller sees each of `regions` or, when there are none, the whole country."""
    concerned = {*regions}
    return caller.region_ids is None or bool(concerned) and concerned.issubset(caller.region_ids)


def require_reach(caller: Scope, regions: Iterable[UUID] = (), message: str | None = None) -> None:
    """Raise FORBIDDEN unless the caller sees each of `regions` or, when there are none, the whole country."""
    concerned = {*regions}
    if has_reach(caller, concerned):
        return
    if not concerned:
        raise forbidden(message or _("Cela vaut pour tout le pays : il faut un compte qui voit toutes les régions."))
    raise forbidden(message or _("Cela concerne aussi des régions qui ne sont pas les vôtres."))
