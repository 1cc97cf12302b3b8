"""Long tables of cases: walked in one test, or a few of them each time.

`@walk_cases(names, cases)` stands in place of `pytest.mark.parametrize` where a test's fixtures cost more than its cases:
one test goes through all of them in the world that was made once, undoes each, and tells every failure.
`@pytest.mark.sampled(4)` runs each fourth case of a test, where the cases themselves are dear; the others are slow tests.
Which cases run does not change from run to run.
"""

import functools
import inspect
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.walk import walk


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases that wait for `--all` before slow tests are left out."""
    cases: Counter[str] = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is None:
            continue
        test = item.nodeid.partition("[")[0]
        if cases[test] % sampled.args[0]:
            item.add_marker(pytest.mark.slow)
        cases[test] += 1


def walk_cases(
    names: str | tuple[str, ...], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a test each of `cases` (one value, or a value for each of `names`), and undo what it did in the database."""
    table = [{names: case} if isinstance(names, str) else dict(zip(names, case, strict=True)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def walking(**fixtures: Any) -> None:
            walk(table, lambda case: test(**fixtures, **case))

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in table[0]]
        walking.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return walking

    return decorate
