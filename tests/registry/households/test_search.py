"""Searching: what is found, and that nobody can make a search dear."""

import time

import pytest
from django.db import connection
from django.db.models import Func, TextField, Value
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.errors.problems import Problem
from config.paging import paginate_ids
from config.text import MAX_WORDS
from registry.households.filters import HouseholdFilters, search_household_ids
from registry.households.models import HeadOfHousehold, Household
from tests.analysis.proximity.world import run
from tests.conftest import make_user

pytestmark = pytest.mark.django_db
PATH = "/api/menages"
MANY = 20_000
# What took up to a minute of the database on so many households, or is likely to.
HOSTILE = (
    "%a" * 127,
    "a " * 127,
    "%" * 255,
    "_" * 255,
    "\\" * 255,
    "a_" * 127,
    "%%a%%b" * 40,
    "'" * 255,
    "a%b_" * 60,
    " ".join(f"{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(80)),
    "aa" * 127,
    "ma " * 85,
    "aми " * 60,
    "e\u0301 " * 80,
    "(" * 255,
    "(a+)+$ " * 36,
    "a" * 255,
    "ma",
    "a",
    "a b c d e f g h",
    "man ane ama cam dja bac aba lam",
)
NAMES = (
    "Maria Có",
    "Fatumata Djaló",
    "Mamadu Sá",
    "Comba Mané",
    "N'Dara Ié",
    "Cora da Silva",
    "Sá",
    "Domingos Na Walna",
)


def total(caller, text):
    answer = caller.get(PATH, {"search": text})
    assert answer.status_code == 200, answer.content
    return answer.json()["pagination"]["total"]


@pytest.fixture
def named(country):
    rows = [Household(code_menage=f"OI-{n:06d}", taille_menage=1, region=country.west) for n in range(len(NAMES))]
    Household.objects.bulk_create(rows)
    HeadOfHousehold.objects.bulk_create(
        [HeadOfHousehold(menage=row, nom_complet=name) for row, name in zip(rows, NAMES, strict=True)]
    )
    return dict(zip([row.id for row in rows], NAMES, strict=True))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Có", ["Maria Có"]),
        ("maria co", ["Maria Có"]),
        ("SA", ["Mamadu Sá", "Sá"]),
        ("ie", ["N'Dara Ié"]),
        ("na", ["Domingos Na Walna"]),
        ("n", ["N'Dara Ié"]),
        ("com", ["Comba Mané"]),
        ("mar", ["Maria Có"]),
        ("mané comba mane", ["Comba Mané"]),
        ("Djalo\u0301", ["Fatumata Djaló"]),
        ("%", []),
        ("_", []),
        ("m%n", []),
        ("x", []),
        ("OI", []),
        ("oi-000003", ["Comba Mané"]),
        ("OI-00000", list(NAMES)),
    ],
)
def test_short_words_are_whole_words(api, cast, named, text, found):
    """Surnames of two letters are found as such; a beginning of a code has three signs or more."""
    answer = api(cast.admin).get(PATH, {"search": text, "limit": 100}).json()
    assert sorted(row["chefMenage"]["nomComplet"] for row in answer["data"]) == sorted(found)
    assert answer["pagination"]["total"] == len(found)


def test_whole_words_come_before_parts_of_words(api, cast, country):
    """Who types Mané finds those named so first, although newer households are those of a Suleimane."""
    names = ["Nhima Mané", "Suleimane Indjai", "Mané Suleimane Sani", "Ussumane Candé"]
    for number, name in enumerate(names):
        row = Household.objects.create(code_menage=f"OI-1{number:05d}", taille_menage=1, region=country.west)
        HeadOfHousehold.objects.create(menage=row, nom_complet=name)

    def search(**query):
        data = api(cast.admin).get(PATH, query).json()["data"]
        return [row["chefMenage"]["nomComplet"] for row in data]

    assert search(search="mane") == [names[2], names[0], names[3], names[1]]
    assert search(search="Mané", limit=1, page=2) == [names[0]]
    assert search(search="mane sani") == [names[2]]
    assert search(search="mane", tri="codeMenage") == names


NUMBERS = ("+245956402304", "956402304", "956 402 304", "00245 956-402-304", "+245 956 402 304")


@pytest.fixture
def called(named):
    """The first head has a telephone, the second the same number as a mobile account."""
    first, second = list(named)[:2]
    HeadOfHousehold.objects.filter(menage_id=first).update(telephone="+245956402304")
    HeadOfHousehold.objects.filter(menage_id=second).update(numero_mobile_money="+245956402304")
    return {"Maria Có", "Fatumata Djaló"}


def find_names(caller, **query):
    rows = caller.get(PATH, query).json()["data"]
    return {row["chefMenage"]["nomComplet"] for row in rows}


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_found_however_it_is_written(api, cast, called, text):
    assert find_names(api(cast.admin), search=text) == called
    assert find_names(api(cast.agent_east), search=text) == set()


def test_numbers_are_for_who_sees_contacts(api, country, called):
    user = make_user("ROLE_AGENT", country.west)
    user.role.permissions = ["registre.lire", "registre.exporter"]
    user.role.save()
    reader = api(user)
    for text in NUMBERS:
        assert total(reader, text) == 0
        assert reader.get(f"{PATH}/identifiants", {"search": text}).json()["data"]["total"] == 0
        exported = b"".join(reader.get(f"{PATH}/export", {"search": text, "format": "csv"}).streaming_content)
        assert exported.count(b"\n") == 1, text
    assert find_names(reader, search="maria") == {"Maria Có"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Comba Mnaé", {"Comba Mané"}),
        ("Cobma Mané", {"Comba Mané"}),
        ("Fatoumata Djalo", {"Fatumata Djaló"}),
        ("Cora da Slva", {"Cora da Silva"}),
        ("Zulmira Pereira", set()),
        ("%", set()),
    ],
)
def test_a_slip_in_a_name_is_found_by_a_second_try(api, cast, named, text, names):
    caller = api(cast.admin)
    assert find_names(caller, proche=text) == names
    assert names == set() or total(caller, text) == 0


