"""Households as they are: villages of one people, compounds of one lineage, wives who keep their names, and namesakes."""

import math
import random
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from tests.bench.second.names import Name, draw_family, draw_name, draw_people

FIRST_YEAR: Final = 2024
KILOMETRE: Final = 1 / 111.2
VILLAGES_PER_SECTOR: Final = 10


@dataclass(frozen=True)
class Person:
    name: Name
    sex: str
    born: int
    lien: str
    papers: bool  # who has papers tells the true age

    @property
    def parts(self) -> tuple[str, ...]:
        return self.name.parts


@dataclass(frozen=True)
class Home:
    """A household of one truth; people[0] is its head."""

    truth: int
    place: int
    compound: int
    lon: float
    lat: float
    people: tuple[Person, ...]
    telephone: str | None
    lent: bool  # the number is somebody else's
    identity: str | None
    co_wives: int = 0
    twins: int = 0

    @property
    def head(self) -> Person:
        return self.people[0]


@dataclass
class Village:
    place: int
    people: str
    lon: float
    lat: float
    lineages: list[str]
    shared: list[str] = field(default_factory=list)  # numbers of the shop and the chief


class Land:
    """Draw villages and the households in them, until there are enough."""

    def __init__(self, households: int, seed: int) -> None:
        self.chance = random.Random(f"second {seed}")
        self.truths, self.compounds, self.groups = count(), count(), count(1)
        self.villages: list[Village] = []
        self.homes: list[Home] = []
        while len(self.homes) < households:
            self._settle_village(households)

    def draw_number(self) -> str:
        return f"+24595{self.chance.randrange(10**7):07d}"

    def _settle_village(self, households: int) -> None:
        chance, place = self.chance, len(self.villages)
        people = draw_people(chance)
        lineages = [draw_family(people, chance) for _ in range(chance.choice((2, 2, 3, 4, 6)))]
        village = Village(
            place, people, -15.6 + 1.8 * chance.random(), 11.4 + 1.2 * chance.random(), lineages,
            [self.draw_number() for _ in range(2)],
        )  # fmt: skip
        self.villages.append(village)
        size = min(max(8, round(math.exp(chance.gauss(3.6, 0.7)))), households - len(self.homes))
        end = len(self.homes) + size
        while len(self.homes) < end:
            self._settle_compound(village, end - len(self.homes))

    def _settle_compound(self, village: Village, room: int) -> None:
        chance, compound = self.chance, next(self.compounds)
        spread = 0.15 + 0.02 * len(village.lineages)
        lon, lat = (middle + chance.gauss(0, spread) * KILOMETRE for middle in (village.lon, village.lat))
        family = chance.choice(village.lineages)
        people = village.people if chance.random() < 0.85 else draw_people(chance)
        if people != village.people:
            family = draw_family(people, chance)
        number = self.draw_number()
        homes = [
            self._make_home(village, people, family, compound, lon, lat, number)
            for _ in range(min(chance.choices((1, 2, 3, 4, 6), (45, 25, 15, 10, 5))[0], room))
        ]
        if len(homes) > 1 and chance.random() < 0.3:
            homes[:2] = self._make_alike(homes[0], homes[1])
        self.homes += homes

    def _make_alike(self, one: Home, other: Home) -> tuple[Home, Home]:
        """A grandson of the same name, twin brothers, or two wives of one man: two families that look like one."""
        kind, head = self.chance.random(), other.head
        if kind < 0.4:
            return one, replace(other, people=(replace(head, name=one.head.name, sex=one.head.sex), *other.people[1:]))
        group = next(self.groups)
        if kind < 0.7:  # twins: one year, one family name
            head = replace(head, sex=one.head.sex, born=one.head.born)
            head = replace(head, name=replace(head.name, family=one.head.name.family))
            return replace(one, twins=group), replace(other, people=(head, *other.people[1:]), twins=group)
        # Each wife keeps a hearth of her own, with the number of the man.
        other = replace(other, telephone=one.telephone, lent=True, co_wives=group)
        return replace(one, lent=True, co_wives=group), other

    def _make_home(
        self, village: Village, people: str, family: str, compound: int, lon: float, lat: float, number: str
    ) -> Home:
        chance = self.chance
        kind = chance.random()
        telephone, lent = None, False
        if kind < 0.62:
            telephone = self.draw_number()
        elif kind < 0.74:
            telephone, lent = number, True
        elif kind < 0.80:
            telephone, lent = chance.choice(village.shared), True
        return Home(
            next(self.truths), village.place, compound,
            lon + chance.gauss(0, 0.012) * KILOMETRE, lat + chance.gauss(0, 0.012) * KILOMETRE,
            self._draw_people(people, family), telephone, lent,
            f"BI{chance.randrange(10**8):08d}" if chance.random() < 0.3 else None,
        )  # fmt: skip

    def _draw_people(self, people: str, family: str) -> tuple[Person, ...]:
        chance = self.chance
        man = chance.random() < 0.77
        age = min(max(round(chance.gauss(47, 15)), 19), 92)
        head = self._draw_person(people, family, "M" if man else "F", age, "autre")
        rest: list[Person] = []
        for _ in range(chance.choices((0, 1, 2, 3), (8, 62, 24, 6))[0] if man else 0):
            wife = max(16, age - round(chance.gauss(10, 5)))
            rest.append(self._draw_person(people, draw_family(people, chance), "F", wife, "epouse"))
        children = min(max(round(chance.gauss(3.6 if man else 2.6, 2.1)), 0), 12)
        for _ in range(children):
            child = max(0, min(age - 17, round(chance.triangular(0, 24, 6))))
            for _ in range(2 if chance.random() < 0.02 else 1):
                sex = chance.choice("MF")
                rest.append(self._draw_person(people, family, sex, child, "fils" if sex == "M" else "fille"))
        for _ in range(chance.choices((0, 1, 2, 3), (50, 25, 15, 10))[0]):
            other = family if chance.random() < 0.6 else draw_family(people, chance)
            rest.append(self._draw_person(people, other, chance.choice("MF"), chance.randrange(1, 75), "autre"))
        return (head, *rest)

    def _draw_person(self, people: str, family: str, sex: str, age: int, lien: str) -> Person:
        papers = self.chance.random() < (0.45 if age < 15 else 0.3)
        return Person(draw_name(people, family, sex, self.chance), sex, FIRST_YEAR - age, lien, papers)
