"""Exports take turns."""

import pytest

from config.api.export_turns import ExportTurn
from geo.layers.exports.views import STREAMED
from tests.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)
EXPORT = "/api/carte/export/geojson?type=localites"


def turns(count, user_id):
    """A connection of its own each takes a turn for the user."""

    def hold(ready, over):
        turn = ExportTurn(user_id)
        ready.set()
        over.wait(60)
        turn.release()

    return [in_thread(hold) for _ in range(count)]


def test_one_user_cannot_take_all_turns(api, cast):
    first, second = turns(2, cast.admin.id)
    with first, second:
        answer = api(cast.admin).get(EXPORT)
        other = api(cast.supervisor_west).get(EXPORT)
        assert (answer.status_code, answer["Retry-After"]) == (429, "10")
        assert answer.json() == {
            "success": False,
            "code": "RATE_LIMITED",
            "error": "Vous avez déjà 2 exports en cours. Attendez qu'ils soient terminés.",
        }
        assert other.status_code == 200
        assert b"FeatureCollection" in other.getvalue()
        other.close()
    again = api(cast.admin).get(EXPORT)
    assert again.status_code == 200
    again.close()


def test_all_together_have_so_many(api, cast, settings):
    settings.EXPORTS_AT_ONCE = 1
    (one,) = turns(1, cast.agent_west.id)
    with one:
        answer = api(cast.admin).get(EXPORT)
        assert (answer.status_code, answer.json()["error"]) == (
            429,
            "Trop d'exports sont en cours. Réessayez dans un moment.",
        )


def test_a_refused_export_keeps_no_turn(api, cast, settings, monkeypatch):
    def fail(*args):
        raise ZeroDivisionError

    settings.EXPORTS_AT_ONCE = settings.EXPORTS_PER_USER = 1
    caller = api(cast.admin)
    caller.client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setitem(STREAMED, "geojson", fail)
        assert caller.get(EXPORT).status_code == 500

    def export_elsewhere(ready, over):
        ExportTurn(cast.admin.id).release()
        ready.set()

    with in_thread(export_elsewhere):
        pass


def test_http_1_0_is_refused(api, cast):
    for old in ({"SERVER_PROTOCOL": "HTTP/1.0"}, {"headers": {"X-Client-Protocol": "HTTP/1.0"}}):
        answer = api(cast.admin).get(EXPORT, **old)
        assert (answer.status_code, answer.json()["error"]) == (
            400,
            "Cet export demande HTTP/1.1 : avec HTTP/1.0, un fichier coupé semblerait complet.",
        )
