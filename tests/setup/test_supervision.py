"""The processes of `./dev up`: what becomes of one that ends."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.devtools import shell, supervision
from config.devtools.shell import Failure


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[supervision.Service]:
    """A process that sleeps, with a child of its own session that does too."""
    monkeypatch.setattr(shell, "LOGS", tmp_path)
    made = supervision.Service(
        "worker", lambda: shell.start_server(["sh", "-c", f"sleep 60 & echo $! > {tmp_path}/child; wait"], "worker")
    )
    made.begin(0)
    yield made
    shell.stop_process(made.process)


def end(service: supervision.Service) -> int:
    service.process.kill()
    service.process.wait()
    return service.process.pid


def wait_for_end(file: Path) -> None:
    """Wait until the process whose number a file holds is gone, or dead and waiting to be reaped."""
    child = Path("/proc") / file.read_text().strip() / "cmdline"
    until = time.monotonic() + 10
    while child.exists() and child.read_bytes():
        assert time.monotonic() < until, "it outlives its session"
        time.sleep(0.02)


def test_a_killed_process_is_started_again(
    service: supervision.Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    until = time.monotonic() + 10
    while not ((tmp_path / "child").exists() and (tmp_path / "child").read_text()):
        assert time.monotonic() < until
        time.sleep(0.02)
    service.restart_ended(10)
    assert service.process.poll() is None
    killed = end(service)
    service.restart_ended(11)
    assert "The worker process ended (exit code -9). It is started again in 1 s." in capsys.readouterr().out
    service.restart_ended(11.5)
    assert service.process.pid == killed
    wait_for_end(tmp_path / "child")
    service.restart_ended(12)
    assert (service.process.pid != killed, service.process.poll()) == (True, None)


def test_one_that_ends_at_once_is_started_more_and_more_rarely(
    service: supervision.Service, capsys: pytest.CaptureFixture[str]
) -> None:
    now, delays = 0.0, []
    for _time in range(8):
        end(service)
        service.restart_ended(now)
        delays.append(service.restart_at - now)
        now = service.restart_at
        service.restart_ended(now)
    assert delays == [1, 2, 4, 8, 16, 32, 60, 60]
    end(service)
    service.restart_ended(now + supervision.STEADY_SECONDS)
    assert service.delay == 1


def test_one_that_ends_while_all_start_is_a_failure(service: supervision.Service) -> None:
    service.require()
    end(service)
    with pytest.raises(Failure, match="The worker process ended"):
        service.require()
