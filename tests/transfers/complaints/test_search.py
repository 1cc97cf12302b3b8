"""A caller without a reference is found: by name, telephone, household or village, as far as one's rights go."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.ids import uuid7
from registry.households.models import FormerHousehold, HeadOfHousehold, Household
from tests.conftest import make_user
from transfers.complaints.filters import search_complaint_ids
from transfers.complaints.models import Complaint

pytestmark = pytest.mark.django_db
NUMBER = "+245955123123"
BY_CONTACT = ("Bacar Danso", "danso bacar", "DANSÓ", NUMBER, "955 12 31 23", "00245 955-123-123", "(+245) 955123123")


@pytest.fixture
def household(country):
    row = Household.objects.create(
        code_menage="BA-001446", taille_menage=4, region=country.west, secteur=country.north, localite=country.cutia
    )
    HeadOfHousehold.objects.create(menage=row, nom_complet="Umaro Sané", telephone="+245966000111")
    FormerHousehold.objects.create(id=uuid7(), code_menage="BA-000007", menage=row)
    return row


@pytest.fixture
def called(take, cast, country, household):
    """A complaint by telephone, another one, and one about violence of the same person, number, village and household."""
    caller = {"plaignant": "Bacar Dansó", "menageId": str(household.id)}
    take(cast.admin, objet="Autre chose", plaignant="Fatu", telephone="955000000")
    take(cast.admin, categorie="vbg", objet="Secret", telephone=NUMBER, **caller)
    return take(cast.admin, telephone="955 123 123", canal="telephone", **caller)["reference"]


@pytest.fixture
def find(send):
    def search(text, user):
        return {row["reference"] for row in send("get", f"plaintes?search={text.replace('+', '%2B')}", user)["data"]}

    return search


def holder(country, *permissions):
    user = make_user("ROLE_AGENT", country.west)
    user.role.permissions = ["plaintes.lire", *permissions]
    user.role.save()
    return user


@pytest.mark.parametrize("text", [*BY_CONTACT, "BA-001446", "ba-0014", "BA-000007"])
def test_a_complaint_is_found_by_who_calls(called, find, cast, text):
    assert find(text, cast.supervisor_west) == {called}


def test_a_complaint_is_found_by_the_digits_of_its_reference(called, find, cast):
    assert find(called.rsplit("-", 1)[1], cast.supervisor_west) == {called}
    assert find("00000000", cast.supervisor_west) == set()


def test_a_complaint_is_found_by_its_village(called, find, cast, country):
    assert find(country.cutia.nom, cast.supervisor_west) == {called}


@pytest.mark.parametrize("text", ["12", "955", "955123", "955123124", "Bacar Fatu", "BA-009999", "%", "Umaro"])
def test_what_is_of_another_finds_nothing(called, find, cast, text):
    assert find(text, cast.supervisor_west) == set()


def test_who_may_not_see_contacts_does_not_search_by_them(called, find, country):
    reader = holder(country, "registre.lire", "transferts.lire")
    for text in BY_CONTACT:
        assert find(text, reader) == set(), text
    assert find("BA-001446", reader) == find("paiement", reader) == find(called, reader) == {called}


def test_codes_are_for_who_reads_households(called, find, country):
    reader = holder(country, "registre.voir_contacts")
    assert find("BA-001446", reader) == set()
    assert find("Bacar Danso", reader) == {called}


def test_another_region_and_violence_are_found_by_nothing(called, find, cast, referent, country):
    everything = holder(country, "registre.voir_contacts", "registre.lire", "transferts.lire", "vbg.voir_cas")
    for text in (*BY_CONTACT, "BA-001446", country.cutia.nom):
        assert find(text, cast.agent_east) == set(), text
        assert find(text, everything) == {called}, text
    assert len(find("PLT-", everything)) == 3


def test_a_search_is_one_statement_with_an_index_for_each_part(called, cast):
    """Set-based: no part reads every complaint, however many match."""
    with CaptureQueriesContext(connection) as seen:
        list(search_complaint_ids("BA-001446 955123123", cast.admin))
    assert sum("transfers_plainte" in query["sql"] for query in seen) == 1
    same = {"categorie": "autre", "priorite": "basse", "objet": "Autre", "echeance": timezone.localdate()}
    Complaint.objects.bulk_create(  # of a few rows any index is as good
        Complaint(reference=f"PLT-{n}", plaignant=f"Personne {n}", telephone=f"95{n:07}", **same) for n in range(2_000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE transfers_plainte")
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        plans = [search_complaint_ids(text, cast.admin).explain() for text in ("Danso", "955123123", "BA-001446")]
    for plan, index in zip(plans, ("plainte_plaignant_trgm", "plainte_telephone", "menage"), strict=True):
        assert index in plan and "Seq Scan on transfers_plainte" not in plan, plan


@pytest.mark.parametrize("origin", ["guichet", "telephone", "visite", "courrier"])
def test_a_desk_says_how_a_complaint_came(take, send, cast, origin):
    taken = take(cast.admin, canal=origin)
    assert send("get", f"plaintes/{taken['id']}", cast.admin)["data"]["canal"] == origin


def test_a_desk_takes_nothing_in_the_name_of_the_gateway(send, cast):
    """Else a message would go out to who never wrote one."""
    body = {"objet": "Rien", "categorie": "paiement"}
    assert list(send("post", "plaintes", cast.admin, 400, canal="sms", **body)["details"]) == ["canal"]
    made = send("post", "plaintes", cast.admin, 201, **body)["data"]
    assert Complaint.objects.get(id=made["id"]).canal == "guichet"
