"""Simulations over profiles say what the tables say, whatever changed since the profiles were written."""

import re
from datetime import timedelta

import psycopg
import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from registry.erasure.services import anonymise_household
from registry.households.models import Dwelling, HeadOfHousehold, Household, Member
from tests.conftest import make_country, make_user
from tests.transfers.eligibility.conftest import rule
from transfers.eligibility.conditions.catalogue import iterate_fields
from transfers.eligibility.conditions.compiler import list_household_columns
from transfers.eligibility.evaluation import queries
from transfers.eligibility.profiles import queries as profiles
from transfers.eligibility.profiles.models import HouseholdProfile, ProfileState
from transfers.eligibility.profiles.queries import find_last_written, has_changed
from transfers.eligibility.profiles.rules import can_count, list_profile_columns
from transfers.eligibility.profiles.services import refresh_profiles
from transfers.eligibility.types import PeopleFilter

pytestmark = pytest.mark.django_db(transaction=True)

SIMULATE = "/api/eligibility/simulate"
LABORATORY = "/api/eligibility/laboratoire"
GIRLS = {"sexe": "F", "ageMin": 10, "ageMax": 14}
RULES = (
    rule("scorePmt", "<=", 40),
    rule("tailleMenage", ">=", 3),
    rule("sexe", "=", "F"),
    rule("nbPieces", "<=", 2),
    rule("nbPersonnes", ">=", 1, personnes=GIRLS),
)


@pytest.fixture
def country():
    return make_country()


@pytest.fixture
def admin(api):
    return api(make_user("ROLE_ADMIN"))


@pytest.fixture
def families(country):
    """Six households with head, dwelling and a girl of 12, of whom the profiles are written."""
    rows = [
        Household.objects.create(
            code_menage=f"P-{place}",
            taille_menage=place,
            region=country.west if place % 2 else country.east,
            score_pmt=10 * place,
        )
        for place in range(1, 7)
    ]
    for row in rows:
        HeadOfHousehold.objects.create(menage=row, nom_complet="C", sexe="F", age=40)
        Dwelling.objects.create(menage=row, nb_pieces=2)
        Member.objects.create(menage=row, nom_complet="M", lien_parente="fille", sexe="F", age=12)
    assert refresh_profiles() == 6
    return rows


def simulate(caller, **more):
    answer = caller.post(SIMULATE, {"rules": list(RULES)} | more)
    assert answer.status_code == 200, answer.json()
    return answer.json()["data"]


def count_as_current():
    """Whether no household is to be read from its tables."""
    last = find_last_written(10)
    return last is not None and not has_changed(last)


def compare_both(caller, monkeypatch):
    """Simulate with profiles and from the tables; the same must come of both."""
    used = []
    monkeypatch.setattr(
        queries, "compile_profiles", lambda *asked: used.append(profiles.compile_profiles(*asked)) or used[-1]
    )
    found = simulate(caller)
    assert used[-1] is not None
    monkeypatch.setattr(queries, "compile_profiles", lambda *asked: None)
    assert simulate(caller) == found
    return {each["regle"]: each["valides"] for each in found["parRegle"]}, found


def test_profiles_have_what_rules_and_methods_read():
    assert set(list_household_columns()) <= set(list_profile_columns())
    read = {name for field in iterate_fields() for name in re.findall(r"\b(?:chef|logement)\.\w+", field.sql)}
    assert {name.replace(".", "_") for name in read} <= set(list_profile_columns())


def change_score(rows):
    Household.objects.filter(id=rows[5].id).update(score_pmt=1)


def change_head(rows):
    HeadOfHousehold.objects.filter(menage=rows[5]).update(sexe="M")


def change_dwelling(rows):
    Dwelling.objects.filter(menage=rows[5]).update(nb_pieces=9)


def remove_dwelling(rows):
    Dwelling.objects.filter(menage=rows[5]).delete()


def add_girl(rows):
    Member.objects.filter(menage=rows[5]).update(age=50)
    Member.objects.create(menage=rows[4], nom_complet="M", lien_parente="fille", sexe="F", age=11)


def remove_girl(rows):
    Member.objects.filter(menage=rows[5]).delete()


def move_girl(rows):
    Member.objects.filter(menage=rows[5]).update(menage=rows[4])


def move_head(rows):
    HeadOfHousehold.objects.filter(menage=rows[4]).delete()
    refresh_profiles()
    HeadOfHousehold.objects.filter(menage=rows[5]).update(menage=rows[4])


def move_dwelling(rows):
    Dwelling.objects.filter(menage=rows[4]).delete()
    refresh_profiles()
    Dwelling.objects.filter(menage=rows[5]).update(menage=rows[4])


