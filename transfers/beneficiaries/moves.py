"""Activate, deactivate and exit beneficiaries: one or thousands, by the same statements."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit.api import audit_operation
from config.errors.problems import Problem, conflict, invalid_status, not_found
from registry.households.api import lock_visible_households
from registry.projects.api import find_closed_projects
from transfers.beneficiaries.duplicates import find_reused_accounts, lock_mobile_accounts
from transfers.beneficiaries.models import HOLDS_PLACE, Beneficiary, StatutEnrolement, Type
from transfers.beneficiaries.services import find_unconfirmed_households, follow_principals, refuse_household
from transfers.beneficiaries.states import ACTIVATE, EXIT, Transition
from transfers.programmes.api import ENROLLING, is_past_last_day, lock_programmes
from transfers.programmes.models import Programme

STATES: Final = {
    StatutEnrolement.ACTIF: gettext_lazy("actif"),
    StatutEnrolement.SUSPENDU: gettext_lazy("suspendu"),
    StatutEnrolement.SORTI: gettext_lazy("sorti"),
    StatutEnrolement.GRADUE: gettext_lazy("gradué"),
}
# The prefix of codes of erased persons.
ANONYMOUS: Final = "ANONYME-"
COLUMNS: Final = ("id", "code", "type", "menage_id", "programme_id", "statut_enrolement", "compte_mobile")
Row = dict[str, Any]
Place = tuple[UUID, UUID]


def _lock_beneficiaries(ids: list[UUID], move: Transition, user: Any) -> list[Row]:
    """Lock the beneficiaries of `ids` which `user` sees, and return them with what their move depends on.

    All writers of beneficiaries lock in this order: the accounts on which they would be paid again, before all rows;
    the households; the beneficiaries in the order of their ids; the programmes to which they would return.
    """
    found = Beneficiary.objects.visible_to(user).filter(id__in=ids)
    accounts: dict[UUID, str | None] = {}
    if move is ACTIVATE:
        left = found.filter(statut_enrolement=StatutEnrolement.SORTI).order_by()
        accounts = dict(left.values_list("id", "compte_mobile"))
        lock_mobile_accounts(*accounts.values())
    menages = list(found.order_by().values_list("menage_id", flat=True).distinct())
    households = {row["id"]: row for row in lock_visible_households(menages, user, "projet_id", "statut")}
    rows = Beneficiary.objects.filter(id__in=ids, menage_id__in=list(households)).order_by("id")
    locked: Any = rows.select_for_update(of=("self",), no_key=True)
    seen: list[Row] = list(locked.values(*COLUMNS))
    lock_programmes({row["programme_id"] for row in seen if row["statut_enrolement"] == StatutEnrolement.SORTI})
    programmes = Programme.objects.in_bulk({row["programme_id"] for row in seen})
    alone = find_unconfirmed_households({row["menage_id"] for row in seen}, user) if move is ACTIVATE else set()
    for row in seen:
        programme, household = programmes[row["programme_id"]], households[row["menage_id"]]
        row["projets"] = (household["projet_id"], programme.projet_id)
        row["menage_refuse"] = refuse_household(household["statut"], household["id"] in alone)
        row["ouvert"] = programme.statut in ENROLLING and not is_past_last_day(programme)
        row["retour"] = move is ACTIVATE and row["statut_enrolement"] == StatutEnrolement.SORTI
        # The account is not the one which was locked: another transaction has changed it meanwhile.
        row["change"] = row["retour"] and row["compte_mobile"] != accounts.get(row["id"])
    return seen


def _find_held_places(rows: list[Row]) -> set[Place]:
    """Return the places which somebody holds, among those which these rows would need again."""
    households = {row["menage_id"] for row in rows if row["retour"]}
    held = Beneficiary.objects.filter(HOLDS_PLACE, menage_id__in=households).order_by()
    return set(held.values_list("menage_id", "programme_id"))


def _find_double_accounts(rows: list[Row]) -> set[UUID]:
    """Return which of these rows would return to an account on which another beneficiary is paid.

    The other may be another of these rows. A household may use one account in several programmes.
    """
    back = [row for row in rows if row["retour"] and row["compte_mobile"]]
    found = find_reused_accounts([row["id"] for row in back])
    first: dict[str, Row] = {}
    for row in back:
        if row["id"] in found:
            continue
        other = first.setdefault(row["compte_mobile"], row)
        if other is not row and not (
            other["menage_id"] == row["menage_id"] and other["programme_id"] != row["programme_id"]
        ):
            found.add(row["id"])
    return found


def _refuse_transition(row: Row, move: Transition, closed: dict[UUID, Problem], shut: dict[UUID, Problem]) -> Any:
    """Return why a row cannot make a move, or None. Its projects are checked before its state."""
    for project in row["projets"]:
        if problem := (shut if row["retour"] else closed).get(project):
            return problem
    if row["code"].startswith(ANONYMOUS):
        return invalid_status(_("Ce bénéficiaire a été anonymisé."))
    if row["statut_enrolement"] not in move.sources:
        state = STATES[row["statut_enrolement"]]
        return invalid_status(_("Ce changement n'est pas possible : le bénéficiaire est %(state)s.") % {"state": state})
    return None


def _refuse_return(row: Row, taken: set[Place], doubled: set[UUID]) -> Any:
    """Return why a row cannot return, or None: its programme, household, account or place.

    A row which can return takes its place: the place is added to `taken`.
    """
    if not row["ouvert"]:
        return invalid_status(_("Ce programme n'enrôle personne dans son statut actuel."))
    if row["menage_refuse"]:
        return row["menage_refuse"]
    if row["change"]:
        return conflict()
    if row["id"] in doubled:
        return conflict(_("Quelqu'un d'autre est déjà payé sur ce compte mobile."))
    if row["type"] == Type.PRINCIPAL:
        place = (row["menage_id"], row["programme_id"])
        if place in taken:
            return conflict(_("Ce ménage a déjà un bénéficiaire principal dans ce programme."))
        taken.add(place)
    return None


def _update_status(ids: list[UUID], move: Transition, motif: str | None, now: datetime) -> int:
    """Set the target status of beneficiaries whose status is still among the sources; return the number of rows.

    A beneficiary who exits gets a date and a reason; one who is activated has neither.
    """
    left = {"date_sortie": now, "motif_sortie": motif} if move is EXIT else {}
    stays = {"date_sortie": None, "motif_sortie": None} if move is ACTIVATE else {}
    rows = Beneficiary.objects.filter(id__in=ids, statut_enrolement__in=move.sources)
    return rows.update(statut_enrolement=move.target, updated_at=now, **left, **stays)


@transaction.atomic
def transition_beneficiaries(
    *, ids: list[UUID], move: Transition, user: Any, motif: str | None = None, asked: bool = False
) -> dict[UUID, tuple[str, Any]]:
    """Make a move with all visible beneficiaries of `ids` whose status, projects, place and account allow it.

    `asked` means that the caller has already checked the account. Return the code and None or the problem for each
    beneficiary found. Some ten statements, whatever their number.
    """
    seen = _lock_beneficiaries(ids, move, user)
    closed, shut, taken = find_closed_projects(), find_closed_projects("enroler"), _find_held_places(seen)
    doubled = set() if asked else _find_double_accounts(seen)
    verdicts: dict[UUID, tuple[str, Any]] = {}
    for row in seen:
        problem = _refuse_transition(row, move, closed, shut)
        if problem is None and row["retour"]:
            problem = _refuse_return(row, taken, doubled)
        verdicts[row["id"]] = row["code"], problem
    done = [row for row in seen if verdicts[row["id"]][1] is None]
    if _update_status([row["id"] for row in done], move, motif, timezone.now()) != len(done):
        raise conflict()
    if back := [row for row in done if row["retour"] and row["type"] == Type.PRINCIPAL]:
        follow_principals({row["menage_id"] for row in back}, {row["programme_id"] for row in back})
    return verdicts


@transaction.atomic
def transition_beneficiary(
    *,
    identity: UUID,
    move: Transition,
    user: Any,
    require: Callable[[Any], None],
    motif: str | None = None,
    asked: bool = False,
) -> None:
    """Make a move with one beneficiary; `require` checks the row under its lock (If-Match).

    Raises NOT_FOUND, INVALID_STATUS, READ_ONLY_PROJECT, FORBIDDEN, and CONFLICT when somebody else holds the place or
    is paid on the account.
    """
    if not _lock_beneficiaries([identity], move, user):
        raise not_found()
    require(Beneficiary.objects.get(id=identity))
    problem = transition_beneficiaries(ids=[identity], move=move, user=user, motif=motif, asked=asked)[identity][1]
    if problem is not None:
        raise problem


def transition_batch(*, ids: list[UUID], move: Transition, user: Any) -> dict[str, Any]:
    """Make a move with many beneficiaries: {success, errors, details [{id, code, status, message}]}.

    `details` has one entry for each id sent, in the order sent; a repeated id is moved once and then reported as an
    error. `status` is the status reached, or `erreur` with the reason in `message`; a beneficiary whom the user may not
    see has no code.
    """
    with audit_operation(f"masse_{move.name}_beneficiaires", filters={"demandes": len(ids)}, rows=True) as done:
        verdicts = transition_beneficiaries(ids=list(dict.fromkeys(ids)), move=move, user=user)
        details = list(_describe_outcomes(ids, verdicts, move))
        done.count = sum(item["status"] != "erreur" for item in details)
    return {"success": done.count, "errors": len(details) - done.count, "details": details}


def _describe_outcomes(ids: list[UUID], verdicts: dict[UUID, tuple[str, Any]], move: Transition) -> Any:
    seen: set[UUID] = set()
    missing = not_found()
    for identity in ids:
        code, problem = verdicts.get(identity, (None, missing))
        message = problem and str(problem.message)
        if identity in seen:
            message = _("Cet identifiant est répété : il a été traité une fois.")
        status = "erreur" if message else str(move.target)
        yield {"id": identity, "code": code, "status": status, "message": message}
        seen.add(identity)
