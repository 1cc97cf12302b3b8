"""Addresses are found by their beginning, and what is found is what Django finds when it tries all patterns in turn."""

from typing import Any
from unittest.mock import patch

from django.urls import Resolver404, URLPattern, URLResolver
from django.urls.converters import get_converters
from django.urls.resolvers import RoutePattern

from config import urls

(INDEXED,) = urls.urlpatterns
PLAIN = URLResolver(RoutePattern(""), list(INDEXED.url_patterns))
EXAMPLES = {"uuid": "01a21ae3-997f-72a6-9060-4857a4365246", "int": "7", "slug": "un-nom", "str": "nom", "path": "a/b"}


def list_routes(patterns: Any) -> Any:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from list_routes(pattern.url_patterns)
        else:
            yield pattern


def build_address(pattern: URLPattern) -> str | None:
    """An address of a pattern, where its converters are known ones."""
    route = str(pattern.pattern)
    for name, converter in pattern.pattern.converters.items():
        kind = next((kind for kind, known in get_converters().items() if known is converter), None)
        route = route.replace(f"<{kind}:{name}>", EXAMPLES.get(kind or "", "x")).replace(f"<{name}>", "nom")
    return None if "<" in route else route


ADDRESSES = sorted(
    {
        address
        for pattern in list_routes(PLAIN.url_patterns)
        if isinstance(pattern.pattern, RoutePattern) and (address := build_address(pattern)) is not None
    }
)


def find(resolver: URLResolver, address: str) -> Any:
    try:
        match = resolver.resolve(address)
    except Resolver404:
        return None
    return match.func, match.args, match.kwargs, match.url_name, match.route


def test_every_address_is_found_as_django_finds_it() -> None:
    assert len(ADDRESSES) > 400
    variants = [f"{address}{end}" for address in ADDRESSES for end in ("", "/", "/x", "x")]
    others = ["", "/", "api", "api/", "api//x", "ogc/x/y", "nulle/part", "api/inconnu/1", "api/comptes-operateurs"]
    wrong = [each for each in [*variants, *others] if find(INDEXED, each) != find(PLAIN, each)]
    assert not wrong, wrong[:10]


def test_few_patterns_are_tried() -> None:
    address = f"api/comptes-operateurs/{EXAMPLES['uuid']}/depots"
    with patch.object(URLPattern, "resolve", autospec=True, side_effect=URLPattern.resolve) as tried:
        assert INDEXED.resolve(address).kwargs
    assert tried.call_count < 30


def test_the_documents_are_found_with_a_slash_too(client):
    answer = client.get("/api/docs/")
    assert (answer.status_code, answer["Location"]) == (301, "/api/docs")


def test_a_browser_finds_the_documents_from_the_start_of_the_api(client):
    """A client that asks for no page is told as of any unknown path."""
    for path in ("/docs", "/docs/"):
        assert client.get(path)["Location"] == "/api/docs"
    for path in ("/api", "/api/"):
        page = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert (page.status_code, page["Location"]) == (302, "/api/docs")
        told = client.get(path)
        assert (told.status_code, told.json()["code"]) == (404, "NOT_FOUND")
