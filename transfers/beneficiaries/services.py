"""Create and change beneficiaries, and carry them through the merge and the erasure of their household."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import Problem, conflict, invalid, invalid_status, not_found
from config.locks import Lock, claim_lock, lock_row
from registry.follow_up.models import HouseholdRecord
from registry.households.api import lock_writable_household, normalise_phone, reserve_code_numbers
from registry.households.models import Household
from registry.projects.api import require_writable
from transfers.beneficiaries.duplicates.locks import lock_mobile_accounts
from transfers.beneficiaries.duplicates.queries import find_duplicates, find_reused_accounts
from transfers.beneficiaries.duplicates.types import PersonSearch
from transfers.beneficiaries.models import HOLDS_PLACE, Beneficiary, StatutEnrolement, Type
from transfers.beneficiaries.queries import SQL, find_unconfirmed_households
from transfers.beneficiaries.rules import ENROLMENT_REFUSALS, ERASED_CODE_PREFIX, refuse_household
from transfers.beneficiaries.states import EXIT, TRANSITIONS_BY_TARGET
from transfers.beneficiaries.transitions.services import follow_principals, transition_locked_beneficiary
from transfers.beneficiaries.types import DisplacedBeneficiary
from transfers.programmes.api import lock_enrolling_programme

# The exit reason of a principal whose household was merged into another.
MERGED_EXIT_REASON: Final = "menage_fusionne"
PHONE_FIELDS: Final = ("telephone", "compte_mobile", "numero_op_b")
# Fields which cannot change after creation, and their names in the API.
FIXED_FIELDS: Final = {"menage": "menageId", "programme": "programmeId", "type": "typeBeneficiaire"}


def _normalise_values(values: dict[str, Any], verified_at: datetime | None = None) -> dict[str, Any]:
    """Return values as they are stored.

    Numbers are normalised like those of heads and members; a verified document gets the moment of its first
    verification (`verified_at`, or now).
    """
    normalised = values | {name: normalise_phone(values[name]) for name in PHONE_FIELDS if name in values}
    if "document_verifie" in normalised:
        is_verified = normalised.pop("document_verifie")
        normalised["date_verification_document"] = (verified_at or timezone.now()) if is_verified else None
    return normalised


def _determine_type(household: Household, programme_id: UUID, wanted: str | None, is_forced: bool) -> dict[str, Any]:
    """Return the type of a new beneficiary and, for a substitute, the principal.

    Without a requested type, the beneficiary becomes a substitute when the place is held and `is_forced`. Raises
    CONFLICT, VALIDATION_ERROR.
    """
    holder = Beneficiary.objects.filter(HOLDS_PLACE, menage=household, programme_id=programme_id).first()
    if wanted == Type.SUBSTITUT or (wanted is None and is_forced and holder is not None):
        if holder is None:
            raise invalid({FIXED_FIELDS["type"]: [_("Ce ménage n'a pas de bénéficiaire principal à remplacer.")]})
        return {"type": Type.SUBSTITUT, "principal": holder}
    if holder is not None:
        raise conflict(ENROLMENT_REFUSALS["enrole"].message)
    return {"type": Type.PRINCIPAL}


@transaction.atomic
def create_beneficiary(*, values: dict[str, Any], user: Caller) -> Beneficiary:
    """Create a beneficiary of `values["menage"]` in `values["programme"]`.

    Lock the mobile account, then the household, then the programme.

    Raises NOT_FOUND, READ_ONLY_PROJECT, FORBIDDEN (a project which does not enrol, a household which this user
    registered and nobody else validated), INVALID_STATUS (a household which is not validated, a programme which does
    not enrol), DUPLICATES_DETECTED unless `force_create`, CONFLICT when somebody else holds the place of the principal.
    """
    fields = _normalise_values(values)
    lock_mobile_accounts(fields.get("compte_mobile"))
    is_forced, is_active = fields.pop("force_create", False), fields.pop("actif", True)
    wanted = fields.pop("type", None)
    household = lock_writable_household(fields.pop("menage").id, user)
    if household.code_menage.startswith(ERASED_CODE_PREFIX):
        raise invalid_status(_("Ce ménage a été anonymisé."))
    require_writable(household.projet, "enroler")
    programme = lock_enrolling_programme(fields.pop("programme").id)
    if refusal := refuse_household(household.statut, bool(find_unconfirmed_households([household.id], user))):
        raise refusal
    if not is_forced:
        person = PersonSearch(
            fields["nom_complet"], fields.get("telephone"), fields.get("compte_mobile"), household, programme.id
        )
        require_no_duplicates(person, user)
    fields |= _determine_type(household, programme.id, wanted, is_forced)
    number = reserve_code_numbers(programme.code, 1)
    beneficiary = Beneficiary.objects.create(
        code=f"{programme.code}-{number:06d}",
        menage=household,
        programme=programme,
        statut_enrolement=StatutEnrolement.ACTIF if is_active else StatutEnrolement.SUSPENDU,
        enrole_par_id=user.id,
        **fields,
    )
    if beneficiary.type == Type.PRINCIPAL:
        follow_principals([household.id], [programme.id])
    return beneficiary


def _determine_target_status(values: dict[str, Any], current: Beneficiary) -> StatutEnrolement | None:
    """Return the status which a change requests, or None when it stays the same.

    A form may send back what it read: an unchanged value requests nothing. Raises VALIDATION_ERROR when
    `statutEnrolement` and `actif` request different statuses.
    """
    status, is_active = values.pop("statut_enrolement", None), values.pop("actif", None)
    if is_active is None or is_active == (current.statut_enrolement == StatutEnrolement.ACTIF):
        return StatutEnrolement(status) if status and status != current.statut_enrolement else None
    wanted = StatutEnrolement.ACTIF if is_active else StatutEnrolement.SUSPENDU
    if status not in (None, current.statut_enrolement, wanted):
        raise invalid({"actif": [_("Contradiction avec statutEnrolement.")]})
    return wanted


def _determine_exit_reason(values: dict[str, Any], current: Beneficiary, target: StatutEnrolement | None) -> str | None:
    """Return the reason of an exit, which an exit requires and only a beneficiary who exits or has left may have.

    Raises VALIDATION_ERROR.
    """
    is_sent = "motif_sortie" in values
    reason: str | None = values.pop("motif_sortie", None)
    if target == StatutEnrolement.SORTI and not reason:
        raise invalid({"motifSortie": [_("Une sortie demande un motif.")]})
    if target is None and current.statut_enrolement == StatutEnrolement.SORTI and is_sent:
        if not reason:
            raise invalid({"motifSortie": [_("Une sortie demande un motif.")]})
        values["motif_sortie"] = reason
    elif target != StatutEnrolement.SORTI and reason and reason != current.motif_sortie:
        raise invalid({"motifSortie": [_("Un motif de sortie demande statutEnrolement « sorti ».")]})
    return reason


def _require_fixed_fields_unchanged(values: dict[str, Any], current: Beneficiary) -> None:
    """Raise VALIDATION_ERROR when a field which cannot change after creation differs; drop equal values.

    A form may send back what it read.
    """
    for name, api_name in FIXED_FIELDS.items():
        if name in values and values.pop(name) != getattr(current, name):
            raise invalid({api_name: [_("Cela ne change plus une fois le bénéficiaire créé.")]})


@transaction.atomic
def change_beneficiary(
    *, beneficiary_id: UUID, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> None:
    """Change the fields which were sent, and make the transition which a sent status means.

    `require` checks the row under its lock (If-Match). Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR,
    DUPLICATES_DETECTED for another person's mobile account unless `force_create`, and the errors of the
    transition: INVALID_STATUS, FORBIDDEN, CONFLICT.
    """
    known = Beneficiary.objects.visible_to(user).filter(id=beneficiary_id).first()
    if known is None:
        raise not_found()
    lock_mobile_accounts(known.compte_mobile, values.get("compte_mobile"))
    household = lock_writable_household(known.menage_id, user)
    # The programme and its project are read after the lock is held.
    current = lock_row(Lock.BENEFICIARIES, Beneficiary.objects.filter(id=beneficiary_id, menage=household))
    require(current)
    if current.compte_mobile != known.compte_mobile:
        raise conflict()
    require_writable(current.programme.projet)
    if current.code.startswith(ERASED_CODE_PREFIX):
        raise invalid_status(_("Ce bénéficiaire a été anonymisé."))
    fields = _normalise_values(values, current.date_verification_document)
    is_forced, account = fields.pop("force_create", False), fields.get("compte_mobile", current.compte_mobile)
    _require_fixed_fields_unchanged(fields, current)
    target = _determine_target_status(fields, current)
    # While the beneficiary was out, the account may have been given to another person.
    is_returning = target == StatutEnrolement.ACTIF and current.statut_enrolement == StatutEnrolement.SORTI
    if account and (is_returning or account != current.compte_mobile) and not is_forced:
        person = PersonSearch(None, None, account, household, current.programme_id, excluded_id=current.id)
        require_no_duplicates(person, user)
    reason = _determine_exit_reason(fields, current, target)
    for name, value in fields.items():
        setattr(current, name, value)
    current.save(update_fields={*fields, "updated_at"})
    if target is None:
        return
    if target not in TRANSITIONS_BY_TARGET:
        raise invalid_status()
    transition = TRANSITIONS_BY_TARGET[target]
    transition_locked_beneficiary(
        beneficiary=current,
        household=household,
        transition=transition,
        user=user,
        reason=reason if transition is EXIT else None,
    )


def require_no_duplicates(person: PersonSearch, user: Caller) -> None:
    """Raise DUPLICATES_DETECTED (409) with the duplicates found when one of them prevents enrolment.

    Must be called in the transaction which writes, with the household locked and after `lock_mobile_accounts` for the
    account.
    """
    found = find_duplicates(person, user, user.holds("registre.voir_contacts"))
    if found.high_risk_count:
        raise Problem("DUPLICATES_DETECTED", data=found.build_response() | {"message": found.describe()})


@transaction.atomic
def add_record(*, model: type[HouseholdRecord], values: dict[str, Any], user: Caller) -> Any:
    """Create a record of `values["beneficiaire"]`, under the household's lock. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    known = values["beneficiaire"]
    household = lock_writable_household(known.menage_id, user)
    beneficiary = Beneficiary.objects.filter(id=known.id, menage=household).first()
    if beneficiary is None:
        raise not_found()
    manager: Any = model._default_manager
    return manager.create(**values | {"beneficiaire": beneficiary, "menage": household})


