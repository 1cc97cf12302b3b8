"""Query what a programme generates next."""

from datetime import date
from decimal import Decimal

from django.db.models import Max
from django.utils.translation import gettext as _

from config.caller import Caller
from transfers.cycles.models import Cycle, Recurrence
from transfers.cycles.rules import compute_generation_day, compute_period, find_due_number
from transfers.cycles.types import NextCycle, Period
from transfers.programmes.api import count_principals
from transfers.programmes.models import Frequence, Programme


def get_recurrence(programme: Programme) -> Recurrence:
    """Return the recurrence of a programme, or an inactive one that is not saved."""
    return Recurrence.objects.filter(programme=programme).first() or Recurrence(programme=programme)


def find_frequency(recurrence: Recurrence) -> str:
    """Return the recurrence's frequency, the programme's, or monthly."""
    return recurrence.frequence_paiement or recurrence.programme.frequence_paiement or Frequence.MENSUEL


def find_period(recurrence: Recurrence, number: int) -> Period | None:
    """Return a period of a programme, cut at its last day; None when the programme is over by then."""
    programme = recurrence.programme
    period = compute_period(programme.date_debut, find_frequency(recurrence), number)
    if programme.date_fin is None:
        return period
    return Period(period.debut, min(period.fin, programme.date_fin)) if period.debut <= programme.date_fin else None


def find_due_period_number(recurrence: Recurrence, today: date) -> int:
    """Return the number of the latest period whose generation day has come; -1 when none has."""
    return find_due_number(
        recurrence.programme.date_debut,
        find_frequency(recurrence),
        recurrence.jour_generation or 1,
        recurrence.delai_creation_jours or 0,
        today,
    )


def has_regular_cycle(programme: Programme, period: Period) -> bool:
    """Return whether a regular cycle lies in a period, or touches it."""
    rows = Cycle.objects.filter(programme=programme, periode__isnull=True)
    return rows.filter(date_debut__lte=period.fin, date_fin__gte=period.debut).exists()


def find_next_date(recurrence: Recurrence, today: date) -> date | None:
    """Return the day on which the next cycle is generated: past when it is due already; None when nothing recurs."""
    if not recurrence.active:
        return None
    number = max(0, find_due_period_number(recurrence, today))
    period = find_period(recurrence, number)
    if period and has_regular_cycle(recurrence.programme, period):
        period = find_period(recurrence, number + 1)
    if period is None:
        return None
    return compute_generation_day(period, recurrence.jour_generation or 1, recurrence.delai_creation_jours or 0)


def list_due_periods(recurrence: Recurrence, today: date) -> list[Period]:
    """Return the periods that are due and have no cycle, in their order.

    From the first generated cycle on none is left out, however long nobody generated. Before it only the latest one is
    due: switching the recurrence on does not pay the past.
    """
    due = find_due_period_number(recurrence, today)
    first = due
    if recurrence.dernier_cycle is not None:
        while first > 0 and _begins_after(recurrence, first - 1, recurrence.dernier_cycle.date_fin):
            first -= 1
    periods = [find_period(recurrence, number) for number in range(max(first, 0), due + 1)]
    return [period for period in periods if period and not has_regular_cycle(recurrence.programme, period)]


def _begins_after(recurrence: Recurrence, number: int, day: date) -> bool:
    period = compute_period(recurrence.programme.date_debut, find_frequency(recurrence), number)
    return period.debut > day


def find_last_cycle(programme: Programme) -> Cycle | None:
    """Return the latest regular cycle of a programme."""
    return Cycle.objects.filter(programme=programme, periode__isnull=True).order_by("-date_debut").first()


def preview_cycle(recurrence: Recurrence, user: Caller, today: date) -> NextCycle | None:
    """Return the cycle that would be generated now, or next; None after the programme's end."""
    programme = recurrence.programme
    number = max(0, find_due_period_number(recurrence, today))
    period = find_period(recurrence, number)
    if period and has_regular_cycle(programme, period):
        period = find_period(recurrence, number + 1)
    if period is None:
        return None
    sequence = (programme.cycles.aggregate(Max("numero_sequence"))["numero_sequence__max"] or 0) + 1
    people = count_principals([programme.id], user).get(programme.id)
    return NextCycle(
        date_debut=period.debut,
        date_fin=period.fin,
        code=f"{programme.code}-C{sequence:03d}",
        nom=_("Cycle %(number)d") % {"number": sequence},
        montant_par_beneficiaire=find_amount(recurrence) or Decimal(0),
        nb_beneficiaires_estimes=people.actifs if people else 0,
    )


def find_amount(recurrence: Recurrence) -> Decimal | None:
    """Return the amount of a generated cycle: that of the cycle before when it is inherited, else the programme's."""
    last = find_last_cycle(recurrence.programme)
    if "montantParBeneficiaire" in recurrence.parametres_heritables and last is not None:
        return last.montant_par_beneficiaire
    return recurrence.programme.montant_par_beneficiaire
