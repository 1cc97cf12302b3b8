"""A real restart of a database of the test's own: what is asked meanwhile, and what works afterwards."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

from config.devtools import cluster, packages, serving
from config.devtools.shell import ROOT
from tests.faults.serving import ask, bare_service

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(packages.server_folder() is None, reason="no PostgreSQL server on this machine"),
]


@pytest.fixture
def own(tmp_path_factory):
    """A cluster in a folder that its server's user can enter, with an empty migrated database."""
    owner = cluster.unprivileged() if os.geteuid() == 0 else None
    place = tmp_path_factory.mktemp("cluster")
    for folder in (place, *place.parents):
        if folder.stat().st_uid == os.geteuid() and str(folder) not in ("/", "/tmp"):  # noqa: S108
            folder.chmod(0o711)
    assert cluster.usable(place, owner)
    found = cluster.Cluster(place, owner)
    url = cluster.start(found)
    env = os.environ | {"DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True)
    yield found, url
    cluster.stop(found)
    shutil.rmtree(place)


def restart(found, seconds):
    """Stop the server, wait, and start it on the port that it had."""
    cluster.stop(found)
    time.sleep(seconds)
    cluster.start(found)


def test_while_it_restarts_requests_are_503_and_then_they_work(own, tmp_path):
    found, url = own
    statuses = []
    over = threading.Event()
    with bare_service(tmp_path, DATABASE_URL=url) as port:

        def keep_asking():
            while not over.is_set():
                statuses.append(status_of(port))
                time.sleep(0.05)

        threads = [threading.Thread(target=keep_asking) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        restart(found, 3)
        time.sleep(0.5)
        back = len(statuses)
        time.sleep(2)
        over.set()
        for thread in threads:
            thread.join()
    counted = Counter(statuses)
    assert set(counted) == {401, 503}
    assert counted[503] > 10
    assert set(statuses[back:]) == {401}


def status_of(port):
    """Ask for what looks a token up: the status says whether the database was there."""
    return ask(port, "/api/regions", "no-token-of-ours")[0]


def test_dev_starts_its_database_again(own, monkeypatch, capsys):
    """What `./dev up` does about a database that has ended."""
    found, _ = own
    monkeypatch.setattr(cluster, "find_cluster", lambda: found)
    monkeypatch.setattr(serving, "elsewhere", lambda: None)
    monkeypatch.setattr(serving, "DATABASE_AWAY_SECONDS", 0.2)
    assert serving.watch_database(0.0) == 0.0
    until = time.monotonic() + 30
    while cluster.running_port(found):
        assert time.monotonic() < until
        cluster.stop(found)
    away = serving.watch_database(0.0)
    assert away > 0
    assert serving.watch_database(away) == away
    time.sleep(0.3)
    assert serving.watch_database(away) == 0.0
    assert cluster.running_port(found)
    assert capsys.readouterr().out.splitlines() == [
        "==> The database has ended. Requests are answered 503 until it is back.",
        "==> Starting the database again",
    ]
