"""Serialize photographs of households."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer


class PhotoAuthorResponse(ReferenceSerializer):
    nom = serializers.CharField(source="nom_complet")


class PhotoBody(ClosedSerializer, CamelSerializer):
    """Validate a photograph: the id of a file that the caller has deposited (`POST /api/fichiers`)."""

    fichier = serializers.UUIDField()


class PhotoResponse(CamelSerializer):
    """Describe a photograph; its content is at `/api/fichiers/<fichier>/contenu`."""

    id = serializers.UUIDField()
    fichier = serializers.UUIDField(source="fichier_id")
    taille = serializers.IntegerField(source="fichier.taille")
    type = serializers.CharField(source="fichier.type")
    auteur = PhotoAuthorResponse(allow_null=True)
    date_ajout = serializers.DateTimeField()
