"""Create, change, publish and end PMT methods.

Drafts can be changed freely, published versions never: a new version is a new row.
"""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors.problems import Problem, invalid, invalid_status
from config.ids import uuid7
from config.locks import Lock, lock_row, lock_rows
from registry.pmt.formula.definition import Definition, parse_definition
from registry.pmt.models import PmtMethod
from registry.pmt.queries import compute_next_version, find_unknown_places

FORMULA_COLUMNS = ("intercept", "termes", "transformation", "seuils", "seuil_pauvrete")
Statut = PmtMethod.Statut
# Checks a locked version and raises CONFLICT when the caller has read another one (If-Match).
Require = Callable[[PmtMethod], None]


def accept_any_version(method: PmtMethod) -> None:
    """Accept any version: used for requests without If-Match."""


def validate_definition(values: dict[str, Any]) -> Definition:
    """Return the definition in `values`, after checking that its places exist.

    Raises VALIDATION_ERROR naming every fault.
    """
    definition = parse_definition(values)
    unknown = find_unknown_places(definition)
    if unknown:
        raise invalid(
            {
                path: [_("Ces codes n'existent pas : %(codes)s.") % {"codes": ", ".join(codes[:10])}]
                for path, codes in unknown.items()
            }
        )
    return definition


@transaction.atomic
def create_method(*, values: dict[str, Any]) -> PmtMethod:
    """Create a method as the draft of its version 1. Raises VALIDATION_ERROR."""
    formula = validate_definition(values).to_columns()
    method_id = uuid7()
    return PmtMethod.objects.create(id=method_id, famille=method_id, version=1, **{**values, **formula})


def _lock_method(method: PmtMethod, require: Require) -> PmtMethod:
    """Lock a method, return its current row and call `require` with it (If-Match).

    Raises NOT_FOUND when it has been deleted meanwhile.
    """
    found = lock_row(Lock.PMT_METHODS, PmtMethod.objects.filter(id=method.id), no_key=False)
    require(found)
    return found


def _lock_draft(method: PmtMethod, require: Require) -> PmtMethod:
    """Lock a draft as `_lock_method` does. Raises INVALID_STATUS when it is published."""
    found = _lock_method(method, require)
    if found.statut != Statut.BROUILLON:
        raise invalid_status(_("Une version publiée ne change plus : créez-en une nouvelle version."))
    return found


@transaction.atomic
def update_method(*, method: PmtMethod, values: dict[str, Any], require: Require = accept_any_version) -> PmtMethod:
    """Change some fields of a draft. Raises VALIDATION_ERROR, and INVALID_STATUS for a published version."""
    found = _lock_draft(method, require)
    formula = validate_definition({name: getattr(found, name) for name in FORMULA_COLUMNS} | values).to_columns()
    for name, value in {**values, **formula}.items():
        setattr(found, name, value)
    found.save()
    return found


@transaction.atomic
def delete_method(*, method: PmtMethod, require: Require = accept_any_version) -> None:
    """Delete a draft, with which nothing has been scored. Raises INVALID_STATUS for a published version."""
    _lock_draft(method, require).delete()


@transaction.atomic
def create_new_version(*, method: PmtMethod) -> PmtMethod:
    """Create a draft of the next version, as a copy of `method` without dates."""
    copied = {name: getattr(method, name) for name in (*FORMULA_COLUMNS, "nom", "description", "par_defaut")}
    # The row of the first version is the lock of the whole method: two concurrent requests get two version numbers.
    lock_rows(Lock.PMT_METHODS, PmtMethod.objects.filter(famille=method.famille, version=1), no_key=False).first()
    return PmtMethod.objects.create(famille=method.famille, version=compute_next_version(method.famille), **copied)


@transaction.atomic
def publish_method(*, method: PmtMethod, require: Require = accept_any_version) -> PmtMethod:
    """Publish a draft from its first day (today when it has none), and end the previous version the day before.

    Raises INVALID_STATUS when it is already published, CONSTRAINT_VIOLATION (422) when its days overlap those of
    another published version of its method, or of another default method.
    """
    found = _lock_draft(method, require)
    validate_definition({name: getattr(found, name) for name in FORMULA_COLUMNS})
    found.date_debut = found.date_debut or timezone.localdate()
    found.statut, found.published_at = Statut.PUBLIEE, timezone.now()
    try:
        with transaction.atomic():
            _end_predecessors(found, found.date_debut)
            found.save()
    except IntegrityError as error:
        raise Problem("CONSTRAINT_VIOLATION", _describe_overlap(str(error))) from error
    return found


def _end_predecessors(method: PmtMethod, start: date) -> None:
    """End open-ended versions which began before `start`.

    These are the previous version of the method and, for a default method, the previous default.
    """
    if start == date.min:
        return
    open_ended = PmtMethod.objects.filter(statut=Statut.PUBLIEE, date_fin__isnull=True, date_debut__lt=start)
    day_before = start - timedelta(days=1)
    open_ended.filter(famille=method.famille).update(date_fin=day_before, updated_at=timezone.now())
    if method.par_defaut:
        open_ended.filter(par_defaut=True).update(date_fin=day_before, updated_at=timezone.now())


def _describe_overlap(constraint_error: str) -> str:
    if "pmt_one_default_a_day" in constraint_error:
        return _("Une autre méthode par défaut est publiée pour ces dates.")
    if "pmt_one_version_a_day" in constraint_error:
        return _("Une autre version de cette méthode est publiée pour ces dates.")
    return _("La date de fin précède la date de début.")


@transaction.atomic
def end_method(*, method: PmtMethod, last_day: date, require: Require = accept_any_version) -> PmtMethod:
    """Set the last day of a published version.

    Raises INVALID_STATUS for a draft, VALIDATION_ERROR for a day before its first, CONSTRAINT_VIOLATION when the
    extended period would overlap that of another version.
    """
    found = _lock_method(method, require)
    if found.statut != Statut.PUBLIEE or found.date_debut is None:
        raise invalid_status(_("Seule une version publiée a une fin."))
    if last_day < found.date_debut:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})
    found.date_fin = last_day
    try:
        with transaction.atomic():
            found.save(update_fields=["date_fin", "updated_at"])
    except IntegrityError as error:
        raise Problem("CONSTRAINT_VIOLATION", _describe_overlap(str(error))) from error
    return found
