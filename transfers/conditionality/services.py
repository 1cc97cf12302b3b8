"""Create, change and delete conditionalities, under the lock of their programme."""

from collections.abc import Callable
from copy import copy
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.deletion import delete_unreferenced_row
from config.errors.problems import invalid, not_found
from config.errors.uniqueness import raise_duplicate_code
from config.locks import Lock, lock_rows
from transfers.conditionality.models import Conditionality, Effect
from transfers.programmes.api import lock_open_programme

# What a household is given notice of: more of it needs another notice.
NOTICED_FIELDS: Final = frozenset({"effet", "taux_reduction", "delai_recours_jours", "actif"})


def _require_reduction(row: Conditionality) -> None:
    """Raise VALIDATION_ERROR unless a reduction, and nothing else, says how much it takes away."""
    if row.effet == Effect.REDUCTION and row.taux_reduction is None:
        raise invalid({"tauxReduction": [_("Indiquez de combien le montant est réduit.")]})
    if row.effet != Effect.REDUCTION and row.taux_reduction is not None:
        raise invalid({"tauxReduction": [_("Seule une réduction a un taux.")]})


@transaction.atomic
def create_conditionality(*, programme_id: UUID, values: dict[str, Any], user: Caller) -> Conditionality:
    """Create a conditionality of a programme, which is one with conditionalities from then on.

    Raises NOT_FOUND, FORBIDDEN (the programme concerns more than the user's regions), READ_ONLY_PROJECT,
    INVALID_STATUS for a closed programme, VALIDATION_ERROR, DUPLICATE_CODE (409).
    """
    programme = lock_open_programme(programme_id, user)
    row = Conditionality(**values | {"programme": programme})
    _require_reduction(row)
    with raise_duplicate_code("code", _("Ce code est déjà celui d'une conditionnalité du programme.")):
        row.save(force_insert=True)
    if not programme.avec_conditionnalites:
        programme.avec_conditionnalites = True
        programme.save(update_fields=["avec_conditionnalites", "updated_at"])
    return row


def _lock_conditionality(row: Conditionality, user: Caller, require: Callable[[Any], None]) -> Conditionality:
    """Lock the programme of a conditionality, and return the conditionality as it is now."""
    lock_open_programme(row.programme_id, user)
    current = Conditionality.objects.filter(id=row.id).first()
    if current is None:
        raise not_found()
    require(current)
    return current


def _weigh_cut(row: Conditionality) -> int:
    """Return what a conditionality takes away of an amount, in percent."""
    return 100 if row.effet == Effect.SUSPENSION else row.taux_reduction or 0


def _is_graver(before: Conditionality, after: Conditionality) -> bool:
    """Return whether a conditionality cuts now what it did not, more than it did, or sooner."""
    if not after.actif or not _weigh_cut(after):
        return False
    is_sooner = after.delai_recours_jours < before.delai_recours_jours
    return not before.actif or _weigh_cut(after) > _weigh_cut(before) or is_sooner


def _withdraw_notices(row: Conditionality) -> int:
    """Take back the notices of what the conditionality did before; return how many households need another one."""
    noticed = row.verifications.filter(statut="non_conforme", date_avis__isnull=False)
    return noticed.update(date_avis=None, avis_par=None, updated_at=timezone.now())


@transaction.atomic
def change_conditionality(
    *, row: Conditionality, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> tuple[Conditionality, int]:
    """Change the fields that were sent. One that gets graver touches no amount before another notice.

    Return it with the number of notices that count no more. Raises the errors of `create_conditionality`, and CONFLICT.
    """
    if NOTICED_FIELDS & values.keys():
        len(lock_rows(Lock.HOUSEHOLD_RECORDS, row.verifications.filter(date_avis__isnull=False)).values_list("id"))
    current = _lock_conditionality(row, user, require)
    before = copy(current)
    for name, value in values.items():
        setattr(current, name, value)
    _require_reduction(current)
    with raise_duplicate_code("code", _("Ce code est déjà celui d'une conditionnalité du programme.")):
        current.save(update_fields=[*values, "updated_at"])
    return current, _withdraw_notices(current) if _is_graver(before, current) else 0


@transaction.atomic
def delete_conditionality(*, row: Conditionality, user: Caller, require: Callable[[Any], None]) -> None:
    """Delete a conditionality that was never checked. Raises HAS_DEPENDENCIES, and as `change_conditionality`."""
    delete_unreferenced_row(_lock_conditionality(row, user, require))
