"""Interviews of families: what is written down, with the errors of interviews, and the doubles as people make them."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from tests.bench.field.dwellings import Dwellings, House
from tests.bench.field.names import draw_nickname, write_name
from tests.bench.field.villages import (
    CAMPAIGN_YEARS,
    PLACES_PER_SECTOR,
    Family,
    Interview,
    Person,
    Villages,
)
from tests.bench.twins import METRE, number

# How many families are interviewed again.
DOUBLES: Final = 0.07
SIMPLE, SPELLING, SPOUSE, NO_CONTACT = "nothing particular", "spelling", "spouse as head", "no telephone, no position"
NICKNAME, MOVED, VILLAGE, THREE = "nickname", "moved", "village mistaken", "interviewed three times"
# Each kind with its share among the doubles.
KINDS: Final = {
    SIMPLE: 0.16,
    SPELLING: 0.19,
    SPOUSE: 0.13,
    NO_CONTACT: 0.13,
    NICKNAME: 0.11,
    MOVED: 0.10,
    VILLAGE: 0.09,
    THREE: 0.09,
}


@dataclass(frozen=True)
class WrittenPerson:
    nom: str
    lien: str
    sexe: str
    age: int


@dataclass(frozen=True)
class Record:
    """A household as somebody wrote it down; records of one household share `family.truth`."""

    family: Family
    kind: str | None  # of a second interview
    nom: str
    sexe: str | None
    age: int | None
    telephone: str | None
    identifiant: str | None
    place: int | None
    lon: float | None
    lat: float | None
    precision: float | None
    taille: int
    interview: Interview
    membres: tuple[WrittenPerson, ...]
    logement: House | None = None
    plateforme: str = "manuel"

    @property
    def truth(self) -> int:
        return self.family.truth


def tell_age(person: Person, year: int, chance: random.Random) -> int:
    """An age as it is told: a few years off, and often a round one."""
    age = max(year - person.born, 0)
    if age < 6:
        return max(0, age + chance.choice((-1, 0, 0, 0, 0, 1)))
    told = age + round(chance.gauss(0, 0.3 + 0.045 * age)) if chance.random() < 0.6 else age
    if told >= 20 and chance.random() < 0.3:
        told = round(told / 5) * 5
    return max(5, min(told, 100))


class Interviews:
    """Interview all families of some villages, and some of them again."""

    def __init__(self, households: int, seed: int, listed: float = 0.92, doubles: float = DOUBLES) -> None:
        """`listed`: the share of interviews that list the members by name."""
        self.villages = Villages(households, seed)
        self.chance = self.villages.chance
        self.listed = listed
        self.doubles = doubles
        self.dwellings = Dwellings(seed)
        self.changes: dict[str, Callable[[Record], Record]] = {
            SPELLING: self._misspell,
            SPOUSE: self._interview_spouse,
            NO_CONTACT: lambda record: replace(record, telephone=None, lon=None, lat=None, precision=None),
            NICKNAME: self._call_by_nickname,
            MOVED: self._move,
            VILLAGE: self._mistake_village,
        }

    def make_records(self) -> Iterator[Record]:
        """All interviews, each with the house that was seen and the platform that sent it."""
        for n, record in enumerate(self._make_interviews()):
            family, campagne = record.family, record.interview.campagne
            # A village that was chosen wrongly is not another house.
            place = record.place if record.kind == MOVED and record.place is not None else family.place
            yield replace(
                record,
                logement=self.dwellings.write_house(family, place, campagne, n),
                plateforme=self.dwellings.choose_platform(family, campagne, n, is_again=record.kind is not None),
            )

    def _make_interviews(self) -> Iterator[Record]:
        for family in list(self.villages.make_families()):
            yield self.interview(family, family.interview, usual=0.75, typing=0.03)
            if self.chance.random() < self.doubles:
                [kind] = self.chance.choices([*KINDS], [*KINDS.values()])
                for _ in range(2 if kind == THREE else 1):
                    again = self.interview_again(family, kind)
                    yield self.changes[kind](again) if kind in self.changes else again

    def interview(self, family: Family, interview: Interview, usual: float, typing: float) -> Record:
        chance = self.chance
        year = CAMPAIGN_YEARS[interview.campagne]
        head, others = family.people[0], family.people[1:]
        lon, lat, precision = self._measure_position(family.lon, family.lat)
        membres: tuple[WrittenPerson, ...] = ()
        if chance.random() < self.listed:
            membres = tuple(self._write_person(one, year, usual, typing) for one in others)
        return Record(
            family,
            None,
            write_name([*head.parts], chance, usual, typing),
            None if chance.random() < 0.03 else head.sexe,
            None if chance.random() < 0.06 else tell_age(head, year, chance),
            family.telephone,
            family.identifiant,
            None if chance.random() < 0.03 else family.place,
            lon,
            lat,
            precision,
            1 + len(others),
            interview,
            membres,
        )

    def _measure_position(self, lon: float, lat: float) -> tuple[float | None, float | None, float | None]:
        chance = self.chance
        if chance.random() < 0.1:
            return None, None, None
        precision = chance.uniform(60, 300) if chance.random() < 0.05 else chance.uniform(3, 14)
        metres = precision * 0.7 * METRE
        return lon + chance.gauss(0, metres), lat + chance.gauss(0, metres), round(precision, 1)

    def _write_person(self, person: Person, year: int, usual: float, typing: float) -> WrittenPerson:
        chance = self.chance
        parts = [*person.parts]
        if chance.random() < 0.08:
            parts[0] = draw_nickname(parts[0], person.sexe, chance)
        if chance.random() < 0.25:
            parts = parts[:1]
        name = write_name(parts, chance, usual, typing)
        return WrittenPerson(name, person.lien, person.sexe, tell_age(person, year, chance))

    def interview_again(self, family: Family, kind: str) -> Record:
        """The second interview of a family: mostly in the other campaign, with what has changed in the meantime."""
        chance = self.chance
        village = self.villages.villages[family.place]
        first = family.interview
        if chance.random() < 0.75:
            interview = self.villages.schedule(village, 1 - first.campagne)
        else:
            later = first.jour + (0 if chance.random() < 0.1 else chance.randrange(1, 40))
            interview = Interview(first.campagne, later, chance.choice(village.surveyors))
        people = [one for one in family.people[1:] if chance.random() > 0.14]
        if chance.random() < 0.2:
            people.append(self.villages.make_child(village.customs, family.people[0].parts[-1], family.head.born))
        head = family.head
        if len(head.parts) == 3 and chance.random() < 0.4:
            head = replace(head, parts=(head.parts[0], head.parts[2]))
        now = replace(family, people=(head, *people))
        record = self.interview(now, interview, usual=0.55, typing=0.12)
        turn = chance.random()
        telephone = None if turn < 0.1 else number(chance) if turn < 0.22 else family.telephone
        size = max(1, record.taille + chance.choice((-1, 0, 0, 0, 0, 0, 1, 1, 2)))
        identifiant = family.identifiant if chance.random() < 0.6 else None
        return replace(record, family=family, kind=kind, telephone=telephone, taille=size, identifiant=identifiant)

    def _misspell(self, record: Record) -> Record:
        """The name as somebody writes it who has not heard it well, or in the other language."""
        name = write_name([*record.family.head.parts], self.chance, 0.2, 0.7)
        return replace(record, nom=name)

    def _interview_spouse(self, record: Record) -> Record:
        """The wife tells herself as the head; the husband is listed among the others, or is away."""
        chance = self.chance
        spouse = record.family.spouse
        if spouse is None:
            return replace(record, kind=SIMPLE)
        year = CAMPAIGN_YEARS[record.interview.campagne]
        others = [self._write_person(one, year, 0.55, 0.1) for one in record.family.people[1:] if one is not spouse]
        if chance.random() < 0.75:
            husband = self._write_person(record.family.head, year, 0.55, 0.1)
            others.append(replace(husband, lien="autre"))
        turn = chance.random()
        telephone = number(chance) if turn < 0.35 else None if turn < 0.5 else record.telephone
        return replace(
            record,
            nom=write_name([*spouse.parts], chance, 0.55, 0.1),
            sexe="F",
            age=tell_age(spouse, year, chance),
            telephone=telephone,
            membres=tuple(others) if record.membres else (),
        )

    def _call_by_nickname(self, record: Record) -> Record:
        chance = self.chance
        head = record.family.head
        nickname = draw_nickname(head.parts[0], head.sexe, chance)
        parts = [nickname] if chance.random() < 0.15 else [nickname, head.parts[-1]]
        return replace(record, nom=write_name(parts, chance, 0.55, 0.05))

    def _move(self, record: Record) -> Record:
        """To another village, mostly of the same sector; the number is mostly kept."""
        chance = self.chance
        places = self.villages.places
        start = record.family.place // PLACES_PER_SECTOR * PLACES_PER_SECTOR
        near = min(start + chance.randrange(PLACES_PER_SECTOR), places - 1)
        place = near if chance.random() < 0.6 else chance.randrange(places)
        if place == record.family.place:
            place = (place + 1) % places
        lon, lat, precision = self._measure_position(*self.villages.locate(place))
        telephone = record.telephone if chance.random() < 0.7 else number(chance)
        interview = self.villages.schedule(self.villages.villages[place], 1 - record.family.interview.campagne)
        return replace(
            record, place=place, lon=lon, lat=lat, precision=precision, telephone=telephone, interview=interview
        )

    def _mistake_village(self, record: Record) -> Record:
        """The village's name was chosen wrongly; the position, when there is one, is right."""
        chance = self.chance
        start = record.family.place // PLACES_PER_SECTOR * PLACES_PER_SECTOR
        place = min(start + chance.randrange(PLACES_PER_SECTOR), self.villages.places - 1)
        if place == record.family.place:
            place = (place + 1) % self.villages.places
        if chance.random() < 0.5:
            return replace(record, place=place, lon=None, lat=None, precision=None)
        return replace(record, place=place)
