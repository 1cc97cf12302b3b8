"""Find the pattern of an address by its first two segments.

Django tries all patterns in turn, hundreds of them, and keeps a list of those that it has tried: that took a third of
the processor time of a short request.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from django.urls import URLPattern, URLResolver
from django.urls.exceptions import Resolver404
from django.urls.resolvers import ResolverMatch, RoutePattern

Pattern = URLPattern | URLResolver
SEGMENTS = 2


class IndexedResolver(URLResolver):
    """Resolve as Django does, in the same order, but only patterns that begin as the address does."""

    @cached_property
    def _flat_patterns(self) -> list[Pattern]:
        return list(_flatten(self.url_patterns))

    @cached_property
    def _open_patterns(self) -> list[Pattern]:
        """Return the patterns that do not tell how an address begins."""
        return [pattern for pattern in self._flat_patterns if _find_start(pattern) is None]

    @cached_property
    def _patterns_by_start(self) -> dict[str, list[Pattern]]:
        starts = {start for pattern in self._flat_patterns if (start := _find_start(pattern)) is not None}
        return {
            start: [pattern for pattern in self._flat_patterns if _find_start(pattern) in (start, None)]
            for start in starts
        }

    def resolve(self, path: Any) -> ResolverMatch:
        address = str(path)
        for pattern in self._patterns_by_start.get(_cut(address), self._open_patterns):
            try:
                match = pattern.resolve(address)
            except Resolver404:
                continue
            if match:
                return match
        raise Resolver404({"tried": [], "path": address})


def index_patterns(patterns: list[Pattern]) -> list[Pattern]:
    """Return patterns of a URLconf as one, which finds them by their beginning."""
    return [IndexedResolver(RoutePattern(""), patterns)]


def _cut(address: str) -> str:
    return "/".join(address.split("/", SEGMENTS)[:SEGMENTS])


def _flatten(patterns: Iterable[Pattern]) -> Iterable[Pattern]:
    """Replace what was included without prefix, namespace or arguments by its patterns."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and not (
            str(pattern.pattern) or pattern.namespace or pattern.app_name or pattern.default_kwargs
        ):
            yield from _flatten(pattern.url_patterns)
        else:
            yield pattern


def _find_start(pattern: Pattern) -> str | None:
    """Return the first segments of all addresses of a pattern; None where they may differ."""
    if not isinstance(pattern.pattern, RoutePattern) or isinstance(pattern, URLResolver):
        return None
    fixed, variable, _rest = str(pattern.pattern).partition("<")
    if not variable:
        return _cut(fixed)
    return _cut(fixed) if fixed.count("/") >= SEGMENTS else None
