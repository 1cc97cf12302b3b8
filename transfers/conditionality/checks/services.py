"""Record checks of conditionalities, and that notice of them was given."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import Problem, invalid, invalid_status, not_found
from config.errors.uniqueness import raise_duplicate_code
from registry.follow_up import api as follow_up
from registry.households.api import lock_visible_households
from registry.projects.api import find_closed_projects
from transfers.beneficiaries.api import add_record
from transfers.conditionality.checks.models import ComplianceCheck, ComplianceStatus
from transfers.conditionality.checks.types import NoticeOutcome, NoticeResult
from transfers.conditionality.models import Conditionality

ONCE = "verification_conditionnalite_once"


def choose_status(conditionality: Conditionality, statut: str | None, rate: Decimal | None) -> str:
    """Return the status of a check: as stated, else by the rate and the threshold. Raises VALIDATION_ERROR."""
    if statut is not None:
        return statut
    if rate is None:
        raise invalid({"tauxConformite": [_("Indiquez le taux de conformité, ou le statut.")]})
    met = rate >= conditionality.seuil_conformite
    return ComplianceStatus.CONFORME if met else ComplianceStatus.NON_CONFORME


def _require_one_programme(conditionality: Conditionality, values: dict[str, Any]) -> None:
    """Raise VALIDATION_ERROR when the beneficiary or the cycle is of another programme than the conditionality."""
    wrong = _("N'est pas du programme de la conditionnalité.")
    beneficiary, cycle = values.get("beneficiaire"), values.get("cycle")
    if beneficiary is not None and beneficiary.programme_id != conditionality.programme_id:
        raise invalid({"beneficiaireId": [wrong]})
    if cycle is not None and cycle.programme_id != conditionality.programme_id:
        raise invalid({"cycleId": [wrong]})


@transaction.atomic
def add_check(*, values: dict[str, Any], user: Caller) -> ComplianceCheck:
    """Record a check. Without a status, the rate and the threshold of the conditionality say it.

    Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR, DUPLICATE_CODE (409) for one of the same time.
    """
    conditionality: Conditionality = values["conditionnalite"]
    _require_one_programme(conditionality, values)
    status = choose_status(conditionality, values.get("statut"), values.get("taux_conformite"))
    with raise_duplicate_code(ONCE, _("Cette vérification est déjà enregistrée.")):
        row: ComplianceCheck = add_record(
            model=ComplianceCheck, values=values | {"statut": status, "auteur_id": user.id}, user=user
        )
    return row


@transaction.atomic
def change_check(
    *, row: ComplianceCheck, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> ComplianceCheck:
    """Change the fields which were sent. A check that is not met after all needs a new notice.

    Raises the errors of `add_check`, and CONFLICT.
    """
    _require_one_programme(row.conditionnalite, values)
    sent = dict(values)
    if "taux_conformite" in sent and "statut" not in sent and row.statut != ComplianceStatus.JUSTIFIE:
        sent["statut"] = choose_status(row.conditionnalite, None, sent["taux_conformite"])
    if sent.get("statut", row.statut) != row.statut:
        sent |= {"date_avis": None, "avis_par_id": None}
    names = {"avis_par_id": "avis_par"}
    with raise_duplicate_code(ONCE, _("Cette vérification est déjà enregistrée.")):
        changed: ComplianceCheck = follow_up.update_record(
            row=row, values={names.get(name, name): value for name, value in sent.items()}, user=user, require=require
        )
    return changed


@transaction.atomic
def give_notices(*, ids: list[UUID], user: Caller) -> NoticeResult:
    """Record that the households of these checks, not met, were given notice now; tell what came of each id.

    A notice that was given before stays. Some ten statements, whatever their number.
    """
    with audit_operation("masse_aviser_conditionnalites", filters={"demandes": len(ids)}, rows=True) as operation:
        found = ComplianceCheck.objects.visible_to(user).filter(id__in=ids).order_by()
        wanted = list(found.values_list("menage_id", flat=True).distinct())
        households = {row.id: row for row in lock_visible_households(wanted, user)}
        rows = list(found.filter(menage_id__in=households).select_related("beneficiaire__programme"))
        closed = find_closed_projects()
        outcomes: dict[UUID, Problem | None] = {}
        for row in rows:
            projects = (households[row.menage_id].projet_id, row.beneficiaire.programme.projet_id)
            outcomes[row.id] = next((closed[each] for each in projects if each in closed), None) or _refuse_notice(row)
        accepted = [key for key, problem in outcomes.items() if problem is None]
        now = timezone.now()
        ComplianceCheck.objects.filter(id__in=accepted).update(date_avis=now, avis_par_id=user.id, updated_at=now)
        operation.count = len(accepted)
    missing = not_found()
    details = []
    for each in dict.fromkeys(ids):
        problem = outcomes.get(each, missing)
        details.append(NoticeOutcome(each, problem is None, str(problem.message) if problem else None))
    return NoticeResult(len(accepted), len(details) - len(accepted), details)


def _refuse_notice(row: ComplianceCheck) -> Problem | None:
    if row.statut != ComplianceStatus.NON_CONFORME:
        return invalid_status(_("Il n'y a pas d'avis à donner : la conditionnalité est remplie ou justifiée."))
    if row.date_avis is not None:
        return invalid_status(_("L'avis est déjà donné."))
    return None


def erase_checks(subject: ErasureSubject) -> int:
    """Erase what was remarked in checks of a household; keep what they found."""
    return ComplianceCheck.objects.filter(menage_id=subject.id).update(commentaires=None)
