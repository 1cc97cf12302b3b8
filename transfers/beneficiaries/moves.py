"""Activating, deactivating and exiting beneficiaries: one at a time or thousands, by the same statements."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit.services import operation
from config.api.problems import Problem, conflict, invalid_status, not_found
from registry.households.mass import lock
from registry.projects.services import closed_projects
from transfers.beneficiaries.models import HOLDS_PLACE, Beneficiary, StatutEnrolement, Type
from transfers.beneficiaries.states import ACTIVATE, EXIT, Move
from transfers.programmes.models import Programme
from transfers.programmes.states import ENROLLING

STATES: Final = {
    StatutEnrolement.ACTIF: gettext_lazy("actif"),
    StatutEnrolement.SUSPENDU: gettext_lazy("suspendu"),
    StatutEnrolement.SORTI: gettext_lazy("sorti"),
    StatutEnrolement.GRADUE: gettext_lazy("gradué"),
}
# What erasing a person makes of a code.
ANONYMOUS: Final = "ANONYME-"
Row = dict[str, Any]
Place = tuple[UUID, UUID]


def _locked(ids: list[UUID], user: Any) -> list[Row]:
    """The beneficiaries of `ids` that `user` sees, each locked in the order of ids after its household and before its
    programme where he would come back to it: whoever writes a beneficiary locks so."""
    found = Beneficiary.objects.visible_to(user).filter(id__in=ids)
    households = lock(list(found.order_by().values_list("menage_id", flat=True).distinct()), user, "projet_id")
    projects = {row["id"]: row["projet_id"] for row in households}
    rows = Beneficiary.objects.filter(id__in=ids, menage_id__in=list(projects)).order_by("id")
    locked: Any = rows.select_for_update(of=("self",), no_key=True)
    seen: list[Row] = list(locked.values("id", "code", "type", "menage_id", "programme_id", "statut_enrolement"))
    gone = {row["programme_id"] for row in seen if row["statut_enrolement"] == StatutEnrolement.SORTI}
    list(Programme.objects.filter(id__in=gone).order_by("id").select_for_update(no_key=True).values("id"))
    programmes = Programme.objects.in_bulk({row["programme_id"] for row in seen})
    for row in seen:
        programme = programmes[row["programme_id"]]
        row["projets"] = (projects[row["menage_id"]], programme.projet_id)
        row["ouvert"] = programme.statut in ENROLLING
    return seen


def _taken(rows: list[Row]) -> set[Place]:
    """The places, of those that these rows would take anew, that somebody holds."""
    back = [row for row in rows if row["statut_enrolement"] == StatutEnrolement.SORTI]
    held = Beneficiary.objects.filter(HOLDS_PLACE, menage_id__in={row["menage_id"] for row in back}).order_by()
    return set(held.values_list("menage_id", "programme_id"))


def _refusal(row: Row, move: Move, closed: dict[UUID, Problem], shut: dict[UUID, Problem], taken: set[Place]) -> Any:
    """Why a row cannot make a move, or None: its projects before its state, and its place where it comes back to it."""
    back = move is ACTIVATE and row["statut_enrolement"] == StatutEnrolement.SORTI
    for project in row["projets"]:
        if problem := (shut if back else closed).get(project):
            return problem
    if row["code"].startswith(ANONYMOUS):
        return invalid_status(_("Ce bénéficiaire a été anonymisé."))
    if row["statut_enrolement"] not in move.sources:
        state = STATES[row["statut_enrolement"]]
        return invalid_status(_("Ce changement n'est pas possible : le bénéficiaire est %(state)s.") % {"state": state})
    if back and not row["ouvert"]:
        return invalid_status(_("Ce programme n'enrôle personne dans son statut actuel."))
    if back and row["type"] == Type.PRINCIPAL:
        place = (row["menage_id"], row["programme_id"])
        if place in taken:
            return conflict(_("Ce ménage a déjà un bénéficiaire principal dans ce programme."))
        taken.add(place)
    return None


def _write(ids: list[UUID], move: Move, motif: str | None, now: datetime) -> int:
    """Compare-and-set. Who leaves has a date and a reason; who comes back, neither."""
    left = {"date_sortie": now, "motif_sortie": motif} if move is EXIT else {}
    stays = {"date_sortie": None, "motif_sortie": None} if move is ACTIVATE else {}
    rows = Beneficiary.objects.filter(id__in=ids, statut_enrolement__in=move.sources)
    return rows.update(statut_enrolement=move.target, updated_at=now, **left, **stays)


@transaction.atomic
def move_all(*, ids: list[UUID], move: Move, user: Any, motif: str | None = None) -> dict[UUID, tuple[str, Any]]:
    """Make a move with every beneficiary of `ids` that `user` sees and whose state, projects and place allow it.

    Answers the code and None or the refusal of each one that was found. Ten statements, whatever their number.
    """
    seen = _locked(ids, user)
    closed, shut, taken = closed_projects(), closed_projects("enroler"), _taken(seen)
    verdicts = {row["id"]: (row["code"], _refusal(row, move, closed, shut, taken)) for row in seen}
    done = [identity for identity, (_code, problem) in verdicts.items() if problem is None]
    if _write(done, move, motif, timezone.now()) != len(done):
        raise conflict()
    return verdicts


@transaction.atomic
def move_one(
    *, identity: UUID, move: Move, user: Any, require: Callable[[Any], None], motif: str | None = None
) -> None:
    """Make a move with one beneficiary; `require` looks at the row under its lock (If-Match).

    Raises NOT_FOUND, INVALID_STATUS, READ_ONLY_PROJECT, FORBIDDEN, and CONFLICT when another holds the place.
    """
    if not _locked([identity], user):
        raise not_found()
    require(Beneficiary.objects.get(id=identity))
    problem = move_all(ids=[identity], move=move, user=user, motif=motif)[identity][1]
    if problem is not None:
        raise problem


def act_on_many(*, ids: list[UUID], move: Move, user: Any) -> dict[str, Any]:
    """{success, errors, details [{id, code, status, message}]}: each id that was sent counts once, in the order sent.

    `status` is the status reached, or `erreur` with why in `message`; one that the caller may not see has no code.
    """
    with operation(f"masse_{move.name}_beneficiaires", filters={"demandes": len(ids)}, rows=True) as done:
        verdicts = move_all(ids=list(dict.fromkeys(ids)), move=move, user=user)
        details = list(_told(ids, verdicts, move))
        done.count = sum(item["status"] != "erreur" for item in details)
    return {"success": done.count, "errors": len(details) - done.count, "details": details}


def _told(ids: list[UUID], verdicts: dict[UUID, tuple[str, Any]], move: Move) -> Any:
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
