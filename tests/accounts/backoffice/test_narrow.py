"""The list of households is narrowed by region, sector, state and category; codes are chosen in forms, not typed."""

import re
from datetime import timedelta

import pytest
from django.contrib.gis.geos import Point
from django.utils import timezone

from accounts.audit.api import audit_as, write_audit_entry
from accounts.audit.models import Trace
from accounts.backup import api as backup
from accounts.roles.models import Role
from geo.facilities.models import School
from registry.households.models import HeadOfHousehold, Household
from registry.households.tally.models import HouseholdTally
from tests.conftest import make_user

HOUSEHOLDS = "/admin/registry/household/"


@pytest.fixture
def households(country):
    plan = [
        ("OI-000001", country.west, country.north, "valide", "pauvre"),
        ("OI-000002", country.west, country.north, "rejete", "pauvre"),
        ("OI-000003", country.west, None, "valide", None),
        ("BA-000001", country.east, None, "valide", "pauvre"),
    ]
    rows = [
        Household.objects.create(
            code_menage=code, region=region, secteur=sector, statut=state, categorie_pauvrete=category, taille_menage=2
        )
        for code, region, sector, state, category in plan
    ]
    HeadOfHousehold.objects.create(menage=rows[0], nom_complet="Fatumata Djaló", sexe="F", age=39)
    return rows


def read_list(client, **query):
    """The codes that the list shows, and what its filters offer: {name: number}."""
    page = client.get(HOUSEHOLDS, query).content.decode()
    offers = re.findall(r'<a href="\?[^"]*"[^>]*>\s*([^<(]+) \(([\d\s]+)\)', page)
    return set(re.findall(r"(?:OI|BA)-\d{6}", page)), {name: int(re.sub(r"\s", "", number)) for name, number in offers}


def test_filters_narrow_and_count_what_the_others_leave(households, country, let_in):
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    codes, offers = read_list(client)
    assert len(codes) == 4
    assert offers[country.west.nom] == 3 and offers["Rejeté"] == 1 and offers["Sans"] == 1
    assert country.north.nom not in offers  # sectors are offered within a region
    codes, offers = read_list(client, region=country.west.id, categorie_pauvrete="pauvre")
    assert codes == {"OI-000001", "OI-000002"}
    assert offers[country.north.nom] == 2 and offers["Au registre"] == 1 and offers[country.east.nom] == 1
    codes, _offers = read_list(client, region=country.west.id, secteur=country.north.id, statut="valide")
    assert codes == {"OI-000001"}
    assert read_list(client, categorie_pauvrete="aucune")[0] == {"OI-000003"}
    assert read_list(client, region="nimporte")[0] == set()
    assert read_list(client, q="oi-", statut="valide") == ({"OI-000001", "OI-000003"}, {})


def test_the_steps_are_those_of_the_collection(households, country, let_in):
    """A validated form is no household of the register: both have a name and a number of their own."""
    Household.objects.filter(code_menage="OI-000001").update(statut="en_attente", statut_collecte="valide")
    Household.objects.filter(code_menage="OI-000003").update(statut="en_attente")
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    offers = read_list(client)[1]
    steps = ("En collecte", "Soumis", "Validé, à intégrer", "Au registre", "Rejeté")
    assert {name: number for name, number in offers.items() if name in steps} == dict.fromkeys(steps[1:], 1)
    assert read_list(client, statut="a_integrer")[0] == {"OI-000001"}
    assert read_list(client, statut="soumis")[0] == {"OI-000003"}
    assert read_list(client, statut="en_attente")[0] == {"OI-000001", "OI-000003"}


def test_counts_are_read_from_the_sums(households, country, let_in):
    HouseholdTally.objects.filter(region_id=country.west.id).update(n=1_000_000)
    offers = read_list(let_in(make_user("ROLE_SUPER_ADMIN")))[1]
    assert offers[country.west.nom] == 3_000_000


def test_filters_tell_nothing_of_another_region(households, country, let_in):
    codes, offers = read_list(let_in(make_user("ROLE_SUPER_ADMIN", country.east)))
    assert codes == {"BA-000001"} and country.west.nom not in offers and "Rejeté" not in offers
    assert read_list(let_in(make_user("ROLE_SUPER_ADMIN", country.east)), region=country.west.id)[0] == set()


def test_households_are_listed_with_their_heads(households, let_in, django_assert_max_num_queries):
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    client.get(HOUSEHOLDS)
    with django_assert_max_num_queries(16):
        page = client.get(HOUSEHOLDS).content.decode()
    assert "Fatumata Djaló" in page


