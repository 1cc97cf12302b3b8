"""The servers of a run of tests."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.conf import settings

from geo.tables import launcher

CLIENT = Path(__file__).parent / "client.py"
START_SECONDS = 60


class Servers:
    """Start a server for each module that is asked for."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        self.addresses: dict[str, Path] = {}

    def build_command(self, module: str, *arguments: str) -> list[str]:
        """Return the command that stands for `python -m module`, with its arguments."""
        if find_spec(module) is None:
            return [sys.executable, "-m", module, *arguments]
        if module not in self.addresses:
            self.addresses[module] = self._start(module)
        return [sys.executable, "-I", "-S", str(CLIENT), str(self.addresses[module]), *arguments]

    def _start(self, module: str) -> Path:
        address = self.folder / str(len(self.addresses))
        command = [sys.executable, "-m", "tests.readers.server", str(address), module]
        environment = launcher.build_environment(self.folder)
        server = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=settings.BASE_DIR, env=environment)
        self.stack.callback(server.wait)
        self.stack.callback(launcher.require_pipe(server.stdin).close)
        until = time.monotonic() + START_SECONDS
        while not address.exists():
            assert server.poll() is None and time.monotonic() < until, f"no server of {module}"
            time.sleep(0.01)
        return address


@pytest.fixture(scope="session", autouse=True)
def warm_readers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Begin readers from servers, unless slow tests run, too."""
    if request.config.getoption("markexpr") != "not slow":
        yield
        return
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        servers = Servers(tmp_path_factory.mktemp("r"), stack)
        patch.setattr(launcher, "build_command", servers.build_command)
        yield
