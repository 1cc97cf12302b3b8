"""Set how a programme generates its cycles, and generate those that are due."""

import logging
from collections.abc import Callable
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from config.caller import Caller
from config.errors.problems import Problem, conflict, invalid, invalid_status
from config.locks import Lock, lock_rows
from registry.projects.api import filter_open_projects
from transfers.cycles.models import Cycle, ModeGeneration, Recurrence
from transfers.cycles.recurrence import queries
from transfers.cycles.services import insert_cycle
from transfers.cycles.types import Period
from transfers.programmes.api import lock_open_programme, lock_paying_programme
from transfers.programmes.models import Programme, Statut

logger = logging.getLogger(__name__)
# What a generated cycle may take over from the one before.
INHERITABLE: Final = ("montantParBeneficiaire", "niveauxRequis")
WAITING: Final = (
    lazy("Un cycle de paiement est à générer"),
    lazy("Programme %(code)s : la période du %(first)s attend son cycle."),
)
FAILED: Final = (
    lazy("Un cycle de paiement n'a pas pu être généré"),
    lazy("Programme %(code)s : générez le cycle de la période du %(first)s à la main pour en connaître la raison."),
)


@transaction.atomic
def set_recurrence(
    *, programme_id: UUID, values: dict[str, Any], user: Caller, require: Callable[[Recurrence], None]
) -> Recurrence:
    """Change the fields of a programme's recurrence that were sent.

    `require` checks the row under the lock of its programme (If-Match). Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT,
    INVALID_STATUS for a closed programme, VALIDATION_ERROR when it is switched on without a frequency or a day.
    """
    programme = lock_open_programme(programme_id, user)
    recurrence = queries.get_recurrence(programme)
    require(recurrence)
    was_active = recurrence.active
    for name, value in values.items():
        setattr(recurrence, name, value)
    if recurrence.active:
        recurrence.frequence_paiement = recurrence.frequence_paiement or programme.frequence_paiement
        _require_complete(recurrence)
        if not was_active:
            recurrence.genere_pour = None
    recurrence.save()
    return recurrence


def _require_complete(recurrence: Recurrence) -> None:
    """Raise VALIDATION_ERROR when an active recurrence does not say when."""
    missing = {
        "frequencePaiement": recurrence.frequence_paiement is None,
        "jourGeneration": recurrence.jour_generation is None,
    }
    if any(missing.values()):
        raise invalid({name: [_("Nécessaire pour générer des cycles.")] for name, lacks in missing.items() if lacks})


@transaction.atomic
def generate_cycle(*, programme_id: UUID, force: bool, user: Caller) -> Cycle:
    """Generate the cycle of the first period that is due and has none.

    When all have theirs, `force` makes a supplementary cycle of the latest one; before the first period is due, `force`
    makes its cycle. Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS, CONFLICT, VALIDATION_ERROR without
    an amount.
    """
    programme = lock_paying_programme(programme_id, user)
    recurrence = queries.get_recurrence(programme)
    today = timezone.localdate()
    missing = queries.list_missing_periods(recurrence, today)
    period = missing[0] if missing else queries.find_latest_period(recurrence, today)
    is_over = programme.date_fin is not None and programme.date_fin < today
    if period is None or (is_over and not missing):
        raise invalid_status(_("Le programme a pris fin."))
    if not missing and not force:
        raise conflict(_describe_refusal(recurrence, today))
    is_taken = queries.has_regular_cycle(programme, period)
    return _insert_period_cycle(recurrence, period, supplementary=is_taken, author_id=user.id)


def _describe_refusal(recurrence: Recurrence, today: date) -> str:
    if queries.find_due_period_number(recurrence, today) < 0:
        return _("Aucune période n'est encore due.")
    return _("Cette période a déjà son cycle.")


