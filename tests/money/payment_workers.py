"""Drive payment runs in real processes that are killed or stopped at a named point.

`PaymentWorkers` starts one process that has Django ready and forks for each command, so that a case costs
milliseconds. A child that is killed has no time to tidy up anything.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

from django.conf import settings

from config.devtools.shell import ROOT
from transfers.execution import jobs
from transfers.execution.settlement import services as settlement

# Where a process ends: the steps of a run, within the operator's answers, and between the writes and their commit.
POINTS = ("before claim", "after claim", "while sending", "after send", "before commit", "after settle", "after ask")
START = "import django; django.setup(); from tests.money.payment_workers import serve; serve()"


class PaymentWorkers:
    """Send commands to the process that forks, and return what became of the forks."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def _send(self, **command: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return dict(json.loads(self.process.stdout.readline()))

    def call(self, function: str, out: Path, **how: Any) -> Any:
        """Call a function (`module:name`) with the command in a new process; return what it returned."""
        assert self._send(call=function, out=str(out), **how)["status"] == 0
        return json.loads(out.read_text())

    def try_call(self, function: str, out: Path, **how: Any) -> int:
        """Call a function as `call` does; return the status of its process, which is -9 when it was killed."""
        return int(self._send(call=function, out=str(out), **how)["status"])

    def drive(self, run: UUID | str, **how: Any) -> int:
        """Drive a run in a new process; return its status, which is -9 when it was killed."""
        return int(self._send(run=str(run), **how)["status"])

    def drive_until_stopped(self, run: UUID, **how: Any) -> int:
        """Drive a run in a new process that stops itself (SIGSTOP); return its process id."""
        reply = self._send(run=str(run), signal=signal.SIGSTOP, **how)
        assert reply["status"] is None, reply
        return int(reply["pid"])

    def drive_aside(self, run: UUID | str, **how: Any) -> int:
        """Drive a run in a new process without waiting for it; return its process id."""
        return int(self._send(run=str(run), aside=True, **how)["pid"])

    def wait_for(self, pid: int) -> int:
        """Wait for the end of a process, and return its status."""
        return int(self._send(wait=pid)["status"])


@contextmanager
def start_workers(database: str, log: Path, **environment: str) -> Iterator[PaymentWorkers]:
    """Run the process that forks until the end of the block; its errors go to `log`."""
    env = os.environ | {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "config.settings", **environment}
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", START],
            cwd=ROOT,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            yield PaymentWorkers(process)
        finally:
            process.kill()


def serve() -> None:
    """Carry out the commands that come in, each in a fork, and print what became of it."""
    for line in sys.stdin:
        command = json.loads(line)
        reply = _await_child(command["wait"]) if "wait" in command else _fork(command)
        print(json.dumps(reply), flush=True)


def _fork(command: dict[str, Any]) -> dict[str, Any]:
    child = os.fork()
    if child:
        stops = command.get("signal") == signal.SIGSTOP
        return {"pid": child} if command.get("aside") else _await_child(child, stops)
    status = 1
    try:
        settings.GSMA_CONNECTIONS = command.get("connections", {})
        settings.GSMA_SECONDS, settings.OUTGOING_ALLOW_PRIVATE = 0.5, True
        if "call" in command:
            module, name = command["call"].split(":")
            Path(command["out"]).write_text(json.dumps(getattr(import_module(module), name)(command)))
        else:
            _drive(command)
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
        raise
    finally:
        sys.stderr.flush()
        os._exit(status)


def _await_child(pid: int, stops: bool = False) -> dict[str, Any]:
    """Wait until a child has ended; or stopped, where it is to stop itself: then the status is None.

    Else a child that somebody stops, to have the machine for a while, goes on later.
    """
    _, status = os.waitpid(pid, os.WUNTRACED if stops else 0)
    return {"pid": pid, "status": None if os.WIFSTOPPED(status) else os.waitstatus_to_exitcode(status)}


def _drive(command: dict[str, Any]) -> None:
    with stop_at_point(command) as step, patch.object(jobs, "BATCH_SIZE", command["batch"]):
        jobs.drive_run(UUID(command["run"]), step=step)


@contextmanager
def stop_at_point(command: dict[str, Any]) -> Iterator[Callable[[str], None]]:
    """Yield the step of a command; "before commit" comes when outcomes and movements of a settlement are written."""
    step = build_step(command.get("point"), command.get("turn", 1), command.get("signal", signal.SIGKILL))
    move_money = settlement._move_money

    def move_then_step(*arguments: Any) -> None:
        move_money(*arguments)
        step("before commit")

    with patch.object(settlement, "_move_money", move_then_step):
        yield step


def build_step(point: str | None, turn: int, number: int) -> Callable[[str], None]:
    """Return a step that sends this process a signal when it comes to `point` for the `turn`-th time.

    "while sending" is up to 24 ms, by the turn, after the first batch was marked as sent: within calls of the operator.
    """
    left = turn

    def end() -> None:
        os.kill(os.getpid(), number)

    def step(name: str) -> None:
        nonlocal left
        if point == "while sending" and name == "after claim" and left:
            delay, left = left * 0.008, 0
            threading.Timer(delay, end).start()
        elif name == point:
            left -= 1
            if not left:
                end()

    return step
