"""Serve what is near a point, a household or a locality."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from analysis.proximity import queries
from analysis.proximity import serializers as forms
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import forbidden
from geo.areas.models import Locality
from registry.households.api import list_household_details
from registry.households.models import Household


class Proximity(EnvelopeView):
    """Serve the households and services within a radius of a point."""

    permission = "analyses.lire"

    @declare_operation("Autour d'un point", body=forms.ProximityInput, response=forms.ProximityResponse)
    def post(self, request: Any) -> Response:
        body = self.validate_body().validated_data
        circle = (body["lng"], body["lat"], body["radius"], body["limit"])
        return self.ok({name: self._find_around(name, circle) for name in dict.fromkeys(body["types"])})

    def _find_around(self, name: str, circle: tuple[float, float, float, int]) -> dict[str, Any]:
        if name == "menages":
            if not self.caller.holds("registre.lire"):
                raise forbidden(_("Les ménages demandent la permission de lire le registre."))
            return forms.serialize_households_around(*queries.find_households_around(self.caller, *circle))
        return forms.serialize_services_around(name, *queries.find_services_around(self.caller, name, *circle))


class HouseholdProximity(EnvelopeView):
    """Serve the nearest service of each kind from the stored table, which is always up to date."""

    permission = "registre.lire"

    @declare_operation("Services les plus proches d'un ménage", response=forms.HouseholdProximityResponse)
    def get(self, request: Any, menage_id: UUID) -> Response:
        household = self.find_visible(Household.objects.only("id"), id=menage_id)
        services = queries.find_services_near_households(self.caller, [household.id])
        return self.ok(forms.serialize_household_services(services[household.id]))


class HouseholdCards(EnvelopeView):
    """Serve all that the cards of some households show at once, so that a device reads them ahead in few answers."""

    permission = "registre.lire"

    @declare_operation(
        "Fiches de ménages", query=forms.HouseholdCardParams, response=forms.HouseholdCardResponse, many=True
    )
    def get(self, request: Any) -> Response:
        households = list_household_details(self.query["ids"], self.caller)
        ids = [household.id for household in households]
        members = queries.list_members_by_household(self.caller, ids)
        services = queries.find_services_near_households(self.caller, ids)
        contacts = self.caller.holds("registre.voir_contacts")
        return self.ok([forms.serialize_card(one, members[one.id], services[one.id], contacts) for one in households])


class NearSchools(EnvelopeView):
    """Serve the nearest schools of each level."""

    permission = "registre.lire"

    @declare_operation("Écoles proches d'un ménage", query=forms.SchoolYearParams, response=forms.SchoolsResponse)
    def get(self, request: Any, menage_id: UUID) -> Response:
        household = self.find_visible(Household.objects.only("id", "geom"), id=menage_id)
        levels = queries.find_schools_by_level(self.caller, household)
        body = {level: [forms.serialize_school(school) for school in schools] for level, schools in levels.items()}
        return self.ok(body, cached=False)


class LocalityProximity(EnvelopeView):
    """Serve the nearest school, water point and health service of a locality."""

    permission = "analyses.lire"

    @declare_operation("Services les plus proches d'une localité", response=forms.LocalityProximityResponse)
    def get(self, request: Any, localite_id: UUID) -> Response:
        locality = self.find_visible(Locality.objects.only("id", "geom"), id=localite_id)
        services = queries.find_services_near_locality(self.caller, locality)
        return self.ok({key: forms.serialize_locality_service(key, service) for key, service in services.items()})
