"""List what was done lately, from the audit trail, the approvals and runs of cycles, and the moves of complaints."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from accounts.audit.api import list_recent_changes, list_recent_operations
from accounts.audit.models import Trace
from accounts.users.models import User
from analysis.dashboards.activity.types import Activity
from config.caller import Caller
from registry.households.models import Household
from transfers.approvals.models import Approval, ApprovalAction
from transfers.complaints.models import Complaint, ComplaintMove, ComplaintStatus
from transfers.execution.models import Run

STATUS_SENTENCES: Final = {
    ComplaintStatus.NOUVELLE: lazy("Plainte %(reference)s de nouveau à traiter"),
    ComplaintStatus.OUVERTE: lazy("Plainte %(reference)s ouverte"),
    ComplaintStatus.EN_COURS: lazy("Plainte %(reference)s en cours de traitement"),
    ComplaintStatus.RESOLUE: lazy("Plainte %(reference)s résolue"),
    ComplaintStatus.FERMEE: lazy("Plainte %(reference)s fermée"),
    ComplaintStatus.REJETEE: lazy("Plainte %(reference)s rejetée"),
}
MOVE_SENTENCES: Final[dict[str, Any]] = {
    ComplaintMove.Action.CREATION: lazy("Plainte %(reference)s reçue"),
    ComplaintMove.Action.ASSIGNATION: lazy("Plainte %(reference)s confiée à quelqu'un"),
    ComplaintMove.Action.SUSPENSION: lazy("Délai de la plainte %(reference)s suspendu"),
    ComplaintMove.Action.REPRISE: lazy("Délai de la plainte %(reference)s repris"),
    ComplaintMove.Action.ESCALADE: lazy("Retard de la plainte %(reference)s signalé"),
    ComplaintMove.Action.APPEL: lazy("Appel de la plainte %(reference)s"),
    ComplaintMove.Action.DECISION: lazy("Appel de la plainte %(reference)s décidé"),
    ComplaintMove.Action.COMMENTAIRE: lazy("Plainte %(reference)s commentée"),
    ComplaintMove.Action.REPONSE: lazy("Réponse à la plainte %(reference)s"),
}
# The models of the audit trail: households one by one, and imports of many.
HOUSEHOLD_MODEL, IMPORT_KIND = "menage", "import_menages"


def _describe_user(user: User | None) -> dict[str, Any] | None:
    return {"id": user.id, "nom": user.nom_complet} if user else None


def _list_name_columns(relation: str) -> list[str]:
    """Return what the name of a related user is made of."""
    return [f"{relation}__{name}" for name in ("prenom", "nom", "email")]


def _describe_household(action: str, code: str | None) -> str:
    if action == Trace.Action.CREATION:
        return _("Ménage %(code)s enregistré") % {"code": code or "?"}
    if action == Trace.Action.SUPPRESSION:
        return _("Ménage supprimé")
    return _("Ménage %(code)s modifié") % {"code": code or "?"}


def list_household_activity(user: Caller, limit: int) -> list[Activity]:
    """Return the newest changes of visible households and imports of households, from the audit trail."""
    if not user.holds("registre.lire"):
        return []
    entries = list_recent_changes(HOUSEHOLD_MODEL, user, limit)
    imports = list_recent_operations(IMPORT_KIND, user, limit)
    ids = [entry.objet for entry in entries if entry.objet]
    codes: dict[UUID, str] = dict(
        Household.objects.visible_to(user).filter(id__in=ids).order_by().values_list("id", "code_menage")
    )
    changed = [
        Activity(
            "menage",
            entry.action,
            _describe_household(entry.action, codes.get(entry.objet) if entry.objet else None),
            _describe_user(entry.utilisateur),
            entry.date,
            {"id": entry.objet, "codeMenage": codes.get(entry.objet) if entry.objet else None},
        )
        for entry in entries
    ]
    imported = [
        Activity(
            "menage",
            "import",
            ngettext("Import de %(n)d ménage", "Import de %(n)d ménages", entry.nombre or 0) % {"n": entry.nombre or 0},
            _describe_user(entry.utilisateur),
            entry.date,
            {"id": entry.id, "nombre": entry.nombre},
        )
        for entry in imports
    ]
    return changed + imported


def _describe_approval(row: Approval) -> str:
    sentences = {
        ApprovalAction.SOUMISSION: _("Cycle %(code)s soumis à la validation"),
        ApprovalAction.VALIDATION: _("Cycle %(code)s validé au niveau %(niveau)d"),
        ApprovalAction.REJET: _("Cycle %(code)s rejeté au niveau %(niveau)d"),
        ApprovalAction.REINITIALISATION: _("Validation du cycle %(code)s réinitialisée"),
    }
    return sentences[ApprovalAction(row.action)] % {"code": row.cycle.code, "niveau": row.niveau}


def list_payment_activity(user: Caller, limit: int) -> list[Activity]:
    """Return the newest approvals and runs of payment cycles: one row for each, not for every payment."""
    if not user.holds("transferts.lire"):
        return []
    approvals = Approval.objects.visible_to(user).select_related("cycle", "user").order_by("-date", "-id")
    approvals = approvals.only("action", "niveau", "date", "cycle__code", *_list_name_columns("user"))
    runs = Run.objects.visible_to(user).select_related("cycle", "auteur").order_by("-created_at", "-id")
    runs = runs.only("created_at", "cycle__code", *_list_name_columns("auteur"))
    approved = [
        Activity(
            "paiement",
            row.action,
            _describe_approval(row),
            _describe_user(row.user),
            row.date,
            {"cycleId": row.cycle_id, "codeCycle": row.cycle.code, "niveau": row.niveau},
        )
        for row in approvals[:limit]
    ]
    executed = [
        Activity(
            "paiement",
            "execution",
            _("Exécution du cycle %(code)s lancée") % {"code": row.cycle.code},
            _describe_user(row.auteur),
            row.created_at,
            {"cycleId": row.cycle_id, "codeCycle": row.cycle.code, "executionId": row.id},
        )
        for row in runs[:limit]
    ]
    return approved + executed


def _describe_move(row: ComplaintMove) -> str:
    if row.action == ComplaintMove.Action.STATUT:
        sentence = STATUS_SENTENCES[ComplaintStatus(row.statut_apres)]
    else:
        sentence = MOVE_SENTENCES.get(row.action, lazy("Plainte %(reference)s modifiée"))
    return sentence % {"reference": row.plainte.reference}


def list_complaint_activity(user: Caller, limit: int) -> list[Activity]:
    """Return the newest moves of the complaints that `user` may see, without their texts."""
    if not user.holds("plaintes.lire"):
        return []
    visible = Complaint.objects.visible_to(user)
    moves = ComplaintMove.objects.filter(plainte__in=visible).select_related("plainte", "auteur").order_by("-id")
    moves = moves.only("action", "statut_apres", "date", "plainte__reference", *_list_name_columns("auteur"))
    return [
        Activity(
            "plainte",
            row.action,
            _describe_move(row),
            _describe_user(row.auteur),
            row.date,
            {"id": row.plainte_id, "reference": row.plainte.reference, "statut": row.statut_apres},
        )
        for row in moves[:limit]
    ]


ACTIVITIES: Final[dict[str, Callable[[Caller, int], list[Activity]]]] = {
    "menage": list_household_activity,
    "paiement": list_payment_activity,
    "plainte": list_complaint_activity,
}


def list_activity(user: Caller, limit: int, kind: str | None = None) -> list[Activity]:
    """Return what was done lately, of one kind or of all, newest first, at most `limit`."""
    chosen = [ACTIVITIES[kind]] if kind else ACTIVITIES.values()
    rows = [activity for list_rows in chosen for activity in list_rows(user, limit)]
    return sorted(rows, key=lambda row: row.timestamp, reverse=True)[:limit]
