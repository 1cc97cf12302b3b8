"""Opening, changing, deactivating and deleting accounts: who may do what to whom."""

import pytest
from django.core import mail

from accounts.audit.models import Trace
from accounts.mails.jobs import attempt_delivery
from accounts.mails.models import OutgoingMail
from accounts.notifications.models import NotificationMark, NotificationPreference
from accounts.notifications.services import notify
from accounts.roles.models import Role
from accounts.tokens.models import Session
from accounts.users.models import RoleGrant, User
from geo.areas.models import Region
from tests.conftest import make_user, system_role

GOOD = "Tabanca-Rio-4917!"


@pytest.fixture
def boss(country):
    """A super administrator; cast.admin (an administrator) has fewer rights."""
    return make_user("ROLE_SUPER_ADMIN", nom="Lopes")


@pytest.fixture
def west_admin(country):
    return make_user("ROLE_ADMIN", country.west, nom="Oeste")


def body(**more):
    return {"email": "Nova@Tabanca.example", "nom": "Nova", "role_id": str(system_role("ROLE_USER").id)} | more


def code(answer):
    return answer.status_code, answer.json().get("code")


def test_create_find_and_change(api, boss, country):
    caller = api(boss)
    sent = body(prenom="Ivone", telephone="+245955000001", regions=[str(country.west.id)], password=GOOD)
    made = caller.post("/api/users", sent)
    assert made.status_code == 201, made.content
    assert made.json()["data"]["email"] == "nova@tabanca.example"
    path = f"/api/users/{made.json()['data']['id']}"
    for search in ("nova ivone", "NOVA@taban", "955000001", "Ívone"):
        found = caller.get("/api/users", {"search": search, "region": str(country.west.id), "isActive": "true"})
        assert [row["nom"] for row in found.json()["data"]] == ["Nova"], search
    assert caller.get("/api/users", {"search": "nova", "role": "ROLE_AGENT"}).json()["pagination"]["total"] == 0
    # Of neither is anything left when it is normalised.
    assert caller.get("/api/users", {"search": "@ мир"}).json()["pagination"]["total"] == 0
    old = caller.get(path)["ETag"]
    assert caller.patch(path, {"prenom": "Ana"}).status_code == 200
    assert caller.put(path, {"regions": [str(country.east.id)]}, headers={"If-Match": old}).status_code == 409
    shown = caller.get(path).json()["data"]
    assert (shown["nom"], shown["prenom"], [region["code"] for region in shown["regions"]]) == ("Nova", "Ana", ["OI"])
    signed = api().post("/api/auth/login", {"email": "nova@tabanca.example", "password": GOOD})
    assert signed.json()["data"]["user"]["restriction"] is None


def test_sort_the_list(api, boss, cast):
    """By each of its columns and back, also of what a search finds; who never signed in stands last in both."""
    User.objects.filter(id=cast.agent_west.id).update(last_login="2026-01-01T08:00Z")
    User.objects.filter(id=cast.vbg.id).update(last_login="2026-02-01T08:00Z", is_active=False)

    def read(tri, **query):
        answer = api(boss).get("/api/users", {"tri": tri, "limit": 100, **query})
        assert answer.status_code == 200, answer.content
        return answer.json()["data"]

    def list_values(tri, look, **query):
        return [look(row) for row in read(tri, **query)]

    for search in ({}, {"search": "example"}):
        for tri, look in (
            ("nom", lambda row: (row["nom"], row["prenom"])),
            ("role", lambda row: row["role"]["nom"]),
            ("isActive", lambda row: row["isActive"]),
        ):
            up = list_values(tri, look, **search)
            assert up == sorted(up) and len(set(up)) > 1, tri
            assert list_values(f"-{tri}", look, **search) == sorted(up, reverse=True), tri
        signed = [str(cast.agent_west.id), str(cast.vbg.id)]
        mine = str(boss.id)
        first = [row["id"] for row in read("lastLoginAt", **search) if row["id"] != mine]
        assert first[:2] == signed
        assert [row["id"] for row in read("-lastLoginAt", **search) if row["id"] != mine][:2] == signed[::-1]
    assert code(api(boss).get("/api/users", {"tri": "email"})) == (400, "VALIDATION_ERROR")


