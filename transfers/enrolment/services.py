"""Enrol households into programmes: by their ids, the next ones, or those which never had a beneficiary.

Every enrolment is the mass operation `ENROL`, which also serves the list of households. It locks the households in the
order of their ids, then the programme.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import Problem, invalid, not_found
from registry.households.api import (
    LockedHousehold,
    MassOperation,
    MassResult,
    Verdicts,
    find_successor_codes,
    lock_visible_households,
    reserve_code_numbers,
    run_mass_operation,
)
from registry.projects.api import find_closed_projects
from transfers.beneficiaries.api import ENROLMENT_REFUSALS, find_unconfirmed_households, follow_principals
from transfers.eligibility.selections.models import TargetingSelection
from transfers.enrolment.queries import (
    SQL,
    find_households_with_beneficiaries,
    list_enrolling_programmes,
    list_next_households,
    lock_household_choice,
)
from transfers.enrolment.types import EnrolmentRefusal, EnrolmentResult, NewcomersResult, ProgrammeNewcomers
from transfers.programmes.api import (
    Criteria,
    compile_criteria,
    count_principals,
    find_enrolling_programme,
    lock_enrolling_programme,
    lock_programmes,
)
from transfers.programmes.models import Programme


def enrol_households(*, ids: list[UUID], user: Caller, programme: UUID | str) -> Verdicts:
    """Enrol those of `ids` which `user` sees, whose project allows it and which meet the programme (its id).

    Their heads become principals of the programme. Return a verdict for each household found; that for a merged
    household names the code of its successor. Raises the errors of `lock_enrolling_programme`.

    The households are locked before the programme. A fixed number of statements, whatever the number of households.
    """
    households = lock_visible_households(ids, user)
    return _enrol_locked_households(ids, households, lock_enrolling_programme(programme), user)


def _enrol_locked_households(
    ids: list[UUID], households: list[LockedHousehold], enrolling: Programme, user: Caller
) -> Verdicts:
    """Enrol those of `ids` that are among the locked `households`, in a locked programme."""
    verdicts = _refuse_closed_projects(ids, households, user)
    open_ids = [household_id for household_id, problem in verdicts.items() if problem is None]
    refusals = _find_refusals(enrolling, open_ids, ids, user)
    _insert_principals(enrolling, [household_id for household_id in open_ids if refusals[household_id] is None], user)
    return verdicts | refusals


def _refuse_closed_projects(ids: list[UUID], households: list[LockedHousehold], user: Caller) -> Verdicts:
    """Return the verdicts of locked households: None for those whose project allows enrolment."""
    closed = find_closed_projects("enroler")
    verdicts: Verdicts = {
        household_id: not_found(_("Ce ménage a été fusionné avec %(code)s.") % {"code": code})
        for household_id, code in find_successor_codes(ids, user).items()
    }
    return verdicts | {household.id: closed.get(household.projet_id) for household in households}


def _find_refusals(programme: Programme, ids: list[UUID], order: list[UUID], user: Caller) -> Verdicts:
    """Return why each household cannot be enrolled as a principal, or None.

    One which the registry holds for certainly the same as one that is enrolled, or stands before it in `order`, is refused.
    """
    criteria = compile_criteria(programme, few=True)
    params = {"ids": ids, "programme": programme.id, "unconfirmed": list(find_unconfirmed_households(ids, user))}
    params |= {"order": list(dict.fromkeys(order)), "certain": settings.DUPLICATE_CERTAIN}
    refusals = SQL.fetch_objects(
        EnrolmentRefusal,
        "list_refusals",
        params | criteria.params,
        eligible=criteria.condition,
        failures=criteria.failures,
        joins=criteria.joins,
    )
    return {refusal.id: _describe_refusal(refusal, criteria) for refusal in refusals}


def _describe_refusal(refusal: EnrolmentRefusal, criteria: Criteria) -> Problem | None:
    if refusal.refus != "non_eligible":
        return ENROLMENT_REFUSALS[refusal.refus] if refusal.refus else None
    names = ", ".join(criteria.describe(refusal.criteres))
    return invalid({}, _("Ce ménage ne remplit pas les critères du programme : %(criteria)s.") % {"criteria": names})


def _insert_principals(programme: Programme, ids: list[UUID], user: Caller) -> None:
    """Insert the heads of these households as principals; substitutes of earlier principals follow the new ones."""
    if not ids:
        return
    count = len(ids)
    last = reserve_code_numbers(programme.code, count)
    params = {"prefix": programme.code, "last": last, "count": count, "user": user.id, "ids": ids}
    SQL.execute("insert_principals", params | {"programme": programme.id})
    follow_principals(ids, [programme.id])


ENROL: Final = MassOperation("enroler_menages", "transferts.enroler", enrol_households)


def perform_enrolment(
    programme: Programme, ids: list[UUID], user: Caller, enrol: Callable[..., Verdicts] = enrol_households
) -> MassResult:
    """Enrol these households as one mass operation and return its result."""
    return run_mass_operation(replace(ENROL, run=enrol), ids=ids, user=user, programme=programme.id)


@transaction.atomic
def enrol_into_programme(
    *,
    programme: Programme,
    ids: list[UUID],
    limit: int | None,
    user: Caller,
    selection: TargetingSelection | None = None,
) -> EnrolmentResult:
    """Enrol these households, or without ids the next ones up to `limit` (None: all), in the scope of `user`.

    With a selection the next ones are those that its free places go to. Raises the errors of `lock_enrolling_programme`.
    """
    if not ids:
        lock_household_choice(programme.id)
        ids = list_next_households(programme, user, limit, selection=selection)
    result = perform_enrolment(programme, ids, user)
    principals = count_principals([programme.id], user).get(programme.id)
    return EnrolmentResult(
        enrolled=result.reussis,
        skipped=result.echoues,
        total_beneficiaires=principals.total if principals else 0,
        erreurs=result.erreurs,
    )


@transaction.atomic
def enrol_newcomers(*, user: Caller) -> NewcomersResult:
    """Enrol all visible households which never had a beneficiary, each in the first programme which it meets.

    The active programmes are tried in the order of their start.

    All households are locked before the programmes, so that waiting for a household blocks no programme. The programmes
    are locked in the order of their ids, as by transitions of beneficiaries of several programmes, and not in the order
    of enrolment.
    """
    programmes = list_enrolling_programmes()
    lock_household_choice(*(programme.id for programme in programmes))
    chosen = _choose_newcomers(programmes, user)
    ids = [household_id for households in chosen.values() for household_id in households]
    locked = {household.id: household for household in lock_visible_households(ids, user)}
    lock_programmes(programme_id for programme_id, households in chosen.items() if households)
    enrolled_meanwhile = find_households_with_beneficiaries(ids)
    enrol = partial(_enrol_newcomers_of_programme, locked)
    counts, errors = [], []
    for programme in programmes:
        newcomers = [household_id for household_id in chosen[programme.id] if household_id not in enrolled_meanwhile]
        result = perform_enrolment(programme, newcomers, user, enrol) if newcomers else None
        count = result.reussis if result else 0
        errors += result.erreurs if result else []
        counts.append(ProgrammeNewcomers(str(programme.id), programme.code, programme.nom, count))
    return NewcomersResult(sum(row.nb_created for row in counts), len(errors), counts, errors)


def _enrol_newcomers_of_programme(
    locked: dict[UUID, LockedHousehold], *, ids: list[UUID], user: Caller, programme: UUID
) -> Verdicts:
    """Enrol those of `ids` that are `locked`, by their id, in a programme that is locked too."""
    households = [locked[household_id] for household_id in ids if household_id in locked]
    return _enrol_locked_households(ids, households, find_enrolling_programme(programme), user)


def _choose_newcomers(programmes: list[Programme], user: Caller) -> dict[UUID, list[UUID]]:
    """Return the newcomers of each programme, by its id: poorest first, each household once."""
    chosen: dict[UUID, list[UUID]] = {}
    seen: set[UUID] = set()
    for programme in programmes:
        households = list_next_households(programme, user, None, newcomers_only=True)
        chosen[programme.id] = [household_id for household_id in households if household_id not in seen]
        seen.update(households)
    return chosen


def count_next_households(
    programme: Programme, limit: int | None, user: Caller, selection: TargetingSelection | None = None
) -> int:
    """Count the households which an enrolment without ids would take now."""
    return len(list_next_households(programme, user, limit, selection=selection))


def count_newcomers(user: Caller) -> int:
    """Count the households which an enrolment of newcomers would take now, at most."""
    return sum(map(len, _choose_newcomers(list_enrolling_programmes(), user).values()))
