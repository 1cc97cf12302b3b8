"""Activate, deactivate and exit beneficiaries: one or thousands, by the same statements."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit.api import audit_operation
from config.caller import Caller
from config.errors.problems import Problem, conflict, invalid_status, not_found
from config.locks import Lock, lock_rows
from registry.households.api import LockedHousehold, lock_visible_households
from registry.households.models import Household
from registry.projects.api import find_closed_projects
from transfers.beneficiaries.duplicates.locks import lock_mobile_accounts
from transfers.beneficiaries.duplicates.queries import find_reused_accounts
from transfers.beneficiaries.models import HOLDS_PLACE, Beneficiary, StatutEnrolement, Type
from transfers.beneficiaries.queries import SQL, find_unconfirmed_households
from transfers.beneficiaries.rules import ERASED_CODE_PREFIX, refuse_household
from transfers.beneficiaries.states import ACTIVATE, EXIT, GRADUATE, RESTORE, Transition
from transfers.beneficiaries.transitions.types import (
    FAILED,
    BatchResult,
    LockedBeneficiary,
    Place,
    TransitionOutcome,
    TransitionVerdict,
)
from transfers.programmes.api import ENROLLING_STATUSES, is_past_last_day, lock_programmes
from transfers.programmes.models import Programme

STATUS_LABELS: Final = {
    StatutEnrolement.ACTIF: gettext_lazy("actif"),
    StatutEnrolement.SUSPENDU: gettext_lazy("suspendu"),
    StatutEnrolement.SORTI: gettext_lazy("sorti"),
    StatutEnrolement.GRADUE: gettext_lazy("gradué"),
}
COLUMNS: Final = ("id", "code", "type", "menage_id", "programme_id", "statut_enrolement", "compte_mobile")


def lock_beneficiaries(ids: list[UUID], transition: Transition, user: Caller) -> list[LockedBeneficiary]:
    """Lock the beneficiaries of `ids` which `user` sees, and return them with what their transition depends on.

    All writers of beneficiaries lock in this order: the accounts on which they would be paid again, before all rows;
    the households; the beneficiaries in the order of their ids; the programmes to which they would return.
    """
    found = Beneficiary.objects.visible_to(user).filter(id__in=ids)
    accounts = _lock_accounts_of_returning(found) if transition is ACTIVATE else {}
    household_ids = list(found.order_by().values_list("menage_id", flat=True).distinct())
    households = {household.id: household for household in lock_visible_households(household_ids, user)}
    rows = Beneficiary.objects.filter(id__in=ids, menage_id__in=list(households)).only(*COLUMNS)
    return _gather_circumstances(list(lock_rows(Lock.BENEFICIARIES, rows)), households, accounts, transition, user)


def _gather_circumstances(
    locked: list[Beneficiary],
    households: dict[UUID, LockedHousehold],
    accounts: dict[UUID, str | None],
    transition: Transition,
    user: Caller,
) -> list[LockedBeneficiary]:
    """Return locked beneficiaries with what their transition depends on; lock the programmes of those who have left.

    `households`, by their id, and `accounts`, by the beneficiary's id, are locked already.
    """
    lock_programmes({row.programme_id for row in locked if row.statut_enrolement == StatutEnrolement.SORTI})
    programmes = Programme.objects.in_bulk({row.programme_id for row in locked})
    is_activation = transition is ACTIVATE
    unconfirmed = find_unconfirmed_households({row.menage_id for row in locked}, user) if is_activation else set()
    beneficiaries = []
    for row in locked:
        programme, household = programmes[row.programme_id], households[row.menage_id]
        is_returning = is_activation and row.statut_enrolement == StatutEnrolement.SORTI
        beneficiary = LockedBeneficiary(
            **{name: getattr(row, name) for name in COLUMNS},
            project_ids=(household.projet_id, programme.projet_id),
            household_refusal=refuse_household(household.statut, row.menage_id in unconfirmed),
            is_programme_enrolling=programme.statut in ENROLLING_STATUSES and not is_past_last_day(programme),
            is_returning=is_returning,
            has_other_account=is_returning and row.compte_mobile != accounts.get(row.id),
        )
        beneficiaries.append(beneficiary)
    return beneficiaries


def _lock_accounts_of_returning(beneficiaries: Any) -> dict[UUID, str | None]:
    """Lock the mobile accounts of those of these rows who have left; return the accounts by the beneficiary's id."""
    left = beneficiaries.filter(statut_enrolement=StatutEnrolement.SORTI).order_by()
    accounts = dict(left.values_list("id", "compte_mobile"))
    lock_mobile_accounts(*accounts.values())
    return accounts


