"""Serialize complaints."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.api.fields import PageParams, VisibleIriField, build_sort_field
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from geo.areas.models import Locality, Region, Sector
from registry.households.models import Household
from registry.scoring.serializers import ExplanationResponse
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.filters import SORT_COLUMNS
from transfers.complaints.models import DESK_ORIGINS, Complaint, ComplaintStatus, Origin, Priority
from transfers.complaints.teams.models import Category
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.cycles.models import Cycle
from transfers.payments.models import Payment

MAX_TEXT = 10_000


class TextField(serializers.CharField):
    def __init__(self, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **({"required": False, "allow_null": True} | kwargs))


class ReferenceField(VisibleIriField):
    def __init__(self, collection: str, model: Any, source: str) -> None:
        super().__init__(collection, model, source=source, required=False, allow_null=True)


class ComplaintListParams(PageParams):
    """Validate the page of the list, and the name that it is sorted by; `-` before it for the other direction."""

    tri = build_sort_field(SORT_COLUMNS)


class SubjectBody(CamelSerializer, ClosedSerializer):
    """Describe what a complaint is about, and where it was made."""

    region_id = ReferenceField("regions", Region, "region")
    secteur_id = ReferenceField("secteurs", Sector, "secteur")
    localite_id = ReferenceField("localites", Locality, "localite")
    menage_id = ReferenceField("menages", Household, "menage")
    beneficiaire_id = ReferenceField("beneficiaires", Beneficiary, "beneficiaire")
    paiement_id = ReferenceField("paiements", Payment, "paiement")
    cycle_id = ReferenceField("cycles", Cycle, "cycle")
    verification_id = ReferenceField("verifications-conditionnalites", ComplianceCheck, "verification")


class ComplaintBody(SubjectBody):
    objet = TextField(255, required=True, allow_null=False)
    description = TextField(MAX_TEXT)
    plaignant = TextField(255)
    telephone = TextField(32)
    categorie = serializers.ChoiceField(choices=Category.choices)
    priorite = serializers.ChoiceField(choices=Priority.choices, required=False, default=Priority.MOYENNE)
    canal = serializers.ChoiceField(
        choices=[(each.value, each.label) for each in DESK_ORIGINS], required=False, default=Origin.GUICHET
    )


class ComplaintChangeBody(SubjectBody):
    """Describe a change: of the household, person, payment and cycle one replaces all, and so does one of the areas."""

    objet = TextField(255, allow_null=False)
    description = TextField(MAX_TEXT)
    plaignant = TextField(255)
    telephone = TextField(32)
    categorie = serializers.ChoiceField(choices=Category.choices, required=False)
    priorite = serializers.ChoiceField(choices=Priority.choices, required=False)


class AssignmentBody(CamelSerializer, ClosedSerializer):
    equipe = serializers.UUIDField(required=False, allow_null=True)
    membre = serializers.UUIDField(required=False, allow_null=True)


class StatusBody(CamelSerializer, ClosedSerializer):
    statut = serializers.ChoiceField(choices=ComplaintStatus.choices)
    resolution = TextField(MAX_TEXT)
    commentaire = TextField(MAX_TEXT)


class ComplaintCreatedResponse(CamelSerializer):
    """Describe a complaint that was taken, with what its receipt says: who took it may not be who reads it."""

    id = serializers.UUIDField()
    reference = serializers.CharField()
    statut = serializers.CharField()
    date_creation = serializers.DateTimeField()
    echeance = serializers.DateField()


class ComplaintStatusResponse(CamelSerializer):
    id = serializers.UUIDField()
    statut = serializers.CharField()


class HandlerResponse(CamelSerializer):
    """Describe the member of a team who has a complaint: `userId` is their account."""

    id = serializers.UUIDField()
    user_id = serializers.UUIDField()
    nom = serializers.CharField(source="user.nom_complet")


class AssignmentResponse(ComplaintStatusResponse):
    equipe = ReferenceSerializer(allow_null=True)
    membre = HandlerResponse(allow_null=True)


class ComplaintResponse(CamelSerializer):
    """Describe a complaint; `plaignant` and `telephone` are null without `registre.voir_contacts`.

    Who may see a case of violence sees who reports it. The context says whether the caller holds the permission.
    """

    id = serializers.UUIDField()
    reference = serializers.CharField()
    objet = serializers.CharField(source="texts.objet", allow_null=True)
    plaignant = serializers.SerializerMethodField()
    telephone = serializers.SerializerMethodField()
    categorie = serializers.CharField()
    description = serializers.CharField(source="texts.description", allow_null=True)
    statut = serializers.CharField()
    priorite = serializers.CharField()
    region = ReferenceSerializer(allow_null=True)
    secteur = ReferenceSerializer(allow_null=True)
    equipe = ReferenceSerializer(allow_null=True)
    membre = HandlerResponse(allow_null=True)
    echeance = serializers.DateField()
    date_creation = serializers.DateTimeField()
    date_resolution = serializers.DateTimeField(allow_null=True)
    resolution = serializers.CharField(source="texts.resolution", allow_null=True)
    satisfaction = serializers.IntegerField(allow_null=True)
    canal = serializers.CharField()
    suspendue_depuis = serializers.DateField(allow_null=True)
    motif_suspension = serializers.CharField(allow_null=True)
    niveau_escalade = serializers.IntegerField()
    appel_en_cours = serializers.BooleanField()

    def get_plaignant(self, complaint: Complaint) -> str | None:
        return complaint.texts.plaignant if self._shows_contacts(complaint) else None

    def get_telephone(self, complaint: Complaint) -> str | None:
        return complaint.texts.telephone if self._shows_contacts(complaint) else None

    def _shows_contacts(self, complaint: Complaint) -> bool:
        return complaint.categorie == Category.VBG or bool(self.context["contacts"])


class ComplainedPaymentResponse(CamelSerializer):
    id = serializers.UUIDField()
    reference = serializers.CharField()
    statut = serializers.CharField()
    montant = serializers.IntegerField()


class CodedReferenceResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()


class ComplaintSubjectResponse(CamelSerializer):
    menage = CodedReferenceResponse(allow_null=True)
    beneficiaire = CodedReferenceResponse(allow_null=True)
    cycle = ReferenceSerializer(allow_null=True)


class ComplaintDetailResponse(ComplaintResponse):
    """Describe a complaint with the payment that it is about, and, about targeting, the score of its household.

    `recu_delivre` says whether somebody has a code to follow it. `sujet` names the household, person and cycle. These and
    the payment are shown to who may read each.
    """

    localite = ReferenceSerializer(allow_null=True)
    recu_delivre = serializers.BooleanField(source="has_code")
    verification_id = serializers.UUIDField(allow_null=True)
    sujet = serializers.SerializerMethodField()
    paiement = serializers.SerializerMethodField()
    ciblage = serializers.SerializerMethodField()

    @extend_schema_field(ComplaintSubjectResponse)
    def get_sujet(self, complaint: Complaint) -> Any:
        return ComplaintSubjectResponse(self.context["subject"]).data

    @extend_schema_field(ComplainedPaymentResponse(allow_null=True))
    def get_paiement(self, complaint: Complaint) -> Any:
        payment = self.context["subject"].paiement
        return payment and ComplainedPaymentResponse(payment).data

    @extend_schema_field(ExplanationResponse(allow_null=True))
    def get_ciblage(self, complaint: Complaint) -> Any:
        return self.context["score"]
