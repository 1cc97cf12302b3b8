"""The processes of `./dev up`: what becomes of one that ends."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.devtools import shell, supervision
from config.devtools.shell import Failure


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[supervision.Service]:
    """A process that sleeps, with a child of its own session that does too."""
    monkeypatch.setattr(shell, "LOGS", tmp_path)
    made = supervision.Service("worker", lambda: shell.start(["sh", "-c", "sleep 60 & wait"], "worker"))
    made.begin(0)
    yield made
    shell.stop(made.process)


def end(service: supervision.Service) -> int:
    service.process.kill()
    service.process.wait()
    return service.process.pid


def test_a_killed_process_is_started_again(service: supervision.Service, capsys: pytest.CaptureFixture[str]) -> None:
    service.restart_ended(10)
    assert service.process.poll() is None
    killed = end(service)
    service.restart_ended(11)
    assert "The worker process ended (exit code -9). It is started again in 1 s." in capsys.readouterr().out
    service.restart_ended(11.5)
    assert service.process.pid == killed
    with pytest.raises(ProcessLookupError):
        os.killpg(killed, 0)  # its children went with it
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
