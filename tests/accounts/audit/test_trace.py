"""What triggers write: every change, by whatever way, and nothing that can be changed afterwards."""

import json
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.contrib.gis.geos import Point
from django.db import DatabaseError, connection, transaction
from django.db.models import BooleanField

from accounts.audit.models import Trace
from accounts.audit.queries import list_operation_changes
from accounts.audit.services import audit_as, audit_operation, suppress_audit
from accounts.audit.tables.hooks import audited_tables, unaudited_tables
from registry.households.models import HeadOfHousehold, Household, Member

pytestmark = pytest.mark.django_db
# What the database knows of a trail; the rest is about who may read the entries.
DATABASE_OPTIONS = ("model", "key", "object", "root", "region", "secret", "ignored", "derived", "shapes")


def told(root=None, **filters):
    """(model, action, changements) of what was written, in order."""
    rows = Trace.objects.filter(**({"racine": root} if root else {}), **filters).order_by("numero")
    return list(rows.values_list("model", "action", "changements"))


@pytest.fixture
def household(country):
    made = Household.objects.create(code_menage="A-1", taille_menage=3, region=country.west)
    HeadOfHousehold.objects.create(menage=made, nom_complet="Ana Gomes", telephone="+245955000001")
    return made


def test_every_table_is_audited_or_says_why_not(db):
    """A new model needs an AuditedTable (and its triggers) or a reason."""
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    audited = {trail.table for trail in audited_tables.values()}
    assert tables - audited - unaudited_tables.keys() == set()
    assert audited & unaudited_tables.keys() == set()
    assert (audited | unaudited_tables.keys()) - tables == set()
    assert all(unaudited_tables.values())
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgname LIKE 'audited%%' AND tgenabled = 'O'"
        )
        found = set(cursor.fetchall())
    assert found == {(trail.table, f"audited_{verb}") for trail in audited_tables.values() for verb in trail.verbs}


def test_no_secret_is_kept(db):
    """Whatever looks like a secret is declared as one."""
    tables = {trail.table: trail for trail in audited_tables.values()}
    words = ("password", "secret", "token", "hash", "key")
    for model in apps.get_models():
        trail = tables.get(model._meta.db_table)
        for field in model._meta.concrete_fields if trail else []:
            if any(word in field.column for word in words) and not isinstance(field, BooleanField):
                assert field.column in trail.secret, f"{trail.table}.{field.column}"


def test_a_household_and_its_parts(household, country):
    member = Member.objects.create(menage=household, nom_complet="Bia", lien_parente="fille")
    Household.objects.filter(id=household.id).update(milieu="rural", geom=Point(-15.5, 12.75, srid=4326))
    Member.objects.filter(id=member.id).update(age=7)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE registry_menage SET updated_at = now() WHERE id = %s", [household.id])
    rows = told(household.id)
    assert [(model, action) for model, action, _ in rows] == [
        ("menage", "creation"), ("chef_menage", "creation"), ("membre", "creation"), ("menage", "modification"),
        ("membre", "modification"),
    ]  # fmt: skip
    assert rows[0][2]["code_menage"] == [None, "A-1"]
    assert set(rows[3][2]) == {"milieu", "geom"}
    assert rows[3][2]["milieu"] == [None, "rural"]
    assert rows[3][2]["geom"][1]["coordinates"] == [-15.5, 12.75]
    assert rows[4][2]["age"] == [None, 7]
    assert set(Trace.objects.filter(racine=household.id).values_list("region_id", flat=True)) == {country.west.id}


def test_bulk_sql_and_deletion_are_seen(household, country):
    other = Household.objects.create(code_menage="A-2", taille_menage=1, region=country.west)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE registry_menage SET taille_menage = taille_menage + 1")
    changes = sorted(
        row[2]["taille_menage"] for row in told(action="modification", racine__in=[household.id, other.id])
    )
    assert changes == [[1, 2], [3, 4]]
    Household.objects.filter(id=household.id)._raw_delete(using="default")
    gone = {model: changes for model, action, changes in told(household.id) if action == "suppression"}
    assert gone["menage"]["code_menage"] == ["A-1", None]
    assert gone["chef_menage"]["nom_complet"] == ["Ana Gomes", None]


def test_a_new_column_is_audited(household):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE registry_menage ADD COLUMN nouveau text")
        cursor.execute("UPDATE registry_menage SET nouveau = 'x'")
    assert told(household.id)[-1][2] == {"nouveau": [None, "x"]}


def test_a_column_that_went_does_not_stop_writing(household):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE registry_menage DROP COLUMN motif_pmt")
        cursor.execute("UPDATE registry_menage SET taille_menage = 7")
    assert told(household.id)[-1][2] == {"taille_menage": [3, 7]}


