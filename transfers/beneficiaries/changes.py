"""Create a beneficiary by hand, and change one."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors.problems import conflict, invalid, invalid_status, not_found
from registry.follow_up.api import lock_writable_household
from registry.households.api import normalise_phone, reserve_numbers
from registry.households.models import Household
from registry.projects.api import require_writable
from transfers.beneficiaries.duplicates import PersonSearch, lock_mobile_accounts, require_no_duplicates
from transfers.beneficiaries.models import HOLDS_PLACE, Beneficiary, StatutEnrolement, Type
from transfers.beneficiaries.moves import ANONYMOUS, transition_beneficiary
from transfers.beneficiaries.services import (
    REFUSALS,
    find_unconfirmed_households,
    follow_principals,
    refuse_household,
)
from transfers.beneficiaries.states import EXIT, TOWARDS
from transfers.programmes.api import lock_enrolling_programme

PHONES: Final = ("telephone", "compte_mobile", "numero_op_b")
# Fields which cannot change after creation, and their names in the API.
FIXED: Final = {"menage": "menageId", "programme": "programmeId", "type": "typeBeneficiaire"}


def _normalise_values(values: dict[str, Any], seen: datetime | None = None) -> dict[str, Any]:
    """Return values as they are stored.

    Numbers are normalised like those of heads and members; a verified document gets the moment of its first
    verification (`seen`, or now).
    """
    kept = values | {name: normalise_phone(values[name]) for name in PHONES if name in values}
    if "document_verifie" in kept:
        kept["date_verification_document"] = (seen or timezone.now()) if kept.pop("document_verifie") else None
    return kept


def _determine_type(household: Household, programme_id: UUID, wanted: str | None, forced: bool) -> dict[str, Any]:
    """Return the type of a new beneficiary and, for a substitute, the principal.

    Without a requested type, the beneficiary becomes a substitute when the place is held and `forced` is true. Raises
    CONFLICT, VALIDATION_ERROR.
    """
    holder = Beneficiary.objects.filter(HOLDS_PLACE, menage=household, programme_id=programme_id).first()
    if wanted == Type.SUBSTITUT or (wanted is None and forced and holder is not None):
        if holder is None:
            raise invalid({FIXED["type"]: [_("Ce ménage n'a pas de bénéficiaire principal à remplacer.")]})
        return {"type": Type.SUBSTITUT, "principal": holder}
    if holder is not None:
        raise conflict(REFUSALS["enrole"].message)
    return {"type": Type.PRINCIPAL}


@transaction.atomic
def create_beneficiary(*, values: dict[str, Any], user: Any) -> Beneficiary:
    """Create a beneficiary of `values["menage"]` in `values["programme"]`.

    Locks the mobile account, then the household, then the programme.

    Raises NOT_FOUND, READ_ONLY_PROJECT, FORBIDDEN (a project which does not enrol, a household which this user
    registered and nobody else validated), INVALID_STATUS (a household which is not validated, a programme which does
    not enrol), DUPLICATES_DETECTED unless `force_create`, CONFLICT when somebody else holds the place of the principal.
    """
    kept = _normalise_values(values)
    lock_mobile_accounts(kept.get("compte_mobile"))
    forced, active = kept.pop("force_create", False), kept.pop("actif", True)
    wanted = kept.pop("type", None)
    household = lock_writable_household(kept.pop("menage").id, user)
    if household.code_menage.startswith(ANONYMOUS):
        raise invalid_status(_("Ce ménage a été anonymisé."))
    require_writable(household.projet, "enroler")
    programme = lock_enrolling_programme(kept.pop("programme").id)
    if refusal := refuse_household(household.statut, bool(find_unconfirmed_households([household.id], user))):
        raise refusal
    if not forced:
        sought = PersonSearch(
            kept["nom_complet"], kept.get("telephone"), kept.get("compte_mobile"), household, programme.id
        )
        require_no_duplicates(sought, user)
    kept |= _determine_type(household, programme.id, wanted, forced)
    number = reserve_numbers(programme.code, 1)
    made = Beneficiary.objects.create(
        code=f"{programme.code}-{number:06d}",
        menage=household,
        programme=programme,
        statut_enrolement=StatutEnrolement.ACTIF if active else StatutEnrolement.SUSPENDU,
        enrole_par=user,
        **kept,
    )
    if made.type == Type.PRINCIPAL:
        follow_principals([household.id], [programme.id])
    return made


def _determine_target_status(values: dict[str, Any], current: Beneficiary) -> StatutEnrolement | None:
    """Return the status which a change requests, or None when it stays the same.

    A form may send back what it read: an unchanged value requests nothing. Raises VALIDATION_ERROR when
    `statutEnrolement` and `actif` request different statuses.
    """
    status, active = values.pop("statut_enrolement", None), values.pop("actif", None)
    if active is None or active == (current.statut_enrolement == StatutEnrolement.ACTIF):
        return StatutEnrolement(status) if status and status != current.statut_enrolement else None
    wanted = StatutEnrolement.ACTIF if active else StatutEnrolement.SUSPENDU
    if status not in (None, current.statut_enrolement, wanted):
        raise invalid({"actif": [_("Contradiction avec statutEnrolement.")]})
    return wanted


def _determine_exit_reason(values: dict[str, Any], current: Beneficiary, target: StatutEnrolement | None) -> str | None:
    """Return the reason of an exit, which an exit requires and only a beneficiary who exits or has left may have.

    Raises VALIDATION_ERROR.
    """
    sent = "motif_sortie" in values
    motif = values.pop("motif_sortie", None)
    if target == StatutEnrolement.SORTI and not motif:
        raise invalid({"motifSortie": [_("Une sortie demande un motif.")]})
    if target is None and current.statut_enrolement == StatutEnrolement.SORTI and sent:
        if not motif:
            raise invalid({"motifSortie": [_("Une sortie demande un motif.")]})
        values["motif_sortie"] = motif
    elif target != StatutEnrolement.SORTI and motif and motif != current.motif_sortie:
        raise invalid({"motifSortie": [_("Un motif de sortie demande statutEnrolement « sorti ».")]})
    return motif


def _require_fixed_fields_unchanged(values: dict[str, Any], current: Beneficiary) -> None:
    """Raise VALIDATION_ERROR when a field which cannot change after creation differs; drop equal values.

    A form may send back what it read.
    """
    for name, shown in FIXED.items():
        if name in values and values.pop(name) != getattr(current, name):
            raise invalid({shown: [_("Cela ne change plus une fois le bénéficiaire créé.")]})


@transaction.atomic
def change_beneficiary(*, identity: UUID, values: dict[str, Any], user: Any, require: Callable[[Any], None]) -> None:
    """Change the fields which were sent, and make the move which a sent status means.

    `require` checks the row under its lock (If-Match). Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR,
    DUPLICATES_DETECTED for another person's mobile account unless `force_create`, and the errors of the move:
    INVALID_STATUS, FORBIDDEN, CONFLICT.
    """
    known = Beneficiary.objects.visible_to(user).filter(id=identity).first()
    if known is None:
        raise not_found()
    lock_mobile_accounts(known.compte_mobile, values.get("compte_mobile"))
    household = lock_writable_household(known.menage_id, user)
    # The programme and its project are read after the lock is held.
    rows = Beneficiary.objects.select_for_update(no_key=True)
    current = rows.filter(id=identity, menage=household).first()
    if current is None:
        raise not_found()
    require(current)
    if current.compte_mobile != known.compte_mobile:
        raise conflict()
    require_writable(current.programme.projet)
    if current.code.startswith(ANONYMOUS):
        raise invalid_status(_("Ce bénéficiaire a été anonymisé."))
    kept = _normalise_values(values, current.date_verification_document)
    forced, account = kept.pop("force_create", False), kept.get("compte_mobile", current.compte_mobile)
    _require_fixed_fields_unchanged(kept, current)
    target = _determine_target_status(kept, current)
    # While the beneficiary was out, the account may have been given to another person.
    back = target == StatutEnrolement.ACTIF and current.statut_enrolement == StatutEnrolement.SORTI
    if account and (back or account != current.compte_mobile) and not forced:
        sought = PersonSearch(None, None, account, household, current.programme_id, besides=current.id)
        require_no_duplicates(sought, user)
    motif = _determine_exit_reason(kept, current, target)
    for name, value in kept.items():
        setattr(current, name, value)
    current.save(update_fields={*kept, "updated_at"})
    if target is not None:
        if target not in TOWARDS:
            raise invalid_status()
        move = TOWARDS[target]
        told = motif if move is EXIT else None
        transition_beneficiary(
            identity=identity, move=move, user=user, require=lambda row: None, motif=told, asked=True
        )
