"""Query what a programme generates next."""

from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _

from config.caller import Caller
from transfers.cycles.models import Cycle, Recurrence
from transfers.cycles.queries import find_free_code, find_next_number
from transfers.cycles.rules import compute_generation_day, compute_period, cut_period, find_due_number
from transfers.cycles.types import NextCycle, Period
from transfers.programmes.api import count_principals
from transfers.programmes.models import Frequence, Programme


def get_recurrence(programme: Programme) -> Recurrence:
    """Return the recurrence of a programme, or an inactive one that is not saved."""
    found = Recurrence.objects.filter(programme=programme).first()
    if found is None:
        return Recurrence(programme=programme, updated_at=programme.created_at)
    found.programme = programme
    return found


def find_frequency(recurrence: Recurrence) -> str:
    """Return the recurrence's frequency, the programme's, or monthly."""
    return recurrence.frequence_paiement or recurrence.programme.frequence_paiement or Frequence.MENSUEL


def find_period(recurrence: Recurrence, number: int) -> Period | None:
    """Return a period of a programme, cut at its last day; None when the programme is over by then."""
    programme = recurrence.programme
    return cut_period(compute_period(programme.date_debut, find_frequency(recurrence), number), programme.date_fin)


def find_due_period_number(recurrence: Recurrence, today: date) -> int:
    """Return the number of the latest period whose generation day has come; -1 when none has."""
    return find_due_number(
        recurrence.programme.date_debut,
        find_frequency(recurrence),
        recurrence.jour_generation or 1,
        recurrence.delai_creation_jours or 0,
        today,
        recurrence.programme.date_fin,
    )


def find_latest_period(recurrence: Recurrence, today: date) -> Period | None:
    """Return the latest period that is due, or the first one when none is; None when the programme has none."""
    return find_period(recurrence, max(0, find_due_period_number(recurrence, today)))


def list_regular_periods(programme: Programme, since: date) -> list[Period]:
    """Return the periods of the regular cycles of a programme that end on a day or later."""
    rows = Cycle.objects.filter(programme=programme, periode__isnull=True, date_fin__gte=since)
    return [Period(first, last) for first, last in rows.values_list("date_debut", "date_fin")]


def has_regular_cycle(programme: Programme, period: Period) -> bool:
    """Return whether a regular cycle lies in a period, or touches it."""
    return any(period.overlaps(taken) for taken in list_regular_periods(programme, period.debut))


def list_missing_periods(recurrence: Recurrence, today: date) -> list[Period]:
    """Return the periods that are due and have no cycle, in their order.

    From the latest generated one on none is left out, however long nobody generated. Before it only the latest one is
    due: switching the recurrence on does not pay the past.
    """
    due = find_due_period_number(recurrence, today)
    first = max(0, due)
    while first > 0 and _begins_since(recurrence, first - 1, recurrence.genere_pour):
        first -= 1
    periods = [period for number in range(first, due + 1) if (period := find_period(recurrence, number))]
    taken = list_regular_periods(recurrence.programme, periods[0].debut) if periods else []
    return [period for period in periods if not any(period.overlaps(other) for other in taken)]


def _begins_since(recurrence: Recurrence, number: int, day: date | None) -> bool:
    """Return whether a period begins on a day or later; never without a day."""
    period = compute_period(recurrence.programme.date_debut, find_frequency(recurrence), number)
    return day is not None and period.debut >= day


def find_next_period(recurrence: Recurrence, today: date) -> Period | None:
    """Return the period whose cycle is generated next: the first missing one, else the first free one to come."""
    if missing := list_missing_periods(recurrence, today):
        return missing[0]
    number = find_due_period_number(recurrence, today) + 1
    period = find_period(recurrence, number)
    taken = list_regular_periods(recurrence.programme, period.debut) if period else []
    while period and any(period.overlaps(other) for other in taken):
        number += 1
        period = find_period(recurrence, number)
    return period


def find_next_date(recurrence: Recurrence, today: date) -> date | None:
    """Return the day on which the next cycle is generated: past when it is due already; None when nothing recurs."""
    period = find_next_period(recurrence, today) if recurrence.active else None
    if period is None:
        return None
    return compute_generation_day(period, recurrence.jour_generation or 1, recurrence.delai_creation_jours or 0)


def find_last_cycle(programme: Programme) -> Cycle | None:
    """Return the latest regular cycle of a programme."""
    return Cycle.objects.filter(programme=programme, periode__isnull=True).order_by("-date_debut").first()


def preview_cycle(recurrence: Recurrence, user: Caller, today: date) -> NextCycle | None:
    """Return the cycle that would be generated now, or next; None after the programme's end."""
    programme = recurrence.programme
    period = find_next_period(recurrence, today)
    if period is None:
        return None
    people = count_principals([programme.id], user).get(programme.id)
    number = find_next_number(programme)
    return NextCycle(
        date_debut=period.debut,
        date_fin=period.fin,
        code=find_free_code(programme, number),
        nom=_("Cycle %(number)d") % {"number": number},
        montant_par_beneficiaire=find_amount(recurrence) or Decimal(0),
        nb_beneficiaires_estimes=people.actifs if people else 0,
    )


def find_amount(recurrence: Recurrence) -> Decimal | None:
    """Return the amount of a generated cycle: that of the cycle before when it is inherited, else the programme's."""
    last = find_last_cycle(recurrence.programme)
    if "montantParBeneficiaire" in recurrence.parametres_heritables and last is not None:
        return last.montant_par_beneficiaire
    return recurrence.programme.montant_par_beneficiaire
