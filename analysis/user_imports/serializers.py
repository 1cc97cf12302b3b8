"""Validate a file of users, and serialize what came of it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.directory.api import UserInput
from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.tables.messages import FILE_ERRORS


class UserFileBody(ClosedSerializer):
    file = serializers.FileField(
        error_messages={"required": _("Joignez le fichier des comptes."), "empty": FILE_ERRORS["vide"]}
    )


class UserLineFaultResponse(serializers.Serializer):
    ligne = serializers.IntegerField()
    colonne = serializers.CharField()
    message = serializers.CharField()


class UserFileResponse(CamelSerializer):
    """Describe what a file of users opened, or would open (`simulation`); `erreurs` are the refused lines."""

    simulation = serializers.BooleanField()
    lignes = serializers.IntegerField()
    crees = serializers.IntegerField()
    nb_erreurs = serializers.IntegerField()
    erreurs = UserLineFaultResponse(many=True)


def parse_user_line(line: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return the values of a user by the names of the form, or the sentences by refused field."""
    parsed = UserInput(data=line)
    return (parsed.validated_data, {}) if parsed.is_valid() else ({}, parsed.errors)
