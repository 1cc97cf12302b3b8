"""Create, change and delete households."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.gis.geos import Point
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.counts import describe_counts
from config.errors.problems import Problem, blocked_by_dependencies, forbidden_fields, invalid, not_found
from geo.areas.models import SRID, Region
from registry.households.dependencies import count_dependencies
from registry.households.followers import notify_followers
from registry.households.gone import refuse_gone_references
from registry.households.models import Dwelling, HeadOfHousehold, Household, Statut
from registry.households.phones import normalise_phone
from registry.households.positions import find_position_fault
from registry.households.queries import SQL, find_region_at
from registry.pmt.api import classify_score, find_thresholds_in_force, is_eligible_score
from registry.projects.api import require_writable
from registry.quality.api import assess_households

PHONES = ("telephone", "numero_mobile_money")
NO_REGION = "SR"
PLACED = {"region", "secteur", "commune", "localite", "latitude", "longitude"}
SCORED_NAMES = {"score_pmt": "scorePmt", "categorie_pauvrete": "categoriePauvrete"}
SCORED = set(SCORED_NAMES)
SURVEYOR = "ROLE_ENQUETEUR"
# How many numbers one statement checks.
SPAN = 100_000


def reserve_numbers(prefix: str, count: int) -> int:
    """Reserve the next `count` numbers of generated codes with a prefix; return the last of them.

    Locks the counter of the prefix until the end of the transaction.
    """
    return SQL.one("next_code", {"prefix": prefix, "count": count})["dernier"]


def reserve_free_code(prefix: str, codes: str) -> str:
    """Reserve the next generated code `<prefix>-<6 digits>` that the SELECT `codes` does not return.

    Skips any number of codes that users chose by hand. If a user chooses the returned code before it is written, the
    insert fails and the caller must call again.
    """
    number = first = reserve_numbers(prefix, 1)
    wanted = {"prefix": prefix, "span": SPAN}
    while (free := SQL.one("free_number", wanted | {"first": first}, codes=codes)["numero"]) is None:
        first += SPAN
    if free > number:
        reserve_numbers(prefix, free - number)
    return f"{prefix}-{free:06d}"


def reserve_household_code(region_id: UUID | None) -> str:
    """Reserve a free generated code: `<REGION>-<6 digits>`, or `SR-<6 digits>` without a region."""
    prefix = Region.objects.values_list("code", flat=True).get(id=region_id) if region_id else NO_REGION
    return reserve_free_code(prefix, SQL["codes"])


def resolve_areas(household: Household, sent: dict[str, Any], user: Any) -> None:
    """Set the upper areas from the lower ones in `sent`, the region from the point, and check that all agree.

    A user whose scope is limited to regions writes only inside them; a single region is the default. Areas are read
    without their boundaries. Raises VALIDATION_ERROR naming the level.
    """
    above = _find_parent_areas(household)
    if household.localite_id and "localite" in sent:
        household.secteur_id = above["localite_secteur"] if not sent.get("secteur") else household.secteur_id
        household.commune_id = above["localite_commune"] if not sent.get("commune") else household.commune_id
        above = _find_parent_areas(household)
    if household.secteur_id and {"localite", "secteur"} & sent.keys() and not sent.get("region"):
        household.region_id = above["secteur_region"]
    if household.region_id is None and household.geom is not None:
        household.region_id = find_region_at(household.geom.x, household.geom.y)
    if household.region_id is None and user.region_ids and len(user.region_ids) == 1:
        household.region_id = user.region_ids[0]
    _check_areas(household, above, user)


def _find_parent_areas(household: Household) -> dict[str, UUID | None]:
    """Return the parents of a household's areas, in one query."""
    return SQL.one("above", {name: getattr(household, name) for name in ("secteur_id", "commune_id", "localite_id")})


