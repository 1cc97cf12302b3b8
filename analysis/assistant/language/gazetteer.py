"""Find places by the words of their names."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final
from uuid import UUID

from analysis.assistant.language.lexicon import Phrase, split_text
from analysis.assistant.types import Place

# How a name without its level is read: rows lie in the largest area of that name, the centre of a circle is the smallest.
LARGEST_FIRST: Final = ("region", "secteur", "localite")
SMALLEST_FIRST: Final = ("localite", "secteur", "region")


class Gazetteer:
    """Hold the places that a caller sees, by the words of their names."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.places: defaultdict[Phrase, list[Place]] = defaultdict(list)
        for place in places:
            self.places[tuple(split_text(place.nom))].append(place)
        self.places.pop((), None)
        self.longest = max(map(len, self.places), default=0)
        self.area_words = frozenset(
            word
            for phrase, found in self.places.items()
            if any(p.niveau != "localite" for p in found)
            for word in phrase
        )
        self.words = frozenset(word for phrase in self.places for word in phrase)

    def find_phrase(self, words: list[str], start: int) -> tuple[Phrase, list[Place]] | None:
        """Return the longest name that begins at `start`, and the places of that name, or None."""
        for length in range(min(self.longest, len(words) - start), 0, -1):
            phrase = tuple(words[start : start + length])
            if phrase in self.places:
                return phrase, self.places[phrase]
        return None

    def list_phrases(self, words: list[str]) -> Iterator[tuple[Phrase, list[Place]]]:
        """Yield the names in a text, the longest at each word, and the places of each."""
        start = 0
        while start < len(words):
            found = self.find_phrase(words, start)
            if found:
                yield found
            start += len(found[0]) if found else 1

    def find_namesakes(self, places: Iterable[Place]) -> dict[UUID, Place]:
        """Return by the ids of regions and secteurs the one of the other level that has their name."""
        found = {}
        for place in places:
            others = self.places.get(tuple(split_text(place.nom)), ())
            areas = [one for one in others if {one.niveau, place.niveau} == {"region", "secteur"}]
            if len(areas) == 1:
                found[place.id] = areas[0]
        return found


def choose_places(mentions: list[tuple[Place, ...]], order: tuple[str, ...]) -> list[Place] | None:
    """Return one place for each mention of a name, in the first level of `order` that has the name.

    Several localities may have one name: the one within another place that is mentioned is meant. Returns None if that
    leaves more than one.
    """
    others = {place.id for places in mentions for place in places}
    chosen = []
    for places in mentions:
        level = next(level for level in order if any(place.niveau == level for place in places))
        same = [place for place in places if place.niveau == level]
        if len(same) > 1:
            same = [place for place in same if others & {*place.parents}]
        if len(same) != 1:
            return None
        chosen.append(same[0])
    return chosen


def drop_containers(places: list[Place], groups: list[int]) -> list[Place]:
    """Return the places without those that contain another of them, each once ("Cutia, in the secteur of Mansoa").

    Of places of one group ("Oio and Mansoa") each is meant.
    """
    named = [*zip(places, groups, strict=True)]
    kept = (
        place
        for place, group in named
        if not any(place.id in other.parents and group != other_group for other, other_group in named)
    )
    return list(dict.fromkeys(kept))