def test_accents_do_not_break_the_order_of_names(api, boss, country):
    role = boss.role
    for place, name in enumerate(("Djaló", "Cá", "Correia", "Camará", "Évora", "Fati")):
        User.objects.create_user(f"ordre{place}@tabanca.example", nom=name, prenom="Zé", role=role)
    order = ["Cá", "Camará", "Correia", "Djaló", "Évora", "Fati"]
    for tri, wanted in (("nom", order), ("-nom", order[::-1]), ("role", order), (None, order)):
        query = {"search": "ordre", "limit": 100} | ({"tri": tri} if tri else {})
        pages = [api(boss).get("/api/users", query | {"limit": 3, "page": page}).json()["data"] for page in (1, 2)]
        assert [row["nom"] for page in pages for row in page] == wanted, tri


def test_everybody_corrects_their_own_name_and_telephone(api, cast, boss):
    """Nothing else, not over another's change, and the history says who did it."""
    me = cast.agent_west
    read = api(me).get("/api/auth/me")
    tag = read.headers["ETag"]
    assert api(me).get("/api/auth/me", headers={"If-None-Match": tag}).status_code == 304
    wanted = {"nom": "Sané", "prenom": "Binta", "telephone": "+245955000111"}
    beyond = {"email": "autre@tabanca.example", "role_id": str(boss.role_id), "regions": [], "isActive": False}
    answer = api(me).patch("/api/auth/me", wanted | beyond, headers={"If-Match": tag})
    assert answer.status_code == 200, answer.content
    shown = api(me).get("/api/auth/me").json()["data"]
    before = read.json()["data"]
    assert {name: shown[name] for name in wanted} == wanted
    kept = ("email", "role", "regions", "permissions", "isActive")
    assert [shown[name] for name in kept] == [before[name] for name in kept]
    assert code(api(me).patch("/api/auth/me", {"nom": "Autre"}, headers={"If-Match": tag})) == (409, "CONFLICT")
    assert code(api(me).patch("/api/auth/me", {"nom": " "})) == (400, "VALIDATION_ERROR")
    assert api().patch("/api/auth/me", wanted).status_code == 401
    entry = Trace.objects.filter(objet=me.id).first()
    assert (entry.utilisateur_id, entry.action) == (me.id, "modification") and "telephone" in entry.changements


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"email": "x"}, "email"),
        ({"password": "kurz"}, "password"),
        ({"password": "password1234"}, "password"),
        ({"password": "nova@tabanca.example"}, "password"),
        ({"password": "a" * 129}, "password"),
        ({"role_id": "00000000-0000-7000-8000-000000000000"}, "role_id"),
        ({"regions": ["00000000-0000-7000-8000-000000000000"]}, "regions"),
        ({"nom": ""}, "nom"),
    ],
)
def test_bad_bodies_name_the_field(api, boss, change, field):
    answer = api(boss).post("/api/users", body(**{"password": GOOD} | change))
    assert code(answer) == (400, "VALIDATION_ERROR")
    assert list(answer.json()["details"]) == [field]
    assert not User.objects.filter(nom="Nova").exists()


def test_an_address_is_used_once_and_never_changes(api, boss):
    caller = api(boss)
    made = caller.post("/api/users", body(password=GOOD)).json()["data"]
    assert code(caller.post("/api/users", body(email="NOVA@tabanca.example"))) == (409, "DUPLICATE_CODE")
    assert code(caller.put(f"/api/users/{made['id']}", {"email": "autre@tabanca.example"}))[0] == 400
    assert caller.put(f"/api/users/{made['id']}", {"email": "nova@tabanca.example"}).status_code == 200


def test_injected_fields_change_nothing(api, boss):
    sent = body(password=GOOD, isActive=False, is_staff=True, twoFactorEnabled=True, must_change_password=True, id="x")
    user = User.objects.get(id=api(boss).post("/api/users", sent).json()["data"]["id"])
    assert (user.is_active, user.two_factor_enabled, user.must_change_password) == (True, False, False)


