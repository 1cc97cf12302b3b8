"""Create, change and delete cycles."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from config.caller import Caller, require_reach
from config.deletion import delete_owned_rows, delete_unreferenced_row
from config.errors.problems import conflict, invalid, invalid_status
from config.errors.uniqueness import raise_duplicate_code
from config.locks import Lock, lock_row
from registry.projects.api import require_writable
from transfers.cycles.hooks import calculation_resets
from transfers.cycles.models import CALCULATION_FIELDS, Cycle, PaymentTotal, Recurrence, StatutValidation
from transfers.cycles.queries import find_free_code, find_next_number, list_paid_regions
from transfers.cycles.rules import MONTHS, add_months
from transfers.cycles.states import EDITABLE_STATUSES
from transfers.programmes.api import lock_paying_programme, require_programme_reach
from transfers.programmes.models import Frequence, Programme, Statut

PERIOD: Final = frozenset({"date_debut", "date_fin"})
# Changing one of these makes a calculated list wrong: payments are numbered by the code.
CALCULATED_FROM: Final = PERIOD | {"code", "montant_par_beneficiaire"}
TAKEN_PERIOD: Final = lazy("Cette période a déjà son cycle. Un cycle supplémentaire se demande expressément.")


@transaction.atomic
def create_cycle(*, programme_id: UUID, values: dict[str, Any], supplementary: bool, user: Caller) -> Cycle:
    """Create a cycle of an active programme, or of a period that an ended one still has to pay, as a draft.

    Without a last day it takes the programme's frequency, without an amount the programme's. Raises NOT_FOUND,
    FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS (a programme that does not pay, or has all its cycles), CONFLICT (the
    period has its cycle), DUPLICATE_CODE (409), VALIDATION_ERROR.
    """
    programme = lock_paying_programme(programme_id, user)
    return insert_cycle(programme=programme, values=values, supplementary=supplementary, author_id=user.id)


def insert_cycle(*, programme: Programme, values: dict[str, Any], supplementary: bool, author_id: UUID | None) -> Cycle:
    """Insert a cycle of a locked programme. Raises CONFLICT, DUPLICATE_CODE, VALIDATION_ERROR, INVALID_STATUS."""
    first = values["date_debut"]
    months = MONTHS[Frequence(programme.frequence_paiement or Frequence.MENSUEL)]
    last = values.get("date_fin") or add_months(first, months) - timedelta(days=1)
    amount = values.get("montant_par_beneficiaire") or programme.montant_par_beneficiaire
    if not amount:
        raise invalid({"montantParBeneficiaire": [_("Le programme n'a pas de montant : indiquez-le.")]})
    if last < first:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})
    _require_within_programme(programme, first, last)
    period = _find_regular_cycle(programme, first, last) if supplementary else None
    if period is None:
        _require_planned(programme)
    number = find_next_number(programme)
    cycle = Cycle(
        programme=programme,
        code=values.get("code") or find_free_code(programme, number),
        nom=values.get("nom") or _("Cycle %(number)d") % {"number": number},
        numero_sequence=number,
        date_debut=first,
        date_fin=last,
        periode=period,
        montant_par_beneficiaire=amount,
        niveaux_requis=values.get("niveaux_requis") or programme.niveaux_requis,
        cree_par_id=author_id,
    )
    _save_cycle(cycle, force_insert=True)
    return cycle


def _require_within_programme(programme: Programme, first: Any, last: Any) -> None:
    """Raise VALIDATION_ERROR for a period that leaves the days of its programme."""
    if first < programme.date_debut:
        raise invalid({"dateDebut": [_("Le programme ne commence que plus tard.")]})
    if programme.date_fin and last > programme.date_fin:
        raise invalid({"dateFin": [_("Le programme prend fin plus tôt.")]})


def _require_planned(programme: Programme) -> None:
    """Raise INVALID_STATUS when a programme has ended and all its planned cycles exist: no period is owed any more."""
    planned = programme.nombre_cycles_prevus
    if programme.statut != Statut.TERMINE or planned is None:
        return
    if programme.cycles.filter(periode__isnull=True).count() >= planned:
        raise invalid_status(_("Le programme est terminé, et tous ses cycles prévus existent."))


def _find_regular_cycle(programme: Programme, first: Any, last: Any) -> Cycle | None:
    """Return the regular cycle of a period, or None: then the new one is the regular one.

    Raises CONFLICT when the period lies across several: nobody could tell in which one a household was paid.
    """
    found = list(programme.cycles.filter(periode__isnull=True, date_debut__lte=last, date_fin__gte=first)[:2])
    if len(found) > 1:
        raise conflict(_("Ces dates touchent plusieurs périodes."))
    return found[0] if found else None


def _save_cycle(cycle: Cycle, **how: Any) -> None:
    """Save a cycle. Raises DUPLICATE_CODE, CONFLICT."""
    try:
        with raise_duplicate_code("transfers_cycle_code", _("Ce code de cycle est déjà utilisé.")):
            cycle.save(**how)
    except IntegrityError as error:
        if "cycle_periode_once" not in str(error):
            raise
        raise conflict(TAKEN_PERIOD) from error


def lock_editable_cycle(*, cycle_id: UUID, user: Caller, require: Callable[[Cycle], None]) -> Cycle:
    """Lock a cycle that may be changed now, and return it with its programme and project.

    A rejected one becomes a draft again, in the next round of validation. Raises NOT_FOUND, FORBIDDEN (it concerns
    more than the caller's regions), READ_ONLY_PROJECT, INVALID_STATUS.
    """
    current = lock_row(Lock.CYCLES, Cycle.objects.filter(id=cycle_id).select_related("programme__projet"))
    require(current)
    require_cycle_reach(current, user)
    require_writable(current.programme.projet)
    if current.statut_validation not in EDITABLE_STATUSES:
        raise invalid_status(_("Un cycle soumis ne change plus : rejetez-le ou réinitialisez sa validation d'abord."))
    if current.statut_validation == StatutValidation.REJETE:
        reopen_cycle(current)
    return current


def reopen_cycle(cycle: Cycle) -> None:
    """Make a locked cycle a draft in the next round of validation."""
    cycle.statut_validation, cycle.niveau_validation = StatutValidation.BROUILLON, 0
    cycle.tour_validation += 1
    cycle.empreinte, cycle.soumis_par = None, None
    cycle.save(
        update_fields=[
            "statut_validation",
            "niveau_validation",
            "tour_validation",
            "empreinte",
            "soumis_par",
            "updated_at",
        ]
    )


def require_cycle_reach(cycle: Cycle, user: Caller) -> None:
    """Raise FORBIDDEN when the cycle pays, or its programme concerns, more than the caller's regions."""
    require_programme_reach(cycle.programme, user)
    if PaymentTotal.objects.filter(cycle=cycle, nombre__gt=0).exists():
        require_reach(user, list_paid_regions(cycle))


@transaction.atomic
def change_cycle(*, cycle: Cycle, values: dict[str, Any], user: Caller, require: Callable[[Cycle], None]) -> Cycle:
    """Change the fields that were sent. Another period, amount or code drops what was calculated.

    Raises as `lock_editable_cycle` does, and CONFLICT, DUPLICATE_CODE, VALIDATION_ERROR.
    """
    _lock_programme(cycle)
    current = lock_editable_cycle(cycle_id=cycle.id, user=user, require=require)
    changed = {name for name, value in values.items() if getattr(current, name) != value}
    for name, value in values.items():
        setattr(current, name, value)
    if current.date_fin < current.date_debut:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})
    _require_within_programme(current.programme, current.date_debut, current.date_fin)
    if changed & PERIOD:
        _move_supplementary(current)
    if changed & CALCULATED_FROM:
        reset_calculation(current)
    _save_cycle(current, update_fields={*values, "periode", *CALCULATION_FIELDS, "updated_at"})
    return current