def _insert_period_cycle(
    recurrence: Recurrence, period: Period, *, supplementary: bool, author_id: UUID | None
) -> Cycle:
    """Insert the cycle of a period of a locked programme, and remember it as the latest generated one."""
    last = queries.find_last_cycle(recurrence.programme)
    values: dict[str, Any] = {
        "date_debut": period.debut,
        "date_fin": period.fin,
        "montant_par_beneficiaire": queries.find_amount(recurrence),
    }
    if "niveauxRequis" in recurrence.parametres_heritables and last is not None:
        values["niveaux_requis"] = max(last.niveaux_requis, recurrence.programme.niveaux_requis)
    cycle = insert_cycle(
        programme=recurrence.programme, values=values, supplementary=supplementary, author_id=author_id
    )
    recurrence.dernier_cycle = cycle
    recurrence.genere_pour = max(period.debut, recurrence.genere_pour or period.debut)
    recurrence.save()
    return cycle


def generate_due_cycles(today: date | None = None) -> int:
    """Generate what is due of each automatic programme, in order, and notify once of each semi-automatic one.

    A programme that cannot generate (its amount is missing) is notified of once, too, and keeps no other one waiting; nor
    does one that the database refuses, whose error is raised after the others. Returns the number of generated cycles.
    """
    day = today or timezone.localdate()
    running = filter_open_projects(Programme.objects.filter(statut=Statut.ACTIF, recurrence__active=True))
    generated, refused = 0, None
    for programme_id in running.values_list("id", flat=True):
        try:
            generated += _generate_for_programme(programme_id, day)
        except DatabaseError as error:
            logger.exception("programme %s generates no cycle", programme_id)
            refused = refused or error
    if refused is not None:
        raise refused
    return generated


def _generate_for_programme(programme_id: UUID, today: date) -> int:
    try:
        return _generate_periods(programme_id, today)
    except Problem as problem:
        logger.warning("programme %s generates no cycle: %s", programme_id, problem.message)
    _announce_failure(programme_id, today)
    return 0


@transaction.atomic
def _generate_periods(programme_id: UUID, today: date) -> int:
    """Generate the periods of one programme that are due and never were generated, or notify of the latest one."""
    recurrence = _lock_active_recurrence(programme_id)
    if recurrence is None:
        return 0
    periods = queries.list_missing_periods(recurrence, today)
    if recurrence.mode_generation == ModeGeneration.SEMI_AUTOMATIQUE:
        _notify_of_periods(recurrence, periods, WAITING)
        return 0
    # A generated cycle that somebody has deleted stays deleted.
    done = recurrence.genere_pour
    wanted = [period for period in periods if done is None or period.debut > done]
    for period in wanted:
        _insert_period_cycle(recurrence, period, supplementary=False, author_id=None)
    return len(wanted)


@transaction.atomic
def _announce_failure(programme_id: UUID, today: date) -> None:
    recurrence = _lock_active_recurrence(programme_id)
    if recurrence is not None:
        _notify_of_periods(recurrence, queries.list_missing_periods(recurrence, today), FAILED)


def _lock_active_recurrence(programme_id: UUID) -> Recurrence | None:
    """Lock a programme, and return its recurrence; None when it does not run or recur any more."""
    running = Programme.objects.filter(id=programme_id, statut=Statut.ACTIF)
    programme = lock_rows(Lock.PROGRAMMES, running).first()
    recurrence = queries.get_recurrence(programme) if programme else None
    return recurrence if recurrence and recurrence.active else None


def _notify_of_periods(recurrence: Recurrence, periods: list[Period], texts: tuple[Any, Any]) -> None:
    """Notify those who create cycles of the latest of these periods, once."""
    if not periods or recurrence.notifie_pour == periods[-1].debut:
        return
    recurrence.notifie_pour = periods[-1].debut
    recurrence.save(update_fields=["notifie_pour"])
    regions = list(recurrence.programme.regions_eligibles.values_list("region_id", flat=True))
    title, message = texts
    notify(
        holders_of="transferts.creer",
        region_ids=regions or None,
        category="paiement",
        type="info",
        title=title,
        message=message,
        params={"code": recurrence.programme.code, "first": periods[-1].debut.isoformat()},
        link="/programmes",
        data={"programmeId": str(recurrence.programme_id)},
    )