def _check_areas(household: Household, above: dict[str, UUID | None], user: Any) -> None:
    if user.region_ids is not None and household.region_id not in user.region_ids:
        raise invalid({"region": [_("Indiquez une région qui est dans votre périmètre.")]})
    if household.secteur_id and above["secteur_region"] != household.region_id:
        raise invalid({"secteur": [_("Le secteur n'est pas dans cette région.")]})
    if household.localite_id and above["localite_secteur"] != household.secteur_id:
        raise invalid({"localite": [_("La localité n'est pas dans ce secteur.")]})
    if household.commune_id and above["commune_secteur"] != household.secteur_id:
        raise invalid({"commune": [_("La commune n'est pas dans ce secteur.")]})


def _set_position(household: Household, sent: dict[str, Any]) -> None:
    """Set the point from `latitude` and `longitude`; one that was not sent keeps its value.

    Raises VALIDATION_ERROR if only one of them is known, or if the position is a mistake (see `positions`).
    """
    if not {"latitude", "longitude"} & sent.keys():
        return
    old = household.geom
    latitude = sent.get("latitude") if "latitude" in sent else (old.y if old else None)
    longitude = sent.get("longitude") if "longitude" in sent else (old.x if old else None)
    if (latitude is None) != (longitude is None):
        missing = "latitude" if latitude is None else "longitude"
        raise invalid({missing: [_("Latitude et longitude vont ensemble.")]})
    placed = latitude is not None and longitude is not None
    household.geom = Point(float(longitude), float(latitude), srid=SRID) if placed else None  # type: ignore[arg-type]
    if household.geom and household.geom != old and (wrong := find_position_fault(household.geom.y, household.geom.x)):
        raise invalid({wrong[0]: [wrong[1]]})


def _apply_score(household: Household, values: dict[str, Any]) -> None:
    """Set category and eligibility from the score; a category that was sent counts only without a score.

    A typed score belongs to no method.
    """
    limits = find_thresholds_in_force()
    household.categorie_pauvrete = classify_score(household.score_pmt, limits) or values.get("categorie_pauvrete")
    if "score_pmt" in values:
        household.eligible_programme = is_eligible_score(household.score_pmt, limits)
        household.methode_pmt = household.motif_pmt = household.date_pmt = None


def _require_rights(household: Household, values: dict[str, Any], changed: set[str], user: Any) -> None:
    """Raise FORBIDDEN naming the field when `user` may not change the score or the surveyor.

    A score or category needs `registre.scorer`, and a project that allows scoring (otherwise FORBIDDEN or
    READ_ONLY_PROJECT). A surveyor needs `registre.valider`, as assignment does; but users may take a household that has
    none for themselves. Only `changed` fields count: a form may send back values that it read.
    """
    if scored := SCORED & changed:
        if not user.holds("registre.scorer"):
            raise forbidden_fields(
                {SCORED_NAMES[name]: _("Seul qui peut calculer les scores le change.") for name in scored}
            )
        require_writable(values.get("projet", household.projet), "scorer")
    takes = household.enqueteur_id is None and values.get("enqueteur") == user
    if "enqueteur" in changed and not takes and not user.holds("registre.valider"):
        raise forbidden_fields({"enqueteurId": _("Seul qui peut valider affecte un ménage à un autre enquêteur.")})


def _apply_values(household: Household, values: dict[str, Any], user: Any) -> None:
    nested = {"chef", "logement", "latitude", "longitude"}
    changed = {name for name in SCORED | {"enqueteur"} if name in values and values[name] != getattr(household, name)}
    _require_rights(household, values, changed, user)
    given = values.get("enqueteur") if "enqueteur" in changed else None
    for name, value in values.items():
        if name not in nested:
            setattr(household, name, value)
    if SCORED & changed:
        _apply_score(household, values)
    _set_position(household, values)
    if household._state.adding or PLACED & values.keys():
        resolve_areas(household, values, user)
    if given and household.region_id and given.region_ids is not None and household.region_id not in given.region_ids:
        raise invalid({"enqueteurId": [_("Ce ménage est hors des régions de l'enquêteur.")]})


