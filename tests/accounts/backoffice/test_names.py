"""The administration speaks of people and codes, in French, and its history is found by them."""

import re

import pytest

from accounts.files.models import StoredFile
from accounts.roles.models import Role
from config.french import spell_choice, spell_column
from registry.households.models import Household, Member
from tests.conftest import Api, make_user


@pytest.fixture
def household(country, cast):
    """A household of the west that an agent renamed, and one of the east."""
    row = Household.objects.create(code_menage="OI-000001", region=country.west, taille_menage=2)
    Household.objects.create(code_menage="BA-000001", region=country.east, taille_menage=2)
    answer = Api(cast.supervisor_west).put(f"/api/menages/{row.id}", {"tailleMenage": 3})
    assert answer.status_code == 200, answer.json()
    return row


def read_text(client, path, **query):
    """What a page says, without addresses of links and values of forms."""
    answer = client.get(path, query)
    assert answer.status_code == 200
    return re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style|select)\b.*?</\1>", " ", answer.content.decode()))


def test_a_list_names_users(cast, let_in):
    own = make_user("ROLE_SUPER_ADMIN", nom="Cabral", prenom="Amélia")
    text = read_text(let_in(own), "/admin/accounts/session/")
    assert "Amélia Cabral" in text
    assert str(own.id) not in text


def test_a_page_names_the_row_and_what_it_refers_to(cast, let_in):
    own = make_user("ROLE_SUPER_ADMIN", nom="Cabral", prenom="Amélia")
    client = let_in(own)
    text = read_text(client, f"/admin/accounts/session/{own.sessions.get().id}/change/")
    assert "Amélia Cabral, " in text
    assert str(own.sessions.get().id) not in text.partition("Amélia Cabral, ")[0]
    page = client.get(f"/admin/accounts/user/{own.id}/change/").content.decode()
    assert f"/admin/accounts/role/{own.role_id}/change/" in page


def test_yes_no_and_steps_are_words(household, let_in):
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    users = client.get("/admin/accounts/user/").content.decode()
    assert ">Non<" in users and "icon-no" not in users  # a red cross alarms
    page = client.get(f"/admin/registry/household/{household.id}/change/").content.decode()
    assert "Fiche pas encore validée" in page and "icon-no" not in page


def test_the_history_names_rows_and_people(household, cast, let_in):
    text = read_text(let_in(make_user("ROLE_SUPER_ADMIN")), "/admin/accounts/trace/", model="menage")
    assert "OI-000001" in text and "Fatu Sané" in text
    assert str(household.id) not in text and str(cast.supervisor_west.id) not in text


def open_entry(client, **filters):
    """The newest entry of the history under some filters: the list's text, and the page of the entry."""
    listed = client.get("/admin/accounts/trace/", filters).content.decode()
    path = re.search(r'href="(/admin/accounts/trace/[0-9a-f-]+/change/)', listed)[1]
    return read_text(client, "/admin/accounts/trace/", **filters), client.get(path).content.decode()


def test_an_entry_says_who_changed_what_from_what_to_what(household, country, let_in):
    Household.objects.filter(pk=household.pk).update(region=country.east, categorie_pauvrete="extreme_pauvre")
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    listed, page = open_entry(client, model="menage", action="modification")
    assert "catégorie de pauvreté : vide → Extrême pauvre" in listed
    said = page.partition("Pour un technicien")[0]
    assert f"/admin/registry/household/{household.id}/change/" in said and "Modification · Ménages · OI-000001" in said
    assert f"<td>{country.west.nom}</td><td>{country.east.nom}</td>" in said
    text = re.sub(r"<[^>]+>", " ", said)
    assert "extreme_pauvre" not in text and str(country.west.id) not in text
    assert "taille du ménage : 2 → 3" in read_text(client, "/admin/accounts/trace/", model="menage")


def test_an_entry_masks_what_its_reader_may_not_read(household, let_in):
    user = make_user("ROLE_USER")
    user.role = Role.objects.create(
        code="ROLE_CLEF", nom="Clef", permissions=["administration.audit", "administration.toutes_regions"]
    )
    user.save()
    listed, page = open_entry(let_in(user), model="menage", action="modification")
    assert "taille du ménage" in listed and "2 → 3" not in listed
    assert "<td>masqué</td><td>masqué</td>" in page and "<td>3</td>" not in page


def test_permissions_of_a_role_are_words_in_the_history(cast, let_in):
    role = Role.objects.get(code="ROLE_ENQUETEUR")
    role.permissions = ["registre.lire"]
    role.save()
    _listed, page = open_entry(let_in(make_user("ROLE_SUPER_ADMIN")), model="role", action="modification")
    assert "<td>Registre social : Consulter</td>" in page and "registre.lire" not in page


@pytest.mark.parametrize(
    ("term", "found", "other"),
    [
        ("OI-000001", "OI-000001", "BA-000001"),
        ("oi-000001", "OI-000001", "BA-000001"),
        ("fatu san", "OI-000001", "BA-000001"),
        ("personne de ce nom", "", "OI-000001"),
    ],
)
def test_the_history_is_searched(household, cast, let_in, term, found, other):
    Member.objects.create(menage=household, nom_complet="Aua", lien_parente="fille")
    text = read_text(let_in(make_user("ROLE_SUPER_ADMIN")), "/admin/accounts/trace/", q=term)
    assert found in text and other not in text


