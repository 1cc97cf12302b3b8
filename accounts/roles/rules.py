"""Translate the database's constraints on roles and users into problems."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from config.errors.problems import Problem, conflict, forbidden, invalid_status


@contextmanager
def raise_constraint_problems() -> Iterator[None]:
    """Run the block in a transaction and raise violated constraints as problems.

    INVALID_STATUS for the last administrator, CONFLICT for incompatible roles or a repeated grant, DUPLICATE_CODE for a
    role code, e-mail address or incompatibility that exists already. Other IntegrityErrors pass.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        problem = _find_constraint_problem(getattr(getattr(error.__cause__, "diag", None), "constraint_name", "") or "")
        if problem is None:
            raise
        raise problem from error


def _find_constraint_problem(constraint: str) -> Problem | None:
    if constraint == "last_administrator":
        return invalid_status(_("Le dernier administrateur actif doit le rester."))
    if constraint == "roles_incompatible":
        return conflict(_("Ces deux rôles sont incompatibles : une même personne ne peut pas les avoir."))
    if constraint == "incompatibility_once":
        return Problem("DUPLICATE_CODE", _("Ces deux rôles sont déjà déclarés incompatibles."))
    if constraint.startswith("accounts_role_code"):
        return Problem("DUPLICATE_CODE", _("Ce code de rôle est déjà utilisé."))
    if constraint.startswith(("accounts_user_email", "user_email")):
        return Problem("DUPLICATE_CODE", _("Cette adresse a déjà un compte."))
    if constraint == "role_grant_once":
        return conflict(_("Cet utilisateur a déjà ce rôle."))
    return None


def require_permissions(caller: Any, keys: Iterable[str]) -> None:
    """Raise FORBIDDEN unless the caller holds every key: nobody grants or revokes permissions they do not have."""
    if not caller.permissions.issuperset(keys):
        raise forbidden(_("Vous ne pouvez pas accorder ni retirer une permission que vous n'avez pas."))
