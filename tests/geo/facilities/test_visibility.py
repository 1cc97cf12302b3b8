"""Who sees a service for survivors: `visible_to` decides, the database keeps shelters restricted."""

import pytest
from django.contrib.gis.geos import Point
from django.db import IntegrityError, connection, transaction

from config.caller import ALL_REGIONS, RegionScope
from geo.facilities.models import VbgAgent, VbgService, Visibility

LEVELS = ("publique", "professionnels", "restreinte")


def make(country, level="publique", **fields):
    values = {"nom": level, "type": "ong", "region": country.west, "geom": Point(-15.5, 12.7, srid=4326)}
    return VbgService.objects.create(**values | {"visibilite": level} | fields)


@pytest.mark.parametrize(
    ("permissions", "seen"),
    [
        ((), ["publique"]),
        (("geo.lire", "vbg.gerer", "vbg.voir_cas"), ["publique"]),
        (("vbg.lire",), ["professionnels", "publique"]),
        (("vbg.voir_services_restreints",), ["publique", "restreinte"]),
        (("vbg.lire", "vbg.voir_services_restreints"), ["professionnels", "publique", "restreinte"]),
    ],
)
def test_each_visibility_has_its_right(country, permissions, seen):
    for level in LEVELS:
        VbgAgent.objects.create(service=make(country, level), nom=level)
    for regions in (None, (country.west.id,)):
        scope = RegionScope(regions, frozenset(permissions))
        assert sorted(VbgService.objects.visible_to(scope).values_list("nom", flat=True)) == seen
        assert sorted(VbgAgent.objects.visible_to(scope).values_list("nom", flat=True)) == seen
    elsewhere = RegionScope((country.east.id,), frozenset(permissions))
    assert not VbgService.objects.visible_to(elsewhere).exists()


def test_a_scope_without_a_caller_sees_public_services_only(country):
    for level in LEVELS:
        make(country, level)
    assert [row.nom for row in VbgService.objects.visible_to(ALL_REGIONS)] == ["publique"]


def test_administrators_do_not_see_shelters_by_their_role(country, cast):
    make(country, "restreinte")
    assert not VbgService.objects.visible_to(cast.admin).exists()
    assert VbgService.objects.visible_to(cast.vbg).exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "hebergement"},
        {"type": "Hébergement d'urgence"},
        {"type": "casa de abrigo"},
        {"type": "", "services_offerts": ["ecoute", "hebergement_urgence"]},
        {"nom": "Casa Abrigo Esperança"},
        {"type": "SHELTER"},
    ],
)
def test_a_shelter_is_restricted_from_the_start(country, fields):
    service = make(country, **fields)
    service.refresh_from_db()
    assert service.visibilite == "restreinte"


@pytest.mark.parametrize("nom", ["Gabinete de Apoio", "Fábrica de Abril", "Gabriel"])
def test_other_names_hide_nothing(country, nom):
    service = make(country, nom=nom)
    service.refresh_from_db()
    assert service.visibilite == "publique"


def test_a_shelter_cannot_be_opened_not_even_by_sql(country):
    shelter = make(country, type="hebergement")
    VbgService.objects.filter(id=shelter.id).update(visibilite="publique")
    shelter.refresh_from_db()
    assert shelter.visibilite == "restreinte"
    with connection.cursor() as cursor, pytest.raises(IntegrityError), transaction.atomic():
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE geo_service_vbg DISABLE TRIGGER restrict_shelter")
        cursor.execute("UPDATE geo_service_vbg SET visibilite = 'publique'")


def test_a_service_that_becomes_a_shelter_is_restricted_and_stays_so(country):
    service = make(country)
    VbgService.objects.filter(id=service.id).update(type="hebergement")
    VbgService.objects.filter(id=service.id).update(type="ong")
    service.refresh_from_db()
    assert service.visibilite == "restreinte"


def test_there_are_no_other_visibilities(country):
    assert {*LEVELS} == {*Visibility.values}
    with pytest.raises(IntegrityError):
        make(country, "secrete")