def _find_held_places(beneficiaries: list[LockedBeneficiary]) -> set[Place]:
    """Return the places which somebody holds, among those which these beneficiaries would need again."""
    household_ids = {row.menage_id for row in beneficiaries if row.is_returning}
    holders = Beneficiary.objects.filter(HOLDS_PLACE, menage_id__in=household_ids).order_by()
    return set(holders.values_list("menage_id", "programme_id"))


def _find_shared_accounts(beneficiaries: list[LockedBeneficiary]) -> set[UUID]:
    """Return which of these would return to an account on which another beneficiary is paid.

    The other may be another of these. A household may use one account in several programmes.
    """
    returning = [row for row in beneficiaries if row.is_returning and row.compte_mobile]
    shared = find_reused_accounts([row.id for row in returning])
    first: dict[str | None, LockedBeneficiary] = {}
    for row in returning:
        if row.id in shared:
            continue
        other = first.setdefault(row.compte_mobile, row)
        if other is not row and not (other.menage_id == row.menage_id and other.programme_id != row.programme_id):
            shared.add(row.id)
    return shared


def _refuse_transition(
    row: LockedBeneficiary,
    transition: Transition | None,
    closed: dict[UUID | None, Problem],
    not_enrolling: dict[UUID | None, Problem],
) -> Problem | None:
    """Return why a beneficiary cannot make a transition, or None. Its projects are checked before its state.

    Without a transition only the projects are checked. `closed` has the projects which are read-only, `not_enrolling` those in which nobody is enrolled.
    """
    refusals = not_enrolling if row.is_returning else closed
    for project_id in row.project_ids:
        if project_id is not None and (problem := refusals.get(project_id)):
            return problem
    if transition is None:
        return None
    if row.code.startswith(ERASED_CODE_PREFIX):
        return invalid_status(_("Ce bénéficiaire a été anonymisé."))
    if row.statut_enrolement not in transition.sources:
        state = STATUS_LABELS[StatutEnrolement(row.statut_enrolement)]
        return invalid_status(_("Ce changement n'est pas possible : le bénéficiaire est %(state)s.") % {"state": state})
    return None


def find_transition_refusals(
    beneficiaries: list[LockedBeneficiary], transition: Transition | None
) -> dict[UUID, Problem | None]:
    """Return why each locked beneficiary may not make a transition, by id, None where they may.

    Without a transition only their projects are checked.
    """
    closed = find_closed_projects()
    return {row.id: _refuse_transition(row, transition, closed, closed) for row in beneficiaries}


def _refuse_return(row: LockedBeneficiary, held_places: set[Place], shared_accounts: set[UUID]) -> Problem | None:
    """Return why a beneficiary cannot return, or None: its programme, household, account or place.

    One who can return takes its place: the place is added to `held_places`.
    """
    if not row.is_programme_enrolling:
        return invalid_status(_("Ce programme n'enrôle personne dans son statut actuel."))
    if row.household_refusal:
        return row.household_refusal
    if row.has_other_account:
        return conflict()
    if row.id in shared_accounts:
        return conflict(_("Quelqu'un d'autre est déjà payé sur ce compte mobile."))
    if row.type == Type.PRINCIPAL:
        if row.place in held_places:
            return conflict(_("Ce ménage a déjà un bénéficiaire principal dans ce programme."))
        held_places.add(row.place)
    return None


def _update_status(ids: list[UUID], transition: Transition, reason: str | None, now: datetime) -> int:
    """Set the target status of beneficiaries whose status is still among the sources; return the number of rows.

    A beneficiary who exits gets a date and a reason; one who is activated has neither. One who graduates gets a date.
    """
    further: dict[Transition, dict[str, Any]] = {
        EXIT: {"date_sortie": now, "motif_sortie": reason},
        ACTIVATE: {"date_sortie": None, "motif_sortie": None},
        GRADUATE: {"date_graduation": now},
        RESTORE: {"date_graduation": None},
    }
    rows = Beneficiary.objects.filter(id__in=ids, statut_enrolement__in=transition.sources)
    return rows.update(statut_enrolement=transition.target, updated_at=now, **further.get(transition, {}))


def follow_principals(household_ids: Iterable[UUID], programme_ids: Iterable[UUID]) -> None:
    """Assign the substitutes of these households to their present principals in these programmes.

    For locked households which have got a new principal.
    """
    SQL.execute("follow_principals", {"menages": list(household_ids), "programmes": list(programme_ids)})