def test_rights_beyond_ones_own_are_neither_given_nor_managed(api, boss, cast):
    caller = api(cast.admin)
    above = {"role_id": str(system_role("ROLE_SUPER_ADMIN").id)}
    assert code(caller.post("/api/users", body(**above))) == (403, "FORBIDDEN")
    assert code(caller.put(f"/api/users/{cast.reader_west.id}", above)) == (403, "FORBIDDEN")
    assert code(caller.post(f"/api/users/{cast.reader_west.id}/roles", above)) == (403, "FORBIDDEN")
    path = f"/api/users/{boss.id}"
    assert code(caller.put(path, {"nom": "X"})) == (403, "FORBIDDEN")
    for step in ("toggle-status", "reset-password"):
        assert code(caller.post(f"{path}/{step}")) == (403, "FORBIDDEN")
    assert code(caller.delete(path)) == (403, "FORBIDDEN")
    # Nor may a super administrator take over who reads VBG cases; putting him out he may.
    path = f"/api/users/{cast.vbg.id}"
    assert code(api(boss).post(f"{path}/reset-password", {"newPassword": GOOD})) == (403, "FORBIDDEN")
    assert code(api(boss).post("/api/users", body(role_id=str(cast.vbg.role_id)))) == (403, "FORBIDDEN")
    assert api(boss).post(f"{path}/toggle-status").json()["data"] == {"isActive": False}
    assert code(api(boss).post(f"{path}/toggle-status")) == (403, "FORBIDDEN")


def test_rights_out_of_force_are_rank_too(api, cast):
    """Whoever sets the password of such a user would have the rights as soon as the role is in force again."""
    high = Role.objects.create(nom="N", code="ROLE_N", permissions=["transferts.valider_niveau_1"], is_active=False)
    own, given = make_user("ROLE_USER"), make_user("ROLE_USER")
    User.objects.filter(id=own.id).update(role=high)
    RoleGrant.objects.create(user=given, role=high)
    for user in (own, given):
        path = f"/api/users/{user.id}"
        for call in (
            lambda path=path: api(cast.admin).post(f"{path}/reset-password", {"newPassword": GOOD}),
            lambda path=path: api(cast.admin).put(path, {"nom": "Autre"}),
            lambda path=path: api(cast.admin).delete(path),
        ):
            assert code(call()) == (403, "FORBIDDEN")


def test_nobody_raises_or_ends_his_own_rights(api, west_admin, cast):
    caller, path = api(west_admin), f"/api/users/{west_admin.id}"
    assert code(caller.put(path, {"role_id": str(system_role("ROLE_USER").id)})) == (403, "FORBIDDEN")
    assert code(caller.put(path, {"regions": []})) == (403, "FORBIDDEN")
    assert code(caller.post(f"{path}/toggle-status")) == (403, "FORBIDDEN")
    assert code(caller.post(f"{path}/reset-password")) == (403, "FORBIDDEN")
    assert code(caller.post(f"{path}/roles", {"role_id": str(system_role("ROLE_AGENT").id)})) == (403, "FORBIDDEN")
    assert code(caller.delete(path)) == (403, "FORBIDDEN")
    assert caller.put(path, {"nom": "Norte"}).status_code == 200


def test_an_administrator_of_a_region_reaches_only_its_users(api, west_admin, cast, country):
    both = make_user("ROLE_AGENT", country.west, country.east)
    caller = api(west_admin)
    seen = {row["id"] for row in caller.get("/api/users", {"limit": 100}).json()["data"]}
    inside = (west_admin, cast.agent_west, cast.supervisor_west, cast.reader_west, cast.vbg)
    assert seen == {str(user.id) for user in inside}
    for user in (both, cast.agent_east, cast.stranger, cast.admin):
        path = f"/api/users/{user.id}"
        assert caller.get(path).status_code == 404
        assert caller.put(path, {"nom": "X"}).status_code == 404
        assert caller.post(f"{path}/toggle-status").status_code == 404
        assert caller.delete(path).status_code == 404
    east, own = [str(country.east.id)], [str(country.west.id)]
    assert code(caller.post("/api/users", body(regions=east)))[0] == 400
    assert code(caller.post("/api/users", body(regions=[])))[0] == 400
    assert code(caller.put(f"/api/users/{cast.reader_west.id}", {"regions": east + own}))[0] == 400
    assert caller.post("/api/users", body(regions=own)).status_code == 201
    assert code(caller.post("/api/roles", {"nom": "N", "code": "ROLE_N"})) == (403, "FORBIDDEN")


def test_deactivation_ends_sessions_for_good(api, boss, cast):
    victim = api(cast.agent_west)
    path = f"/api/users/{cast.agent_west.id}/toggle-status"
    assert api(boss).post(path).json()["data"] == {"isActive": False}
    assert victim.get("/api/auth/me").status_code == 401
    assert api(boss).post(path).json()["data"] == {"isActive": True}
    assert victim.get("/api/auth/me").status_code == 401


