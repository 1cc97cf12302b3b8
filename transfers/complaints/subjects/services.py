"""Settle the household, person, payment and cycle of a complaint, and its place, so that none contradicts another."""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid, invalid_status
from config.locks import Lock, claim_lock
from geo.areas.models import Region
from transfers.complaints.models import Complaint
from transfers.complaints.queries import SQL
from transfers.complaints.teams.models import Category

SUBJECT: Final = ("menage", "beneficiaire", "paiement", "cycle", "verification")
PLACE: Final = ("region", "secteur", "localite")


def complete_subject(row: Complaint) -> None:
    """Fill in what follows from what a complaint names: cycle, household, areas; of violence keep places only.

    A household has its own place finer than one that was named, unless that is elsewhere. Raises VALIDATION_ERROR when
    places, or the household, person, payment and cycle, contradict each other.
    """
    _follow_payment(row)
    if row.menage and _lies_within(row):
        row.localite_id, row.secteur_id = row.menage.localite_id, row.menage.secteur_id
        row.region_id = row.menage.region_id or row.region_id
    _settle_areas(row)
    if row.menage and row.menage.region_id and row.region_id != row.menage.region_id:
        raise invalid({"regionId": [_("Ce ménage n'est pas dans cette région.")]})
    if row.categorie == Category.VBG:
        # They would stand outside the schema of cases, in backups too, and say of a household what nobody may know.
        row.menage = row.beneficiaire = row.paiement = row.cycle = row.verification = None


def replace_subject(row: Complaint, values: dict[str, Any], user: Caller) -> list[str]:
    """Set, unsaved, what a complaint is about and where, where `values` has it; return the names of what has changed.

    The household, person, payment, cycle and contested check are one thing, and so are the areas: naming one replaces all
    of them. A household brings its place along. Raises VALIDATION_ERROR as `complete_subject`, and when no region is left
    or one that the user does not see; INVALID_STATUS while a measure about the present subject is proposed.
    """
    before = {name: getattr(row, f"{name}_id") for name in (*SUBJECT, *PLACE)}
    has_subject, has_place = (any(name in values for name in names) for names in (SUBJECT, PLACE))
    if has_subject:
        _set_all(row, SUBJECT, values)
        _follow_payment(row)
    if has_place or (has_subject and row.menage and row.menage.region_id):
        _set_all(row, PLACE, values)
    complete_subject(row)
    changed = [name for name, value in before.items() if getattr(row, f"{name}_id") != value]
    if "region" in changed:
        _require_visible_region(row, user)
    if set(SUBJECT) & set(changed) and row.mesures.filter(statut="proposee").exists():
        raise invalid_status(_("Une mesure proposée attend sa décision : elle porte sur ce que la plainte nomme."))
    return changed


def _set_all(row: Complaint, names: tuple[str, ...], values: dict[str, Any]) -> None:
    for name in names:
        setattr(row, name, values.get(name))


def _require_visible_region(row: Complaint, user: Caller) -> None:
    """Raise VALIDATION_ERROR for a complaint that would lie in no region, or in one that the user does not see."""
    if row.region_id is None:
        raise invalid({"regionId": [_("Nommez le lieu qui vient à la place.")]})
    regions: Any = Region.objects.visible_to(user).filter(id=row.region_id)
    if not regions.exists():
        raise invalid({"regionId": [_("Introuvable.")]})


def _follow_payment(row: Complaint) -> None:
    """Fill in the cycle, person and household of what a complaint names. Raises VALIDATION_ERROR."""
    _refuse_contradictions(row)
    if row.paiement:
        row.beneficiaire_id = row.beneficiaire_id or row.paiement.beneficiaire_id
        row.cycle_id = row.paiement.cycle_id
    if row.verification and row.beneficiaire is None:
        row.beneficiaire = row.verification.beneficiaire
    if row.beneficiaire:
        row.menage_id = row.beneficiaire.menage_id


def _lies_within(row: Complaint) -> bool:
    """Return whether the place of the household lies within the one that a complaint names, if it names any."""
    home = row.menage
    if home is None or row.localite_id:
        return False
    is_in_sector = row.secteur_id in (None, home.secteur_id)
    return is_in_sector and row.region_id in (None, home.region_id)


def _refuse_contradictions(row: Complaint) -> None:
    """Raise VALIDATION_ERROR with each field that names another than what a complaint names besides."""
    person, payment = row.beneficiaire, row.paiement
    errors = {}
    if payment and row.beneficiaire_id not in (None, payment.beneficiaire_id, payment.principal_id):
        errors["beneficiaireId"] = [_("Ce paiement est celui d'une autre personne.")]
    if payment and row.cycle_id not in (None, payment.cycle_id):
        errors["cycleId"] = [_("Ce paiement est d'un autre cycle.")]
    if row.verification and not _may_contest(row):
        errors["verificationId"] = [_("Cette vérification est celle d'une autre personne.")]
    person = person or (row.verification.beneficiaire if row.verification else None)
    person = person or (payment.beneficiaire if payment else None)
    if person and row.menage_id not in (None, person.menage_id):
        errors["menageId"] = [_("Cette personne est d'un autre ménage.")]
    if errors:
        raise invalid(errors)


def _may_contest(row: Complaint) -> bool:
    """Return whether the check that a complaint contests is of the person and the payment that it names."""
    checked = row.verification.beneficiaire_id if row.verification else None
    paid = (row.paiement.beneficiaire_id, row.paiement.principal_id) if row.paiement else (checked,)
    return row.beneficiaire_id in (None, checked) and checked in paid


def _settle_areas(row: Complaint) -> None:
    """Fill in the sector and region above the areas that a complaint names; they stay there until it is stored.

    One that is being moved is waited for. The foreign keys alone would wait, too, but store the sector that was read before.
    """
    if row.localite_id is None and row.secteur_id is None:
        return
    # Who stores several complaints names areas several times.
    claim_lock(Lock.AREAS, again=True)
    if row.localite_id:
        sector_id = _hold_parent("hold_locality", row.localite_id, "localiteId")
        if row.secteur_id not in (None, sector_id):
            raise invalid({"localiteId": [_("Cette localité n'est pas dans ce secteur.")]})
        row.secteur_id = sector_id
    region_id = _hold_parent("hold_sector", row.secteur_id, "secteurId")
    if row.region_id not in (None, region_id):
        raise invalid({"secteurId": [_("Ce secteur n'est pas dans cette région.")]})
    row.region_id = region_id


def _hold_parent(statement: str, area_id: UUID | None, field: str) -> UUID:
    """Return the parent of an area, which is held. Raises VALIDATION_ERROR when it was deleted meanwhile."""
    found: list[UUID] = SQL.fetch_column(statement, {"id": area_id})
    if not found:
        raise invalid({field: [_("Introuvable.")]})
    return found[0]


def follow_payments(cycle_id: UUID) -> None:
    """Let complaints about a payment follow when the list of its cycle was calculated again, or dropped.

    They name the payment of the same person on the new list, or none: the person and the cycle they name as before. Who
    complains of a list must not keep it from being put right.
    """
    claim_lock(Lock.COMPLAINTS, again=True)
    SQL.execute("follow_payments", {"cycle": cycle_id})
