"""Validate and serialize households, heads and dwellings."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.users.models import User
from config.api.fields import (
    CoordinateField,
    PageParams,
    VisibleIriField,
    build_sort_field,
)
from config.api.hydra import build_node
from config.api.serializers import (
    CamelModelSerializer,
    CamelSerializer,
    CodedReferenceSerializer,
    ReferenceSerializer,
    serialize_row,
)
from geo.areas.models import Commune, Locality, Region, Sector
from registry.households.filters import SORT_COLUMNS
from registry.households.models import (
    COUNTS,
    Categorie,
    Dwelling,
    HeadOfHousehold,
    Household,
    Milieu,
    Sexe,
    Source,
    Statut,
    StatutCollecte,
)
from registry.households.types import HouseholdDetail
from registry.projects.models import Campaign, Project
from registry.quality.api import describe_quality_problems

MAX_COUNT = 999
CLOCKS_AHEAD = timedelta(days=1)
NUMBERS = (serializers.IntegerField, serializers.DecimalField)


class FormSerializer(CamelModelSerializer):
    """Read forms in which an empty string means null, or 0 for a number that cannot be null."""

    # Required numbers, for which an empty string is an error.
    required_numbers: tuple[str, ...] = ()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            data = {name: self._replace_empty(name, value) for name, value in data.items()}
        return super().to_internal_value(data)

    def _replace_empty(self, name: str, value: Any) -> Any:
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
            "id",
            "nom_complet",
            "sexe",
            "age",
            "niveau_education",
            "occupation_principale",
            "statut_matrimonial",
            "telephone",
            "numero_mobile_money",
            "compte_bancaire",
        ]


class DwellingSerializer(FormSerializer):
    """Accept any subset of the fields of the dwelling; values outside the reference lists are kept."""

    id = serializers.UUIDField(source="menage_id", read_only=True)
    nb_pieces = serializers.IntegerField(min_value=0, max_value=MAX_COUNT, required=False, allow_null=True)

    class Meta:
        model = Dwelling
        fields = [
            "id",
            "type_logement",
            "statut_occupation",
            "nb_pieces",
            "materiau_mur",
            "materiau_toit",
            "materiau_sol",
            "source_eau",
            "type_toilette",
            "source_eclairage",
            "combustible_cuisine",
            "traitement_eau",
            "evacuation_dechets",
            "a_une_cuisine",
        ]


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
            "code_menage",
            "taille_menage",
            "milieu",
            "date_collecte",
            "score_pmt",
            "categorie_pauvrete",
            "latitude",
            "longitude",
            "altitude",
            "precision_gps",
            "region",
            "secteur",
            "commune",
            "localite",
            "source_donnees",
            "identifiant_unique",
            "collector_submission_id",
            "collector_form_uid",
            "collector_validation_status",
            "id_source_externe",
            "projet_id",
            "campagne_id",
            "enqueteur_id",
            "chef_menage",
            "logement",
            *COUNTS,
        ]
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


class HouseholdListParams(PageParams):
    """Validate the page of the list, and the name that it is sorted by; `-` before it for the other direction."""

    tri = build_sort_field(SORT_COLUMNS)


class HouseholdIdsResponse(CamelSerializer):
    """List the ids that a mass operation takes; `total` also counts what is beyond them."""

    ids = serializers.ListField(child=serializers.UUIDField())
    total = serializers.IntegerField()


class HouseholdStatisticsParams(serializers.Serializer):
    """Filter the statistics; here `region` is the name of a region."""

    region = serializers.CharField(max_length=255, required=False)
    campagne = serializers.UUIDField(required=False)


# Contact and payment details of the head. Callers without the permission get responses without these keys, not with
# nulls: a form that is sent back as it was read must not erase a number (decision 0021).
CONTACT_FIELDS = {"telephone", "numeroMobileMoney", "compteBancaire"}


def serialize_household_detail(row: HouseholdDetail, contacts: bool) -> dict[str, Any]:
    """Serialize a full household; `contacts` includes those of its head. Coordinates become decimal strings."""
    detail = serialize_row(row)
    detail |= {name: format_decimal(detail[name]) for name in ("latitude", "longitude", "altitude", "precisionGps")}
    detail["problemesQualite"] = describe_quality_problems(row.problemes_qualite)
    if row.chef_menage and not contacts:
        detail["chefMenage"] = {name: row.chef_menage[name] for name in row.chef_menage if name not in CONTACT_FIELDS}
    return detail


def build_change_response(household: Household, contacts: bool) -> dict[str, Any]:
    """Build the response to a change of a household (format A); `contacts` includes the telephone of the head."""
    head = getattr(household, "chef", None)
    item = {"id": head.menage_id, "nomComplet": head.nom_complet} if head else None
    if item and head and contacts:
        item["telephone"] = head.telephone
    return {
        "id": household.id,
        "codeMenage": household.code_menage,
        "tailleMenage": household.taille_menage,
        "statut": household.statut,
        "chefMenage": build_node("ChefMenage", "chef_menages", item) if item else None,
        "updatedAt": household.updated_at,
    }


class HeadReference(CamelSerializer):
    """Represent the head of a household in a list; `telephone` only for who may see contacts."""

    id = serializers.UUIDField()
    nom_complet = serializers.CharField()
    sexe = serializers.CharField(allow_null=True)
    age = serializers.IntegerField(allow_null=True)
    telephone = serializers.CharField(required=False, allow_null=True)


class PersonReference(CamelSerializer):
    id = serializers.UUIDField()
    nom_complet = serializers.CharField()


class LastMoveResponse(CamelSerializer):
    """Represent the last transition of a household's collection: when, by whom, and the code of its reason."""

    action = serializers.CharField()
    date = serializers.DateTimeField()
    motif = serializers.CharField(allow_null=True)
    commentaire = serializers.CharField(allow_null=True)
    par = serializers.CharField()