def test_a_deleted_user_is_gone_but_named_and_his_address_is_free(api, boss, cast, country):
    caller, user = (
        api(boss),
        make_user("ROLE_AGENT", country.west, nom="Cá", prenom="Quintino", telephone="+245955000002"),
    )
    session = api(user)
    path = f"/api/users/{user.id}"
    notify(title="a", message="b", everyone=True)
    assert session.post("/api/notifications/read-all").json()["count"] == 1
    assert session.put("/api/notifications/preferences", {"courriel": "quotidien"}).status_code == 200
    assert caller.delete(path).status_code == 200
    for own in (NotificationMark, NotificationPreference):
        assert not own.objects.filter(user=user).exists()
    assert session.get("/api/auth/me").status_code == 401
    assert code(caller.get(path)) == (404, "NOT_FOUND")
    assert code(caller.delete(path)) == (404, "NOT_FOUND")
    assert caller.get("/api/users", {"search": "Quintino"}).json()["data"] == []
    kept = User.objects.get(id=user.id)
    assert (kept.nom_complet, kept.telephone, kept.is_active) == ("Quintino Cá", None, False)
    assert user.email not in kept.email and not kept.has_usable_password()
    assert not Session.objects.filter(user=user).exists() and not Region.objects.filter(users=user).exists()
    assert caller.post("/api/users", body(email=user.email)).status_code == 201


def test_who_holds_sensitive_permissions_without_a_second_factor_is_found(api, cast, country):
    """By their own role or by one that is granted now; who has the second factor, or no such permission, is not."""
    pays = make_user("ROLE_SUPERVISEUR", country.west)
    granted = make_user("ROLE_USER", country.west)
    RoleGrant.objects.create(user=granted, role=pays.role)
    guarded = make_user("ROLE_SUPERVISEUR", country.west)
    guarded.two_factor_enabled = True
    guarded.save()
    plain = make_user("ROLE_USER", country.west)

    def list_ids(value):
        rows = api(cast.admin).get("/api/users", {"sansSecondFacteur": value, "limit": 100}).json()["data"]
        return {row["id"] for row in rows}

    found, others = list_ids("true"), list_ids("false")
    assert {str(pays.id), str(granted.id)} <= found and {str(guarded.id), str(plain.id)} <= others
    assert not found & others and len(found | others) == User.objects.count()


def test_a_user_without_password_is_invited(api, boss):
    made = api(boss).post("/api/users", body()).json()["data"]
    attempt_delivery(OutgoingMail.objects.get(user=made["id"], kind="invitation").id)
    token = mail.outbox[0].body.split("#mot-de-passe=")[1].split()[0]
    sent = {"token": token, "newPassword": GOOD}
    assert api().post("/api/auth/password/reset", sent).status_code == 200
    assert api().post("/api/auth/password/reset", sent).status_code == 400
    assert api().post("/api/auth/login", {"email": made["email"], "password": GOOD}).status_code == 200


def test_bad_addresses_of_the_list(api, boss):
    for query in ({"page": 0}, {"limit": 101}, {"region": "x"}, {"isActive": "peut-être"}, {"search": "a\x00"}):
        assert code(api(boss).get("/api/users", query)) == (400, "VALIDATION_ERROR"), query
    assert api(boss).get("/api/users", {"search": "%_' --", "role": "ROLE_X"}).json()["data"] == []


def test_pages_of_a_search_are_in_order_and_counted(api, cast, country):
    for number in range(5):
        make_user("ROLE_USER", country.west, country.east, nom=f"Procurado {number}")
    seen = []
    for page in (1, 2, 3):
        body = api(cast.admin).get("/api/users", {"search": "PROCURADO", "limit": 2, "page": page}).json()
        assert body["pagination"] == {"page": page, "limit": 2, "total": 5, "pages": 3}
        seen += body["data"]
    assert [user["nom"] for user in seen] == [f"Procurado {number}" for number in range(5)]
    assert [region["nom"] for region in seen[0]["regions"]] == sorted([country.west.nom, country.east.nom])
    behind = api(cast.admin).get("/api/users", {"search": "procurado", "page": 9}).json()
    assert (behind["data"], behind["pagination"]["total"]) == ([], 5)
    west = make_user("ROLE_ADMIN", country.west)
    assert api(west).get("/api/users", {"search": "procurado"}).json()["pagination"]["total"] == 0
