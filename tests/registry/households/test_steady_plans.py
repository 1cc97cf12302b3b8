"""The statements of triggers cost the same for each row, whatever they were planned for first (decision 0036)."""

import time

import pytest
from django.db import connection

from registry.households.models import Household

pytestmark = pytest.mark.django_db
MANY = 5_000
# A join row by row takes some 8 seconds for so many, one by hash a tenth of a second.
SECONDS = 4.0
JOINED = """
SELECT proname FROM pg_proc
WHERE prorettype = 'trigger'::regtype AND prosrc ~* 'join\\s+(old|new)_rows' AND NOT coalesce('enable_nestloop=off' = ANY (proconfig), false)
"""


@pytest.fixture
def many(country):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO registry_menage (code_menage, taille_menage, region_id, geom) SELECT 'M-' || n, 3, %s,"
            " ST_SetSRID(ST_MakePoint(-15.5, 12.7), 4326) FROM generate_series(1, %s) AS n",
            [country.west.id, MANY],
        )
    return Household.objects.filter(code_menage__startswith="M-")


def test_many_rows_after_one_take_no_longer_than_many(many):
    with connection.cursor() as cursor:
        cursor.execute("DISCARD PLANS")
    many.filter(code_menage="M-1").update(taille_menage=4)
    began = time.perf_counter()
    assert many.update(taille_menage=5) == MANY
    assert time.perf_counter() - began < SECONDS
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounts_audit WHERE model = 'menage' AND action = 'modification'")
        assert cursor.fetchone()[0] == MANY + 1


HOUSEHOLDS = """
INSERT INTO registry_menage (code_menage, taille_menage, region_id)
SELECT 'M-' || n, 3, %s FROM generate_series(%s::int, %s::int) AS n
"""
HEADS = """
INSERT INTO registry_chef_menage (menage_id, nom_complet) SELECT id, 'A' FROM registry_menage AS m
WHERE code_menage LIKE %s AND NOT EXISTS (SELECT FROM registry_chef_menage AS head WHERE head.menage_id = m.id)
"""
READ = "SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'registry_chef_menage'"


def test_one_row_after_many_is_found_by_its_key(many):
    """What belongs to households that go is looked up, not searched for in whole tables."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO registry_chef_menage (menage_id, nom_complet) SELECT id, 'A' FROM registry_menage")
        cursor.execute("ANALYZE registry_chef_menage")
        cursor.execute("DISCARD PLANS")
        cursor.execute("DELETE FROM registry_menage WHERE code_menage LIKE 'M-1%'")
        cursor.execute(READ)
        before = cursor.fetchone()
        cursor.execute("DELETE FROM registry_menage WHERE code_menage = 'M-2'")
        cursor.execute(READ)
        assert cursor.fetchone() == before


def test_many_heads_after_one_are_looked_up_by_their_key(country):
    """The trail asks for the household of each: planned for an empty country, it read all households for each."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE registry_menage; ANALYZE registry_chef_menage; DISCARD PLANS")
        cursor.execute(HOUSEHOLDS, [country.west.id, 1, 10])
        cursor.execute(HEADS, ["M-1"])
        cursor.execute(HOUSEHOLDS, [country.west.id, 11, MANY])
        cursor.execute(HEADS, ["M-%"])
        cursor.execute(READ.replace("chef_menage", "menage"))
        assert cursor.fetchone()[0] < 10 * MANY


def test_old_and_new_rows_are_joined_by_hash_or_not_at_all(db):
    with connection.cursor() as cursor:
        cursor.execute(JOINED)
        assert cursor.fetchall() == []
