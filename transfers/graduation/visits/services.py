"""Plan visits after graduations, and record by which follow-up each was made."""

from collections.abc import Callable, Iterable
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid
from config.locks import Lock, lock_row
from registry.households.api import lock_writable_household
from registry.projects.api import require_writable
from transfers.follow_ups.models import FollowUp
from transfers.graduation.models import Graduation
from transfers.graduation.rules import iterate_visit_days
from transfers.graduation.visits.models import GraduationVisit


def plan_visits(graduations: Iterable[Graduation], start: date, months: int, interval: int) -> None:
    """Plan the visits of these graduations, which take effect on `start`."""
    days = list(iterate_visit_days(start, months, interval))
    GraduationVisit.objects.bulk_create(
        GraduationVisit(graduation=row, date_prevue=day) for row in graduations for day in days
    )


@transaction.atomic
def record_visit(
    *, visit: GraduationVisit, suivi: FollowUp | None, user: Caller, require: Callable[[GraduationVisit], None]
) -> GraduationVisit:
    """Record by which follow-up a visit was made, or with None that it was not made.

    Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR for a follow-up of somebody else, or of a time before the
    graduation.
    """
    household = lock_writable_household(visit.graduation.menage_id, user)
    rows = GraduationVisit.objects.filter(id=visit.id, graduation__menage=household)
    row = lock_row(Lock.GRADUATION_VISITS, rows)
    require(row)
    graduation = row.graduation
    require_writable(graduation.beneficiaire.programme.projet)
    if suivi is not None:
        if suivi.beneficiaire_id != graduation.beneficiaire_id:
            raise invalid({"suivi": [_("Ce suivi est celui d'un autre bénéficiaire.")]})
        effective = graduation.date_effective
        if effective and timezone.localtime(suivi.date_suivi).date() < effective:
            raise invalid({"suivi": [_("Ce suivi précède la graduation.")]})
    row.suivi = suivi
    row.save(update_fields=["suivi", "updated_at"])
    return row
