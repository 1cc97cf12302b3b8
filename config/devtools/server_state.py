"""Keep `.local/server.json`, which tells scripts what runs; only its owner may read it: it holds a password."""

import json
import os
from pathlib import Path
from typing import Any

from config.devtools.shell import LOCAL, ROOT

SERVER = LOCAL / "server.json"


def write_server_state(base_url: str, database_url: str, accounts: list[dict[str, str]]) -> None:
    """Record that this process serves; the file is written whole or not at all."""
    state = {"base_url": base_url, "database_url": database_url, "accounts": accounts, "pid": os.getpid()}
    fresh = SERVER.with_suffix(".new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        json.dump(state, out, indent=2)
    fresh.replace(SERVER)


def read_server_state() -> dict[str, Any] | None:
    """Return what runs in this checkout, or None when nothing does, whatever a killed process left in the file."""
    try:
        state = json.loads(SERVER.read_text())
    except (FileNotFoundError, ValueError):
        return None
    return state if is_own_process(state["pid"]) else None


def is_own_process(pid: int) -> bool:
    """Return whether this process is a `./dev` of this checkout: process ids are reused, and checkouts are copied."""
    process = Path(f"/proc/{pid}")
    try:
        return (
            process.joinpath("cwd").resolve() == ROOT and b"config.devtools" in process.joinpath("cmdline").read_bytes()
        )
    except OSError:
        return False


def clear_server_state() -> None:
    SERVER.unlink(missing_ok=True)


def describe_accounts(accounts: list[dict[str, str]]) -> list[str]:
    """Return the accounts of the demonstration as lines of text."""
    table = [f"  {one['email']:<38} {one['password']:<20} {one['role']}" for one in accounts]
    return ["Accounts of the demonstration:", *table] if accounts else []
