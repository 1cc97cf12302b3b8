"""Administering webhooks."""

import re

import pytest

from accounts.webhooks.hooks import event_types
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from accounts.webhooks.services import publish_event
from config.ids import uuid7
from tests.accounts.webhooks.conftest import run_all
from tests.accounts.webhooks.receiver import verified
from tests.conftest import make_user


def test_the_secret_is_shown_once_and_stands_nowhere(hook, api, cast):
    made = hook(description="Entrepôt")
    assert made["secret"].startswith("whsec_")
    caller = api(cast.admin)
    shown = caller.get(f"/api/webhooks/{made['id']}").json()["data"]
    assert shown | {"secret": made["secret"]} == made
    assert caller.get("/api/webhooks").json()["data"] == [shown]
    stored = WebhookEndpoint.objects.filter(id=made["id"]).values().get()
    assert made["secret"].removeprefix("whsec_") not in str(stored)


def test_two_secrets_hold_while_one_is_changed(hook, api, cast, receiver):
    made = hook()
    answer = api(cast.admin).post(f"/api/webhooks/{made['id']}/secret").json()["data"]
    assert answer["secret"] != made["secret"] and answer["previousSecretUntil"]
    publish_event("utilisateur.cree", {"userId": uuid7()})
    run_all()
    assert verified(made["secret"], receiver.got[0]) and verified(answer["secret"], receiver.got[0])
    WebhookEndpoint.objects.update(previous_until="2020-01-01T00:00:00Z")
    publish_event("utilisateur.cree", {"userId": uuid7()})
    run_all()
    assert not verified(made["secret"], receiver.got[1]) and verified(answer["secret"], receiver.got[1])


def test_change_and_delete(hook, api, cast):
    made = hook()
    caller, path = api(cast.admin), f"/api/webhooks/{made['id']}"
    changed = caller.put(path, {"events": ["tache.terminee"], "description": "D", "secret": "whsec_x", "failures": 9})
    assert changed.json()["data"] | {"updatedAt": 0} == {
        key: value for key, value in made.items() if key != "secret"
    } | {"events": ["tache.terminee"], "description": "D", "updatedAt": 0}
    publish_event("tache.terminee", {"jobId": uuid7()})
    assert caller.delete(path).status_code == 200
    assert caller.get(path).status_code == 404
    assert not WebhookDelivery.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("url", "http://example.org"), ("url", "https://127.0.0.1/x"), ("url", "https://[::1]/"), ("url", "ftp://a.org"),
     ("url", "https://10.0.0.1"), ("url", "https://169.254.169.254/latest"), ("url", "https://a:b@example.org"),
     ("url", "https://example.org/#x"), ("url", "https://example.org/\r\nX: 1"), ("url", "https://exämple.org"),
     ("url", "https://example.org:99999999"), ("url", "https://"), ("url", "javascript:alert(1)"),
     ("url", "https://example.org/" + "x" * 2000), ("events", []), ("events", ["menage.vole"]), ("events", "*"),
     ("events", ["*", 5.5]), ("isActive", "peut-être"), ("description", "x" * 256)],
)  # fmt: skip
def test_bad_bodies_name_the_field(api, cast, field, value):
    answer = api(cast.admin).post("/api/webhooks", {"url": "https://example.org/", "events": ["*"], field: value})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), answer.content
    assert any(name.startswith(field) for name in answer.json()["details"])
    assert not WebhookEndpoint.objects.exists()


def test_who_sees_one_region_does_not_see_webhooks(hook, api, country):
    made = hook()
    scoped = api(make_user("ROLE_ADMIN", country.west))
    assert scoped.get("/api/webhooks").json()["data"] == []
    path = f"/api/webhooks/{made['id']}"
    for answer in (scoped.get(path), scoped.get(f"{path}/livraisons")):
        assert answer.status_code == 404
    for answer in (
        scoped.delete(path), scoped.post(f"{path}/secret"), scoped.post(f"{path}/essai"),
        scoped.put(path, {"isActive": False}),
    ):  # fmt: skip
        assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert scoped.post("/api/webhooks", {"url": "https://example.org/", "events": ["*"]}).status_code == 403


def test_trying_one_out(hook, api, cast, receiver):
    made = hook(events=["tache.terminee"])
    other = hook()
    caller = api(cast.admin)
    started = caller.post(f"/api/webhooks/{made['id']}/essai")
    assert started.status_code == 202
    run_all()
    (row,) = caller.get(f"/api/webhooks/{made['id']}/livraisons").json()["data"]
    assert row["id"] == started.json()["data"]["deliveryId"]
    assert (row["type"], row["statut"], row["statusCode"], row["attempts"]) == ("webhook.essai", "livre", 204, 1)
    assert row["nextAttemptAt"] is None and row["endedAt"] and row["error"] == ""
    assert caller.get(f"/api/webhooks/{other['id']}/livraisons").json()["pagination"]["total"] == 0
    caller.put(f"/api/webhooks/{made['id']}", {"isActive": False})
    refused = caller.post(f"/api/webhooks/{made['id']}/essai")
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_STATUS")


def test_delivering_again(hook, api, cast, receiver):
    made = hook()
    caller, path = api(cast.admin), f"/api/webhooks/{made['id']}/livraisons"
    (identity,) = publish_event("utilisateur.cree", {"userId": uuid7()})
    run_all()
    assert caller.post(f"{path}/{identity}/relivrer").status_code == 202
    run_all()
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1 and len(receiver.got) == 2
    assert caller.post(f"{path}/{uuid7()}/relivrer").status_code == 404
    WebhookDelivery.objects.update(statut="en_cours", worker=uuid7(), lease_until="2090-01-01T00:00:00Z")
    refused = caller.post(f"{path}/{identity}/relivrer")
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_STATUS")
    assert caller.get(path, {"statut": "livre"}).json()["data"] == []
    assert len(caller.get(path, {"statut": "en_cours", "type": "utilisateur.cree"}).json()["data"]) == 1
    assert caller.get(path, {"statut": "x"}).status_code == 400


def test_the_catalogue(api, cast):
    listed = {row["type"]: row for row in api(cast.admin).get("/api/webhooks/evenements").json()["data"]}
    assert listed["tache.terminee"]["keys"] == ["jobId", "type", "statut"]
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+", name) for name in event_types)


def test_a_limited_number(hook, api, cast, settings):
    settings.WEBHOOK_MAX_ENDPOINTS = 1
    hook()
    refused = api(cast.admin).post("/api/webhooks", {"url": "https://example.org/", "events": ["*"]})
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_STATUS")


def test_accounts_tell_what_happens_to_them(hook, api, cast):
    hook(events=["utilisateur.cree", "utilisateur.modifie", "utilisateur.supprime"])
    caller = api(make_user("ROLE_SUPER_ADMIN"))
    body = {
        "email": "nova@tabanca.example",
        "nom": "N",
        "prenom": "N",
        "role_id": str(cast.stranger.role_id),
        "regions": [],
    }
    made = caller.post("/api/users", body).json()["data"]["id"]
    caller.put(f"/api/users/{made}", {"nom": "O"})
    caller.post(f"/api/users/{made}/toggle-status")
    caller.delete(f"/api/users/{made}")
    told = WebhookEvent.objects.order_by("created_at", "id").values_list("type", "data")
    assert [kind for kind, _data in told] == [
        "utilisateur.cree", "utilisateur.modifie", "utilisateur.modifie", "utilisateur.supprime",
    ]  # fmt: skip
    assert all(data == {"userId": made} for _kind, data in told)
