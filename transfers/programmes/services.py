"""Create, change, delete and move programmes through their statuses."""

from collections.abc import Callable, Iterable
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.caller import Caller, require_reach
from config.deletion import delete_owned_rows, delete_unreferenced_row
from config.errors.problems import Problem, invalid, invalid_status, not_found
from config.errors.uniqueness import raise_duplicate_code
from config.locks import Lock, lock_row, lock_rows
from geo.areas.models import Region
from registry.households.api import reserve_free_code
from registry.projects.api import filter_open_projects, require_writable
from registry.projects.models import Project
from transfers.programmes.models import DEFAULT_VALIDATION_LEVELS, Programme, ProgrammeRegion, Statut
from transfers.programmes.queries import compute_spent_amounts
from transfers.programmes.states import (
    CHANGEABLE_STATUSES,
    END,
    ENROLLING_STATUSES,
    PAYING_STATUSES,
    UNANNOUNCED_STATUSES,
    Transition,
)

CODE_PREFIX: Final = "PRG"
USED_CODES: Final = "SELECT code FROM transfers_programme"
STATUS_LABELS: Final = {
    Statut.EN_PREPARATION: gettext_lazy("en préparation"),
    Statut.ACTIF: gettext_lazy("actif"),
    Statut.SUSPENDU: gettext_lazy("suspendu"),
    Statut.TERMINE: gettext_lazy("terminé"),
    Statut.CLOTURE: gettext_lazy("clôturé"),
}
PAST_LAST_DAY: Final = gettext_lazy("Le programme a pris fin : changez d'abord sa date de fin.")
# Pairs of values in their order, and the API name of the second.
ORDERED_PAIRS: Final = (
    ("date_debut", "date_fin", "dateFin", gettext_lazy("La date de fin précède la date de début.")),
    ("seuil_pmt_min", "seuil_pmt_max", "seuilPmtMax", gettext_lazy("Le maximum est inférieur au minimum.")),
    ("chef_age_min", "chef_age_max", "criteresChefMenage.ageMax", gettext_lazy("Le maximum est inférieur au minimum.")),
)
# Fields which are fixed once other rows are numbered or paid by them, and their API names.
FIXED_FIELDS: Final = {"code": "code", "projet": "projetId"}


def _build_refusal(programme: Programme) -> Problem:
    """Return INVALID_STATUS with a message which names the present status."""
    state = {"state": STATUS_LABELS[Statut(programme.statut)]}
    return invalid_status(_("Cela n'est pas possible : le programme est %(state)s.") % state)


def _check_order(programme: Programme) -> None:
    """Raise VALIDATION_ERROR for a maximum below its minimum, among the values sent and those stored."""
    for first, then, name, message in ORDERED_PAIRS:
        low, high = getattr(programme, first), getattr(programme, then)
        if low is not None and high is not None and high < low:
            raise invalid({name: [message]})


def _require_validations(levels: int, least: int, user: Caller) -> None:
    """Raise FORBIDDEN when `levels` is below `least` and `user` does not see the whole country.

    `levels` is the number of validations which a cycle needs.
    """
    if levels < least:
        require_reach(
            user, message=_("Demander moins de validations n'est permis qu'à un compte qui voit toutes les régions.")
        )


def _check_thresholds(current: Programme, values: dict[str, Any], user: Caller) -> None:
    """Raise FORBIDDEN when a total that requires more validations is raised or removed, as for fewer validations."""
    for name in ("montant_niveau_3", "montant_niveau_4"):
        before, after = getattr(current, name), values.get(name, getattr(current, name))
        if before is not None and (after is None or after > before):
            _require_validations(0, 1, user)


def _require_open_project(project: Project) -> None:
    """Raise READ_ONLY_PROJECT when the project is now read-only."""
    require_writable(Project.objects.get(id=project.id))


def _insert_programme(programme: Programme) -> None:
    """Insert the programme, with the next free generated code (`PRG-<6 digits>`) when it has none.

    Raises DUPLICATE_CODE (409) for a code which was given.
    """
    is_given = bool(programme.code)
    while True:
        programme.code = programme.code if is_given else reserve_free_code(CODE_PREFIX, USED_CODES)
        try:
            with raise_duplicate_code("code", _("Ce code de programme est déjà utilisé.")):
                return programme.save(force_insert=True)
        except Problem as problem:
            # Another request has taken the generated code by hand meanwhile.
            if is_given or problem.code != "DUPLICATE_CODE":
                raise


def _set_regions(programme: Programme, wanted: list[UUID], user: Caller) -> None:
    """Replace the programme's regions. A region which `user` does not see may stay, but not be added.

    Raises VALIDATION_ERROR.
    """
    held = set(programme.regions_eligibles.order_by().values_list("region_id", flat=True))
    new = set(wanted) - held
    if Region.objects.visible_to(user).filter(id__in=new).count() < len(new):
        raise invalid({"regionsEligibles": [_("Une de ces régions est introuvable.")]})
    programme.regions_eligibles.filter(region_id__in=held - set(wanted)).delete()
    ProgrammeRegion.objects.bulk_create(ProgrammeRegion(programme=programme, region_id=region) for region in new)


