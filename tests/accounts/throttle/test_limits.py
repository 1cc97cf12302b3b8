"""Limits a minute, per user and per address."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.throttle.models import RequestCount
from accounts.throttle.services import RequestCounter, delete_old_counts, find_network
from accounts.tokens import queries
from config.addresses import find_client_address
from tests.conftest import PASSWORD


@pytest.fixture(autouse=True)
def own_tally(monkeypatch):
    monkeypatch.setattr(queries, "REQUEST_COUNTER", RequestCounter())


def statuses(work, count):
    return [work().status_code for _ in range(count)]


def test_a_user_is_refused_above_the_limit_wherever_he_is_counted(api, cast, settings, monkeypatch):
    settings.REQUESTS_PER_MINUTE = 6
    caller, other = api(cast.agent_west), api(cast.agent_east)
    assert statuses(lambda: caller.get("/api/auth/me"), 4) == [200] * 4
    # Another process, which knows nothing of the first one's counting but what was written.
    monkeypatch.setattr(queries, "REQUEST_COUNTER", RequestCounter())
    answers = [caller.get("/api/auth/me") for _ in range(5)]
    assert [answer.status_code for answer in answers][-2:] == [429, 429]
    assert sum(answer.status_code == 200 for answer in answers) <= 3  # the first's last one was not written yet
    assert answers[-1].json()["code"] == "RATE_LIMITED"
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert other.get("/api/auth/me").status_code == 200
    # The minute is over.
    RequestCount.objects.update(minute="2026-01-01T00:00:00Z")
    monkeypatch.setattr(queries, "REQUEST_COUNTER", RequestCounter())
    assert caller.get("/api/auth/me").status_code == 200
    RequestCount.objects.update(minute="2026-01-01T00:00:00Z")
    assert delete_old_counts() >= 1


def test_counting_is_no_query_of_its_own(api, cast, settings):
    settings.REQUESTS_PER_MINUTE = 50  # carries the count along with every request
    caller = api(cast.agent_west)
    for _ in range(3):
        with CaptureQueriesContext(connection) as seen:
            assert caller.get("/api/auth/sessions").status_code == 200
        assert len(seen) == 2
    assert RequestCount.objects.get(subject=f"u:{cast.agent_west.id}").count == 2


def test_sign_ins_of_an_address_whatever_the_account_and_the_header(api, cast, settings):
    settings.SIGN_INS_PER_MINUTE = 3
    sent = {"email": "personne@tabanca.example", "password": "x"}

    def attempt(number):
        forged = {"X-Forwarded-For": f"10.1.1.{number}"}
        return api().post("/api/auth/login", sent | {"email": f"p{number}@tabanca.example"}, headers=forged)

    assert [attempt(number).status_code for number in range(5)] == [401, 401, 401, 429, 429]
    assert api().post("/api/auth/password/forgot", {"email": "x@tabanca.example"}).status_code == 429
    elsewhere = api().client.post(
        "/api/auth/login",
        {"email": cast.agent_west.email, "password": PASSWORD},
        content_type="application/json",
        REMOTE_ADDR="10.9.8.7",
    )
    assert elsewhere.status_code == 200


class Request:
    def __init__(self, remote, forwarded=""):
        self.META = {"REMOTE_ADDR": remote, "HTTP_X_FORWARDED_FOR": forwarded}


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "expected"),
    [
        ([], "192.0.2.7", "10.0.0.1", "192.0.2.7"),
        (["10.0.0.1"], "192.0.2.7", "10.0.0.9", "192.0.2.7"),
        # As a socket of IPv6 shows an address of IPv4, and one with its zone.
        (["10.0.0.1"], "::ffff:10.0.0.1", "::ffff:192.0.2.7", "192.0.2.7"),
        ([], "fe80::1%eth0", "", "fe80::1"),
        (["10.0.0.1"], "10.0.0.1", "198.51.100.9, 192.0.2.7", "192.0.2.7"),
        (["10.0.0.0/8"], "10.0.0.1", "198.51.100.9, 192.0.2.7, 10.3.3.3", "192.0.2.7"),
        (["10.0.0.0/8"], "10.0.0.1", "x'; --", "10.0.0.1"),
        (["10.0.0.0/8"], "10.0.0.1", "", "10.0.0.1"),
        ([], "", "", "127.0.0.1"),
    ],
)
def test_only_our_own_proxies_are_believed(settings, proxies, remote, forwarded, expected):
    settings.TRUSTED_PROXIES = proxies
    assert find_client_address(Request(remote, forwarded)) == expected


def test_one_customers_ipv6_addresses_count_together():
    assert find_network("2001:db8:1:2::1") == find_network("2001:db8:1:2:ffff::9") != find_network("2001:db8:1:3::1")
    assert find_network("192.0.2.7") == "192.0.2.7"
