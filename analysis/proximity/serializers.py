"""Validate the bodies of the proximity endpoints, and document and serialize their responses."""

import re
from typing import Any

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from rest_framework import serializers

from analysis.proximity.rules import SERVICE_KINDS
from config.api.fields import FiniteFloatField, StrictIntegerField
from registry.households.models import Categorie

TYPES = ("menages", *SERVICE_KINDS)
SCHOOL_YEAR = re.compile(r"([0-9]{4})-([0-9]{4})")
# By column of a row: its name in the API, where it is another.
API_NAMES = {
    "urgences_24h": "urgences24h",
    "secteur_nom": "secteur",
    "region_nom": "region",
    "code_menage": "codeMenage",
    "categorie_pauvrete": "categoriePauvrete",
    "niveaux_enseignes": "niveauxEnseignes",
}
NEAR_HOUSEHOLD_COLUMNS = ("id", "code_menage", "latitude", "longitude", "categorie_pauvrete")
NEAR_SERVICE_COLUMNS = ("id", "nom", "type", "typeLabel", "latitude", "longitude")
SCHOOL_COLUMNS = ("id", "nom", "code", "type", "secteur_nom", "region_nom", "prescolaire", "niveaux_enseignes")
LOCALITY_COLUMNS = {
    "ecole": ("id", "nom", "type", "secteur_nom", "region_nom"),
    "pointEau": ("id", "nom", "type", "typeLabel", "secteur_nom", "region_nom", "fonctionnel"),
    "serviceSante": (
        "id",
        "nom",
        "type",
        "typeLabel",
        "secteur_nom",
        "region_nom",
        "statut",
        "telephone",
        "urgences_24h",
        "maternite",
    ),
}


class RadiusField(FiniteFloatField):
    """Accept metres above 0 and at most PROXIMITY_MAX_METRES."""

    default_error_messages = {"radius": lazy("Attendu : une distance en mètres, plus de 0 et au plus {most}.")}

    def to_internal_value(self, data: Any) -> float:
        value = super().to_internal_value(data)
        if not 0 < value <= settings.PROXIMITY_MAX_METRES:
            self.fail("radius", most=settings.PROXIMITY_MAX_METRES)
        return value


class ProximityInput(serializers.Serializer):
    """Validate the body; `limit` applies to the items of each type, not to the counts."""

    lat = FiniteFloatField(min_value=-90, max_value=90)
    lng = FiniteFloatField(min_value=-180, max_value=180)
    radius = RadiusField()
    types = serializers.ListField(child=serializers.ChoiceField(choices=TYPES), allow_empty=False, max_length=50)
    limit = StrictIntegerField(min_value=1, max_value=1000, default=100)


class NearSerializer(serializers.Serializer):
    """Document an object near a point; `distance` is geodesic, in metres, rounded to 0.1."""

    id = serializers.UUIDField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    distance = serializers.FloatField()


class NearHouseholdSerializer(NearSerializer):
    codeMenage = serializers.CharField()
    categoriePauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)


class NearPlaceSerializer(NearSerializer):
    nom = serializers.CharField()
    type = serializers.CharField()
    typeLabel = serializers.CharField()


class HouseholdsAround(serializers.Serializer):
    """Document households around a point: `count` is the number within the radius, `items` are the nearest."""

    count = serializers.IntegerField()
    items = NearHouseholdSerializer(many=True)


class PlacesAround(serializers.Serializer):
    count = serializers.IntegerField()
    items = NearPlaceSerializer(many=True)


class ProximityResponse(serializers.Serializer):
    """Document the response, with one entry per requested type."""

    menages = HouseholdsAround(required=False)
    ecoles = PlacesAround(required=False)
    services_sante = PlacesAround(required=False)
    points_eau = PlacesAround(required=False)
    services_vbg = PlacesAround(required=False)
    polices_judiciaires = PlacesAround(required=False)


class NearestResponse(serializers.Serializer):
    """Document the nearest service, which may lie outside the caller's regions; `region` is the name of its region.

    Of a VBG service outside the caller's regions only the distance is returned: `id`, `nom` and `region` are null.
    """

    id = serializers.UUIDField(allow_null=True)
    nom = serializers.CharField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    distance = serializers.FloatField()
    distanceFormattee = serializers.CharField()


