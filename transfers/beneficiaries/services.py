"""Decide whether a household may be enrolled, and change beneficiaries when their household is merged or erased."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

import orjson
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.erasure.api import ErasureSubject
from config.errors.problems import Problem, conflict, forbidden, invalid, invalid_status, not_found
from registry.follow_up.api import lock_writable_household
from registry.follow_up.models import HouseholdRecord
from registry.households.models import Statut
from transfers.beneficiaries.duplicates import find_reused_accounts, lock_mobile_accounts
from transfers.beneficiaries.models import Beneficiary
from transfers.beneficiaries.queries import SQL

# The exit reason of a principal whose household was merged into another.
MERGED: Final = "menage_fusionne"
REFUSALS: Final = {
    "enrole": conflict(_("Ce ménage a déjà un bénéficiaire principal dans ce programme.")),
    "rejete": invalid_status(_("Ce ménage est rejeté.")),
    "en_attente": invalid_status(_("Ce ménage n'est pas encore validé.")),
    "seul": forbidden(
        _("Vous avez enregistré ce ménage et personne d'autre ne l'a validé : quelqu'un d'autre doit l'enrôler.")
    ),
    "non_eligible": invalid({}, _("Ce ménage ne remplit pas les critères du programme.")),
    "sans_chef": invalid({}, _("Ce ménage n'a pas de chef : il n'y a personne à enrôler.")),
}


def find_unconfirmed_households(menages: Iterable[UUID], user: Any) -> set[UUID]:
    """Return which of these households `user` registered and nobody else validated.

    Empty unless the installation requires a second person (ENROLMENT_SECOND_PERSON).
    """
    if not settings.ENROLMENT_SECOND_PERSON:
        return set()
    params = {"menages": list(menages), "user": user.id}
    return {row["id"] for row in SQL.rows("registered_alone", params, alone=SQL["is_alone"])}


def refuse_household(statut: str, alone: bool) -> Problem | None:
    """Return why a household cannot have a place in any programme, or None.

    Its status is checked first, then who registered it.
    """
    if statut == Statut.REJETE:
        return REFUSALS["rejete"]
    if statut != Statut.VALIDE:
        return REFUSALS["en_attente"]
    return REFUSALS["seul"] if alone else None


@transaction.atomic
def add_record(*, model: type[HouseholdRecord], values: dict[str, Any], user: Any) -> Any:
    """Create a record of `values["beneficiaire"]`, under the household's lock. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    known = values["beneficiaire"]
    household = lock_writable_household(known.menage_id, user)
    beneficiary = Beneficiary.objects.filter(id=known.id, menage=household).first()
    if beneficiary is None:
        raise not_found()
    manager: Any = model._default_manager
    return manager.create(**values | {"beneficiaire": beneficiary, "menage": household})


def follow_principals(menages: Iterable[UUID], programmes: Iterable[UUID]) -> None:
    """Assign the substitutes of these households to their present principals in these programmes.

    For locked households which have got a new principal.
    """
    SQL.run("follow", {"menages": list(menages), "programmes": list(programmes)})


def exit_displaced_principals(kept: UUID, absorbed: UUID) -> list[dict[str, Any]]:
    """Exit the principals of an absorbed household whose place the kept household already holds.

    Their substitutes become substitutes of the principal who stays. Return their previous state.
    """
    found = SQL.rows("in_the_way", {"conserve": kept, "absorbe": absorbed})
    ids = [row["id"] for row in found if row["type"] == "principal"]
    if ids:
        SQL.run("stand_in", {"ids": ids, "conserve": kept})
        SQL.run("leave", {"ids": ids, "motif": MERGED})
    return found


def restore_displaced_principals(rows: list[dict[str, Any]]) -> bool:
    """Restore the beneficiaries of `exit_displaced_principals`.

    Return False when one of them has been changed since, or when another person is now paid on their account. An
    account which was shared with the principal who stayed is shared again.
    """
    if not rows:
        return True
    alone = [UUID(row["id"]) for row in rows if row["type"] == "principal" and not row.get("partage")]
    lock_mobile_accounts(*Beneficiary.objects.filter(id__in=alone).values_list("compte_mobile", flat=True))
    if find_reused_accounts(alone):
        return False
    params = {"rows": orjson.dumps(rows).decode(), "motif": MERGED}
    SQL.run("stand_back", params)
    return SQL.run("come_back", params) == sum(row["type"] == "principal" for row in rows)


def erase_beneficiaries(subject: ErasureSubject) -> int:
    """Erase the identity of the beneficiaries of a household."""
    return SQL.run("erase", {"id": subject.id})
