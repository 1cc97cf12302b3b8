"""Define the request and the response of a result file."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.tables.messages import FILE_ERRORS


class ResultParams(serializers.Serializer):
    def get_fields(self) -> dict[str, Any]:
        return {"async": serializers.BooleanField(default=False)}


class ResultBody(ClosedSerializer):
    file = serializers.FileField(
        error_messages={"required": _("Joignez le fichier de résultats."), "empty": FILE_ERRORS["vide"]}
    )


class LineFaultResponse(serializers.Serializer):
    ligne = serializers.IntegerField()
    colonne = serializers.CharField(allow_null=True)
    valeur = serializers.CharField(allow_null=True)
    code = serializers.CharField()
    message = serializers.CharField()


class ResultResponse(CamelSerializer):
    """Describe what a result file changed; `erreurs` are the first refused lines, `nbErreurs` counts all."""

    lignes = serializers.IntegerField()
    traites = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    retournes = serializers.IntegerField()
    en_attente = serializers.IntegerField()
    deja_regles = serializers.IntegerField()
    nb_erreurs = serializers.IntegerField()
    erreurs = LineFaultResponse(many=True)
