"""Query who may decide an appeal, and who decided before."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from transfers.complaints.appeals.models import Appeal, AppealStatus
from transfers.complaints.models import Complaint, ComplaintMove
from transfers.complaints.notices.services import group_readers, list_readers

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


def list_former_deciders(ids: Collection[UUID]) -> set[tuple[UUID, UUID]]:
    """Return (complaint, user) of who decided what a granted appeal has undone: who moved it then, or confirmed it."""
    undone = Appeal.objects.filter(plainte=OuterRef("plainte"), statut=AppealStatus.REVISE)
    moves = ComplaintMove.objects.filter(plainte__in=ids, action=ComplaintMove.Action.STATUT, auteur__isnull=False)
    movers = moves.filter(Exists(undone.filter(date_decision__gt=OuterRef("date")))).order_by()
    confirmed = Appeal.objects.filter(plainte__in=ids, statut=AppealStatus.CONFIRME).order_by()
    examiners = confirmed.filter(Exists(undone.filter(date_decision__gt=OuterRef("date_decision"))))
    return set(
        movers.values_list("plainte_id", "auteur_id").union(examiners.values_list("plainte_id", "examinateur_id"))
    )


def list_orphaned_appeals() -> list[Appeal]:
    """Return the open appeals whose examiner may no longer decide: inactive, or without the permission or the region."""
    readers: dict[tuple[UUID | None, str | None], set[UUID]] = {}
    found = []
    for appeal in Appeal.objects.filter(statut=AppealStatus.DEPOSE).select_related("plainte"):
        row = appeal.plainte
        key = group_readers(row)
        if key not in readers:
            readers[key] = list_readers(MODIFY, row)
        if appeal.examinateur_id not in readers[key]:
            found.append(appeal)
    return found


def list_examiners(complaint: Complaint) -> list[UUID]:
    """Return who may decide an appeal, whom to ask first: who leads the team, managers of teams, then who may modify."""
    others = list_readers(MODIFY, complaint) - list_deciders(complaint)
    leader = complaint.equipe.responsable_id if complaint.equipe else None
    managers = list_readers(MANAGE, complaint)
    return sorted(others, key=lambda user_id: (user_id != leader, user_id not in managers, user_id))
