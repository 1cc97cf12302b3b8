"""Query what belongs to complaints: their history, files and links."""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from config.caller import Scope
from transfers.complaints.models import Complaint, ComplaintMove
from transfers.complaints.records.models import ComplaintFile, ComplaintLink
from transfers.complaints.records.types import RecordedMove
from transfers.complaints.teams.models import Category


def list_moves(complaint: Complaint) -> QuerySet[ComplaintMove]:
    """Return what was done about a complaint, newest first."""
    return ComplaintMove.objects.filter(plainte=complaint).select_related("auteur").order_by("-id")


def build_moves(complaint: Complaint, moves: list[ComplaintMove]) -> list[RecordedMove]:
    """Return moves with their comments: those of a confidential complaint stand with its texts."""
    hidden = complaint.confidentiel.commentaires if complaint.categorie == Category.VBG else {}
    return [
        RecordedMove(
            id=move.id,
            action=move.action,
            statut_avant=move.statut_avant,
            statut_apres=move.statut_apres,
            champs=move.champs,
            commentaire=hidden.get(str(move.id), move.commentaire),
            auteur={"id": move.auteur.id, "nom": move.auteur.nom_complet} if move.auteur else None,
            date=move.date,
        )
        for move in moves
    ]


def list_files(complaint: Complaint) -> QuerySet[ComplaintFile]:
    """Return the files of a complaint, in the order in which they came."""
    return ComplaintFile.objects.filter(plainte=complaint).select_related("fichier", "auteur")


def list_linked_complaints(complaint: Complaint) -> QuerySet[Complaint]:
    """Return the complaints of the same matter, newest first."""
    links = ComplaintLink.objects.filter(Q(premiere=complaint) | Q(seconde=complaint)).order_by()
    ids = links.values_list("premiere_id").union(links.values_list("seconde_id"))
    return Complaint.objects.filter(id__in=ids).exclude(id=complaint.id)


def list_visible_files(user: Scope) -> QuerySet[Any]:
    """Return the ids of the files of complaints that `user` may read."""
    rows = ComplaintFile.objects.filter(plainte__in=Complaint.objects.visible_to(user).order_by().values("id"))
    return (rows if "plaintes.lire" in user.permissions else rows.none()).values("fichier_id")


def list_complaint_files(ids: list[UUID]) -> list[UUID]:
    """Return the ids of the stored files of some complaints."""
    return list(ComplaintFile.objects.filter(plainte__in=ids).values_list("fichier_id", flat=True))
