"""Validate the bodies of the proximity endpoints, and document and serialize their responses."""

import re
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from rest_framework import serializers

from analysis.proximity.rules import LOCALITY_SERVICES, MAX_CARDS, MAX_MEMBERS, SERVICE_KINDS
from analysis.proximity.types import HouseholdAround, HouseholdService, NearService, ServiceAround
from config.api.etag import compute_etag
from config.api.fields import FiniteFloatField, StrictIntegerField
from config.filters.fields import UuidListField
from registry.households.api import HouseholdDetail
from registry.households.members.serializers import MemberSerializer
from registry.households.models import Categorie, Member
from registry.households.serializers import HouseholdDetailResponse, serialize_household_detail

TYPES = ("menages", *SERVICE_KINDS)
SCHOOL_YEAR = re.compile(r"([0-9]{4})-([0-9]{4})")


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

    Of a VBG service outside the caller's regions only the distance is returned: its name, type, region and position are
    null.
    """

    id = serializers.UUIDField(allow_null=True)
    nom = serializers.CharField(allow_null=True)
    typeLabel = serializers.CharField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    latitude = serializers.FloatField(allow_null=True)
    longitude = serializers.FloatField(allow_null=True)
    distance = serializers.FloatField()
    distanceFormattee = serializers.CharField()


class HouseholdProximityResponse(serializers.Serializer):
    """Document the nearest services: null without such a service; all are null for a household without a position."""

    ecoles = NearestResponse(allow_null=True)
    services_sante = NearestResponse(allow_null=True)
    points_eau = NearestResponse(allow_null=True)
    services_vbg = NearestResponse(allow_null=True)
    polices_judiciaires = NearestResponse(allow_null=True)


class HouseholdCardParams(serializers.Serializer):
    """Validate the query; `ids` are at most 25 households, separated by commas."""

    ids = UuidListField(required=True)

    def validate_ids(self, value: list[UUID]) -> list[UUID]:
        if len(value) > MAX_CARDS:
            raise serializers.ValidationError(_("Trop d'identifiants."))
        return list(dict.fromkeys(value))


class HouseholdCardResponse(serializers.Serializer):
    """Document all that a card shows at once: `etag` is that of the household, `membres` its first 100 members."""

    etag = serializers.CharField()
    menage = HouseholdDetailResponse()
    membres = MemberSerializer(many=True)
    proximite = HouseholdProximityResponse()


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
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
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


def _serialize_distance(metres: float) -> dict[str, Any]:
    return {"distance": round(metres, 1), "distanceFormattee": describe_distance(metres)}


def serialize_households_around(count: int, households: list[HouseholdAround]) -> dict[str, Any]:
    """Build the entry of households in the response of proximite."""
    items = [
        {
            "id": household.id,
            "codeMenage": household.code_menage,
            "latitude": household.latitude,
            "longitude": household.longitude,
            "categoriePauvrete": household.categorie_pauvrete,
            "distance": round(household.distance, 1),
        }
        for household in households
    ]
    return {"count": count, "items": items}


def serialize_services_around(name: str, count: int, services: list[ServiceAround]) -> dict[str, Any]:
    """Build the entry of one kind of service (its name in the API) in the response of proximite."""
    stored_types = {service.type for service in services}
    types = {stored: SERVICE_KINDS[name].resolve_type(stored) for stored in stored_types}
    items = [
        {
            "id": service.id,
            "nom": service.nom,
            "type": types[service.type][0],
            "typeLabel": types[service.type][1],
            "latitude": service.latitude,
            "longitude": service.longitude,
            "distance": round(service.distance, 1),
        }
        for service in services
    ]
    return {"count": count, "items": items}


def serialize_household_service(name: str, service: HouseholdService | None) -> dict[str, Any] | None:
    if service is None:
        return None
    label = SERVICE_KINDS[name].resolve_type(service.kind)[1] if service.kind else None
    place: dict[str, Any] = {"id": service.id, "nom": service.nom, "typeLabel": label, "region": service.region}
    place |= {"latitude": service.latitude, "longitude": service.longitude}
    return place | _serialize_distance(service.metres)


def serialize_household_services(services: dict[str, HouseholdService | None]) -> dict[str, Any]:
    return {name: serialize_household_service(name, service) for name, service in services.items()}


def serialize_card(
    household: HouseholdDetail, members: list[Member], services: dict[str, HouseholdService | None], contacts: bool
) -> dict[str, Any]:
    """Build all that the card of a household shows at once; `contacts` includes those of its head."""
    return {
        "etag": compute_etag(household.id, household.updated_at),
        "menage": serialize_household_detail(household, contacts),
        "membres": MemberSerializer(members[:MAX_MEMBERS], many=True).data,
        "proximite": serialize_household_services(services),
    }


def serialize_school(school: NearService) -> dict[str, Any]:
    """Build a school with its distance. Nobody is enrolled: no register of school enrolment exists yet."""
    place = {
        "id": school.id,
        "nom": school.nom,
        "code": school.code,
        "type": SERVICE_KINDS["ecoles"].resolve_type(school.type)[0],
        "secteur": school.secteur_nom,
        "region": school.region_nom,
        "prescolaire": school.prescolaire,
        "niveauxEnseignes": school.niveaux_enseignes,
    }
    return {"ecole": place, **_serialize_distance(school.distance), "estInscrit": False, "nbEnfantsInscrits": 0}


def serialize_locality_service(key: str, service: NearService | None) -> dict[str, Any] | None:
    """Build an entry of LOCALITY_SERVICES, with its columns."""
    if service is None:
        return None
    name, columns = LOCALITY_SERVICES[key]
    code, label = SERVICE_KINDS[name].resolve_type(service.type)
    place = {"id": service.id, "nom": service.nom, "type": code}
    if key != "ecole":
        place["typeLabel"] = label
    place |= {"secteur": service.secteur_nom, "region": service.region_nom}
    place |= {"latitude": service.latitude, "longitude": service.longitude}
    place |= {column.replace("_", ""): getattr(service, column) for column in columns}
    return place | _serialize_distance(service.distance)
