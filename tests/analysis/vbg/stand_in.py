"""The simulated survey platforms in a process of their own: `python -m tests.analysis.vbg.stand_in`.

What a test sets and reads of the server goes through `/control`, so nothing is shared but the socket.
"""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.registry.survey_platforms.platform import SETTABLE, Server


class StandIn:
    """The platforms as the tests hold them."""

    def __init__(self, url: str) -> None:
        self.url = url

    def set(self, **values: Any) -> None:
        assert set(values) <= SETTABLE
        body = json.dumps(values).encode()
        request = urllib.request.Request(f"{self.url}/control", body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=10).close()

    def read(self, name: str) -> Any:
        with urllib.request.urlopen(f"{self.url}/control", timeout=10) as answer:
            return json.load(answer)[name]

    def change(self, place: int, **values: Any) -> None:
        """Change one row."""
        rows = self.read("rows")
        rows[place] |= values
        self.set(rows=rows)


@contextmanager
def running() -> Iterator[StandIn]:
    process = subprocess.Popen([sys.executable, "-m", "tests.analysis.vbg.stand_in"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield StandIn(process.stdout.readline().strip())
    finally:
        process.terminate()
        process.wait(10)


def main() -> None:
    server = Server()
    print(server.url, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