@transaction.atomic
def create_programme(*, values: dict[str, Any], regions: list[UUID] | None, user: Caller) -> Programme:
    """Create a programme in preparation, with a generated code when none is given.

    Raises FORBIDDEN (it would concern more than the user's regions, or require fewer validations than usual),
    READ_ONLY_PROJECT, DUPLICATE_CODE (409), VALIDATION_ERROR.
    """
    if not regions:
        require_reach(user)
    _require_open_project(values["projet"])
    if values.get("statut", Statut.EN_PREPARATION) != Statut.EN_PREPARATION:
        raise invalid({"statut": [_("Un nouveau programme est en préparation : activez-le ensuite.")]})
    programme = Programme(**values)
    _require_validations(programme.niveaux_requis, DEFAULT_VALIDATION_LEVELS, user)
    _check_order(programme)
    _insert_programme(programme)
    _set_regions(programme, regions or [], user)
    return programme


def _lock_programme(
    programme: Programme, require: Callable[[Programme], None], user: Caller, deleting: bool = False
) -> Programme:
    """Lock a programme and return its current row; its project is read after the lock.

    Raises NOT_FOUND, FORBIDDEN (it concerns more than the user's regions), READ_ONLY_PROJECT.
    """
    current = lock_row(Lock.PROGRAMMES, Programme.objects.filter(id=programme.id), no_key=not deleting)
    require_reach(user, current.regions_eligibles.values_list("region_id", flat=True))
    require(current)
    require_writable(current.projet)
    return current


@transaction.atomic
def change_programme(
    *,
    programme: Programme,
    values: dict[str, Any],
    regions: list[UUID] | None,
    user: Caller,
    require: Callable[[Programme], None],
) -> Programme:
    """Change the fields which were sent; `require` checks the row under its lock (If-Match).

    Raises NOT_FOUND, FORBIDDEN (it concerns, or would concern, more than the user's regions, or would require fewer
    validations), READ_ONLY_PROJECT, INVALID_STATUS for a closed one, DUPLICATE_CODE (409), VALIDATION_ERROR.
    """
    current = _lock_programme(programme, require, user)
    if regions is not None and not regions:
        require_reach(user)
    if current.statut not in CHANGEABLE_STATUSES:
        raise _build_refusal(current)
    _check_fixed_fields(current, values)
    _require_validations(values.get("niveaux_requis", current.niveaux_requis), current.niveaux_requis, user)
    _check_thresholds(current, values, user)
    for name, value in values.items():
        setattr(current, name, value)
    _check_order(current)
    with raise_duplicate_code("code", _("Ce code de programme est déjà utilisé.")):
        current.save(update_fields={*values, "updated_at"})
    if regions is not None:
        _set_regions(current, regions, user)
    return current


def _check_fixed_fields(current: Programme, values: dict[str, Any]) -> None:
    """Raise VALIDATION_ERROR when the state would change, or the code or project of a programme in use.

    Raises READ_ONLY_PROJECT when it would move to a read-only project.
    """
    if values.get("statut", current.statut) != current.statut:
        # Whoever believed that a programme was suspended by this would have its people paid.
        raise invalid(
            {"statut": [_("L'état ne change pas ici : activez, suspendez, réactivez ou clôturez le programme.")]}
        )
    moved = {name for name in FIXED_FIELDS if name in values and values[name] != getattr(current, name)}
    in_use = current.statut not in UNANNOUNCED_STATUSES or current.beneficiaires.exists()
    if moved and in_use:
        raise invalid({FIXED_FIELDS[name]: [_("Ne change plus quand le programme a commencé.")] for name in moved})
    if "projet" in moved:
        _require_open_project(values["projet"])


@transaction.atomic
def delete_programme(*, programme: Programme, user: Caller, require: Callable[[Programme], None]) -> None:
    """Delete a programme in preparation without dependent rows.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS, HAS_DEPENDENCIES naming the counts.
    """
    current = _lock_programme(programme, require, user, deleting=True)
    if current.statut not in UNANNOUNCED_STATUSES:
        raise _build_refusal(current)
    delete_owned_rows(current)
    delete_unreferenced_row(current)


def is_past_last_day(programme: Programme) -> bool:
    """Return whether its last day has passed.

    The worker ends such programmes every hour; until then they count as over, too.
    """
    return programme.date_fin is not None and programme.date_fin < timezone.localdate()


