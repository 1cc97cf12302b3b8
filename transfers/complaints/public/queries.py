"""Query how a complaint stands, for who has its code."""

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from config.caller import Caller
from config.errors.problems import Problem, not_found
from geo.areas.models import Region, Sector
from transfers.complaints.models import DESK_ORIGINS, Complaint, ComplaintMove, ComplaintStatus
from transfers.complaints.public.rules import HAND_OVER, RECEIPT, URGENT_PRIORITY, USUAL_PRIORITY, is_code
from transfers.complaints.public.types import Following, PublicAnswer, PublicTerms
from transfers.complaints.queries import compute_deadline
from transfers.complaints.states import APPEALABLE
from transfers.complaints.teams.models import Category


def list_regions() -> QuerySet[Region]:
    """Return the regions that a form offers, by name, each with its secteurs, without their boundaries."""
    sectors = Prefetch("secteurs", Sector.objects.defer("geom").order_by("nom"))
    return Region.objects.defer("geom").prefetch_related(sectors).order_by("nom")


def build_terms() -> PublicTerms:
    """Return within how many working days a complaint of the form is answered, and by which day one of today is."""
    usual, urgent = settings.COMPLAINT_DAYS[USUAL_PRIORITY], settings.COMPLAINT_DAYS[URGENT_PRIORITY]
    last_day = compute_deadline(timezone.localdate(), USUAL_PRIORITY)
    return PublicTerms(jours=usual, jours_urgents=urgent, dernier_jour=last_day)


def find_followed(reference: str, code: str) -> Complaint:
    """Return the complaint with a reference and its code. Raises NOT_FOUND, the same for an unknown one and a wrong code."""
    name = reference.strip().upper()
    row = Complaint.objects.select_related("confidentiel").filter(reference=name).first()
    if not is_code(name, code, row.empreinte_suivi if row else None) or row is None:
        raise build_unknown()
    return row


def build_unknown() -> Problem:
    """Return NOT_FOUND without a word on what was not found."""
    return not_found()


def list_receivable(user: Caller) -> QuerySet[Complaint]:
    """Return the complaints whose code `user` may give: those he reads, and one about corruption that he has just taken.

    Who takes it at a desk is the only one who can hand the code to its complainant: within HAND_OVER, while nothing but that
    was done about it.
    """
    done = ComplaintMove.objects.filter(plainte=OuterRef("pk"))
    others = done.exclude(action=ComplaintMove.Action.CREATION).exclude(auteur_id=user.id, champs=[RECEIPT])
    own = Complaint.objects.filter(
        ~Exists(others),
        auteur_id=user.id,
        canal__in=DESK_ORIGINS,
        categorie=Category.CORRUPTION,
        date_creation__gte=timezone.now() - HAND_OVER,
    )
    return Complaint.objects.visible_to(user) | own


def describe_complaint(row: Complaint) -> Following:
    """Return how a complaint stands. Answers about violence are given by people only."""
    answers = ComplaintMove.objects.filter(plainte=row, action=ComplaintMove.Action.REPONSE, commentaire__isnull=False)
    shown = [] if row.categorie == Category.VBG else list(answers.order_by("id"))
    return Following(
        reference=row.reference,
        statut=row.statut,
        date_creation=timezone.localdate(row.date_creation),
        echeance=row.echeance,
        date_resolution=timezone.localdate(row.date_resolution) if row.date_resolution else None,
        reponses=[PublicAnswer(timezone.localdate(move.date), move.commentaire or "") for move in shown],
        satisfaction=row.satisfaction,
        appel_en_cours=row.appel_en_cours,
        peut_noter=row.statut == ComplaintStatus.FERMEE and row.satisfaction is None,
        peut_faire_appel=row.statut in APPEALABLE and not row.appel_en_cours,
    )