def test_who_is_most_alike_stands_first(api, cast, named):
    HeadOfHousehold.objects.filter(nom_complet__in=["Maria Có", "Mamadu Sá"]).update(nom_complet="Comba Manel")
    rows = api(cast.admin).get(PATH, {"proche": "Comba Maneh"}).json()["data"]
    assert [row["chefMenage"]["nomComplet"] for row in rows] == ["Comba Mané", "Comba Manel", "Comba Manel"]


def test_likeness_keeps_to_the_regions_of_the_caller(api, cast, named):
    assert find_names(api(cast.agent_east), proche="Comba Mnaé") == set()


def test_likeness_and_numbers_are_read_from_indexes(named):
    with connection.cursor() as cursor:
        # Of a table of some rows every plan is cheap: those that read all of it, in whatever order, are put out.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        alike = HouseholdFilters.filter_rows(Household.objects.order_by(), {"proche": "Comba Mnaé"}).explain()
        numbers = search_household_ids("956402304", contacts=True).explain()
    assert "chef_nom_trgm" in alike, alike
    assert "chef_telephone" in numbers and "chef_compte_mobile" in numbers, numbers


def test_too_many_words_are_refused(api, cast, named):
    answer = api(cast.admin).get(PATH, {"search": "un deux trois quatre cinq six sept huit neuf"})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert answer.json()["details"] == {"search": ["Cherchez au plus 8 mots à la fois."]}
    assert total(api(cast.admin), "mané " * 50) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/api/users",
        "/api/roles",
        "/api/campagnes",
        "/api/programmes",
        "/api/beneficiaires",
        "/api/documents-identite",
        "/api/menages/pre-collecte",
    ],
)
def test_every_search_has_the_same_bound(api, cast, path):
    answer = api(cast.admin).get(path, {"search": " ".join(f"mot{n}" for n in range(MAX_WORDS + 1))})
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["search"]), path
    for text in HOSTILE:
        assert api(cast.admin).get(path, {"search": text}).status_code in (200, 400), (path, text)


@pytest.fixture
def crowd(country):
    """20,000 households, half of whose heads have a name that most parts of words are in."""
    run("SET LOCAL tabanca.bulk = 'on'")
    run(
        "INSERT INTO registry_menage (code_menage, taille_menage, region_id)"
        " SELECT 'OI-' || lpad(n::text, 6, '0'), 3, %s FROM generate_series(1, %s) AS n",
        country.west.id,
        MANY,
    )
    run(
        "INSERT INTO registry_chef_menage (menage_id, nom_complet) SELECT id, CASE WHEN random() < 0.5"
        " THEN 'Mamadu Camará Djaló Baldé Bacar' ELSE 'Ana Có' END FROM registry_menage"
    )
    run("ANALYZE registry_menage")
    run("ANALYZE registry_chef_menage")


@pytest.mark.slow
def test_hostile_searches_cost_little(api, cast, crowd):
    """Within the limit of time each, and never by running into it."""
    caller = api(cast.admin)
    for text in HOSTILE:
        began = time.perf_counter()
        answer = caller.get(PATH, {"search": text})
        spent = time.perf_counter() - began
        assert spent < 3, (text, spent)
        assert answer.status_code == 200 or list(answer.json()["details"]) == ["search"], text
        assert b"trop de lignes" not in answer.content, text


def test_a_search_is_found_once(crowd, api, cast, django_assert_num_queries):
    """Page and total are one statement, and the rows of the page another."""
    caller = api(cast.admin)
    with django_assert_num_queries(7):  # token, savepoint, limit of time, found, savepoint undone and released, rows
        assert total(caller, "camara") > 9_000


def test_a_search_that_takes_too_long_says_so(household, settings):
    settings.SEARCH_SECONDS = 1
    nap = Func(Value(5), template="pg_sleep(%(expressions)s)::text", output_field=TextField())
    with pytest.raises(Problem) as refused:
        paginate_ids(Household.objects.annotate(nap=nap).filter(nap=""), 1, 20)
    assert refused.value.code == "VALIDATION_ERROR"
    assert [str(text) for text in refused.value.details["search"]] == [
        "Cette recherche trouve trop de lignes pour répondre à temps : ajoutez un mot ou un filtre."
    ]
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)


def plain(text):
    """What the database's `normalise` makes of these signs."""
    folded = text.lower().translate(str.maketrans("áéíóúãõç", "aeiouaoc"))
    return "".join(mark if mark.isascii() and mark.isalnum() else " " for mark in folded).split()


def is_found(name, text):
    words, own = plain(text), plain(name)
    return bool(words) and all(word in (own if len(word) < 3 else " ".join(own)) for word in words)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("aáoócdmnrsiSC %_-'\\(*.", max_size=12))
def test_words_are_found_as_they_are_meant(named, text):
    expected = {identity for identity, name in named.items() if is_found(name, text)}
    assert set(search_household_ids(text.strip() or "%").values_list("id", flat=True)) == expected
