"""Serialize complaints of people without an account."""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Value
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer
from config.text import Normalised, find_phone_key
from geo.areas.models import Locality, Region, Sector
from transfers.complaints.serializers import MAX_TEXT, TextField
from transfers.complaints.teams.models import Category

# Letters of the name of a village, as somebody writes it.
VILLAGE: Final = 120


class PublicComplaintBody(CamelSerializer, ClosedSerializer):
    """Validate a complaint of anybody; nothing names a row of the registry.

    A village that is not the only one of its name in the secteur, or without one in the region, stands below the text,
    for who reads it.
    """

    objet = TextField(255, required=True, allow_null=False)
    description = TextField(MAX_TEXT, required=True, allow_null=False)
    categorie = serializers.ChoiceField(choices=Category.choices, required=False, default=Category.AUTRE)
    nom = TextField(255, source="plaignant", allow_blank=True)
    telephone = TextField(32, allow_blank=True)
    region_id = serializers.UUIDField(required=False, allow_null=True)
    secteur_id = serializers.UUIDField(required=False, allow_null=True)
    village = TextField(VILLAGE, allow_blank=True)
    langue = serializers.ChoiceField(choices=settings.LANGUAGES, required=False, default=settings.LANGUAGE_CODE)

    def validate_telephone(self, value: str | None) -> str | None:
        """Refuse what no answer could be sent to: the complainant would wait for it."""
        if value and value.strip() and find_phone_key(value) is None:
            raise serializers.ValidationError(_("Ce numéro n'est pas complet : corrigez-le, ou laissez-le vide."))
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs |= _read_place(attrs.pop("region_id", None), attrs.pop("secteur_id", None))
        village = (attrs.pop("village", None) or "").strip()
        if village:
            found = _find_village(attrs, village)
            if found is None:
                line = "\n\n" + _("Village ou quartier : %(nom)s") % {"nom": village}
                attrs["description"] += line
                if len(attrs["description"]) > MAX_TEXT:
                    raise serializers.ValidationError({"description": _("Ce texte est trop long.")})
            else:
                attrs |= {"localite": found, "secteur": found.secteur}
        return attrs


def _read_place(region_id: UUID | None, sector_id: UUID | None) -> dict[str, Any]:
    """Return the region and the secteur that were sent; a secteur says its region. Raises ValidationError."""
    region = sector = None
    if region_id:
        region = Region.objects.defer("geom").filter(id=region_id).first()
        if region is None:
            raise serializers.ValidationError({"regionId": _("Introuvable.")})
    if sector_id:
        sector = Sector.objects.select_related("region").defer("geom", "region__geom").filter(id=sector_id).first()
        if sector is None:
            raise serializers.ValidationError({"secteurId": _("Introuvable.")})
        if region is not None and sector.region_id != region.id:
            raise serializers.ValidationError({"secteurId": _("Ce secteur n'est pas de cette région.")})
        region = sector.region
    places = {"region": region, "secteur": sector}
    return {name: place for name, place in places.items() if place is not None}


def _find_village(place: dict[str, Any], name: str) -> Locality | None:
    """Return the one village of the secteur, or else of the region, that bears this name, however it is written.

    None where none does, or several. Nothing is told of it: whoever asks learns what the map of the country shows.
    """
    if sector := place.get("secteur"):
        within = {"secteur": sector}
    elif region := place.get("region"):
        within = {"secteur__region": region}
    else:
        return None
    rows = Locality.objects.select_related("secteur").defer("secteur__geom")
    found = rows.filter(nom_normalise=Normalised(Value(name)), **within)[:2]
    return found[0] if len(found) == 1 else None


class FollowBody(CamelSerializer, ClosedSerializer):
    reference = serializers.CharField(max_length=20)
    code = serializers.CharField(max_length=40)


class PublicRatingBody(FollowBody):
    note = StrictIntegerField(min_value=1, max_value=5)


class PublicAppealBody(FollowBody):
    motif = TextField(MAX_TEXT, required=True, allow_null=False)


class ReceiptCodeResponse(CamelSerializer):
    """Describe a receipt: the code is told this once."""

    reference = serializers.CharField()
    code = serializers.CharField()


class PublicAnswerResponse(CamelSerializer):
    date = serializers.DateField()
    texte = serializers.CharField()


class FollowingResponse(CamelSerializer):
    reference = serializers.CharField()
    statut = serializers.CharField()
    date_creation = serializers.DateField()
    echeance = serializers.DateField()
    date_resolution = serializers.DateField(allow_null=True)
    reponses = PublicAnswerResponse(many=True)
    satisfaction = serializers.IntegerField(allow_null=True)
    appel_en_cours = serializers.BooleanField()
    peut_noter = serializers.BooleanField()
    peut_faire_appel = serializers.BooleanField()