def delete_household(rows):
    rows[5].delete()


def add_household(rows):
    Household.objects.create(code_menage="P-NEW", taille_menage=1, region=rows[0].region, score_pmt=3)


CHANGES = (
    change_score,
    change_head,
    change_dwelling,
    remove_dwelling,
    add_girl,
    remove_girl,
    move_girl,
    move_head,
    move_dwelling,
    delete_household,
    add_household,
)


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_is_read_anew(admin, families, change, monkeypatch):
    before, _all = compare_both(admin, monkeypatch)
    assert count_as_current()
    change(families)
    assert find_last_written(10) is not None and not count_as_current()
    after, _all = compare_both(admin, monkeypatch)
    assert after != before or change in (move_head, move_dwelling)
    assert refresh_profiles() >= 1
    assert count_as_current()
    assert compare_both(admin, monkeypatch)[0] == after
    assert refresh_profiles() == 0


def test_of_a_table_that_is_emptied_nothing_old_is_read(admin, families):
    """TRUNCATE names no row to the feed: the tables are read until all profiles are written anew."""
    assert simulate(admin)["parRegle"][3]["valides"] == 6
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE registry_logement")
    assert find_last_written(10) is None
    assert simulate(admin)["parRegle"][3]["valides"] == 0
    assert refresh_profiles() == 6
    assert simulate(admin)["parRegle"][3]["valides"] == 0


def test_an_erased_household_leaves_no_profile(admin, families, monkeypatch):
    """Nor the households that were merged into it; until the next writing it is read from its tables."""
    anonymise_household(which=str(families[5].id), reason="demande")
    assert not HouseholdProfile.objects.filter(id=families[5].id).exists()
    after, _all = compare_both(admin, monkeypatch)
    assert after["nbPersonnes >="] == 5
    refresh_profiles()
    assert HouseholdProfile.objects.get(id=families[5].id).code_menage.startswith("ANONYME-")
    assert compare_both(admin, monkeypatch)[0] == after


def test_a_writer_that_read_a_household_before_its_erasure_keeps_nothing_of_it(country):
    """Its insertion waits for the erasure, whose row without values stays until the next writing."""
    family = Household.objects.create(code_menage="P-1", taille_menage=1, region=country.west, score_pmt=7)
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as writer:
        writer.execute("INSERT INTO transfers_profil_menage (id, score_pmt) VALUES (%s, 7)", [family.id])
        with transaction.atomic(), connection.cursor() as cursor, pytest.raises(Exception, match="lock timeout"):
            cursor.execute("SET LOCAL lock_timeout = '100ms'")
            anonymise_household(which="P-1", reason="demande")
    anonymise_household(which="P-1", reason="demande")
    assert not HouseholdProfile.objects.exists()
    anonymise_household(which=str(family.id), reason="demande")
    assert HouseholdProfile.objects.get().score_pmt is None
    assert refresh_profiles() == 1
    assert HouseholdProfile.objects.get().score_pmt == 7


def test_a_change_that_commits_after_the_profiles_were_written_is_seen(admin, families, monkeypatch):
    """The writer had begun, so its number is lower than those of transactions that the profiles hold."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as writer:
        writer.execute("UPDATE registry_menage SET score_pmt = 1 WHERE id = %s", [families[5].id])
        Household.objects.filter(id=families[0].id).update(taille_menage=4)
        assert refresh_profiles() == 1
        before, _all = compare_both(admin, monkeypatch)
        writer.commit()
    after, _all = compare_both(admin, monkeypatch)
    assert after["scorePmt <="] == before["scorePmt <="] + 1


def test_a_transaction_is_seen_whole_or_not_at_all(admin, families, monkeypatch):
    """It ends before the statement is sent, and swaps the scores of a household that had changed with another's."""

    def swap_after(*asked):
        source = profiles.compile_profiles(*asked)
        Household.objects.filter(id__in=[families[0].id, families[5].id]).update(score_pmt=70 - F("score_pmt"))
        return source

    Household.objects.filter(id=families[5].id).update(taille_menage=4)
    monkeypatch.setattr(queries, "compile_profiles", swap_after)
    assert simulate(admin)["parRegle"][0]["valides"] == 4


def test_users_see_the_profiles_of_their_regions(api, country, families, monkeypatch):
    agent = api(make_user("ROLE_AGENT", country.west))
    change_score(families)
    _rules, found = compare_both(agent, monkeypatch)
    assert found["totalEvalues"] == 3
    assert [each["region"] for each in found["parRegion"]] == [country.west.nom]


