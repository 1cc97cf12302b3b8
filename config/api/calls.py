"""Find what a handler calls on its view, so that the OpenAPI document says what the code does."""

from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any


def list_calls(view: type, handler: Any) -> set[str]:
    """Return the names that a handler uses, and those that the view's methods use which it calls, at any depth."""
    found: set[str] = set()
    waiting = [handler]
    while waiting:
        names = set(_list_names(waiting.pop().__code__)) - found
        found |= names
        waiting += [method for name in names if (method := _find_method(view, name))]
    return found


def _list_names(code: CodeType) -> Iterator[str]:
    """Yield the names of globals and attributes in a function and in those inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _list_names(constant)


def _find_method(view: type, name: str) -> FunctionType | None:
    """Return a method or the getter of a property that a view or one of its bases declares, or None."""
    found: Any = next((vars(base)[name] for base in view.__mro__ if name in vars(base)), None)
    found = found.fget if isinstance(found, property) else found
    return found if isinstance(found, FunctionType) else None
