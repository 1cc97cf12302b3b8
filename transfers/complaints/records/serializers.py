"""Serialize what belongs to a complaint."""

from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from transfers.complaints.models import Complaint
from transfers.complaints.serializers import MAX_TEXT, ComplaintStatusResponse, TextField


class ComplaintCommentBody(CamelSerializer, ClosedSerializer):
    texte = TextField(MAX_TEXT, required=True, allow_null=False)
    pour_plaignant = serializers.BooleanField(required=False, default=False)


class AttachmentBody(CamelSerializer, ClosedSerializer):
    fichier = serializers.UUIDField()


class LinkBody(CamelSerializer, ClosedSerializer):
    plainte = VisibleIriField("plaintes", Complaint)


class SatisfactionBody(CamelSerializer, ClosedSerializer):
    note = StrictIntegerField(min_value=1, max_value=5)


class MoveResponse(CamelSerializer):
    """Describe one thing that was done; `auteur` is null for the complainant and for the service itself."""

    id = serializers.UUIDField()
    action = serializers.CharField()
    statut_avant = serializers.CharField(allow_null=True)
    statut_apres = serializers.CharField()
    champs = serializers.ListField(child=serializers.CharField())
    commentaire = serializers.CharField(allow_null=True)
    auteur = ReferenceSerializer(allow_null=True)
    date = serializers.DateTimeField()


class AttachmentResponse(CamelSerializer):
    id = serializers.UUIDField()
    fichier = serializers.UUIDField(source="fichier_id")
    nom = serializers.CharField(source="fichier.nom")
    taille = serializers.IntegerField(source="fichier.taille")
    type = serializers.CharField(source="fichier.type")
    date_ajout = serializers.DateTimeField()


class LinkedComplaintResponse(ComplaintStatusResponse):
    reference = serializers.CharField()
    categorie = serializers.CharField()
    date_creation = serializers.DateTimeField()


class SatisfactionResponse(ComplaintStatusResponse):
    satisfaction = serializers.IntegerField()
