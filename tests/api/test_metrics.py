"""`/metrics`: there for who has the token, with bounded series, and one sum of all processes."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from accounts.jobs.models import Job

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "metrics-token-of-the-tests"


@pytest.fixture
def scrape(client, settings, db):
    settings.METRICS_TOKEN = TOKEN

    def read() -> dict[str, float]:
        answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
        return parsed(answer.content.decode())

    return read


def parsed(text: str) -> dict[str, float]:
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            found[name] = float(value)
    return found


def test_not_there_without_a_token_of_ones_own(client, settings, db):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": TOKEN},
        {"X-Forwarded-For": "127.0.0.1"},
    ],
)
def test_only_with_the_token(client, settings, db, sent):
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", headers=sent).status_code == 401


def test_requests_are_counted_by_route(scrape, api, cast):
    series = 'tabanca_requests_total{method="GET",route="api/regions",status="200"}'
    before = scrape().get(series, 0)
    caller = api(cast.admin)
    caller.get("/api/regions")
    caller.get("/api/regions", {"nom": "Oio"})
    after = scrape()
    assert after[series] == before + 2
    assert after['tabanca_request_seconds_count{method="GET",route="api/regions"}'] >= 2


def test_callers_cannot_make_series(scrape, client):
    before = len(scrape())
    for number in range(20):
        client.get(f"/inconnu/{number}")
        client.generic(f"WORD{number}", "/healthz")
    assert len(scrape()) - before < 40
    assert any('method="OTHER"' in name for name in scrape())


def test_jobs_and_connections(scrape, cast):
    Job.objects.create(type="essai", user=cast.admin)
    Job.objects.create(type="essai", user=cast.admin)
    read = scrape()
    assert read['tabanca_jobs{kind="essai",state="en_attente"}'] == 2
    assert read['tabanca_database_connections{state="active"}'] >= 1
    assert read['tabanca_database_connections{state="limit"}'] > 1
    assert read["tabanca_database_up"] == 1


@pytest.mark.slow
def test_several_processes_are_one_sum(db):
    """Three workers of gunicorn: whichever is asked tells what all of them have answered."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        env = os.environ | {"TABANCA_METRICS_TOKEN": TOKEN, "WEB_CONCURRENCY": "3", "TABANCA_WEB_THREADS": "1"}
        command = [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "config/gunicorn.py",
            "--bind",
            f"fd://{door.fileno()}",
        ]
        process = subprocess.Popen(
            [*command, "config.wsgi"], cwd=ROOT, env=env, pass_fds=[door.fileno()], stderr=subprocess.PIPE, text=True
        )
        try:
            _wait(port)
            before = _health(_scraped(port))
            for _ in range(60):
                _ask(port, "/healthz")
            assert {_health(_scraped(port)) - before for _ in range(6)} == {60}
        finally:
            process.send_signal(signal.SIGTERM)
            told = process.communicate(timeout=20)[1]
    pids = set(re.findall(r"Booting worker with pid: (\d+)", told))
    assert len(pids) == 3
    assert not list(Path("/dev/shm").glob("tabanca-metrics-*")) or os.environ.get("TABANCA_METRICS_TOKEN")


def _ask(port: int, path: str) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as answer:
        return answer.read().decode()


def _wait(port: int) -> None:
    until = time.monotonic() + 30
    while True:
        try:
            _ask(port, "/healthz")
        except (OSError, urllib.error.URLError):
            assert time.monotonic() < until
            time.sleep(0.1)
        else:
            return


def _scraped(port: int) -> dict[str, float]:
    return parsed(_ask(port, "/metrics"))


def _health(read: dict[str, float]) -> float:
    return read['tabanca_requests_total{method="GET",route="healthz",status="200"}']
