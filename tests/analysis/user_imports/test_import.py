"""Accounts of a file: the dry run opens nothing, every line's fault is told, and nobody gives more than they have."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from accounts.mails.models import OutgoingMail
from accounts.roles.models import Incompatibility
from accounts.users.models import RoleGrant, User
from config.postgis.base import get_connection
from tests.conftest import make_user, system_role

TITLES = "email,nom,prénom,téléphone,rôle,régions"
NEW = "example.test"


@pytest.fixture
def boss(country):
    return make_user("ROLE_SUPER_ADMIN", nom="Lopes")


def send(caller, text, path="", name="comptes.csv"):
    content = text if isinstance(text, bytes) else f"{TITLES}\n{text}\n".encode()
    get_connection().forget_locks()
    return caller.upload(f"/api/users/import{path}", {"file": SimpleUploadedFile(name, content)})


def faults(answer):
    assert answer.status_code == 200, answer.content
    data = answer.json()["data"]
    return [(fault["ligne"], fault["colonne"], fault["message"]) for fault in data["erreurs"]]


def created():
    return sorted(User.objects.filter(email__endswith=NEW).values_list("email", flat=True))


def test_a_file_is_tried_and_then_taken(api, boss, cast, country):
    text = (
        f"Ana@{NEW},Gomes,Ana,+245955000001,ROLE_AGENT,{country.west.code}\n"
        f'rui@{NEW},Silva,,,agent,"{country.west.nom}; {country.east.nom}"'
    )
    tried = send(api(boss), text, "/validate").json()
    assert (tried["data"]["simulation"], tried["data"]["crees"]) == (True, 2)
    assert (created(), OutgoingMail.objects.count()) == ([], 0)
    taken = send(api(boss), text).json()
    assert (taken["data"]["simulation"], taken["data"]["crees"], taken["message"]) == (False, 2, "2 comptes créés.")
    assert created() == [f"ana@{NEW}", f"rui@{NEW}"]
    ana, rui = (User.objects.get(email=email) for email in created())
    assert (ana.nom, ana.prenom, ana.telephone, ana.role.code) == ("Gomes", "Ana", "+245955000001", "ROLE_AGENT")
    assert set(rui.regions.all()) == {country.west, country.east}
    assert not ana.has_usable_password()
    assert sorted(OutgoingMail.objects.values_list("kind", "user__email")) == [
        ("invitation", f"ana@{NEW}"),
        ("invitation", f"rui@{NEW}"),
    ]


def test_a_workbook_is_read_too(api, boss, cast, country):
    book = Workbook()
    for row in (["E-mail", "Apelido", "Papel", "Região"], [f"ana@{NEW}", "Gomes", "ROLE_USER", country.west.code]):
        book.active.append(row)
    content = BytesIO()
    book.save(content)
    assert faults(send(api(boss), content.getvalue(), name="contas.xlsx")) == []
    assert created() == [f"ana@{NEW}"]


@pytest.mark.parametrize("path", ["/validate", ""])
def test_each_fault_is_told_and_the_other_lines_are_taken(api, boss, cast, country, path):
    lines = [
        "personne,Gomes,,,ROLE_AGENT,",
        f"a@{NEW},,,,ROLE_AGENT,",
        f"b@{NEW},B,,,ROLE_INCONNU,",
        f"c@{NEW},C,,,,",
        "d,,,,ROLE_INCONNU,Atlantide",
        f"e@{NEW},E,,,ROLE_AGENT,",
        f"E@{NEW},E,,,ROLE_AGENT,",
        f"{cast.agent_west.email},F,,,ROLE_AGENT,",
        f"g@{NEW},G,,,ROLE_AGENT,{country.west.code}",
    ]
    found = faults(send(api(boss), "\n".join(lines), path))
    assert [fault[:2] for fault in found] == [
        (2, "email"),
        (3, "nom"),
        (4, "role"),
        (5, "role"),
        (6, "email"),
        (6, "nom"),
        (6, "role"),
        (6, "regions"),
        (7, "email"),
        (8, "email"),
        (9, "email"),
    ]
    assert found[2][2] == "Rôle inconnu : ROLE_INCONNU."
    assert found[7][2] == "Région inconnue : Atlantide."
    assert found[8][2] == found[9][2] == "Cette adresse est à plusieurs lignes du fichier : aucune n'est prise."
    assert found[10][2] == "Cette adresse a déjà un compte."
    assert created() == ([] if path else [f"g@{NEW}"])


def test_nobody_gives_rights_or_regions_that_they_lack(api, country):
    limited = make_user("ROLE_ADMIN", country.west, nom="Oeste")
    lines = [
        f"a@{NEW},A,,,ROLE_SUPER_ADMIN,{country.west.code}",
        f"b@{NEW},B,,,ROLE_VBG,{country.west.code}",
        f"c@{NEW},C,,,ROLE_USER,{country.east.code}",
        f"d@{NEW},D,,,ROLE_USER,",
        f"e@{NEW},E,,,ROLE_USER;ROLE_SUPER_ADMIN,{country.west.code}",
        f"f@{NEW},F,,,ROLE_USER,{country.west.code}",
    ]
    found = faults(send(api(limited), "\n".join(lines)))
    assert [fault[:2] for fault in found] == [(2, "role"), (3, "role"), (4, "regions"), (5, "regions"), (6, "role")]
    assert created() == [f"f@{NEW}"]


def test_roles_that_exclude_one_another_are_refused(api, boss, cast, country):
    first, second = system_role("ROLE_AGENT"), system_role("ROLE_USER")
    role_a, role_b = sorted((first, second), key=lambda role: role.id)
    Incompatibility.objects.create(role_a=role_a, role_b=role_b)
    lines = f"a@{NEW},A,,,ROLE_AGENT;ROLE_USER,\nb@{NEW},B,,,ROLE_AGENT;ROLE_ENQUETEUR,"
    found = faults(send(api(boss), lines))
    assert found == [(2, "role", "Ces deux rôles sont incompatibles : une même personne ne peut pas les avoir.")]
    assert created() == [f"b@{NEW}"]
    assert list(RoleGrant.objects.values_list("user__email", "role__code", "granted_by__email")) == [
        (f"b@{NEW}", "ROLE_ENQUETEUR", boss.email)
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "vide"),
        (b"email,nom\na@b.gw,A\n", "role"),
        (b"email,nom,role\n", "aucun compte"),
        (b"email,e-mail,nom,role\na,b,c,d\n", "Plusieurs colonnes"),
        (b"email,nom,role\n" + b"a@b.gw,A,ROLE_USER\n" * 501, "500"),
        (b"%PDF-1.4 rien", ""),
    ],
)
def test_a_file_that_is_none_is_refused(api, boss, content, says):
    answer = send(api(boss), content)
    assert answer.status_code == 400
    assert says in str(answer.json()["details"]["file"])


def test_who_may_not_open_accounts_imports_none(api, cast):
    assert send(api(cast.agent_west), f"a@{NEW},A,,,ROLE_USER,").status_code == 403
