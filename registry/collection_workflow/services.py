"""Move households through the data collection workflow and assign them to surveyors."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.users.api import list_users_with_rights
from accounts.users.models import User
from config.caller import Caller
from config.errors.problems import Problem, invalid, invalid_status
from registry.collection_workflow.queries import SQL
from registry.collection_workflow.states import COLLECTION_TRANSITIONS, INTEGRATE, VALIDATE, Transition
from registry.households.api import LockedHousehold, MassOperation, Verdicts, lock_household, lock_visible_households
from registry.households.models import Household, StatutCollecte
from registry.projects.api import find_closed_projects

STATE_LABELS = {
    StatutCollecte.PRE_COLLECTE: gettext_lazy("en pré-collecte"),
    StatutCollecte.VALIDE: gettext_lazy("validé"),
    StatutCollecte.INTEGRE: gettext_lazy("intégré"),
    StatutCollecte.REJETE: gettext_lazy("rejeté"),
}


def _build_refusal(household: LockedHousehold, closed: dict[UUID | None, Problem]) -> Problem:
    """Return why a household that was found did not change: its project before its state."""
    if household.projet_id in closed:
        return closed[household.projet_id]
    state = STATE_LABELS[StatutCollecte(household.statut_collecte)]
    return invalid_status(_("Ce changement n'est pas possible : le ménage est %(state)s.") % {"state": state})


def apply_transition_to_all(
    *, ids: list[UUID], transition: str, user: Caller, commentaire: str | None = None, motif: str | None = None
) -> Verdicts:
    """Apply the named transition to each household of `ids` that `user` sees and whose state and project allow it.

    Run one statement that compares and sets under row locks on the households, and record each transition in the
    household's history. Return a verdict for each household that was found.
    """
    params = _build_transition_params(COLLECTION_TRANSITIONS[transition], user, commentaire, motif)
    locked = lock_visible_households(ids, user)
    return _apply_to_locked_households(locked, COLLECTION_TRANSITIONS[transition], params)


def _apply_to_locked_households(
    locked: list[LockedHousehold], transition: Transition, params: dict[str, Any]
) -> Verdicts:
    """Apply a transition to locked households; return their verdicts."""
    closed = find_closed_projects(transition.capability)
    changed = _run_on_locked_rows("apply_transition", locked, closed, **params)
    return {row.id: None if row.id in changed else _build_refusal(row, closed) for row in locked}


def _run_on_locked_rows(
    statement: str, locked: list[LockedHousehold], closed: dict[UUID | None, Problem], **values: Any
) -> set[UUID]:
    """Return the ids of the locked households that the statement changed."""
    params = {"ids": [row.id for row in locked], "closed": list(closed)} | values
    return set(SQL.fetch_column(statement, params))


def _build_transition_params(
    transition: Transition, user: Caller, commentaire: str | None, motif: str | None
) -> dict[str, Any]:
    return {
        "action": transition.name,
        "sources": [str(state) for state in transition.sources],
        "target": str(transition.target),
        "required_statut": transition.required_statut and str(transition.required_statut),
        "statut": str(transition.statut),
        "decision": transition.decision,
        "user": str(user.id),
        "commentaire": commentaire or None,
        "motif": motif,
    }


@transaction.atomic
def apply_transition(
    *,
    household_id: UUID,
    transition: Transition,
    user: Caller,
    require: Any,
    commentaire: str | None = None,
    motif: str | None = None,
) -> Household:
    """Apply a transition to one household. `require(household)` is called under its row lock (If-Match).

    Raises NOT_FOUND, INVALID_STATUS, READ_ONLY_PROJECT and FORBIDDEN.
    """
    household = lock_household(household_id, user)
    require(household)
    locked = LockedHousehold.from_household(household)
    params = _build_transition_params(transition, user, commentaire, motif)
    if (refusal := _apply_to_locked_households([locked], transition, params)[household.id]) is not None:
        raise refusal
    household.refresh_from_db()
    return household


def find_surveyor(user_id: UUID | str, user: Caller) -> User:
    """Return an active user to whom `user` may assign households.

    Raises VALIDATION_ERROR when there is none with this id.
    """
    seen = User.objects.visible_to(user)
    found = list_users_with_rights().filter(id=user_id, is_active=True, id__in=seen.values("id")).first()
    if found is None:
        raise invalid({"enqueteurId": [_("Cet enquêteur n'existe pas ou n'est plus actif.")]})
    return found


def assign_surveyor(*, ids: list[UUID], user: Caller, enqueteur: str | None) -> Verdicts:
    """Assign households to a surveyor, in one statement; None unassigns them.

    Only households in the surveyor's own regions are assigned. Raises VALIDATION_ERROR for an unknown surveyor.
    """
    surveyor = find_surveyor(enqueteur, user) if enqueteur else None
    reach = surveyor.region_ids if surveyor else None
    locked = lock_visible_households(ids, user)
    closed = find_closed_projects()
    assigned = _run_on_locked_rows(
        "assign_surveyor", locked, closed, enqueteur=enqueteur, reach=None if reach is None else list(reach)
    )
    beyond = invalid({}, _("Ce ménage est hors des régions de l'enquêteur."))
    return {row.id: None if row.id in assigned else closed.get(row.projet_id, beyond) for row in locked}


def _build_bulk_operation(name: str, transition: Transition) -> MassOperation:
    def run(**options: Any) -> Verdicts:
        return apply_transition_to_all(transition=transition.name, **options)

    return MassOperation(name, "registre.valider", run)


VALIDATE_COLLECTIONS = _build_bulk_operation("valider_collecte", VALIDATE)
INTEGRATE_COLLECTIONS = _build_bulk_operation("integrer_collecte", INTEGRATE)
ASSIGN_SURVEYOR = MassOperation("affecter_enqueteur", "registre.valider", assign_surveyor)
BULK_OPERATIONS = (VALIDATE_COLLECTIONS, INTEGRATE_COLLECTIONS, ASSIGN_SURVEYOR)
