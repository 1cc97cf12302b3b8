"""Validate and serialize households, heads, dwellings and members."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.users.models import User
from config.api.fields import CoordinateField, VisibleIriField
from config.api.serializers import CamelModelSerializer, CamelSerializer
from geo.areas.models import Commune, Locality, Region, Sector
from registry.households.members import compute_age
from registry.households.models import (
    COUNTS,
    Categorie,
    Dwelling,
    HeadOfHousehold,
    Household,
    Lien,
    Member,
    Milieu,
    Sexe,
    Source,
)
from registry.projects.models import Campaign, Project

MAX_COUNT = 999
CLOCKS_AHEAD = timedelta(days=1)
NUMBERS = (serializers.IntegerField, serializers.DecimalField)


class FormSerializer(CamelModelSerializer):
    """Read forms in which an empty string means null, or 0 for a number that cannot be null."""

    # Required numbers, for which an empty string is an error.
    required_numbers: tuple[str, ...] = ()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            data = {name: self._emptied(name, value) for name, value in data.items()}
        return super().to_internal_value(data)

    def _emptied(self, name: str, value: Any) -> Any:
        field = self.fields.get(name)
        if field is None or not isinstance(value, str) or value.strip():
            return value
        if field.allow_null:
            return None
        return 0 if isinstance(field, NUMBERS) and name not in self.required_numbers else value


class HeadSerializer(FormSerializer):
    """Accept any subset of the fields of the head; `id` is the id of the household."""

    id = serializers.UUIDField(source="menage_id", read_only=True)
    nom_complet = serializers.CharField(max_length=255, required=False)
    sexe = serializers.ChoiceField(choices=Sexe.choices, required=False, allow_null=True)
    age = serializers.IntegerField(min_value=0, max_value=130, required=False, allow_null=True)

    class Meta:
        model = HeadOfHousehold
        fields = [
            "id", "nom_complet", "sexe", "age", "niveau_education", "occupation_principale", "statut_matrimonial",
            "telephone", "numero_mobile_money", "compte_bancaire",
        ]  # fmt: skip


class DwellingSerializer(FormSerializer):
    """Accept any subset of the fields of the dwelling; values outside the reference lists are kept."""

    id = serializers.UUIDField(source="menage_id", read_only=True)
    nb_pieces = serializers.IntegerField(min_value=0, max_value=MAX_COUNT, required=False, allow_null=True)

    class Meta:
        model = Dwelling
        fields = [
            "id", "type_logement", "statut_occupation", "nb_pieces", "materiau_mur", "materiau_toit", "materiau_sol",
            "source_eau", "type_toilette", "source_eclairage", "combustible_cuisine", "traitement_eau",
            "evacuation_dechets", "a_une_cuisine",
        ]  # fmt: skip


class HouseholdInput(FormSerializer):
    """Validate the writable fields of a household; the service alone writes states, quality and history."""

    required_numbers = ("tailleMenage",)

    code_menage = serializers.CharField(max_length=60, required=False, allow_blank=True)
    taille_menage = serializers.IntegerField(
        min_value=1,
        max_value=MAX_COUNT,
        error_messages={
            "required": _("La taille du ménage est nécessaire et doit être supérieure à 0."),
            "invalid": _("La taille du ménage est nécessaire et doit être supérieure à 0."),
            "null": _("La taille du ménage est nécessaire et doit être supérieure à 0."),
            "min_value": _("La taille du ménage est nécessaire et doit être supérieure à 0."),
        },
    )
    milieu = serializers.ChoiceField(choices=Milieu.choices, required=False, allow_null=True)
    score_pmt = serializers.DecimalField(
        max_digits=5, decimal_places=2, min_value=0, max_value=100, required=False, allow_null=True
    )
    categorie_pauvrete = serializers.ChoiceField(choices=Categorie.choices, required=False, allow_null=True)
    latitude = CoordinateField(90, required=False, allow_null=True)
    longitude = CoordinateField(180, required=False, allow_null=True)
    altitude = serializers.DecimalField(
        max_digits=7, decimal_places=2, min_value=-500, max_value=9000, required=False, allow_null=True
    )
    precision_gps = serializers.DecimalField(
        max_digits=8, decimal_places=2, min_value=0, required=False, allow_null=True
    )
    region = VisibleIriField("regions", Region, required=False, allow_null=True)
    secteur = VisibleIriField("secteurs", Sector, required=False, allow_null=True)
    commune = VisibleIriField("communes", Commune, required=False, allow_null=True)
    localite = VisibleIriField("localites", Locality, required=False, allow_null=True)
    source_donnees = serializers.ChoiceField(choices=Source.choices, required=False)
    projet_id = VisibleIriField("projets", Project, source="projet", required=False, allow_null=True)
    campagne_id = VisibleIriField("campagnes", Campaign, source="campagne", required=False, allow_null=True)
    enqueteur_id = VisibleIriField(
        "users", User.objects.filter(is_active=True), source="enqueteur", required=False, allow_null=True
    )
    chef_menage = HeadSerializer(source="chef", required=False, allow_null=True)
    logement = DwellingSerializer(required=False, allow_null=True)

    class Meta:
        model = Household
        fields = [
            "code_menage", "taille_menage", "milieu", "date_collecte", "score_pmt", "categorie_pauvrete", "latitude",
            "longitude", "altitude", "precision_gps", "region", "secteur", "commune", "localite", "source_donnees",
            "identifiant_unique", "collector_submission_id", "collector_form_uid", "collector_validation_status",
            "id_source_externe", "projet_id", "campagne_id", "enqueteur_id", "chef_menage", "logement", *COUNTS,
        ]  # fmt: skip
        extra_kwargs = {name: {"max_value": MAX_COUNT, "min_value": 0} for name in COUNTS}

    def validate_code_menage(self, code: str) -> str:
        """Refuse control characters, because codes appear in URLs, in files and on paper; strip spaces."""
        if not code.isprintable():
            raise serializers.ValidationError(_("Le code contient un caractère illisible."))
        return code.strip()

    def validate_date_collecte(self, day: Any) -> Any:
        """Refuse dates in the future; the clock of a tablet may be up to one day ahead."""
        if day and day > timezone.now() + CLOCKS_AHEAD:
            raise serializers.ValidationError(_("La date de collecte est dans le futur."))
        return day

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if self.partial and not attrs.get("code_menage", "x"):
            attrs.pop("code_menage")
        return attrs


def format_decimal(value: Any) -> str | None:
    """Format a number with at most six decimals and without trailing zeros: `12.0667`, `21`."""
    if value is None:
        return None
    text = f"{Decimal(str(value)):.6f}".rstrip("0").rstrip(".")
    return text or "0"


class MemberSerializer(FormSerializer):
    """Describe a member of a household; `menage` is an IRI, in requests only."""

    menage = VisibleIriField("menages", Household, write_only=True)
    nom_complet = serializers.CharField(max_length=255)
    lien_parente = serializers.ChoiceField(choices=Lien.choices)
    sexe = serializers.ChoiceField(choices=Sexe.choices, required=False, allow_null=True)
    age = serializers.IntegerField(min_value=0, max_value=130, required=False, allow_null=True)
    handicap = serializers.BooleanField(required=False)

    class Meta:
        model = Member
        fields = [
            "id", "menage", "nom_complet", "lien_parente", "sexe", "age", "niveau_education", "occupation_principale",
            "handicap",
        ]  # fmt: skip
        read_only_fields = ["id"]


class NewMemberSerializer(CamelSerializer):
    """Validate one member of a bulk addition; the age follows from `dateNaissance`."""

    nom = serializers.CharField(max_length=120)
    prenom = serializers.CharField(max_length=120, required=False, allow_blank=True)
    sexe = serializers.ChoiceField(choices=Sexe.choices, required=False, allow_null=True)
    date_naissance = serializers.DateField(required=False, allow_null=True)
    lien_parente = serializers.ChoiceField(choices=Lien.choices)

    def validate_date_naissance(self, birth: Any) -> Any:
        today = timezone.now().date()
        if birth and (birth > today or compute_age(birth, today) > 130):
            raise serializers.ValidationError(_("La date de naissance est dans le futur ou trop ancienne."))
        return birth

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        read = super().to_internal_value(data)
        birth = read.get("date_naissance")
        return {
            "nom_complet": f"{read.get('prenom', '')} {read['nom']}".strip(),
            "sexe": read.get("sexe"),
            "date_naissance": birth,
            "age": compute_age(birth, timezone.now().date()) if birth else None,
            "lien_parente": read["lien_parente"],
        }


class BulkMembersSerializer(serializers.Serializer):
    membres = NewMemberSerializer(many=True, allow_empty=False)

    def validate_membres(self, members: list[Any]) -> list[Any]:
        if len(members) > settings.BULK_MAX_IDS:
            raise serializers.ValidationError(_("Trop de membres en une demande."))
        return members
