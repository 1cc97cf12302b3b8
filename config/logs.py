"""Structured logs without personal data: one JSON object a line on the standard error.

Inside a request every line carries its id, the same as in the answer's `X-Request-Id`. Of an exception the log keeps
types and places, not its text: databases and libraries quote values there (`Key (nom)=(…) already exists`).
"""

import logging
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson

ROOT: Final = Path(__file__).resolve().parent.parent
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
# The deepest places of a trace are the telling ones.
MAX_FRAMES: Final = 15
# Causes and contexts of an exception that are told.
MAX_CHAIN: Final = 4


def _place(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[-3:])
    return f"{shown}:{frame.lineno} {frame.name}"


def fault(error: BaseException) -> list[dict[str, Any]]:
    """An exception and what caused it, as types and places; of the database also its SQLSTATE."""
    told: list[dict[str, Any]] = []
    current: BaseException | None = error
    while current is not None and len(told) < MAX_CHAIN:
        kind = type(current)
        one: dict[str, Any] = {"type": f"{kind.__module__}.{kind.__qualname__}"}
        if sqlstate := getattr(current, "sqlstate", None):
            one["sqlstate"] = sqlstate
        one["at"] = [_place(frame) for frame in traceback.extract_tb(current.__traceback__)[-MAX_FRAMES:]]
        told.append(one)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return told


class JsonFormatter(logging.Formatter):
    """A record as a line of JSON; what is given as `extra={"fields": {…}}` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if current := request_id.get():
            line["request"] = current
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[1]:
            line["fault"] = fault(record.exc_info[1])
        return orjson.dumps(line, default=str).decode()
