"""Set how a programme generates its cycles, and generate those that are due."""

import logging
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from config.caller import Caller
from config.errors.problems import Problem, conflict, invalid, invalid_status
from config.locks import Lock, lock_row
from registry.projects.api import filter_open_projects, require_writable
from transfers.cycles.models import Cycle, ModeGeneration, Recurrence
from transfers.cycles.recurrence import queries
from transfers.cycles.services import insert_cycle
from transfers.cycles.types import Period
from transfers.programmes.api import lock_running_programme, require_programme_reach
from transfers.programmes.models import Programme, Statut

logger = logging.getLogger(__name__)
# What a generated cycle may take over from the one before.
INHERITABLE: Final = ("montantParBeneficiaire", "niveauxRequis")


@transaction.atomic
def set_recurrence(*, programme_id: UUID, values: dict[str, Any], user: Caller) -> Recurrence:
    """Change the fields of a programme's recurrence that were sent.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS for a closed programme, VALIDATION_ERROR when it is
    switched on without a frequency or a day.
    """
    programme = lock_row(Lock.PROGRAMMES, Programme.objects.filter(id=programme_id))
    require_programme_reach(programme, user)
    require_writable(programme.projet)
    if programme.statut == Statut.CLOTURE:
        raise invalid_status(_("Ce programme est clôturé."))
    recurrence = queries.get_recurrence(programme)
    for name, value in values.items():
        setattr(recurrence, name, value)
    if recurrence.active:
        recurrence.frequence_paiement = recurrence.frequence_paiement or programme.frequence_paiement
        missing = {
            "frequencePaiement": recurrence.frequence_paiement is None,
            "jourGeneration": recurrence.jour_generation is None,
        }
        if any(missing.values()):
            raise invalid(
                {name: [_("Nécessaire pour générer des cycles.")] for name, lacks in missing.items() if lacks}
            )
    recurrence.save()
    return recurrence


@transaction.atomic
def generate_cycle(*, programme_id: UUID, force: bool, user: Caller) -> Cycle:
    """Generate the cycle of the period that is due now.

    When it has one, `force` makes a supplementary cycle of it; before the first period is due, `force` makes the first
    cycle. Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS, CONFLICT, VALIDATION_ERROR without an amount.
    """
    programme = lock_running_programme(programme_id, user)
    recurrence = queries.get_recurrence(programme)
    number = queries.find_due_period_number(recurrence, timezone.localdate())
    if number < 0 and not force:
        raise conflict(_("Aucune période n'est encore due."))
    period = queries.find_period(recurrence, max(number, 0))
    if period is None:
        raise invalid_status(_("Le programme a pris fin."))
    is_taken = queries.has_regular_cycle(programme, period)
    if is_taken and not force:
        raise conflict(_("Cette période a déjà son cycle."))
    return _insert_period_cycle(recurrence, period, supplementary=is_taken, author_id=user.id)


def _insert_period_cycle(
    recurrence: Recurrence, period: Period, *, supplementary: bool, author_id: UUID | None
) -> Cycle:
    """Insert the cycle of a period of a locked programme, and remember it as the last generated one."""
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
    recurrence.save()
    return cycle


def generate_due_cycles(today: date | None = None) -> int:
    """Generate what is due of each automatic programme, in order, and notify once of each semi-automatic one.

    Programmes that cannot generate (an amount that lacks) are logged, and keep no other one waiting. Returns the number
    of generated cycles.
    """
    day = today or timezone.localdate()
    running = filter_open_projects(Programme.objects.filter(statut=Statut.ACTIF, recurrence__active=True))
    return sum(_generate_for_programme(programme_id, day) for programme_id in running.values_list("id", flat=True))


def _generate_for_programme(programme_id: UUID, today: date) -> int:
    try:
        with transaction.atomic():
            programme = lock_row(Lock.PROGRAMMES, Programme.objects.filter(id=programme_id))
            recurrence = queries.get_recurrence(programme)
            periods = queries.list_due_periods(recurrence, today) if recurrence.active else []
            if recurrence.mode_generation == ModeGeneration.SEMI_AUTOMATIQUE:
                _notify_of_period(recurrence, periods)
                return 0
            for period in periods:
                _insert_period_cycle(recurrence, period, supplementary=False, author_id=None)
            return len(periods)
    except Problem as problem:
        logger.warning("programme %s generates no cycle: %s", programme_id, problem.message)
        return 0


def _notify_of_period(recurrence: Recurrence, periods: list[Period]) -> None:
    """Notify those who create cycles of the latest period that is due, once."""
    if not periods or recurrence.notifie_pour == periods[-1].debut:
        return
    recurrence.notifie_pour = periods[-1].debut
    recurrence.save(update_fields=["notifie_pour"])
    regions = list(recurrence.programme.regions_eligibles.values_list("region_id", flat=True))
    notify(
        holders_of="transferts.creer",
        region_ids=regions or None,
        category="paiement",
        type="info",
        title=lazy("Un cycle de paiement est à générer"),
        message=lazy("Programme %(code)s : la période du %(first)s attend son cycle."),
        params={"code": recurrence.programme.code, "first": periods[-1].debut.isoformat()},
        link="/programmes",
        data={"programmeId": str(recurrence.programme_id)},
    )
