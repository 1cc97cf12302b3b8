"""Create, change and delete conditionalities, under the lock of their programme."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from config.caller import Caller
from config.deletion import delete_unreferenced_row
from config.errors.problems import invalid, not_found
from config.errors.uniqueness import raise_duplicate_code
from transfers.conditionality.models import Conditionality, Effect
from transfers.programmes.api import lock_open_programme


def _require_reduction(row: Conditionality) -> None:
    """Raise VALIDATION_ERROR unless a reduction, and nothing else, says how much it takes away."""
    if row.effet == Effect.REDUCTION and row.taux_reduction is None:
        raise invalid({"tauxReduction": [_("Indiquez de combien le montant est réduit.")]})
    if row.effet != Effect.REDUCTION and row.taux_reduction is not None:
        raise invalid({"tauxReduction": [_("Seule une réduction a un taux.")]})


@transaction.atomic
def create_conditionality(*, programme_id: UUID, values: dict[str, Any], user: Caller) -> Conditionality:
    """Create a conditionality of a programme.

    Raises NOT_FOUND, FORBIDDEN (the programme concerns more than the user's regions), READ_ONLY_PROJECT,
    INVALID_STATUS for a closed programme, VALIDATION_ERROR, DUPLICATE_CODE (409).
    """
    programme = lock_open_programme(programme_id, user)
    row = Conditionality(**values | {"programme": programme})
    _require_reduction(row)
    with raise_duplicate_code("code", _("Ce code est déjà celui d'une conditionnalité du programme.")):
        row.save(force_insert=True)
    return row


def _lock_conditionality(row: Conditionality, user: Caller, require: Callable[[Any], None]) -> Conditionality:
    """Lock the programme of a conditionality, and return the conditionality as it is now."""
    lock_open_programme(row.programme_id, user)
    current = Conditionality.objects.filter(id=row.id).first()
    if current is None:
        raise not_found()
    require(current)
    return current


@transaction.atomic
def change_conditionality(
    *, row: Conditionality, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> Conditionality:
    """Change the fields that were sent. Raises the errors of `create_conditionality`, and CONFLICT."""
    current = _lock_conditionality(row, user, require)
    for name, value in values.items():
        setattr(current, name, value)
    _require_reduction(current)
    with raise_duplicate_code("code", _("Ce code est déjà celui d'une conditionnalité du programme.")):
        current.save(update_fields=[*values, "updated_at"])
    return current


@transaction.atomic
def delete_conditionality(*, row: Conditionality, user: Caller, require: Callable[[Any], None]) -> None:
    """Delete a conditionality that was never checked. Raises HAS_DEPENDENCIES, and as `change_conditionality`."""
    delete_unreferenced_row(_lock_conditionality(row, user, require))