@pytest.mark.parametrize("trail", audited_tables.values(), ids=lambda trail: trail.table)
def test_plans_are_kept_for_the_columns_of_today(db, trail):
    """A migration that changes the columns of an audited table audits it again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT prosrc LIKE '%%' || quote_literal(accounts_audit_columns(%s::regclass)::text) || '%%' FROM pg_proc"
            " WHERE proname = %s", [trail.table, f"{trail.table}_audited"],
        )  # fmt: skip
        assert cursor.fetchall() == [(True,)]


@pytest.mark.parametrize("trail", audited_tables.values(), ids=lambda trail: trail.table)
def test_triggers_do_what_the_trail_says(db, trail):
    """A migration that changes a trail audits the table again, by the statement that this test runs."""
    options = {name: getattr(trail, name) for name in DATABASE_OPTIONS}
    statement = f"SELECT accounts_audit_table('{trail.table}', '{json.dumps(options)}', '{{{','.join(trail.verbs)}}}')"
    with connection.cursor() as cursor:
        found = []
        for change in ("SELECT", statement):
            cursor.execute(change)
            cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s", [f"{trail.table}_audited"])
            found.append(cursor.fetchall())
    assert found[0] == found[1], statement


def test_values_are_kept_as_they_are(household, country):
    """Quotes, arrays, numbers and moments as JSON; a point as GeoJSON; nothing where nothing differs."""
    Household.objects.filter(id=household.id).update(
        commentaire_validation_collecte='"à la", \\ \n', score_pmt="12.50", date_pmt=datetime(2026, 5, 1, 12, tzinfo=UTC),
        geom=Point(-15.123456789012, 12.5),
    )  # fmt: skip
    changes = told(household.id)[-1][2]
    assert changes["commentaire_validation_collecte"][1] == '"à la", \\ \n'
    assert changes["score_pmt"] == [None, 12.5]
    assert changes["date_pmt"][1].startswith("2026-05-01T12:00:00")
    assert changes["geom"][1] == {"type": "Point", "coordinates": [-15.123456789012, 12.5]}
    count = len(told(household.id))
    Household.objects.filter(id=household.id).update(score_pmt="12.5", updated_at=datetime.now(UTC))
    assert len(told(household.id)) == count


def test_of_a_secret_only_that_it_changed(cast):
    cast.admin.set_password("outra-palavra-passe-2026")
    cast.admin.save()
    assert told(cast.admin.id)[-1] == ("utilisateur", "modification", {"password": [None, None]})
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounts_audit WHERE changements::text ~ 'md5|argon2'")
        assert cursor.fetchone() == (0,)


def test_boundaries_are_kept_as_digests(country):
    country.west.geom = country.east.geom
    country.west.save()
    [(_, _, changes)] = told(country.west.id, action="modification")
    assert set(changes) == {"geom"}
    assert all(len(value) == 32 for value in changes["geom"])


@pytest.mark.parametrize("statement", [
    "UPDATE accounts_audit SET model = 'x'", "DELETE FROM accounts_audit", "TRUNCATE accounts_audit",
])  # fmt: skip
def test_the_trail_is_append_only(household, statement):
    with pytest.raises(DatabaseError) as refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert refused.value.__cause__.sqlstate == "23001"


def test_a_mass_operation_is_one_trace(household, cast):
    before = Trace.objects.count()
    with audit_as(cast.admin.id), audit_operation("essai", filters={"region": "OI"}) as done:
        done.count = Household.objects.update(taille_menage=9)
        done.result = {"note": 1}
    [trace] = Trace.objects.order_by("numero")[before:]
    assert (trace.action, trace.model, trace.nombre, trace.utilisateur_id) == ("operation", "essai", 1, cast.admin.id)
    assert trace.details == {"filtre": {"region": "OI"}, "resultat": {"note": 1}}
    Household.objects.update(taille_menage=8)
    assert told(household.id)[-1][2] == {"taille_menage": [9, 8]}


def test_a_failed_operation_leaves_the_triggers_awake(household):
    with pytest.raises(ZeroDivisionError), audit_operation("essai"):
        Household.objects.update(taille_menage=9 // 0)
    Household.objects.update(taille_menage=8)
    assert told(household.id)[-1][2] == {"taille_menage": [3, 8]}
    assert not Trace.objects.filter(model="essai").exists()


def test_what_an_operation_changed_can_be_read_for_undoing(household):
    with audit_operation("fusion", rows=True) as done:
        Household.objects.update(taille_menage=9)
        with suppress_audit(done):
            Household.objects.create(code_menage="A-3", taille_menage=1)
        HeadOfHousehold.objects.filter(menage=household).delete()
    changes = list_operation_changes(done.id)
    assert [(row["model"], row["action"], row["objet"]) for row in changes] == [
        ("chef_menage", "suppression", household.id), ("menage", "modification", household.id),
    ]  # fmt: skip
    assert changes[0]["changements"]["telephone"] == ["+245955000001", None]
    assert Household.objects.get(code_menage="A-3").operation_creation == done.id
    assert Household.objects.get(code_menage="A-1").operation_creation is None
