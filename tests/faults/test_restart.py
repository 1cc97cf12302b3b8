"""A real restart of a database of the test's own: what is asked meanwhile, and what works afterwards."""

import subprocess
import threading
import time

import pytest

from config.devtools import cluster, packages, serving
from config.devtools.shell import Failure
from tests.faults.own_cluster import start_own_cluster
from tests.faults.serving import ask, bare_service

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(packages.find_server_folder() is None, reason="no PostgreSQL server on this machine"),
]


@pytest.fixture
def own():
    with start_own_cluster() as started:
        yield started


def wait_for(condition):
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def restart(found, meanwhile):
    """Stop the server, do something, and start it on the port that it had."""
    cluster.stop_cluster(found)
    meanwhile()
    cluster.start_cluster(found)


def test_stopping_asks_until_it_has_stopped(own, monkeypatch):
    found, _ = own
    asked = []
    control = cluster._run_pg_ctl

    def refused_once(*arguments):
        asked.append(arguments)
        return control(*arguments) if len(asked) > 1 else subprocess.CompletedProcess([], 1)

    monkeypatch.setattr(cluster, "_run_pg_ctl", refused_once)
    cluster.stop_cluster(found)
    assert (cluster.find_running_port(found), len(asked)) == (None, 2)


def test_a_server_that_does_not_stop_is_a_failure(own, monkeypatch):
    found, _ = own
    with monkeypatch.context() as patch:
        patch.setattr(cluster, "_run_pg_ctl", lambda *arguments: subprocess.CompletedProcess([], 1))
        patch.setattr(cluster, "STOP_SECONDS", 0.3)
        with pytest.raises(Failure, match="PostgreSQL does not stop"):
            cluster.stop_cluster(found)
    assert cluster.find_running_port(found)


def test_while_it_restarts_requests_are_503_and_then_they_work(own, tmp_path):
    found, url = own
    answers = []
    over = threading.Event()
    with bare_service(tmp_path, DATABASE_URL=url) as port:

        def keep_asking():
            while not over.is_set():
                began = time.monotonic()
                answers.append((began, status_of(port)))
                time.sleep(0.05)

        threads = [threading.Thread(target=keep_asking) for _ in range(4)]
        for thread in threads:
            thread.start()
        wait_for(lambda: len(answers) > 10)
        restart(found, lambda: wait_for(lambda: sum(status == 503 for _, status in answers) > 10))
        back = time.monotonic()
        wait_for(lambda: sum(began > back for began, _ in answers) > 10)
        over.set()
        for thread in threads:
            thread.join()
    assert {status for _, status in answers} == {401, 503}
    # What was asked before may have met the server that was going.
    assert {status for began, status in answers if began > back} == {401}


def status_of(port):
    """Ask for what looks a token up: the status says whether the database was there."""
    return ask(port, "/api/regions", "no-token-of-ours")[0]


def test_dev_starts_its_database_again(own, monkeypatch, capsys):
    """What `./dev up` does about a database that has ended."""
    found, _ = own
    monkeypatch.setattr(cluster, "find_cluster", lambda: found)
    monkeypatch.setattr(serving, "get_database_url", lambda: None)
    monkeypatch.setattr(serving, "DATABASE_AWAY_SECONDS", 3600)
    assert serving.restart_database_when_down(0.0) == 0.0
    cluster.stop_cluster(found)
    away = serving.restart_database_when_down(0.0)
    assert away > 0
    assert serving.restart_database_when_down(away) == away
    monkeypatch.setattr(serving, "DATABASE_AWAY_SECONDS", 0)
    assert serving.restart_database_when_down(away) == 0.0
    assert cluster.find_running_port(found)
    assert capsys.readouterr().out.splitlines() == [
        "==> The database has ended. Requests are answered 503 until it is back.",
        "==> Starting the database again",
    ]