class HouseholdProximityResponse(serializers.Serializer):
    """Document the nearest services: null without such a service; all are null for a household without a position."""

    ecoles = NearestResponse(allow_null=True)
    services_sante = NearestResponse(allow_null=True)
    points_eau = NearestResponse(allow_null=True)
    services_vbg = NearestResponse(allow_null=True)
    polices_judiciaires = NearestResponse(allow_null=True)


class SchoolYearParams(serializers.Serializer):
    """Validate the query; `annee` is a school year such as 2024-2025."""

    annee = serializers.CharField(required=False)

    def validate_annee(self, value: str) -> str:
        found = SCHOOL_YEAR.fullmatch(value)
        if not found or int(found[2]) != int(found[1]) + 1:
            raise serializers.ValidationError(_("Attendu : une année scolaire comme 2024-2025."))
        return value


class SchoolResponse(serializers.Serializer):
    """Document a school of any region."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    code = serializers.CharField(allow_null=True)
    type = serializers.CharField()
    secteur = serializers.CharField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    prescolaire = serializers.BooleanField()
    niveauxEnseignes = serializers.ListField(child=serializers.CharField())


class NearSchoolResponse(serializers.Serializer):
    """Document a school with its distance.

    No register of school enrolment exists yet: `estInscrit` is false and `nbEnfantsInscrits` 0 for every year.
    """

    ecole = SchoolResponse()
    distance = serializers.FloatField()
    distanceFormattee = serializers.CharField()
    estInscrit = serializers.BooleanField()
    nbEnfantsInscrits = serializers.IntegerField()


class SchoolsResponse(serializers.Serializer):
    """Document the nearest schools of each level; `cached`, next to `data`, is always false: nothing is cached."""

    prescolaire = NearSchoolResponse(many=True)
    primaire = NearSchoolResponse(many=True)
    secondaire = NearSchoolResponse(many=True)


class LocalityFacilityResponse(serializers.Serializer):
    """Document a service of any region."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    type = serializers.CharField()
    secteur = serializers.CharField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    distance = serializers.FloatField()
    distanceFormattee = serializers.CharField()


class LocalityWaterResponse(LocalityFacilityResponse):
    typeLabel = serializers.CharField()
    fonctionnel = serializers.BooleanField(allow_null=True)


class LocalityHealthResponse(LocalityFacilityResponse):
    typeLabel = serializers.CharField()
    statut = serializers.CharField(allow_null=True)
    telephone = serializers.CharField(allow_null=True)
    urgences24h = serializers.BooleanField()
    maternite = serializers.BooleanField()


class LocalityProximityResponse(serializers.Serializer):
    """Document the nearest services of any region; null without such a service or when the locality has no position."""

    ecole = LocalityFacilityResponse(allow_null=True)
    pointEau = LocalityWaterResponse(allow_null=True)
    serviceSante = LocalityHealthResponse(allow_null=True)


def describe_distance(metres: float) -> str:
    """Format a distance as `450 m` or `2,3 km` in the active language."""
    if round(metres) < 1000:
        return _("%(metres)d m") % {"metres": round(metres)}
    return _("%(kilometres)s km") % {"kilometres": number_format(round(metres / 1000, 1), 1)}


def _pick_columns(row: dict[str, Any], columns: tuple[str, ...]) -> dict[str, Any]:
    return {API_NAMES.get(name, name): row[name] for name in columns}


def _serialize_distance(metres: float) -> dict[str, Any]:
    return {"distance": round(metres, 1), "distanceFormattee": describe_distance(metres)}


def build_around_response(name: str, count: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Build the entry of one requested type in the response of proximite."""
    columns = NEAR_HOUSEHOLD_COLUMNS if name == "menages" else NEAR_SERVICE_COLUMNS
    return {
        "count": count,
        "items": [_pick_columns(row, columns) | {"distance": round(row["distance"], 1)} for row in rows],
    }


def serialize_nearest_service(row: dict[str, Any] | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"id": row["id"], "nom": row["nom"], "region": row["region"], **_serialize_distance(row["metres"])}


def serialize_school(row: dict[str, Any]) -> dict[str, Any]:
    """Build a school with its distance. Nobody is enrolled: no register of school enrolment exists yet."""
    school = _pick_columns(row, SCHOOL_COLUMNS) | {"type": SERVICE_KINDS["ecoles"].resolve_type(row["type"])[0]}
    return {"ecole": school, **_serialize_distance(row["distance"]), "estInscrit": False, "nbEnfantsInscrits": 0}


def serialize_locality_service(name: str, row: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if row is None else _pick_columns(row, LOCALITY_COLUMNS[name]) | _serialize_distance(row["distance"])
