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
from transfers.complaints.public.rules import is_about_violence
from transfers.complaints.serializers import MAX_TEXT, TextField
from transfers.complaints.teams.models import Category

# Letters of the name of a village, as somebody writes it.
VILLAGE: Final = 120


class PublicComplaintBody(CamelSerializer, ClosedSerializer):
    """Validate a complaint of anybody; nothing names a row of the registry.

    A village stands below the text, for who reads it, unless it is the only one of its name in the secteur that was
    sent: found by the region alone it may be another one of that name.
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
        return _place_village(attrs, village) if village else attrs


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


def _place_village(complaint: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a complaint with its village, as far as one is found. Raises ValidationError.

    A complaint about violence is placed by what its complainant chose only, never by a guess within the region.
    """
    line = "\n\n" + _("Village ou quartier : %(nom)s") % {"nom": name}
    described = complaint | {"description": complaint["description"] + line}
    # Before anything is looked up: a refusal of unknown villages alone would give the names of the others away.
    if len(described["description"]) > MAX_TEXT:
        raise serializers.ValidationError({"description": _("Ce texte est trop long.")})
    if sector := complaint.get("secteur"):
        found = _find_village(name, secteur=sector)
        return complaint | {"localite": found} if found else described
    region = complaint.get("region")
    if region is None or is_about_violence(described):
        return described
    found = _find_village(name, secteur__region=region)
    return described | {"localite": found, "secteur": found.secteur} if found else described


def _find_village(name: str, **within: Any) -> Locality | None:
    """Return the one village within an area that bears this name, however it is written.

    None where none does, or several. No answer tells which it was: names of villages are not given away.
    """
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