def _lock_programme(cycle: Cycle) -> None:
    """Lock the programme of a cycle, as everything does that decides which cycle a period has."""
    lock_row(Lock.PROGRAMMES, Programme.objects.filter(id=cycle.programme_id))


def _move_supplementary(cycle: Cycle) -> None:
    """Find the period again of a locked cycle whose days have changed. Raises CONFLICT."""
    if cycle.supplementaires.exists():
        raise conflict(_("Ce cycle a des cycles supplémentaires : ses dates ne changent plus."))
    if cycle.periode_id:
        cycle.periode = _find_regular_cycle(cycle.programme, cycle.date_debut, cycle.date_fin)
        if cycle.periode is None:
            raise conflict(_("Ces dates ne touchent aucune période : un cycle supplémentaire en complète une."))


def reset_calculation(cycle: Cycle) -> None:
    """Drop what was calculated of a locked cycle; the caller saves it."""
    for drop in calculation_resets.values():
        drop(cycle)
    cycle.calcule_par, cycle.calcule_le, cycle.calcule_operateur = None, None, None


@transaction.atomic
def delete_cycle(*, cycle: Cycle, user: Caller, require: Callable[[Cycle], None]) -> None:
    """Delete a draft with its calculated payments.

    Raises as `lock_editable_cycle` does, and HAS_DEPENDENCIES for one that was submitted before: its history stays.
    """
    _lock_programme(cycle)
    current = lock_editable_cycle(cycle_id=cycle.id, user=user, require=require)
    reset_calculation(current)
    delete_owned_rows(current)
    Recurrence.objects.filter(dernier_cycle=current).update(dernier_cycle=None)
    delete_unreferenced_row(current)