def test_the_history_is_searched_by_identifier(household, let_in):
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    assert "OI-000001" in read_text(client, "/admin/accounts/trace/", q=str(household.id))
    assert "OI-000001" not in read_text(client, "/admin/accounts/trace/", q="00000000-0000-7000-8000-000000000000")


def test_a_search_tells_nothing_of_another_region(household, country, let_in):
    client = let_in(make_user("ROLE_SUPER_ADMIN", country.east))
    text = read_text(client, "/admin/accounts/trace/", q="OI-000001")
    assert "Sané" not in text and "OI-000001" not in text.replace('value="OI-000001"', "")


def test_names_of_rows_need_the_right_to_read_them(household, let_in):
    user = make_user("ROLE_USER")
    user.role = Role.objects.create(
        code="ROLE_CLEF", nom="Clef", permissions=["administration.audit", "administration.toutes_regions"]
    )
    user.save()
    text = read_text(let_in(user), "/admin/accounts/trace/", model="menage")
    assert "OI-000001" not in text and str(household.id) in text


def test_the_kinds_of_the_history_are_offered_by_name(household, let_in):
    page = let_in(make_user("ROLE_SUPER_ADMIN")).get("/admin/accounts/trace/").content.decode()
    assert "?model=menage" in page and "Ménages" in page


def test_codes_and_columns_are_french():
    assert [spell_choice(label) for label in ("En Attente", "Extreme Pauvre", "A Verifier", "At Least", "F")] == [
        *("En attente", "Extrême pauvre", "À vérifier", "Au moins", "F"),
    ]
    assert spell_choice("Relevé PDF") == "Relevé PDF"
    assert [spell_column(name) for name in ("nb_enfants_514", "nb_handicapes", "nb_adultes_1564")] == [
        *("nombre d'enfants de 5 à 14 ans", "nombre de handicapés", "nombre d'adultes de 15 à 64 ans"),
    ]


def test_an_account_is_shown_with_names_and_leads_to_the_console(country, let_in):
    clerk = make_user("ROLE_AGENT", country.west, nom="Cabral", prenom="Amélia")
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    listed = read_text(client, "/admin/accounts/user/")
    assert clerk.role.nom in listed and clerk.role.code not in listed
    path = f"/admin/accounts/user/{clerk.id}/change/"
    text = read_text(client, path)
    assert country.west.nom in text and str(country.west.id) not in text
    assert clerk.role.nom in text and clerk.role.code not in text
    assert f"/#vue=comptes&amp;element={clerk.id}" in client.get(path).content.decode()


def test_sums_name_their_regions_in_one_query(household, country, let_in, django_assert_max_num_queries):
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    client.get("/admin/registry/householdtally/")
    with django_assert_max_num_queries(12):
        text = read_text(client, "/admin/registry/householdtally/")
    assert country.west.nom in text and country.east.nom in text
    assert str(country.west.id) not in text


def test_a_role_says_what_it_allows(cast, let_in):
    role = Role.objects.get(code="ROLE_ENQUETEUR")
    text = read_text(let_in(make_user("ROLE_SUPER_ADMIN")), f"/admin/accounts/role/{role.id}/change/")
    assert "Registre social : " in text and "Consulter" in text
    assert "registre.lire" not in text


def test_codes_of_text_columns_are_written_as_french_writes_them(country, let_in):
    row = Household.objects.create(
        code_menage="OI-000009", region=country.west, taille_menage=2, categorie_pauvrete="extreme_pauvre"
    )
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    for path in ("/admin/registry/household/", f"/admin/registry/household/{row.id}/change/"):
        text = read_text(client, path)
        assert "Extrême pauvre" in text and "extreme_pauvre" not in text


def test_a_list_that_counts_no_further_says_so(country, let_in, monkeypatch):
    monkeypatch.setattr("accounts.backoffice.admin.MAX_ROWS", 2)
    for number in range(3):
        Household.objects.create(code_menage=f"OI-00002{number}", region=country.west, taille_menage=2)
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    assert "2 premières lignes : cherchez" in " ".join(read_text(client, "/admin/registry/household/").split())
    found = " ".join(read_text(client, "/admin/registry/household/", q="OI-000021").split())
    assert "Lignes : 1" in found and "premières" not in found


def test_a_line_of_the_history_names_every_changed_field(household, country, let_in):
    changed = {"region": country.east, "milieu": "urbain", "taille_menage": 5, "nb_handicapes": 1, "nb_enfants_04": 2}
    Household.objects.filter(pk=household.pk).update(**changed)
    listed, _page = open_entry(let_in(make_user("ROLE_SUPER_ADMIN")), model="menage", action="modification")
    assert "; aussi " in listed and "autres" not in listed.partition("; aussi ")[2][:200]


def test_the_history_calls_a_file_by_its_kind_and_moment(cast, let_in):
    """Not by its name, which may be a person's, nor by an identifier."""
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    file = StoredFile.objects.create(nom="Fatu Sané.jpg", taille=1, type="image/jpeg", user=cast.admin)
    listed = read_text(client, "/admin/accounts/trace/", model="fichier")
    assert "JPEG du " in listed and str(file.id) not in listed and "Fatu" not in listed
    assert "Rien ne répond à cette recherche" in read_text(client, "/admin/accounts/trace/", model="campagne")