def _save_part(model: type[HeadOfHousehold] | type[Dwelling], household: Household, values: dict[str, Any]) -> None:
    """Create or update the head or dwelling with the fields that were sent.

    Raises VALIDATION_ERROR for a head without a name.
    """
    for name in PHONES:
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


def _set_initial_status(household: Household, user: Any) -> None:
    """Set the surveyor and first status of a new household.

    A household created by a surveyor is assigned to them, and is being collected until they submit it. Any other
    household counts as submitted.
    """
    if user.role.code == SURVEYOR and household.enqueteur_id is None:
        household.enqueteur = user
    if household.enqueteur_id == user.id:
        household.statut = Statut.COLLECTE


def _save_household(household: Household, *, new: bool = False) -> None:
    """Save a household.

    Raises DUPLICATE_CODE (400) when another household has its code, or had it until it was merged, and CONFLICT when a
    row that it refers to was deleted meanwhile.
    """
    try:
        with refuse_gone_references(), transaction.atomic():
            household.save(force_insert=new)
    except IntegrityError as error:
        if "code_menage" not in str(error):
            raise
        raise Problem("DUPLICATE_CODE", _("Ce code de ménage est déjà utilisé.")) from error


def _insert_household(household: Household) -> None:
    """Insert a household, with the next free generated code when it has none.

    Raises DUPLICATE_CODE (400) only for a code that was sent, and CONFLICT as `_save_household` does.
    """
    if household.code_menage:
        return _save_household(household, new=True)
    while True:
        household.code_menage = reserve_household_code(household.region_id)
        try:
            return _save_household(household, new=True)
        except Problem as problem:
            # Another user chose this code by hand meanwhile.
            if problem.code != "DUPLICATE_CODE":
                raise


@transaction.atomic
def create_household(*, values: dict[str, Any], user: Any) -> Household:
    """Create a household, in pre-collection.

    Raises DUPLICATE_CODE (400), READ_ONLY_PROJECT, FORBIDDEN, VALIDATION_ERROR, CONFLICT.
    """
    require_writable(values.get("projet"), "collecter")
    household = Household()
    _apply_values(household, values, user)
    _set_initial_status(household, user)
    _insert_household(household)
    _save_parts(household, values)
    notify_followers(household.id, user)
    return household


@transaction.atomic
def update_household(*, household_id: UUID, values: dict[str, Any], user: Any, require: Any) -> Household:
    """Change any subset of the fields of a household that `user` can see, under its lock.

    `require(household)` is called once the lock is held (If-Match). Raises NOT_FOUND, DUPLICATE_CODE (400),
    READ_ONLY_PROJECT, FORBIDDEN, VALIDATION_ERROR, CONFLICT.
    """
    visible = Household.objects.visible_to(user).select_for_update(of=("self",), no_key=True)
    household = visible.filter(id=household_id).first()
    if household is None:
        raise not_found()
    require(household)
    require_writable(household.projet)
    if "projet" in values and values["projet"] != household.projet:
        require_writable(values["projet"], "collecter")
    _apply_values(household, values, user)
    _save_household(household)
    _save_parts(household, values)
    notify_followers(household.id, user)
    return household


@transaction.atomic
def delete_household(*, household_id: UUID, user: Any, require: Callable[[Household], None]) -> None:
    """Delete a household that `user` can see and that nothing refers to.

    `require(household)` is called once the lock is held (If-Match). Raises NOT_FOUND, also when it was deleted
    meanwhile, READ_ONLY_PROJECT, and HAS_DEPENDENCIES with the counts.
    """
    rows = Household.objects.visible_to(user).select_for_update(of=("self",))
    household = rows.filter(id=household_id).first()
    if household is None:
        raise not_found()
    require(household)
    require_writable(household.projet)
    counts = {name: count for name, count in count_dependencies([household.id])[household.id].items() if count}
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