@pytest.mark.parametrize(
    "outdated",
    [
        lambda state: ProfileState.objects.all().delete(),
        lambda state: ProfileState.objects.update(jour=timezone.localdate() - timedelta(days=2)),
        lambda state: ProfileState.objects.update(epoch="another database"),
        lambda state: ProfileState.objects.update(transaction=-1),
    ],
)
def test_profiles_that_may_be_wrong_are_not_read(admin, families, outdated):
    HouseholdProfile.objects.update(score_pmt=100)
    outdated(ProfileState.objects.get())
    assert find_last_written(10) is None
    assert simulate(admin)["parRegle"][0]["valides"] == 4
    assert refresh_profiles() == 6
    assert count_as_current()


def test_of_too_many_changes_the_tables_are_read(families):
    Household.objects.update(taille_menage=9)
    assert find_last_written(5) is None
    assert find_last_written(6) is not None


def test_a_birthday_counts_on_its_day(families):
    """A new day writes all profiles anew: whose birthday it is has another age."""
    Member.objects.filter(menage=families[0]).update(age=None, date_naissance="1900-01-01")
    Member.objects.filter(menage=families[1]).update(age=None)
    assert refresh_profiles() == 2
    assert HouseholdProfile.objects.get(id=families[0].id).femmes == "~"
    assert HouseholdProfile.objects.get(id=families[1].id).femmes == " "
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE registry_membre_menage SET date_naissance = current_date - interval '11 years' WHERE age IS NULL"
        )
    assert refresh_profiles() == 2
    assert HouseholdProfile.objects.get(id=families[0].id).femmes == chr(33 + 11)
    HouseholdProfile.objects.update(femmes="!")
    ProfileState.objects.update(jour=timezone.localdate() - timedelta(days=1))
    assert refresh_profiles() == 6


def test_ages_that_profiles_do_not_tell_apart_are_read_from_the_tables(admin, families, monkeypatch):
    assert [can_count(PeopleFilter(age_min=low, age_max=high)) for low, high in ((0, 92), (93, None), (5, 130))] == [
        True
    ] * 3
    assert [can_count(PeopleFilter(age_min=low, age_max=high)) for low, high in ((94, None), (0, 93), (0, 129))] == [
        False
    ] * 3
    Member.objects.filter(menage=families[0]).update(age=95)
    refresh_profiles()
    old = rule("nbPersonnes", ">=", 1, personnes={"ageMin": 94, "ageMax": 96})
    assert simulate(admin, rules=[old])["eligibles"] == 1


@pytest.mark.parametrize(
    ("birthday", "people", "count"),
    [
        ("2100-01-01", {"ageMin": 0}, 0),
        ("2100-01-01", {"ageMax": 5}, 1),
        ("1850-01-01", {"ageMin": 60, "ageMax": 130}, 0),
        ("1850-01-01", {"ageMin": 60}, 1),
        ("1930-01-01", {"ageMin": 60, "ageMax": 130}, 1),
    ],
)
def test_birthdays_that_are_wrong_count_as_in_the_tables(admin, country, monkeypatch, birthday, people, count):
    family = Household.objects.create(code_menage="P-1", taille_menage=2, region=country.west)
    Member.objects.create(menage=family, nom_complet="M", lien_parente="fille", date_naissance=birthday)
    refresh_profiles()
    asked = [rule("nbPersonnes", ">=", 1, personnes=people)]
    assert simulate(admin, rules=asked)["eligibles"] == count
    monkeypatch.setattr(queries, "compile_profiles", lambda *asked: None)
    assert simulate(admin, rules=asked)["eligibles"] == count


def test_designs_take_the_same_from_profiles_as_from_the_tables(admin, families):
    designs = {
        "scenarios": [
            {"nom": "Score", "seuil": 45},
            {"nom": "Filles", "seuil": 60, "rules": list(RULES[2:])},
            {"nom": "Places", "selection": {"par": "region", "nombre": 2, "reserve": 1}},
        ],
        "seuils": [10, 30, 60],
    }
    change_score(families)
    with_profiles = admin.post(LABORATORY, designs)
    assert with_profiles.status_code == 200, with_profiles.json()
    ProfileState.objects.all().delete()
    assert admin.post(LABORATORY, designs).json() == with_profiles.json()


def test_two_writers_write_one_after_the_other(families):
    """Whoever comes second waits for the first, then finds nothing to write."""
    change_score(families)
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtext('transfers.profils'))")
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '100ms'")
            with pytest.raises(Exception, match="lock timeout"):
                refresh_profiles()
