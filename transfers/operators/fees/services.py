"""Create, change and deactivate tranches, and lock those by which fees are applied.

A tranche by which the fees of a payment were set keeps its amounts: a change makes its successor.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from config.caller import Caller
from config.errors.problems import Problem, invalid
from config.ids import uuid7
from config.locks import Lock, lock_row, lock_rows
from transfers.operators.fees.queries import filter_schedule_operators, refuse_operator
from transfers.operators.models import FeeTranche, Operator

AMOUNT_FIELDS: Final = ("montant_min", "montant_max", "taxe_administrative", "frais_retrait")
# Constraints that a write may break, each with the field and the sentence of the refusal.
REFUSALS: Final = {
    "tranche_sans_recouvrement": (
        "montantMin",
        lazy("Une autre tranche active contient déjà une partie de ces montants."),
    ),
    "tranche_numero_once": ("numeroTranche", lazy("Une autre tranche active porte déjà ce numéro.")),
}


@contextmanager
def _refuse_collisions() -> Iterator[None]:
    """Run a block in a savepoint; raise CONSTRAINT_VIOLATION when a tranche collides with an active one."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        for constraint, (field, sentence) in REFUSALS.items():
            if constraint in str(error):
                raise Problem("CONSTRAINT_VIOLATION", sentence, {field: [sentence]}) from error
        raise


def _check_bounds(tranche: FeeTranche) -> None:
    """Raise VALIDATION_ERROR for a maximum below the minimum, among the values sent and those stored."""
    if tranche.montant_max < tranche.montant_min:
        raise invalid({"montantMax": [_("Le maximum est inférieur au minimum.")]})


def create_tranche(*, operator_code: str, values: dict[str, Any], user: Caller) -> FeeTranche:
    """Create a tranche of an operator that has a schedule of its own.

    Raises VALIDATION_ERROR; CONSTRAINT_VIOLATION for an operator without a schedule of its own, or when an active
    tranche overlaps or has the number.
    """
    operator = filter_schedule_operators().filter(code=operator_code).first()
    if operator is None:
        raise refuse_operator(_("Cet opérateur n'existe pas, ou n'a pas de grille qui lui soit propre."))
    tranche = FeeTranche(operateur=operator, auteur_id=user.id, **values)
    _check_bounds(tranche)
    with _refuse_collisions():
        tranche.save(force_insert=True)
    return tranche


@transaction.atomic
def change_tranche(
    *, tranche_id: UUID, values: dict[str, Any], user: Caller, require: Callable[[FeeTranche], None]
) -> FeeTranche:
    """Change a tranche; `require` checks the row under its lock (If-Match).

    Return the tranche, or its successor when amounts of a used one change: then this one is deactivated.

    Raises NOT_FOUND, VALIDATION_ERROR (also for another operator), CONSTRAINT_VIOLATION.
    """
    current = _lock_tranche(tranche_id, require)
    if values.pop("operateur", current.operateur_id) != current.operateur_id:
        raise invalid({"operateur": [_("L'opérateur d'une tranche ne change pas.")]})
    must_succeed = current.utilisee and any(
        name in values and values[name] != getattr(current, name) for name in AMOUNT_FIELDS
    )
    if must_succeed:
        return _replace_tranche(current, values, user)
    for name, value in values.items():
        setattr(current, name, value)
    _check_bounds(current)
    _save_change(current, *values)
    return current


def _replace_tranche(current: FeeTranche, values: dict[str, Any], user: Caller) -> FeeTranche:
    """Deactivate a tranche and insert its successor with other values."""
    kept = ("operateur_id", "numero_tranche", *AMOUNT_FIELDS, "actif", "description")
    successor = FeeTranche(**{name: getattr(current, name) for name in kept} | values, id=uuid7(), auteur_id=user.id)
    _check_bounds(successor)
    current.actif = False
    _save_change(current, "actif")
    with _refuse_collisions():
        successor.save(force_insert=True)
    return successor


def _save_change(tranche: FeeTranche, *fields: str) -> None:
    tranche.updated_at = timezone.now()
    with _refuse_collisions():
        tranche.save(update_fields={*fields, "updated_at"})


@transaction.atomic
def deactivate_tranche(*, tranche_id: UUID, require: Callable[[FeeTranche], None]) -> None:
    """Deactivate a tranche: no amount is matched to it any more. Repeating it changes nothing. Raises NOT_FOUND."""
    current = _lock_tranche(tranche_id, require)
    if current.actif:
        current.actif = False
        _save_change(current, "actif")


def _lock_tranche(tranche_id: UUID, require: Callable[[FeeTranche], None]) -> FeeTranche:
    current = lock_row(Lock.FEE_TRANCHES, FeeTranche.objects.filter(id=tranche_id))
    require(current)
    return current


def lock_used_tranches(operator: Operator) -> list[FeeTranche]:
    """Lock the active tranches of the schedule that applies to an operator, and return them by amount.

    They count as used from now on: their amounts stay what they are, also after this transaction.
    """
    active = FeeTranche.objects.filter(operateur_id=operator.grille_id, actif=True)
    tranches = sorted(lock_rows(Lock.FEE_TRANCHES, active), key=lambda tranche: tranche.montant_min)
    FeeTranche.objects.filter(id__in=[tranche.id for tranche in tranches if not tranche.utilisee]).update(utilisee=True)
    return tranches


def mark_used_tranches(operators: Iterable[Operator]) -> None:
    """Let the active tranches that apply to some operators count as used: whoever reads them afterwards reads what stays.

    Only those that nobody has used are locked.
    """
    schedules = {operator.grille_id for operator in operators}
    unused = FeeTranche.objects.filter(operateur_id__in=schedules, actif=True, utilisee=False)
    ids = [tranche.id for tranche in lock_rows(Lock.FEE_TRANCHES, unused)]
    FeeTranche.objects.filter(id__in=ids).update(utilisee=True)