def require_enrolling_programme(programme: Programme) -> None:
    """Raise READ_ONLY_PROJECT, FORBIDDEN or INVALID_STATUS unless the programme enrols now."""
    require_writable(programme.projet, "enroler")
    if programme.statut not in ENROLLING_STATUSES:
        raise invalid_status(_("Ce programme n'enrôle personne dans son statut actuel."))
    if is_past_last_day(programme):
        raise invalid_status(PAST_LAST_DAY)


def lock_enrolling_programme(programme_id: UUID | str) -> Programme:
    """Lock a programme which enrols, and return it; its project is read after the lock.

    Raises NOT_FOUND and the errors of `require_enrolling_programme`.
    """
    return _require_enrolling(lock_rows(Lock.PROGRAMMES, Programme.objects.filter(id=programme_id)).first())


def find_enrolling_programme(programme_id: UUID | str) -> Programme:
    """Return a programme which enrols, and which is locked already. Raises the errors of `lock_enrolling_programme`."""
    return _require_enrolling(Programme.objects.filter(id=programme_id).first())


def _require_enrolling(programme: Programme | None) -> Programme:
    if programme is None:
        raise not_found(_("Ce programme est introuvable."))
    require_enrolling_programme(programme)
    return programme


@transaction.atomic
def transition_programme(
    *, programme: Programme, transition: Transition, user: Caller, require: Callable[[Programme], None]
) -> Programme:
    """Make a transition: compare and set the status under the programme's lock.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, and INVALID_STATUS for a transition which is not in the table or
    would run a programme whose last day has passed.
    """
    current = _lock_programme(programme, require, user)
    if transition.requires_running and is_past_last_day(current) and current.statut in transition.sources:
        raise invalid_status(PAST_LAST_DAY)
    rows = Programme.objects.filter(id=current.id, statut__in=transition.sources)
    if not rows.update(statut=transition.target, updated_at=timezone.now()):
        raise _build_refusal(current)
    current.refresh_from_db()
    return current


def lock_open_programme(programme_id: UUID, user: Caller) -> Programme:
    """Lock a programme which is not closed and which the caller may change, and return it.

    Raises NOT_FOUND, FORBIDDEN (it concerns more than the user's regions), READ_ONLY_PROJECT, INVALID_STATUS.
    """
    current = lock_row(Lock.PROGRAMMES, Programme.objects.filter(id=programme_id))
    require_changeable_programme(current, user)
    return current


def require_changeable_programme(programme: Programme, user: Caller) -> None:
    """Raise FORBIDDEN, READ_ONLY_PROJECT or INVALID_STATUS unless the caller may change this programme now."""
    require_programme_reach(programme, user)
    require_writable(programme.projet)
    if programme.statut not in CHANGEABLE_STATUSES:
        raise _build_refusal(programme)


def lock_paying_programme(programme_id: UUID, user: Caller) -> Programme:
    """Lock a programme whose periods are paid (active, or ended) and which the caller may change, and return it.

    Raises NOT_FOUND, FORBIDDEN (it concerns more than the user's regions), READ_ONLY_PROJECT, INVALID_STATUS.
    """
    current = lock_row(Lock.PROGRAMMES, Programme.objects.filter(id=programme_id))
    require_programme_reach(current, user)
    require_writable(current.projet)
    if current.statut not in PAYING_STATUSES:
        raise _build_refusal(current)
    return current


def require_programme_reach(programme: Programme, user: Caller) -> None:
    """Raise FORBIDDEN when the programme concerns more than the caller's regions."""
    require_reach(user, programme.regions_eligibles.values_list("region_id", flat=True))


def lock_programmes(ids: Iterable[UUID]) -> None:
    """Lock programmes in the order of their ids, as all transactions which lock several do."""
    list(lock_rows(Lock.PROGRAMMES, Programme.objects.filter(id__in=ids)).values("id"))


@transaction.atomic
def end_completed_programmes() -> int:
    """End the active programmes whose planned cycles are all executed, and return their number.

    Supplementary cycles are not planned ones. Programmes of read-only projects stay active.
    """
    rows = Programme.objects.filter(statut__in=END.sources, nombre_cycles_prevus__isnull=False)
    planned = dict(rows.values_list("id", "nombre_cycles_prevus"))
    spent = compute_spent_amounts(planned)
    completed = [each for each, count in planned.items() if each in spent and spent[each].periodes_executees >= count]
    return _end_programmes(rows.filter(id__in=completed))


@transaction.atomic
def end_past_programmes() -> int:
    """End the active programmes whose last day has passed, and return their number.

    Programmes of read-only projects stay active.
    """
    return _end_programmes(Programme.objects.filter(statut__in=END.sources, date_fin__lt=timezone.localdate()))


def _end_programmes(rows: QuerySet[Programme]) -> int:
    lock_programmes(rows.values_list("id", flat=True))
    return filter_open_projects(rows).update(statut=END.target, updated_at=timezone.now())
