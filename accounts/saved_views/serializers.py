"""Serialize saved views, and validate their address."""

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.saved_views.models import MAX_ADDRESS
from config.api.serializers import CamelSerializer

# As the console writes it: `vue=carte&bande=liste&region=...`. No other address, and nothing that a page could run.
ADDRESS = RegexValidator(
    r"^[A-Za-z]+=[\w.,/:%~*()!'-]*(?:&[A-Za-z]+=[\w.,/:%~*()!'-]*)*\Z", _("Cette vue est inconnue.")
)


class SavedViewSerializer(CamelSerializer):
    id = serializers.UUIDField(read_only=True)
    nom = serializers.CharField(max_length=80)
    adresse = serializers.CharField(max_length=MAX_ADDRESS, validators=[ADDRESS])
    created_at = serializers.DateTimeField(read_only=True)
