"""Compute the periods of a programme and when each one's cycle is generated, in civil days."""

from calendar import monthrange
from datetime import MAXYEAR, date, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from transfers.cycles.types import Period
from transfers.programmes.models import Frequence

MONTHS: Final = {
    Frequence.MENSUEL: 1,
    Frequence.BIMESTRIEL: 2,
    Frequence.TRIMESTRIEL: 3,
    Frequence.SEMESTRIEL: 6,
    Frequence.ANNUEL: 12,
}


def add_months(day: date, months: int) -> date:
    """Return the same day of a later month, or the last day of that month when it is shorter.

    The last month of the calendar is the latest one.
    """
    years, month = divmod(min(day.month - 1 + months, (MAXYEAR - day.year) * 12 + 11), 12)
    return place_in_month(day.year + years, month + 1, day.day)


def place_in_month(year: int, month: int, day: int) -> date:
    """Return a day of a month; 29 to 31 mean the last day of a shorter month."""
    return date(year, month, min(day, monthrange(year, month)[1]))


def compute_period(anchor: date, frequency: str, number: int) -> Period:
    """Return a programme's period: number 0 begins on its first day, `anchor`.

    Every period is counted from the anchor, so that one that begins on the 31st does not drift to the 28th.
    """
    months = MONTHS[Frequence(frequency)]
    following = add_months(anchor, months * (number + 1))
    return Period(add_months(anchor, months * number), following - timedelta(days=1))


def compute_generation_day(period: Period, day_of_month: int, lead_days: int) -> date:
    """Return the day on which the cycle of a period is generated.

    That is `lead_days` before the payment day, which is the given day of the month in which the period begins. A period
    from 1 March with day 5 and 7 days of lead is generated on 26 February. One that the end of its programme cuts short
    is generated on its last day at the latest: afterwards the programme has ended.
    """
    wanted = place_in_month(period.debut.year, period.debut.month, day_of_month) - timedelta(days=lead_days)
    return min(wanted, period.fin)


def cut_period(period: Period, last: date | None) -> Period | None:
    """Return a period until the last day of its programme; None when that has ended by then."""
    end = min(period.fin, last or period.fin)
    return Period(period.debut, end) if period.debut <= end else None


def find_due_number(
    anchor: date, frequency: str, day_of_month: int, lead_days: int, today: date, last: date | None = None
) -> int:
    """Return the number of the latest period whose generation day has come; -1 when none has.

    `last` is the last day of the programme: periods that begin later are none of its, and by then all others are due.
    """
    today = min(today, last or today)

    def is_due(number: int) -> bool:
        period = cut_period(compute_period(anchor, frequency, number), last)
        return period is not None and compute_generation_day(period, day_of_month, lead_days) <= today

    # The lead is at most a year and the day at most a month away from the period: the search begins beside the answer.
    months = MONTHS[Frequence(frequency)]
    number = max(-1, ((today + timedelta(days=lead_days)).year - anchor.year) * 12 // months - 12 // months - 1)
    while is_due(number + 1):
        number += 1
    return number


def describe_future_period(first: date) -> str | None:
    """Return a sentence when a period that begins on `first` has not begun, None otherwise; it may be paid all the same."""
    if first <= timezone.localdate():
        return None
    text = _("La période de ce cycle ne commence que le %(day)s.")
    return text % {"day": date_format(first, "DATE_FORMAT")}
