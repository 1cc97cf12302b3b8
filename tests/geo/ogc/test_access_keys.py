"""Keys of programs: they read maps in the scope of their user, and nothing else."""

import json
from base64 import b64encode
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.roles.models import Role
from accounts.tokens.models import AccessKey
from accounts.tokens.services import MAX_KEYS
from accounts.users.models import User
from tests.cases import walk_cases
from tests.threads import together

KEYS = "/api/auth/cles"
ITEMS = "/ogc/collections/menages/items?limit=1000"


def create(api, user, **body):
    answer = api(user).post(KEYS, {"nom": "QGIS", **body})
    assert answer.status_code == 201, answer.content
    return answer.json()["data"]


def basic(secret, name="qgis"):
    return {"Authorization": f"Basic {b64encode(f'{name}:{secret}'.encode()).decode()}"}


def count(headers):
    answer = Client().get(ITEMS, headers=headers)
    return json.loads(answer.content)["numberMatched"] if answer.status_code == 200 else answer.status_code


def test_a_key_reads_the_layers_of_its_users_regions(scattered, cast, api):
    key = create(api, cast.agent_east)
    assert count(basic(key["cle"])) == 30
    assert count({"Authorization": f"Bearer {key['cle']}"}) == 30
    tile = Client().get("/api/carte/tuiles/ecoles/8/117/118.mvt", headers=basic(key["cle"]))
    assert tile.status_code == 200
    assert AccessKey.objects.get().used_at is not None


def test_a_key_opens_nothing_else(scattered, cast, api):
    key = create(api, cast.admin)
    for path in ("/api/menages", "/api/users", "/api/auth/me", KEYS):
        for headers in (basic(key["cle"]), {"Authorization": f"Bearer {key['cle']}"}):
            assert Client().get(path, headers=headers).status_code == 401, path
    assert (
        Client().post(KEYS, {"nom": "x"}, content_type="application/json", headers=basic(key["cle"])).status_code == 401
    )


def test_the_secret_is_shown_once_and_not_stored(scattered, cast, api):
    key = create(api, cast.admin)
    assert key["cle"].startswith("tbk_") and len(key["cle"]) > 40
    (listed,) = api(cast.admin).get(KEYS).json()["data"]
    assert listed == {name: value for name, value in key.items() if name != "cle"} | {"utiliseeLe": None}
    assert key["cle"].encode() not in bytes(AccessKey.objects.get().hash)
    assert api(cast.agent_east).get(KEYS).json()["data"] == []


@walk_cases("end", ["revoked", "expired", "deactivated", "reset"])
def test_a_key_ends(scattered, cast, api, end):
    User.objects.filter(id=cast.admin.id).update(role=Role.objects.get(code="ROLE_SUPER_ADMIN"))
    key, boss = create(api, cast.agent_east), api(cast.admin)
    assert count(basic(key["cle"])) == 30
    if end == "revoked":
        assert api(cast.admin).delete(f"{KEYS}/{key['id']}").status_code == 404
        assert api(cast.agent_east).delete(f"{KEYS}/{key['id']}").status_code == 200
        assert api(cast.agent_east).delete(f"{KEYS}/{key['id']}").status_code == 404
    elif end == "expired":
        AccessKey.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif end == "deactivated":
        assert boss.post(f"/api/users/{cast.agent_east.id}/toggle-status").status_code == 200
    else:
        assert boss.post(f"/api/users/{cast.agent_east.id}/reset-password").status_code == 200
    assert count(basic(key["cle"])) == 401


def test_a_page_asks_for_a_key(scattered):
    answer = Client().get("/ogc", headers={"Accept": "text/html"})
    assert answer.status_code == 401 and answer["WWW-Authenticate"] == 'Basic realm="Tabanca"'
    assert Client().get("/api/carte/tuiles/ecoles/8/117/118.mvt")["WWW-Authenticate"] == "Bearer"


@walk_cases(
    "header", ["Basic", "Basic !", "Basic eA==", "Basic /////w==", "Basic " + "A" * 5000, "Bearer tbk_x", "Digest x"]
)
def test_what_is_no_key_is_refused(scattered, header):
    assert Client().get("/ogc", headers={"Authorization": header}).status_code == 401


@pytest.mark.parametrize("body", [{"nom": ""}, {"jours": 0}, {"jours": 731}, {"jours": True}, {"nom": "x" * 101}])
def test_a_wrong_key_is_refused(cast, api, body):
    assert api(cast.admin).post(KEYS, {"nom": "QGIS", **body}).status_code == 400
    assert not AccessKey.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_makes_more_keys_than_the_most(cast, api):
    client = api(cast.admin)
    answers = together(MAX_KEYS + 5, lambda: client.post(KEYS, {"nom": "QGIS"}).status_code)
    # Who waits too long for the others is asked to try again.
    assert set(answers) <= {201, 400, 409}
    assert AccessKey.objects.count() == answers.count(201) <= MAX_KEYS
