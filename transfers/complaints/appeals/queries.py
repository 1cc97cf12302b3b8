"""Query who may decide an appeal, and who decided before."""

from uuid import UUID

from django.db.models import QuerySet

from transfers.complaints.appeals.models import Appeal, AppealStatus
from transfers.complaints.models import Complaint, ComplaintMove
from transfers.complaints.notices.services import list_readers

MODIFY = "plaintes.modifier"
MANAGE = "plaintes.gerer_equipes"


def list_appeals(complaint: Complaint) -> QuerySet[Appeal]:
    """Return the appeals of a complaint with who decides them, the latest first."""
    return Appeal.objects.filter(plainte=complaint).select_related("examinateur").order_by("-id")


def list_deciders(complaint: Complaint) -> set[UUID]:
    """Return the users who have decided a complaint: who handled it, and who moved it to its status."""
    moves = ComplaintMove.objects.filter(plainte=complaint, action=ComplaintMove.Action.STATUT)
    found = set(moves.exclude(auteur=None).values_list("auteur_id", flat=True))
    appeals = Appeal.objects.filter(plainte=complaint).exclude(statut=AppealStatus.DEPOSE)
    found |= set(appeals.values_list("examinateur_id", flat=True))
    return found | ({complaint.membre.user_id} if complaint.membre else set())


def list_examiners(complaint: Complaint) -> list[UUID]:
    """Return who may decide an appeal, whom to ask first: who leads the team, managers of teams, then who may modify."""
    others = list_readers(MODIFY, complaint) - list_deciders(complaint)
    leader = complaint.equipe.responsable_id if complaint.equipe else None
    managers = list_readers(MANAGE, complaint)
    return sorted(others, key=lambda user_id: (user_id != leader, user_id not in managers, user_id))
