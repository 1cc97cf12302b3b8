"""Supervise the processes of `./dev up`: one that ends for any reason is restarted."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from config.devtools.shell import LOGS, Failure, print_step, read_tail, stop_process

FIRST_DELAY: Final = 1.0
LONGEST_DELAY: Final = 60.0
# A process that has run this long was healthy: the restart delay begins anew.
STEADY_SECONDS: Final = 120.0


@dataclass
class Service:
    """Hold a process that must run, and the function that starts it."""

    name: str
    start: Callable[[], "subprocess.Popen[bytes]"]
    process: "subprocess.Popen[bytes]" = field(init=False)
    started_at: float = 0.0
    restart_at: float = 0.0  # 0: the process runs
    delay: float = 0.0

    def begin(self, now: float) -> None:
        """Start the process."""
        self.process = self.start()
        self.started_at, self.restart_at = now, 0.0

    def require(self) -> None:
        """Raise Failure when the process has ended: during the start that is a lasting fault."""
        if self.process.poll() is not None:
            raise Failure(f"{self._describe_end()} The end of {self._log()}:\n{read_tail(self._log())}")

    def restart_ended(self, now: float) -> None:
        """Restart the process some time after it has ended, with a longer delay each time that it ends soon."""
        if self.process.poll() is None:
            return
        if not self.restart_at:
            stop_process(self.process)  # kills the processes that it left behind
            is_steady = now - self.started_at >= STEADY_SECONDS
            self.delay = min(self.delay * 2, LONGEST_DELAY) if self.delay and not is_steady else FIRST_DELAY
            self.restart_at = now + self.delay
            print_step(f"{self._describe_end()} It is started again in {self.delay:.0f} s. Its log: {self._log()}")
        elif now >= self.restart_at:
            self.begin(now)

    def _log(self) -> Path:
        return LOGS / f"{self.name}.log"

    def _describe_end(self) -> str:
        return f"The {self.name} process ended (exit code {self.process.returncode})."
