"""A hidden service for survivors is nobody's nearest: distances from several households would be its position."""

import pytest
from django.contrib.gis.geos import Point
from django.core.management import call_command

from analysis.proximity.models import NearestService
from analysis.proximity.services import rebuild_nearest
from geo.facilities.api import bulk_load_facilities
from geo.facilities.models import VbgService
from registry.households.models import Household


@pytest.fixture
def places(country):
    household = Household.objects.create(
        code_menage="M1", taille_menage=1, region=country.west, geom=Point(-15.5, 12.7, srid=4326)
    )

    def add(nom, longitude, **fields):
        return VbgService.objects.create(
            nom=nom, region=country.west, geom=Point(longitude, 12.7, srid=4326), **{"type": "ong"} | fields
        )

    return household, add("loin", -15.9), add("abri", -15.5001, type="hebergement")


def nearest(household):
    return NearestService.objects.get(menage=household).service_vbg


def test_triggers_pass_hidden_services_by(places):
    household, far, shelter = places
    assert nearest(household) == far.id
    VbgService.objects.filter(id=far.id).update(visibilite="professionnels")
    assert nearest(household) is None
    VbgService.objects.filter(id=shelter.id).update(type="ong", visibilite="publique")
    assert nearest(household) == shelter.id
    VbgService.objects.filter(id=shelter.id).update(visibilite="restreinte")
    VbgService.objects.filter(id=far.id).update(visibilite="publique")
    assert nearest(household) == far.id
    VbgService.objects.filter(id=far.id).update(geom=None)
    assert nearest(household) is None


def test_a_moved_or_new_household_does_not_find_them(places, country):
    household, far, _shelter = places
    Household.objects.filter(id=household.id).update(geom=Point(-15.5002, 12.7, srid=4326))
    assert nearest(household) == far.id
    other = Household.objects.create(
        code_menage="M2", taille_menage=1, region=country.west, geom=Point(-15.5001, 12.7, srid=4326)
    )
    assert nearest(other) == far.id


def test_bulk_loads_and_rebuilds_pass_them_by(places):
    household, far, _shelter = places
    rebuild_nearest()
    assert nearest(household) == far.id
    with bulk_load_facilities("geo_service_vbg"):
        VbgService.objects.filter(id=far.id).update(visibilite="restreinte")
    assert nearest(household) is None
    call_command("rebuild_nearest")
    assert nearest(household) is None
