"""Few files are read at once: others wait, a request only for a while."""

import threading
import time
from pathlib import Path

import pytest

from config.api.statuses import build_headers
from config.errors.problems import Problem
from geo.tables.launcher import run_reader_child

MODULE = "geo.vector_files.table_child"


@pytest.fixture
def one_place(settings, tmp_path):
    settings.FILES_ROOT = tmp_path
    settings.IMPORT_CHILDREN = 1
    settings.IMPORT_CHILD_WAIT_SECONDS = 0


def test_a_request_is_told_to_come_back(one_place, tmp_path):
    with run_reader_child(MODULE, tmp_path / "a", {}, patient=False):
        with pytest.raises(Problem) as refused, run_reader_child(MODULE, tmp_path / "b", {}, patient=False):
            pass
        assert (refused.value.code, "Retry-After" in build_headers(refused.value)) == ("RATE_LIMITED", True)
    with run_reader_child(MODULE, tmp_path / "b", {}, patient=False):
        pass


def test_a_job_waits(one_place, tmp_path):
    done = []

    def wait():
        with run_reader_child(MODULE, tmp_path / "b", {}, patient=True):
            done.append(time.monotonic())

    waiting = threading.Thread(target=wait)
    with run_reader_child(MODULE, tmp_path / "a", {}, patient=False):
        waiting.start()
        waiting.join(0.3)
        assert not done
        freed = time.monotonic()
    waiting.join(10)
    assert done and done[0] >= freed


def test_the_child_sees_no_secret_and_ends_with_the_block(one_place, tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    with run_reader_child(MODULE, tmp_path / "a", {}, patient=False) as process:
        assert "secret" not in Path(f"/proc/{process.pid}/environ").read_text()
    assert process.returncode is not None
