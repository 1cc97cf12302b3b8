"""How a test calls one route."""

from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Route:
    """How to call one route."""

    ids: dict[str, str] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    scoped: bool = True
    # Lists, exports and tiles whose number of queries is pinned.
    counted: bool = True
    # Takes multipart only: its own tests send files, the matrix only knocks at the door.
    upload: bool = False
    # A POST that only reads: who lacks regions gets an empty answer.
    reads: bool = False
    # Takes many ids: answers 200 and tells each one that was sent, so those of another region come back as not found.
    mass: bool = False
    # What the side's household is set to before the call, where only some states allow it.
    before: dict[str, Any] = field(default_factory=dict)
    # Belongs to one person: the side's own user calls it where somebody must be let in.
    personal: bool = False
    # Its path names what has no region: everybody finds it, with what is of his own regions.
    shared: bool = False
    # The same route with other ids and queries: (ids, query) for each.
    others: tuple[tuple[dict[str, str], dict[str, Any]], ...] = ()

    def variants(self) -> "list[Route]":
        return [self, *(replace(self, ids={**self.ids, **ids}, query=query, others=()) for ids, query in self.others)]


OWN = Route(scoped=False, counted=False)


def one(name: str, **more: Any) -> Route:
    """A route with one id in its path."""
    return Route(ids={"identity": name}, **more)


def move(name: str, statut_collecte: str = "pre_collecte", statut: str = "en_attente", **body: Any) -> dict[str, Route]:
    """A move of the collection, with a household in a state that allows it."""
    before = {"statut_collecte": statut_collecte, "statut": statut}
    return {f"api/menages/<uuid:identity>/{name}": one("menage", body=body, before=before)}


def mass(**body: Any) -> Route:
    """A mass operation on the side's household."""
    return Route(body={"ids": ["{menage}"], **body}, mass=True)
