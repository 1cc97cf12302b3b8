"""Interviews of the households: what is told, what is written, and why a household is interviewed again."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tests.bench.second.names import HOUSE_NAMES, mistype, write_name
from tests.bench.second.people import FIRST_YEAR, KILOMETRE, VILLAGES_PER_SECTOR, Home, Land, Person

# Why a household is in the registry twice, of a hundred.
REASONS: Final = {
    "interview begun anew": 8,  # the same hour by the same hand, the first one left half done
    "listed by two teams": 17,  # the same campaign, within weeks
    "next campaign": 25,
    "wife or son answers as head": 12,
    "head gone, heir in place": 6,
    "moved away": 8,
    "neighbour village chosen": 7,
    "house name": 5,
    "paper form, typed later": 7,  # no position, members counted but not listed
    "part of it as a household": 5,
}
THREE: Final = 0.12  # of those interviewed again, once more
YEAR_DAYS: Final = 120


@dataclass(frozen=True)
class Visit:
    campagne: int
    jour: int
    enqueteur: int


@dataclass(frozen=True)
class Line:
    nom: str
    lien: str
    sexe: str
    age: int


@dataclass(frozen=True)
class Sheet:
    """A household as it was written; named as `tests.bench.field.load` and `judge` read records."""

    family: Home
    kind: str | None
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
    interview: Visit
    membres: tuple[Line, ...]

    @property
    def truth(self) -> int:
        return self.family.truth


def tell_age(person: Person, year: int, by_proxy: bool, chance: random.Random) -> int:
    """Who has papers tells the age; others guess, and half of the grown ones end on 0 or 5 (Whipple's index near 180)."""
    age = max(year - person.born, 0)
    if person.papers and chance.random() < 0.9:
        return age
    off = 0.06 + 0.05 * by_proxy
    told = age + chance.gauss(0, 0.4 + off * age)
    if told >= 18 and chance.random() < 0.32:
        return max(round(told / 10) * 10 if chance.random() < 0.4 else round(told / 5) * 5, 15)
    return max(0, round(told))


class Interviewer:
    """One who writes: some with care, some not, some with a telephone that finds the place badly."""

    def __init__(self, chance: random.Random) -> None:
        self.care = min(max(chance.betavariate(6, 2), 0), 1)
        self.metres = math.exp(chance.gauss(1.9, 0.5))
        self.lists = chance.random() < 0.93


class Campaigns:
    """All sheets of a registry: each household once, some of them again."""

    def __init__(self, households: int, seed: int, again: float = 0.08) -> None:
        self.chance = random.Random(f"second interviews {seed}")
        self.land, self.again = Land(households, seed), again
        self.teams = [Interviewer(self.chance) for _ in range(max(12, households // 250))]

    def make_sheets(self) -> Iterator[Sheet]:
        for home in self.land.homes:
            # A village is walked by one team in its days.
            day = (home.place * 37) % YEAR_DAYS + self.chance.randrange(4)
            first = self.write(home, None, Visit(0, day, (home.place * 3 + self.chance.randrange(3)) % len(self.teams)))
            if self.chance.random() < 0.12:  # came to the place later: only in the second campaign
                first = replace(first, interview=replace(first.interview, campagne=1))
            yield first
            while self.chance.random() < self.again:
                yield self.repeat(home, first)
                if self.chance.random() >= THREE:
                    break

    def repeat(self, home: Home, first: Sheet) -> Sheet:
        kind = self.chance.choices(list(REASONS), list(REASONS.values()))[0]
        return self.write(self._change(home, kind), kind, self._visit(kind, first.interview))

    def _visit(self, kind: str, first: Visit) -> Visit:
        another = self.chance.randrange(len(self.teams))
        if kind == "interview begun anew":
            return first
        if kind == "listed by two teams":
            return Visit(first.campagne, first.jour + self.chance.randrange(1, 30), another)
        if kind == "part of it as a household":
            return Visit(first.campagne, first.jour + self.chance.randrange(3), first.enqueteur)
        later = kind in {"next campaign", "head gone, heir in place", "moved away"} or self.chance.random() < 0.6
        return Visit(1 if later else first.campagne, self.chance.randrange(YEAR_DAYS), another)

    def _change(self, home: Home, kind: str) -> Home:
        """The household as it is met then."""
        people, chance = home.people, self.chance
        if kind in {"wife or son answers as head", "head gone, heir in place"}:
            grown = [n for n, one in enumerate(people) if n and FIRST_YEAR - one.born >= 18]
            if grown:
                heir = replace(people[grown[0]], lien="autre")
                rest = [one for n, one in enumerate(people) if n not in (0, grown[0])]
                gone = kind == "head gone, heir in place"
                people = (heir, *([] if gone else [replace(people[0], lien="autre")]), *rest)
            if chance.random() < 0.4:
                home = replace(home, telephone=self.land.draw_number(), identity=None)
        if kind == "part of it as a household" and len(people) > 3:
            part = [one for one in people[1:] if chance.random() < 0.6] or list(people[1:2])
            people = tuple(sorted(part, key=lambda one: one.born))
            home = replace(home, identity=None, telephone=home.telephone if chance.random() < 0.6 else None)
        if kind == "moved away":
            where = chance.choice(self.land.villages)
            lon, lat = (middle + chance.gauss(0, 0.2) * KILOMETRE for middle in (where.lon, where.lat))
            home = replace(home, place=where.place, lon=lon, lat=lat)
        return replace(home, people=people)

    def write(self, home: Home, kind: str | None, visit: Visit) -> Sheet:
        chance, team = self.chance, self.teams[visit.enqueteur]
        year = FIRST_YEAR + visit.campagne
        met = self._grow(home, visit.campagne)
        by_proxy = chance.random() < 0.35
        head = met[0]
        name = write_name(head.name, team.care, chance)
        if kind == "house name":
            name = f"{chance.choice(HOUSE_NAMES)} {head.name.family}"
        paper = kind == "paper form, typed later"
        listed = team.lists and not paper and not (kind == "interview begun anew" and chance.random() < 0.5)
        lon, lat, metres = self._locate(home, team, paper)
        return Sheet(
            home, kind, name,
            None if chance.random() < 0.01 else head.sex if chance.random() > 0.01 else "MF"[head.sex == "M"],
            None if chance.random() < 0.04 else tell_age(head, year, by_proxy, chance),
            self._tell_number(home, visit),
            None if chance.random() < 0.25 else self._tell_identity(home),
            self._tell_place(home, kind), lon, lat, metres,
            max(1, len(met) + (chance.choice((-1, 1)) if chance.random() < 0.1 else 0)), visit,
            tuple(
                Line(write_name(one.name, team.care, chance), one.lien, one.sex, tell_age(one, year, True, chance))
                for one in met[1:]
                if chance.random() > 0.04
            ) if listed else (),
        )  # fmt: skip

    def _grow(self, home: Home, campaign: int) -> list[Person]:
        """Between campaigns children are born, and some go."""
        if not campaign:
            return list(home.people)
        met = [home.people[0], *(one for one in home.people[1:] if self.chance.random() > 0.07)]
        if self.chance.random() < 0.18:
            family = home.people[0]
            given = self.chance.choice(("Neném", "Fatu", "Samba", "Maria", "Aliu"))
            name = replace(family.name, given=given, second=None)
            met.append(Person(name, self.chance.choice("MF"), FIRST_YEAR + 1, "fils", False))
        return met

    def _tell_number(self, home: Home, visit: Visit) -> str | None:
        number, chance = home.telephone, self.chance
        if number is None or chance.random() < 0.08:
            return None
        if visit.campagne and chance.random() < 0.22:
            return self.land.draw_number()
        if chance.random() < 0.02:
            at = chance.randrange(7, len(number))
            return number[:at] + str(chance.randrange(10)) + number[at + 1 :]
        return number

    def _tell_identity(self, home: Home) -> str | None:
        if home.identity and self.chance.random() < 0.03:
            return mistype(home.identity, self.chance)
        return home.identity

    def _tell_place(self, home: Home, kind: str | None) -> int | None:
        if self.chance.random() < 0.02:
            return None
        if kind != "neighbour village chosen":
            return home.place
        first = home.place - home.place % VILLAGES_PER_SECTOR
        return self.chance.randrange(first, min(first + VILLAGES_PER_SECTOR, len(self.land.villages)))

    def _locate(self, home: Home, team: Interviewer, paper: bool) -> tuple[float | None, float | None, float | None]:
        chance = self.chance
        if paper or chance.random() < 0.04:
            return None, None, None
        metres = max(2.0, team.metres * math.exp(chance.gauss(0, 0.5)))
        if chance.random() < 0.02:  # written in the evening, where the team slept
            village = self.land.villages[min(home.place, len(self.land.villages) - 1)]
            return village.lon, village.lat, metres
        off = metres * KILOMETRE / 1000 * 0.66
        return home.lon + chance.gauss(0, off), home.lat + chance.gauss(0, off), metres
