"""What a household refers to exists and agrees, whoever writes: the database holds it per statement."""

from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from config.ids import uuid7
from geo.areas.models import Region
from registry.households.models import HeadOfHousehold, Household
from tests.conftest import square
from tests.threads import run_beside

COLUMNS = (
    "region_id",
    "secteur_id",
    "commune_id",
    "localite_id",
    "projet_id",
    "campagne_id",
    "enqueteur_id",
    "valide_collecte_par_id",
)


def run(statement, params=()):
    with connection.cursor() as cursor:
        cursor.execute(statement, params)


def test_every_reference_of_the_table_is_held():
    held = {field.column for field in Household._meta.fields if field.is_relation}
    assert held == set(COLUMNS)


@pytest.mark.parametrize("column", COLUMNS)
def test_insert_of_an_unknown_one_is_refused(db, column):
    insert = f"INSERT INTO registry_menage (code_menage, taille_menage, {column}) VALUES ('A', 1, NULL), ('B', 1, %s)"
    with pytest.raises(IntegrityError, match=column), transaction.atomic():
        run(insert, [uuid7()])
    assert not Household.objects.exists()


@pytest.mark.parametrize("column", COLUMNS)
def test_update_to_an_unknown_one_is_refused(household, column):
    with pytest.raises(IntegrityError, match=column), transaction.atomic():
        run(f"UPDATE registry_menage SET {column} = %s", [uuid7()])


@pytest.mark.parametrize("table", ["geo_region", "geo_secteur", "geo_localite"])
@pytest.mark.parametrize("write", ["DELETE FROM {}", "UPDATE {} SET id = uuid7()"])
def test_what_is_referred_to_stays(household, table, write):
    run("SET CONSTRAINTS ALL DEFERRED")
    with pytest.raises(IntegrityError, match="households still name"), transaction.atomic():
        run(write.format(table))


def test_what_nothing_refers_to_goes(household, country):
    country.galomaro.delete()
    country.cosse.delete()
    country.east.delete()
    gone = [country.galomaro, country.cosse, country.east]
    assert not any(type(place).objects.filter(nom=place.nom).exists() for place in gone)
    assert Household.objects.filter(pk=household.pk, region=country.west).exists()


def add_household(region):
    run("INSERT INTO registry_menage (code_menage, taille_menage, region_id) VALUES ('A', 1, %s)", [region.pk])


def move_household(region):
    run("UPDATE registry_menage SET region_id = %s", [region.pk])


def drop_region(region):
    run("DELETE FROM geo_region WHERE id = %s", [region.pk])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (add_household, drop_region),
        (drop_region, add_household),
        (move_household, drop_region),
        (drop_region, move_household),
    ],
)
def test_the_second_of_two_transactions_loses(first, second):
    region = Region.objects.create(nom="Oio", code="OI", geom=square(-16, 12, -15, 13))
    run("INSERT INTO registry_menage (code_menage, taille_menage) VALUES ('Z', 1)")
    (fault,) = run_beside(partial(first, region), partial(second, region))
    assert isinstance(fault, IntegrityError)
    orphans = Household.objects.exclude(region=None).exclude(region__in=Region.objects.all())
    assert not orphans.exists()


def test_places_lie_in_each_other(household, country):
    for column, place in (("region_id", country.east), ("secteur_id", country.south), ("localite_id", country.tande)):
        with pytest.raises(IntegrityError, match="does not lie in"), transaction.atomic():
            run(f"UPDATE registry_menage SET {column} = %s", [place.pk])
    insert = "INSERT INTO registry_menage (code_menage, taille_menage, region_id, secteur_id) VALUES ('A', 1, %s, %s)"
    with pytest.raises(IntegrityError, match="does not lie in"), transaction.atomic():
        run(insert, [country.east.pk, country.north.pk])
    run(insert, [country.east.pk, country.cosse.pk])
    run("UPDATE registry_menage SET region_id = %s, secteur_id = NULL, localite_id = NULL", [country.west.pk])


def test_a_place_does_not_leave_its_households(household, country):
    for table, column, place in (
        ("geo_secteur", "region_id", country.east),
        ("geo_localite", "secteur_id", country.south),
    ):
        with pytest.raises(IntegrityError, match="households stand in"), transaction.atomic():
            run("UPDATE geo_localite SET commune_id = NULL")
            run(f"UPDATE {table} SET {column} = %s", [place.pk])


PARTS = ("registry_chef_menage", "registry_logement")


def add_part(table, owner):
    columns, values = ("menage_id, nom_complet", "%s, 'N'") if table == PARTS[0] else ("menage_id", "%s")
    run(f"INSERT INTO {table} ({columns}) VALUES ({values})", [owner])


@pytest.mark.parametrize("table", PARTS)
def test_a_part_has_a_household(eastern, household, table):
    with pytest.raises(IntegrityError, match="names no household"), transaction.atomic():
        add_part(table, uuid7())
    add_part(table, eastern.id)
    with pytest.raises(IntegrityError, match="names no household"), transaction.atomic():
        run(f"UPDATE {table} SET menage_id = %s WHERE menage_id = %s", [uuid7(), eastern.id])
    run("DELETE FROM registry_menage WHERE id = %s", [eastern.id])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table} WHERE menage_id = %s", [eastern.id])
        assert cursor.fetchone() == (0,)


def test_the_id_of_a_household_is_for_good(household):
    with pytest.raises(IntegrityError, match="for good"), transaction.atomic():
        run("UPDATE registry_menage SET id = uuid7()")


def drop_household(identity):
    run("DELETE FROM registry_menage WHERE id = %s", [identity])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", PARTS)
def test_no_part_without_household_whoever_is_first(table):
    add = partial(add_part, table)
    one = Household.objects.create(code_menage="A", taille_menage=1)
    assert run_beside(partial(add, one.id), partial(drop_household, one.id)) == []  # waits, and takes the part with it
    two = Household.objects.create(code_menage="B", taille_menage=1)
    (fault,) = run_beside(partial(drop_household, two.id), partial(add, two.id))
    assert isinstance(fault, IntegrityError)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        assert cursor.fetchone() == (0,)


@pytest.mark.django_db(transaction=True)
def test_a_part_of_a_household_of_the_same_transaction():
    with transaction.atomic():
        identity = uuid7()
        run("INSERT INTO registry_menage (id, code_menage, taille_menage) VALUES (%s, 'A', 1)", [identity])
        add_part(PARTS[0], identity)
        with transaction.atomic():
            other = uuid7()
            run("INSERT INTO registry_menage (id, code_menage, taille_menage) VALUES (%s, 'B', 1)", [other])
            add_part(PARTS[0], other)
    assert set(HeadOfHousehold.objects.values_list("menage_id", flat=True)) == {identity, other}