def test_codes_are_chosen_and_what_a_file_brought_stays(country, let_in):
    school = School.objects.create(
        nom="EBU Cutia", type="publique", statut="en_travaux", geom=Point(-15.5, 12.75, srid=4326), region=country.west
    )
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    path = f"/admin/geo/school/{school.id}/change/"
    answer = client.get(path)
    form = answer.context["adminform"].form
    assert [code for code, _label in form.fields["type"].choices][:3] == ["", "publique", "communautaire"]
    assert ("en_travaux", "En travaux") in form.fields["statut"].choices
    values = {name: form.initial.get(name) or "" for name in form.fields} | {
        "region": country.west.id,
        "geom_lat": "12.75",
        "geom_lon": "-15.5",
        "csrfmiddlewaretoken": client.cookies["csrftoken"].value,
        "niveaux_enseignes": ["primaire"],
    }
    refused = client.post(path, values | {"type": "inventee"})
    assert refused.status_code == 200 and "type" in refused.context["adminform"].form.errors
    assert client.post(path, values | {"type": "madrassa"}).status_code == 302
    school.refresh_from_db()
    assert (school.type, school.statut, school.niveaux_enseignes) == ("madrassa", "en_travaux", ["primaire"])
    assert school.typology is None


def list_names(client, path, **query):
    return re.findall(r'class="field-nom"><a[^>]*>([^<]+)<', client.get(path, query).content.decode())


def test_schools_are_narrowed_by_region_type_and_state(country, let_in):
    point = Point(-15.5, 12.75, srid=4326)
    for name, region, kind, state in (
        ("Escola A", country.west, "publique", "ouverte"),
        ("Escola B", country.west, "madrassa", "fermee"),
        ("Escola C", country.east, "publique", "ouverte"),
    ):
        School.objects.create(nom=name, type=kind, statut=state, geom=point, region=region)
    client, path = let_in(make_user("ROLE_SUPER_ADMIN")), "/admin/geo/school/"
    assert list_names(client, path) == ["Escola A", "Escola B", "Escola C"]
    assert list_names(client, path, region=country.west.id) == ["Escola A", "Escola B"]
    assert list_names(client, path, region=country.west.id, type="madrassa") == ["Escola B"]
    assert list_names(client, path, statut="ouverte") == ["Escola A", "Escola C"]
    assert list_names(client, path, region="nimporte") == []
    page = client.get(path).content.decode()
    assert country.north.nom not in page  # sectors are offered within a region
    assert country.north.nom in client.get(path, {"region": country.west.id}).content.decode()
    mine = let_in(make_user("ROLE_SUPER_ADMIN", country.east)).get(path).content.decode()
    assert country.west.nom not in mine


def test_users_are_narrowed_by_role_and_region(country, let_in):
    make_user("ROLE_ENQUETEUR", country.west, prenom="Oeste")
    make_user("ROLE_ENQUETEUR", country.east, prenom="Leste")
    client, path = let_in(make_user("ROLE_SUPER_ADMIN")), "/admin/accounts/user/"
    role = Role.objects.get(code="ROLE_ENQUETEUR").pk

    def list_people(**query):
        return set(re.findall(r"field-personne[^>]*>(Oeste|Leste)", client.get(path, query).content.decode()))

    assert list_people(role=role) == {"Oeste", "Leste"}
    assert list_people(region=country.west.id) == {"Oeste"}
    assert list_people(role=role, region=country.east.id) == {"Leste"}


def test_the_history_is_narrowed_by_days_and_author(db, let_in):
    user = make_user("ROLE_SUPER_ADMIN")
    with audit_as(user.id):
        write_audit_entry(action=Trace.Action.OPERATION, model=backup.HISTORY_KIND, count=19933)
    client, path, today = let_in(user), "/admin/accounts/trace/", timezone.now().date()

    def list_counts(**query):
        page = client.get(path, {"action": "operation"} | query).content.decode()
        return re.findall(r'class="field-combien[^"]*">([^<]+)<', page)

    grouped = "19\N{NO-BREAK SPACE}933"
    assert list_counts(du=today, au=today, auteur=user.pk) == [grouped]
    assert list_counts(du=today + timedelta(days=1)) == list_counts(au=today - timedelta(days=1)) == []
    assert list_counts(du=f"{today:%d/%m/%Y}") == [grouped]
    assert list_counts(auteur="service") == [] and list_counts(du="hier") == [grouped]
    page = client.get(path, {"action": "operation", "du": today}).content.decode()
    assert 'type="hidden" name="action' in page and f'value="{today:%d/%m/%Y}"' in page
