"""The endpoints: everybody his own, and what is for all."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.notifications.models import Notification, NotificationMark
from accounts.notifications.services import mark_notification_read, notify
from config.ids import uuid7
from tests.conftest import make_user
from tests.threads import together

KEYS = {"id", "title", "message", "type", "category", "isRead", "link", "data", "createdAt", "readAt", "isGlobal"}


def tell(**more):
    return notify(**{"title": "Titre", "message": "Texte", "verbatim": True} | more)[0]


def test_test_notification(api, cast):
    caller = api(cast.admin)
    body = {
        "title": "Essai",
        "message": "M",
        "type": "info",
        "category": "system",
        "link": "/programmes",
        "data": {"cle": [1, "é"]},
    }
    made = caller.post("/api/notifications/test", body)
    assert (made.status_code, made.json()["notification"]["title"]) == (201, "Essai")
    answer = caller.get("/api/notifications", {"limit": 100, "unread": "true"}).json()
    (row,) = answer["data"]
    assert set(row) == KEYS and row["id"] == made.json()["notification"]["id"]
    assert (row["isRead"], row["readAt"], row["isGlobal"], row["link"]) == (False, None, False, "/programmes")
    assert row["data"] == {"cle": [1, "é"]} and answer["unreadCount"] == 1
    assert api(cast.agent_west).post("/api/notifications/test", body).status_code == 403
    assert api(cast.agent_west).get("/api/notifications").json()["data"] == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("type", "inconnu"),
        ("category", "vbg"),
        ("title", ""),
        ("title", "x" * 256),
        ("message", "x" * 10_001),
        ("link", "https://ailleurs.example"),
        ("link", "//ailleurs.example"),
        ("link", "/\\ailleurs.example"),
        ("link", "javascript:alert(1)"),
        ("link", "/a b"),
        ("data", [1]),
        ("data", {"a": "x" * 20_000}),
        ("isGlobal", "peut-être"),
    ],
)
def test_bad_bodies_name_the_field(api, cast, field, value):
    body = {"title": "T", "message": "M", field: value}
    answer = api(cast.admin).post("/api/notifications/test", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert field in answer.json()["details"]
    assert not Notification.objects.exists()


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 101}, {"limit": "x"}, {"unread": "x"}])
def test_bad_queries(api, cast, query):
    assert api(cast.admin).get("/api/notifications", query).status_code == 400


def test_who_sees_some_regions_does_not_tell_everyone(api, country):
    caller = api(make_user("ROLE_ADMIN", country.west))
    sent = {"title": "Réunion", "message": "Demain"}
    refused = caller.post("/api/notifications/test", sent | {"isGlobal": True})
    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert not Notification.objects.exists()
    assert caller.post("/api/notifications/test", sent).status_code == 201


def test_limit_and_order(api, cast):
    for number in range(55):
        tell(to=[cast.admin], title=str(number))
    caller = api(cast.admin)
    answer = caller.get("/api/notifications").json()
    assert [row["title"] for row in answer["data"]] == [str(number) for number in range(54, 4, -1)]
    assert answer["unreadCount"] == 55
    assert len(caller.get("/api/notifications", {"limit": 2}).json()["data"]) == 2


def test_reading_one_keeps_its_time(api, cast):
    row = tell(to=[cast.admin])
    caller = api(cast.admin)
    seen = set()
    for _again in range(2):
        assert caller.post(f"/api/notifications/{row.id}/read").status_code == 200
        seen.add(caller.get("/api/notifications").json()["data"][0]["readAt"])
    assert len(seen) == 1 and None not in seen
    assert caller.get("/api/notifications/unread-count").json() == {"success": True, "count": 0}


def test_anothers_is_not_there(api, cast):
    row = tell(to=[cast.admin])
    other = api(cast.agent_west)
    for answer in (
        other.post(f"/api/notifications/{row.id}/read"),
        other.delete(f"/api/notifications/{row.id}"),
        other.post(f"/api/notifications/{uuid7()}/read"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    row.refresh_from_db()
    assert row.read_at is None


def test_a_global_one_is_read_by_each_for_himself(api, cast):
    everyone = (
        api(cast.admin)
        .post("/api/notifications/test", {"title": "À tous", "message": "M", "isGlobal": True})
        .json()["notification"]["id"]
    )
    first, second = api(cast.agent_west), api(cast.agent_east)
    tell(to=[cast.agent_west])
    assert first.get("/api/notifications/unread-count").json()["count"] == 2
    first.post(f"/api/notifications/{everyone}/read")
    shown = {row["id"]: row for row in first.get("/api/notifications").json()["data"]}
    assert (shown[everyone]["isRead"], shown[everyone]["isGlobal"]) == (True, True)
    assert [row["isGlobal"] for row in first.get("/api/notifications", {"unread": "1"}).json()["data"]] == [False]
    assert second.get("/api/notifications").json()["data"][0]["isRead"] is False
    for caller in (first, api(cast.admin)):
        refused = caller.delete(f"/api/notifications/{everyone}")
        assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert second.get("/api/notifications/unread-count").json()["count"] == 1


def test_who_came_later_does_not_get_what_was_told_before(api, cast):
    row = tell(everyone=True)
    Notification.objects.filter(id=row.id).update(created_at=timezone.now() - timedelta(days=1))
    late = api(make_user("ROLE_USER"))
    assert late.get("/api/notifications").json()["data"] == []
    assert late.post(f"/api/notifications/{row.id}/read").status_code == 404


def test_reading_all(api, cast):
    tell(to=[cast.agent_west])
    tell(to=[cast.agent_east])
    seen = tell(everyone=True)
    tell(everyone=True)
    mark_notification_read(notification_id=seen.id, user=cast.agent_west)
    caller = api(cast.agent_west)
    assert caller.post("/api/notifications/read-all").json()["count"] == 2
    assert caller.post("/api/notifications/read-all").json()["count"] == 0
    assert caller.get("/api/notifications/unread-count").json()["count"] == 0
    assert api(cast.agent_east).get("/api/notifications/unread-count").json()["count"] == 3


def test_deleting_ones_own(api, cast):
    row = tell(to=[cast.agent_west])
    caller = api(cast.agent_west)
    assert caller.delete(f"/api/notifications/{row.id}").status_code == 200
    assert caller.delete(f"/api/notifications/{row.id}").status_code == 404
    assert not Notification.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_global_one_read_many_times_at_once(cast):
    row = tell(everyone=True)
    together(8, lambda: mark_notification_read(notification_id=row.id, user=cast.admin))
    assert NotificationMark.objects.filter(read_at__isnull=False).count() == 1