class HouseholdCommonResponse(CamelSerializer):
    id = serializers.UUIDField()
    code_menage = serializers.CharField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    statut_collecte = serializers.ChoiceField(choices=StatutCollecte.choices)
    taille_menage = serializers.IntegerField()
    score_pmt = serializers.FloatField(allow_null=True)
    score_qualite = serializers.FloatField(allow_null=True)
    categorie_pauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligible_programme = serializers.BooleanField()
    milieu = serializers.ChoiceField(choices=Milieu.choices, allow_null=True)
    campagne = ReferenceSerializer(allow_null=True)
    enqueteur = PersonReference(allow_null=True)
    date_collecte = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class HouseholdSummaryResponse(HouseholdCommonResponse):
    region = ReferenceSerializer(allow_null=True)
    secteur = ReferenceSerializer(allow_null=True)
    localite = ReferenceSerializer(allow_null=True)
    chef_menage = HeadReference(allow_null=True)
    dernier_mouvement = LastMoveResponse(allow_null=True)
    problemes_qualite = serializers.ListField(child=serializers.DictField())


class HouseholdDetailResponse(HouseholdCommonResponse):
    latitude = serializers.CharField(allow_null=True)
    longitude = serializers.CharField(allow_null=True)
    altitude = serializers.CharField(allow_null=True)
    precision_gps = serializers.CharField(allow_null=True)
    region = CodedReferenceSerializer(allow_null=True)
    secteur = CodedReferenceSerializer(allow_null=True)
    commune = CodedReferenceSerializer(allow_null=True)
    localite = CodedReferenceSerializer(allow_null=True)
    chef_menage = HeadSerializer(allow_null=True)
    logement = DwellingSerializer(allow_null=True)
    problemes_qualite = serializers.ListField(child=serializers.DictField(), allow_null=True)
    updated_at = serializers.DateTimeField()


class HouseholdChangeResponse(CamelSerializer):
    id = serializers.UUIDField()
    code_menage = serializers.CharField()
    taille_menage = serializers.IntegerField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    chef_menage = serializers.DictField(allow_null=True)
    updated_at = serializers.DateTimeField()


class HouseholdCodeResponse(CamelSerializer):
    """Represent the address of a household's card; `qrCode` is an SVG picture of it as a `data:` URL."""

    adresse = serializers.CharField()
    qr_code = serializers.CharField()


class HouseholdDependenciesResponse(CamelSerializer):
    can_delete = serializers.BooleanField()
    dependencies = serializers.DictField(child=serializers.IntegerField())
    message = serializers.CharField()


class HouseholdStatisticsResponse(CamelSerializer):
    general = serializers.DictField()
    composition = serializers.DictField(child=serializers.IntegerField())
    par_statut = serializers.DictField(child=serializers.IntegerField())
    par_statut_collecte = serializers.DictField(child=serializers.IntegerField())
    par_categorie = serializers.DictField(child=serializers.IntegerField())
    par_milieu = serializers.DictField(child=serializers.IntegerField())
    par_region = serializers.ListField(child=serializers.DictField())
    par_campagne = serializers.ListField(child=serializers.DictField())
