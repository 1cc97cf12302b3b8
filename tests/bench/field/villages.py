"""Families in their villages: compounds of several households, with what makes two families look like one."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from tests.bench.field.names import Customs, draw_customs, draw_family, draw_given
from tests.bench.twins import METRE, number

PER_PLACE: Final = 150
PLACES_PER_SECTOR: Final = 10
CAMPAIGN_YEARS: Final = (2024, 2025)
SURVEYORS: Final = 24
COMPOUND_METRES: Final = 14  # standard deviation: nearly all of a compound lies within 40 m


@dataclass(frozen=True)
class Person:
    """Somebody as he is: `parts` are his names with all their spellings."""

    parts: tuple[str, ...]
    sexe: str
    born: int
    lien: str


@dataclass(frozen=True)
class Interview:
    campagne: int
    jour: int  # day of the year
    enqueteur: int


@dataclass(frozen=True)
class Family:
    """A household as it is; the head is the first of its people."""

    truth: int
    people: tuple[Person, ...]
    place: int
    lon: float
    lat: float
    telephone: str | None
    identifiant: str | None
    interview: Interview
    compound: int
    # What it may be taken for: the number of a group of co-wives or of twins.
    co_wives: int = 0
    twins: int = 0

    @property
    def head(self) -> Person:
        return self.people[0]

    @property
    def spouse(self) -> Person | None:
        return next((one for one in self.people if one.lien == "epouse"), None)


@dataclass
class Village:
    place: int
    customs: Customs
    campagne: int
    first_days: tuple[int, int]
    surveyors: tuple[int, int]
    families: list[Family] = field(default_factory=list)


class Villages:
    """Make families, the same ones for the same seed."""

    def __init__(self, households: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.households = households
        self.places = max(households // PER_PLACE, 2)
        self.agents = [number(self.chance) for _ in range(max(households // 2000, 1))]
        self.villages = [self._make_village(place) for place in range(self.places)]
        self.made = 0
        self.compounds = 0

    def _make_village(self, place: int) -> Village:
        chance = self.chance
        surveyors = tuple(chance.sample(range(SURVEYORS), 2))
        days = (chance.randrange(40, 300), chance.randrange(40, 300))
        return Village(place, draw_customs(chance), chance.randrange(2), days, (surveyors[0], surveyors[1]))

    def locate(self, place: int, metres: float = 260) -> tuple[float, float]:
        lon = -16.5 + (place * 0.618034) % 1 * 2.5
        lat = 11.2 + (place * 0.754878) % 1 * 1.3
        return lon + self.chance.gauss(0, metres * METRE), lat + self.chance.gauss(0, metres * METRE)

    def schedule(self, village: Village, campagne: int) -> Interview:
        """An interview of a campaign in a village: the campaign stays two days there."""
        chance = self.chance
        return Interview(campagne, village.first_days[campagne] + chance.randrange(2), chance.choice(village.surveyors))

    def make_families(self) -> Iterator[Family]:
        """Families, compound by compound."""
        while self.made < self.households:
            village = self.chance.choice(self.villages)
            yield from self._make_compound(village)

    def _make_compound(self, village: Village) -> list[Family]:
        chance = self.chance
        self.compounds += 1
        center = self.locate(village.place)
        count = chance.choice((2, 3, 4, 5)) if chance.random() < 0.2 else 1
        lineage = draw_family(village.customs, chance)
        shared = number(chance) if count > 1 and chance.random() < 0.6 else None
        main = village.campagne if chance.random() < 0.75 else 1 - village.campagne
        interview = self.schedule(village, main)
        found: list[Family] = []
        for _ in range(count):
            family = lineage if chance.random() < 0.8 else draw_family(village.customs, chance)
            telephone = shared if shared and chance.random() < 0.8 else self._draw_telephone()
            found.append(
                self._make_family(village, family, telephone, center, interview if count > 1 else None, count > 1)
            )
        if count > 1:
            self._make_alike(village, found)
        village.families.extend(found)
        return found

    def _draw_telephone(self) -> str | None:
        chance = self.chance
        if chance.random() < 0.25:
            return None
        return chance.choice(self.agents) if chance.random() < 0.02 else number(chance)

    def _make_family(
        self,
        village: Village,
        family: str,
        telephone: str | None,
        center: tuple[float, float],
        interview: Interview | None,
        in_compound: bool,
    ) -> Family:
        chance = self.chance
        self.made += 1
        apart = COMPOUND_METRES * METRE if in_compound else 0
        if interview is None or chance.random() < 0.1:
            main = village.campagne if chance.random() < 0.75 else 1 - village.campagne
            interview = self.schedule(village, main)
        return Family(
            self.made,
            self._make_people(village.customs, family, village),
            village.place,
            center[0] + chance.gauss(0, apart),
            center[1] + chance.gauss(0, apart),
            telephone,
            f"GB{chance.randrange(10**8):08d}" if chance.random() < 0.12 else None,
            interview,
            self.compounds,
        )

    def _make_people(self, customs: Customs, family: str, village: Village) -> tuple[Person, ...]:
        chance = self.chance
        sexe = "M" if chance.random() < 0.75 else "F"
        age = min(20 + int(chance.gammavariate(4, 6.5)), 92)
        born = CAMPAIGN_YEARS[0] - age
        parts = self._draw_parts(sexe, customs, family)
        if village.families and chance.random() < 0.06:
            # A namesake in the village, often of about the same age.
            other = chance.choice(village.families).head
            parts, sexe = list(other.parts), other.sexe
            born = other.born + chance.randrange(-10, 11) if chance.random() < 0.5 else born
        people = [Person(tuple(parts), sexe, born, "chef")]
        if sexe == "M" and chance.random() < 0.85:
            people += [self._make_spouse(customs, born) for _ in range(2 if chance.random() < 0.2 else 1)]
        for _ in range(min(int(chance.gammavariate(2.2, 1.9)), 14)):
            people.append(self.make_child(customs, family, born))
        for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
            relative = chance.choice(("M", "F"))
            lien = chance.choice(("frere", "neveu", "autre") if relative == "M" else ("mere", "soeur", "niece"))
            name = tuple(self._draw_parts(relative, customs, draw_family(customs, chance)))
            people.append(Person(name, relative, CAMPAIGN_YEARS[0] - chance.randrange(8, 75), lien))
        return tuple(people)

    def _draw_parts(self, sexe: str, customs: Customs, family: str) -> list[str]:
        given = draw_given(sexe, customs, self.chance)
        middle = [draw_given(sexe, customs, self.chance)] if self.chance.random() < 0.2 else []
        return [given, *(one for one in middle if one != given), family]

    def _make_spouse(self, customs: Customs, born: int) -> Person:
        parts = tuple(self._draw_parts("F", customs, draw_family(customs, self.chance)))
        return Person(parts, "F", min(born + self.chance.randrange(0, 18), CAMPAIGN_YEARS[0] - 16), "epouse")

    def make_child(self, customs: Customs, family: str, born: int, least: int = 0) -> Person:
        sexe = self.chance.choice(("M", "F"))
        year = max(born + 18, CAMPAIGN_YEARS[0] - max(least, self.chance.randrange(0, 22)))
        name = (draw_given(sexe, customs, self.chance), family)
        return Person(name, sexe, min(year, CAMPAIGN_YEARS[0] - least), "fils" if sexe == "M" else "fille")

    def _make_alike(self, village: Village, found: list[Family]) -> None:
        """Make two families of a compound look like one: the households of two co-wives, or of twins."""
        turn = self.chance.random()
        first, second = found[0], found[1]
        if turn < 0.14 and first.spouse:
            wife = self._make_spouse(village.customs, first.head.born)
            others = tuple(one for one in second.people[1:] if one.lien != "epouse")
            husband = first.head
            # The husband is told to be the head of both, or each of them tells herself.
            people = (husband, wife, *others) if self.chance.random() < 0.5 else (replace(wife, lien="chef"), *others)
            found[1] = replace(second, people=people, co_wives=first.truth, telephone=first.telephone)
            found[0] = replace(first, co_wives=first.truth)
        elif turn < 0.24:
            given = draw_given(first.head.sexe, village.customs, self.chance)
            twin = replace(first.head, parts=(given, first.head.parts[-1]))
            found[1] = replace(second, people=(twin, *second.people[1:]), twins=first.truth)
            found[0] = replace(first, twins=first.truth)
