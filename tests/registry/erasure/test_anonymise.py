"""A household is erased from every copy: its name stands nowhere in the database any more."""

import pytest
from django.contrib.gis.geos import Point
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from accounts.audit.checks import list_seal_faults
from accounts.audit.models import Trace
from accounts.audit.services import seal_audit_entries
from accounts.idempotency.models import IdempotencyKey
from accounts.jobs.models import Job
from accounts.notifications.models import Notification
from registry.duplicates.models import Merge
from registry.erasure.services import anonymise_household
from registry.follow_up.models import HealthVisit, Measure
from registry.households.models import Dwelling, FormerHousehold, HeadOfHousehold, Household, Member
from registry.survey_platforms.models import Receipt

pytestmark = pytest.mark.django_db
NAME, MEMBER, PHONE, CODE = "Quintina Zzomé", "Zzacarias Ié", "+245955778899", "OI-ZZ0042"


@pytest.fixture
def household(country, cast):
    """One of whom there are copies wherever copies can be, changed a few times."""
    made = Household.objects.create(
        code_menage=CODE, taille_menage=3, region=country.west, secteur=country.north, localite=country.cutia,
        geom=Point(-15.5, 12.75, srid=4326), score_pmt="12.00", categorie_pauvrete="extreme_pauvre",
        identifiant_unique="ID-ZZ-998877", commentaire_validation_collecte=f"vu {NAME}",
    )  # fmt: skip
    HeadOfHousehold.objects.create(menage=made, nom_complet="Q. Zzomé", telephone=PHONE)
    HeadOfHousehold.objects.update(nom_complet=NAME)
    Member.objects.create(menage=made, nom_complet=MEMBER, lien_parente="fils")
    Dwelling.objects.create(menage=made, type_logement="case")
    Household.objects.update(milieu="rural", taille_menage=4)
    Receipt.objects.create(
        usage="menages", source="collector_platform_a", formulaire="f", racine="uuid:zz-77665544", statut="x",
        version="v", empreinte="e", contenu={"nom": NAME}, cible_id=made.id, etat="applique",
    )  # fmt: skip
    HealthVisit.objects.create(menage=made, type_visite="x", date_visite="2025-03-01", observations=f"{NAME} absente")
    Measure.objects.create(menage=made, type_mesure="x", date_mesure="2025-03-01", description=f"pour {MEMBER}")
    Job.objects.create(type="import", user=cast.admin, statut="termine", resultat={"erreurs": [f"ligne 2 : {NAME}"]})
    Notification.objects.create(user=cast.admin, title="T", message=f"Import : {CODE}", type="info", category="import")
    IdempotencyKey.objects.create(
        user=cast.admin, key="k", method="POST", path="/api/menages", digest="d", status=201,
        body=f'{{"nom": "{NAME}"}}'.encode(),
    )  # fmt: skip
    return made


def holding(*words):
    """Tables with a row that holds one of the words, in any column."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        )
        for (table,) in cursor.fetchall():
            for word in words:
                cursor.execute(f"SELECT count(*) FROM {table} AS t WHERE strpos(lower(t::text), lower(%s)) > 0", [word])
                if cursor.fetchone()[0]:
                    found.append((table, word))
    return found


def test_no_trace_of_the_name_is_left(household):
    seal_audit_entries()
    words = (NAME, "Q. Zzomé", MEMBER, PHONE, CODE, "ID-ZZ-998877", "zz-77665544")
    assert {table for table, _ in holding(*words)} >= {
        "public.accounts_audit", "public.accounts_job", "public.accounts_notification", "public.registry_menage",
        "public.registry_collecte_recu", "public.registry_chef_menage", "public.registry_membre_menage",
        "public.registry_visite_sante", "public.registry_mesure_accompagnement",
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM accounts_idempotency_key WHERE position(%s::bytea IN body) > 0", [NAME.encode()]
        )
        assert cursor.fetchone() == (1,)
    done = anonymise_household(which=CODE, reason="demande écrite du 3 mars")
    assert done.remaining == {}
    assert holding(*words) == []
    assert not IdempotencyKey.objects.exists()
    household.refresh_from_db()
    assert (household.region_id is None, household.geom, household.localite_id) == (False, None, None)
    assert (float(household.score_pmt), household.categorie_pauvrete) == (12.0, "extreme_pauvre")


def test_the_chain_holds_and_says_what_was_erased(household):
    seal_audit_entries()
    Household.objects.update(taille_menage=5)  # not sealed yet when it is erased
    done = anonymise_household(which=str(household.id), reason="demande")
    seal_audit_entries()
    assert list_seal_faults() == []
    trace = Trace.objects.get(id=done.entry_id)
    assert (trace.action, trace.racine, trace.details["motif"]) == ("anonymisation", household.id, "demande")
    kept = [row.changements for row in Trace.objects.filter(racine=household.id, model="menage").order_by("numero")]
    assert kept[0]["code_menage"] == [None, None]
    assert kept[1]["taille_menage"] == [3, 4]
    # What is left is protected as before.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_audit DISABLE TRIGGER USER")
        changed = Trace.objects.filter(racine=household.id, model="chef_menage").first()
        cursor.execute("UPDATE accounts_audit SET changements = '{}' WHERE id = %s", [changed.id])
        cursor.execute("ALTER TABLE accounts_audit ENABLE TRIGGER USER")
    assert [(fault.kind, fault.entry_id) for fault in list_seal_faults()] == [("erased", changed.id)]


def test_what_was_merged_into_it_goes_too(household, country, cast):
    """The history and the archive of the household that it absorbed hold other names of the same people."""
    other = Household.objects.create(code_menage="OI-ZZ0099", taille_menage=2, region=country.west)
    HeadOfHousehold.objects.create(menage=other, nom_complet="Kintina Zzoméé")
    Merge.objects.create(
        conserve=household.id, absorbe=other.id, code_conserve=CODE, code_absorbe="OI-ZZ0099", score=99,
        archive={"registry_chef_menage": [{"nom_complet": "Kintina Zzoméé"}]}, deplaces={},
        valeurs=[["registry_menage", "code_menage", CODE, CODE]],
    )  # fmt: skip
    HeadOfHousehold.objects.filter(menage=other).delete()
    Household.objects.filter(id=other.id)._raw_delete(using="default")
    FormerHousehold.objects.create(id=other.id, code_menage="OI-ZZ0099", menage=household)
    seal_audit_entries()
    anonymise_household(which=CODE, reason="demande")
    assert holding("Kintina Zzoméé", "OI-ZZ0099", CODE) == []
    seal_audit_entries()
    assert list_seal_faults() == []


def test_twice_is_as_good_as_once(household):
    seal_audit_entries()
    anonymise_household(which=CODE, reason="demande")
    again = anonymise_household(which=str(household.id), reason="encore")
    assert again.done["people"] == 0
    seal_audit_entries()
    assert list_seal_faults() == []


def test_values_are_erased_in_no_other_way(household):
    with pytest.raises(Exception, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_audit SET changements = '{}' WHERE racine = %s", [household.id])


def test_the_command(household, capsys):
    call_command("anonymise_household", CODE, reason="demande du 3 mars")
    out = capsys.readouterr().out
    assert "erased: people: 2" in out and "remains: " in out and "look: " not in out
    assert NAME not in out
    with pytest.raises(CommandError, match="no such"):
        call_command("anonymise_household", CODE, reason="demande")


def test_a_reason_that_names_the_person_is_refused(household):
    with pytest.raises(CommandError, match="names"):
        call_command("anonymise_household", CODE, reason=f"demande de {NAME}")
    assert Member.objects.filter(nom_complet=MEMBER).exists()
