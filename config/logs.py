"""Write structured logs without personal data: one JSON object per line on standard error.

Within a request every line carries the request id, as in the response header `X-Request-Id`. Exceptions are logged as
types and locations, without their text: databases and libraries quote values there (`Key (nom)=(…) already exists`).
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
# The deepest frames of a traceback say most.
MAX_FRAMES: Final = 15
# The longest chain of causes and contexts that is logged.
MAX_CHAIN: Final = 4


def _format_frame(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[-3:])
    return f"{shown}:{frame.lineno} {frame.name}"


def describe_exception(error: BaseException) -> list[dict[str, Any]]:
    """Return an exception and its causes as types and locations; for database errors also the SQLSTATE."""
    told: list[dict[str, Any]] = []
    current: BaseException | None = error
    while current is not None and len(told) < MAX_CHAIN:
        kind = type(current)
        one: dict[str, Any] = {"type": f"{kind.__module__}.{kind.__qualname__}"}
        if sqlstate := getattr(current, "sqlstate", None):
            one["sqlstate"] = sqlstate
        one["at"] = [_format_frame(frame) for frame in traceback.extract_tb(current.__traceback__)[-MAX_FRAMES:]]
        told.append(one)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return told


class JsonFormatter(logging.Formatter):
    """Format a record as a line of JSON, with the fields of `extra={"fields": {…}}` beside the message."""

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
            line["fault"] = describe_exception(record.exc_info[1])
        return orjson.dumps(line, default=str).decode()
