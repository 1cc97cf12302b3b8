"""Create, change and delete households."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.users.models import User
from config.caller import Caller
from config.counts import describe_counts
from config.errors.problems import Problem, blocked_by_dependencies, conflict, forbidden_fields, invalid
from registry.households.codes.services import reserve_household_code
from registry.households.hooks import household_listeners
from registry.households.location.services import resolve_areas, set_position
from registry.households.locks import lock_household
from registry.households.models import Dwelling, HeadOfHousehold, Household, Statut
from registry.households.queries import count_household_dependencies
from registry.households.rules import AREA_COLUMNS, GONE_REFERENCE_MESSAGES, normalise_phone
from registry.pmt.api import classify_score, find_thresholds_in_force, is_eligible_score
from registry.projects.api import require_writable
from registry.quality.api import assess_households

PHONE_FIELDS: Final = ("telephone", "numero_mobile_money")
LOCATION_FIELDS: Final = {"region", "secteur", "commune", "localite", "latitude", "longitude"}
# The fields that follow from a score, with their API names.
SCORE_FIELDS: Final = {"score_pmt": "scorePmt", "categorie_pauvrete": "categoriePauvrete"}
# The values that are not columns of the household.
NESTED_FIELDS: Final = {"chef", "logement", "latitude", "longitude"}
SURVEYOR_ROLE: Final = "ROLE_ENQUETEUR"


def _apply_score(household: Household, values: dict[str, Any]) -> None:
    """Set category and eligibility from the score; a category that was sent counts only without a score.

    A typed score belongs to no method.
    """
    limits = find_thresholds_in_force()
    household.categorie_pauvrete = classify_score(household.score_pmt, limits) or values.get("categorie_pauvrete")
    if "score_pmt" in values:
        household.eligible_programme = is_eligible_score(household.score_pmt, limits)
        household.methode_pmt = household.motif_pmt = household.date_pmt = None


def _require_rights(household: Household, values: dict[str, Any], changed: set[str], user: User) -> None:
    """Raise FORBIDDEN naming the field when `user` may not change the score or the surveyor.

    A score or category needs `registre.scorer`, and a project that allows scoring (otherwise FORBIDDEN or
    READ_ONLY_PROJECT). A surveyor needs `registre.valider`, as assignment does; but users may take a household that has
    none for themselves. Only `changed` fields count: a form may send back values that it read.
    """
    if scored := SCORE_FIELDS.keys() & changed:
        if not user.holds("registre.scorer"):
            raise forbidden_fields(
                {
                    SCORE_FIELDS[name]: _("Il faut la permission de calculer les scores pour le changer.")
                    for name in scored
                }
            )
        require_writable(values.get("projet", household.projet), "scorer")
    takes_over = household.enqueteur_id is None and values.get("enqueteur") == user
    if "enqueteur" in changed and not takes_over and not user.holds("registre.valider"):
        raise forbidden_fields(
            {"enqueteurId": _("Il faut la permission de valider pour affecter un ménage à un autre enquêteur.")}
        )


def _apply_values(household: Household, values: dict[str, Any], user: User) -> None:
    """Set `values` on a household that is not saved yet, with the score, position and areas that follow from them.

    Raises FORBIDDEN, READ_ONLY_PROJECT, VALIDATION_ERROR.
    """
    guarded = {*SCORE_FIELDS, "enqueteur"}
    changed = {name for name in guarded & values.keys() if values[name] != getattr(household, name)}
    _require_rights(household, values, changed, user)
    for name, value in values.items():
        if name not in NESTED_FIELDS:
            setattr(household, name, value)
    if SCORE_FIELDS.keys() & changed:
        _apply_score(household, values)
    set_position(household, values)
    if household._state.adding or LOCATION_FIELDS & values.keys():
        resolve_areas(household, values, user)
    if "enqueteur" in changed:
        _require_surveyor_region(household)


def _require_surveyor_region(household: Household) -> None:
    """Raise VALIDATION_ERROR when the household lies outside the regions of its surveyor."""
    regions = household.enqueteur.region_ids if household.enqueteur else None
    if household.region_id and regions is not None and household.region_id not in regions:
        raise invalid({"enqueteurId": [_("Ce ménage est hors des régions de l'enquêteur.")]})


def _save_part(model: type[HeadOfHousehold] | type[Dwelling], household: Household, values: dict[str, Any]) -> None:
    """Create or update the head or dwelling with the fields that were sent.

    Raises VALIDATION_ERROR for a head without a name.
    """
    for name in PHONE_FIELDS:
        if name in values:
            values[name] = normalise_phone(values[name])
    part: Any = model.objects.filter(menage=household).first() or model(menage=household)
    if isinstance(part, HeadOfHousehold) and not (values.get("nom_complet") or part.nom_complet):
        raise invalid({"chefMenage.nomComplet": [_("Le nom du chef de ménage est nécessaire.")]})
    for name, value in values.items():
        setattr(part, name, value)
    part.save()


def _save_parts(household: Household, values: dict[str, Any]) -> None:
    if values.get("chef"):
        _save_part(HeadOfHousehold, household, values["chef"])
    if values.get("logement"):
        _save_part(Dwelling, household, values["logement"])
    assess_households([household.id])


def _set_initial_status(household: Household, user: User) -> None:
    """Set the surveyor and first status of a new household.

    A household created by a surveyor is assigned to them, and is being collected until they submit it. Any other
    household counts as submitted.
    """
    if user.role.code == SURVEYOR_ROLE and household.enqueteur_id is None:
        household.enqueteur = user
    if household.enqueteur_id == user.id:
        household.statut = Statut.COLLECTE


@contextmanager
def _refuse_taken_code() -> Iterator[None]:
    """Raise DUPLICATE_CODE when another household has the code, or had it until it was merged."""
    try:
        yield
    except IntegrityError as error:
        if not _is_code_taken(error):
            raise
        raise Problem("DUPLICATE_CODE", _("Ce code de ménage est déjà utilisé.")) from error


def _is_code_taken(error: IntegrityError) -> bool:
    return "code_menage" in str(error)


def _save_household(household: Household, *, new: bool = False) -> None:
    """Save a household in a savepoint. Raises IntegrityError for its code, CONFLICT for a deleted reference."""
    with refuse_gone_references(), transaction.atomic():
        household.save(force_insert=new)


def _insert_household(household: Household) -> None:
    """Insert a household, with the next free generated code when it has none.

    Raises DUPLICATE_CODE only for a code that was sent, and CONFLICT as `_save_household` does.
    """
    if household.code_menage:
        with _refuse_taken_code():
            return _save_household(household, new=True)
    while True:
        household.code_menage = reserve_household_code(household.region_id)
        try:
            return _save_household(household, new=True)
        except IntegrityError as error:
            # Another user chose this code by hand meanwhile.
            if not _is_code_taken(error):
                raise


@transaction.atomic
def create_household(*, values: dict[str, Any], user: User) -> Household:
    """Create a household, in pre-collection.

    Raises DUPLICATE_CODE, READ_ONLY_PROJECT, FORBIDDEN, VALIDATION_ERROR, CONFLICT.
    """
    require_writable(values.get("projet"), "collecter")
    household = Household()
    _apply_values(household, values, user)
    _set_initial_status(household, user)
    _insert_household(household)
    _save_parts(household, values)
    notify_listeners(household.id, user)
    return household


@transaction.atomic
def update_household(
    *, household_id: UUID, values: dict[str, Any], user: User, require: Callable[[Household], None]
) -> Household:
    """Change any subset of the fields of a household that `user` can see, under its lock.

    `require(household)` is called once the lock is held (If-Match). Raises NOT_FOUND, DUPLICATE_CODE,
    READ_ONLY_PROJECT, FORBIDDEN, VALIDATION_ERROR, CONFLICT.
    """
    household = lock_household(household_id, user)
    require(household)
    require_writable(household.projet)
    if "projet" in values and values["projet"] != household.projet:
        require_writable(values["projet"], "collecter")
    _apply_values(household, values, user)
    with _refuse_taken_code():
        _save_household(household)
    _save_parts(household, values)
    notify_listeners(household.id, user)
    return household


@transaction.atomic
def delete_household(*, household_id: UUID, user: Caller, require: Callable[[Household], None]) -> None:
    """Delete a household that `user` can see and that nothing refers to.

    `require(household)` is called once the lock is held (If-Match). Raises NOT_FOUND, also when it was deleted
    meanwhile, READ_ONLY_PROJECT, and HAS_DEPENDENCIES with the counts.
    """
    household = lock_household(household_id, user, deleting=True)
    require(household)
    require_writable(household.projet)
    found = count_household_dependencies([household.id])[household.id]
    counts = {name: count for name, count in found.items() if count}
    if counts:
        raise blocked_by_dependencies(describe_dependencies(counts), counts)
    Household.objects.filter(id=household.id)._raw_delete(using="default")


def describe_dependencies(counts: dict[str, int]) -> str:
    """Describe what prevents the deletion of a household, or say that it can be deleted."""
    named = describe_counts(counts)
    if not named:
        return _("Ce ménage peut être supprimé.")
    return _("Suppression impossible tant qu'il reste : %(counts)s.") % {"counts": named}


def touch_household(household: Household) -> None:
    """Set `updated_at` now: a change of head, dwelling or members is a change of the household."""
    household.updated_at = timezone.now()
    Household.objects.filter(id=household.id).update(updated_at=household.updated_at)


def notify_listeners(household_id: UUID, user: Caller) -> None:
    """Call, in the same transaction, what upper features do after a user has created or changed a household."""
    for listener in household_listeners.values():
        listener(household_id, user)


def find_gone_column(error: BaseException) -> str | None:
    """Return the column whose row no longer exists, if that is why the database (`registry_menage_refers`) refused."""
    diagnosis = getattr(error.__cause__, "diag", None)
    if (
        diagnosis is None
        or diagnosis.table_name != "registry_menage"
        or " names no row of " not in (diagnosis.message_primary or "")
    ):
        return None
    name: str | None = diagnosis.column_name
    return name


def has_changed_areas(error: BaseException) -> bool:
    """Return whether an area was deleted or moved to another parent meanwhile: the areas can be looked up again."""
    diagnosis = getattr(error.__cause__, "diag", None)
    return find_gone_column(error) in AREA_COLUMNS or (
        diagnosis is not None and diagnosis.constraint_name == "menage_places_agree"
    )


def build_gone_reference_problem(column: str) -> Problem:
    """Return a CONFLICT that names the kind of row that no longer exists."""
    return conflict(GONE_REFERENCE_MESSAGES[column])


@contextmanager
def refuse_gone_references(except_columns: frozenset[str] = frozenset()) -> Iterator[None]:
    """Raise CONFLICT when the database refuses a household because a row that it refers to no longer exists.

    For columns in `except_columns` the IntegrityError is raised unchanged.
    """
    try:
        yield
    except IntegrityError as error:
        column = find_gone_column(error)
        if column is None or column in except_columns:
            raise
        raise build_gone_reference_problem(column) from error