def exit_displaced_principals(kept: UUID, absorbed: UUID) -> list[DisplacedBeneficiary]:
    """Exit the principals of an absorbed household whose place the kept household already holds.

    Their substitutes become substitutes of the principal who stays. Return their previous state.
    """
    claim_lock(Lock.BENEFICIARIES)
    rows: Any = SQL.fetch_rows("lock_displaced", {"conserve": kept, "absorbe": absorbed})
    displaced: list[DisplacedBeneficiary] = rows
    ids = _list_principal_ids(displaced)
    if ids:
        SQL.execute("assign_substitutes", {"ids": ids, "conserve": kept})
        SQL.execute("exit_principals", {"ids": ids, "motif": MERGED_EXIT_REASON})
    return displaced


def lock_displaced_accounts(rows: list[DisplacedBeneficiary]) -> None:
    """Lock the mobile accounts on which `restore_displaced_principals` will have them paid again."""
    if ids := _list_unshared_principal_ids(rows):
        lock_mobile_accounts(*Beneficiary.objects.filter(id__in=ids).values_list("compte_mobile", flat=True))


def _list_unshared_principal_ids(rows: list[DisplacedBeneficiary]) -> list[UUID]:
    """Return the ids of the principals who did not share their account with the principal who stayed."""
    return [UUID(row_id) for row_id in _list_principal_ids([row for row in rows if not row.get("partage")])]


def restore_displaced_principals(rows: list[DisplacedBeneficiary]) -> bool:
    """Restore the beneficiaries of `exit_displaced_principals`.

    Return False when one of them has been changed since, or when another person is now paid on their account. An
    account which was shared with the principal who stayed is shared again.
    """
    if not rows:
        return True
    if find_reused_accounts(_list_unshared_principal_ids(rows)):
        return False
    params = {"rows": orjson.dumps(rows).decode(), "motif": MERGED_EXIT_REASON}
    SQL.execute("restore_substitutes", params)
    return SQL.execute("restore_principals", params) == len(_list_principal_ids(rows))


def _list_principal_ids(rows: list[DisplacedBeneficiary]) -> list[str]:
    return [row["id"] for row in rows if row["type"] == Type.PRINCIPAL]


def erase_beneficiaries(subject: ErasureSubject) -> int:
    """Erase the identity of the beneficiaries of a household."""
    return SQL.execute("erase_beneficiaries", {"id": subject.id})