def transition_locked_beneficiaries(
    beneficiaries: list[LockedBeneficiary], transition: Transition, reason: str | None, is_account_checked: bool = False
) -> dict[UUID, TransitionVerdict]:
    """Make a transition with those whose status, projects, place and account allow it; return all verdicts.

    `is_account_checked` means that the caller has already checked the account.
    """
    closed, not_enrolling = find_closed_projects(), find_closed_projects("enroler")
    held_places = _find_held_places(beneficiaries)
    shared_accounts = set() if is_account_checked else _find_shared_accounts(beneficiaries)
    verdicts: dict[UUID, TransitionVerdict] = {}
    for row in beneficiaries:
        problem = _refuse_transition(row, transition, closed, not_enrolling)
        if problem is None and row.is_returning:
            problem = _refuse_return(row, held_places, shared_accounts)
        verdicts[row.id] = TransitionVerdict(row.code, problem)
    accepted = [row for row in beneficiaries if verdicts[row.id].problem is None]
    if _update_status([row.id for row in accepted], transition, reason, timezone.now()) != len(accepted):
        raise conflict()
    if principals := [row for row in accepted if row.is_returning and row.type == Type.PRINCIPAL]:
        follow_principals({row.menage_id for row in principals}, {row.programme_id for row in principals})
    return verdicts


def _require_success(verdicts: dict[UUID, TransitionVerdict]) -> None:
    """Raise the problem of a verdict that has one."""
    for verdict in verdicts.values():
        if verdict.problem is not None:
            raise verdict.problem


@transaction.atomic
def transition_beneficiaries(
    *, ids: list[UUID], transition: Transition, user: Caller, reason: str | None = None
) -> dict[UUID, TransitionVerdict]:
    """Make a transition with all visible beneficiaries of `ids` whose status, projects, place and account allow it.

    Return a verdict for each beneficiary found. Some ten statements, whatever their number.
    """
    return transition_locked_beneficiaries(lock_beneficiaries(ids, transition, user), transition, reason)


@transaction.atomic
def transition_beneficiary(
    *,
    beneficiary_id: UUID,
    transition: Transition,
    user: Caller,
    require: Callable[[Any], None],
    reason: str | None = None,
) -> None:
    """Make a transition with one beneficiary; `require` checks the row under its lock (If-Match).

    Raises NOT_FOUND, INVALID_STATUS, READ_ONLY_PROJECT, FORBIDDEN, and CONFLICT when somebody else holds the place or
    is paid on the account.
    """
    beneficiaries = lock_beneficiaries([beneficiary_id], transition, user)
    if not beneficiaries:
        raise not_found()
    require(Beneficiary.objects.get(id=beneficiary_id))
    _require_success(transition_locked_beneficiaries(beneficiaries, transition, reason))


def transition_locked_beneficiary(
    *, beneficiary: Beneficiary, household: Household, transition: Transition, user: Caller, reason: str | None = None
) -> None:
    """Make a transition with a beneficiary whose account, household and row are locked, and whose account is checked.

    Raises the errors of `transition_beneficiary`.
    """
    circumstances = _gather_circumstances(
        [beneficiary],
        {household.id: LockedHousehold.from_household(household)},
        {beneficiary.id: beneficiary.compte_mobile},
        transition,
        user,
    )
    _require_success(transition_locked_beneficiaries(circumstances, transition, reason, is_account_checked=True))


def transition_batch(*, ids: list[UUID], transition: Transition, user: Caller) -> BatchResult:
    """Make a transition with many beneficiaries, and return the outcome for each id sent, in the order sent.

    A repeated id is processed once and then reported as an error.
    """
    operation_name = f"masse_{transition.name}_beneficiaires"
    with audit_operation(operation_name, filters={"demandes": len(ids)}, rows=True) as operation:
        verdicts = transition_beneficiaries(ids=list(dict.fromkeys(ids)), transition=transition, user=user)
        details = list(_describe_outcomes(ids, verdicts, transition))
        operation.count = sum(item.status != FAILED for item in details)
    return BatchResult(operation.count, len(details) - operation.count, details)


def _describe_outcomes(
    ids: list[UUID], verdicts: dict[UUID, TransitionVerdict], transition: Transition
) -> Iterator[TransitionOutcome]:
    seen: set[UUID] = set()
    missing = not_found()
    for beneficiary_id in ids:
        verdict = verdicts.get(beneficiary_id)
        problem = verdict.problem if verdict else missing
        message = str(problem.message) if problem else None
        if beneficiary_id in seen:
            message = _("Cet identifiant est répété : il a été traité une fois.")
        status = FAILED if message else str(transition.target)
        yield TransitionOutcome(beneficiary_id, verdict.code if verdict else None, status, message)
        seen.add(beneficiary_id)
