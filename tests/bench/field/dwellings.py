"""Dwellings as they are and as they are written down, and the platform that an interview came by.

Of draws of their own: the families and interviews of a seed are the same with them as without.
"""

import random
from dataclasses import dataclass, replace
from typing import Final

from tests.bench.field.villages import Family

# What is common, of a hundred: huts of earth under zinc or straw; most light their evenings with a torch.
TRAITS: Final = {
    "mur": {"adobe": 58, "taipa": 14, "ciment": 14, "brique_cuite": 8, "bois": 6},
    "toit": {"zinc": 72, "paille": 24, "tuile": 4},
    "sol": {"terre": 62, "ciment": 33, "carreaux": 5},
    "toilette": {"latrine": 52, "nature": 22, "latrine_amelioree": 20, "chasse": 6},
    "eclairage": {"lampe_torche": 52, "solaire": 26, "bougie": 10, "reseau": 12},
}
# How often a neighbour has what the village mostly has; a house of one compound what the compound has; wives of one man the same.
AS_THE_VILLAGE, AS_THE_COMPOUND, AS_CO_WIVES = 0.45, 0.55, 0.85
# How often, between two campaigns, a trait changes; how often it is written wrongly, and left out.
REPAIRED, MISTAKEN, UNTOLD, SECTION_LEFT_OUT = 0.06, {"toilette": 0.14, "eclairage": 0.16}, 0.04, 0.1
USUALLY_MISTAKEN: Final = 0.07
# Whose second interview in one campaign is by another agency, which has another platform; who else has another than his village.
OTHER_AGENCY, OTHER_PLATFORM, IMPORTED = 0.5, 0.04, 0.05
PLATFORMS: Final = ("collector_platform_a", "collector_platform_b")


@dataclass(frozen=True)
class House:
    mur: str | None
    toit: str | None
    sol: str | None
    toilette: str | None
    eclairage: str | None
    pieces: int | None


def _draw(trait: str, chance: random.Random) -> str:
    shares = TRAITS[trait]
    return chance.choices([*shares], [*shares.values()])[0]


def _draw_like(house: House, likeness: float, chance: random.Random) -> House:
    """Draw a house each of whose traits is that of another house with a probability, else any."""
    traits = {name: getattr(house, name) if chance.random() < likeness else _draw(name, chance) for name in TRAITS}
    return House(**traits, pieces=max(1, min(round(chance.gauss(3.2, 1.5)), 10)))


class Dwellings:
    """Tell the houses of the families of a registry."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def build_house(self, family: Family, place: int) -> House:
        """The house of a family in a place; that of who moved is another one."""
        shared = [(f"village {place}", 0.0), (f"compound {family.compound}", AS_THE_VILLAGE)]
        if family.co_wives:
            shared.append((f"man {family.co_wives} {family.compound}", AS_THE_COMPOUND))
        house = House(None, None, None, None, None, None)
        for name, likeness in shared:
            house = _draw_like(house, likeness, random.Random(f"{self.seed} {name} {place}"))
        likeness = AS_CO_WIVES if family.co_wives else AS_THE_COMPOUND
        return _draw_like(house, likeness, random.Random(f"{self.seed} family {family.truth} {place}"))

    def write_house(self, family: Family, place: int, campagne: int, interview: int) -> House | None:
        """The house as interview number `interview` wrote it down, or None where it left the section out."""
        house = self.build_house(family, place)
        if campagne:
            repaired = random.Random(f"{self.seed} repairs {family.truth}")
            traits = {name: _draw(name, repaired) for name in TRAITS if repaired.random() < REPAIRED}
            house = replace(house, **traits)
        chance = random.Random(f"{self.seed} interview {interview}")
        if chance.random() < SECTION_LEFT_OUT:
            return None
        told: dict[str, str | None] = {}
        for name in TRAITS:
            wrong = chance.random() < MISTAKEN.get(name, USUALLY_MISTAKEN)
            told[name] = _draw(name, chance) if wrong else getattr(house, name)
            if chance.random() < UNTOLD:
                told[name] = None
        rooms = max(1, (house.pieces or 1) + chance.choice((-1, 0, 0, 0, 0, 1)))
        return House(**told, pieces=None if chance.random() < UNTOLD else rooms)

    def choose_platform(self, family: Family, campagne: int, interview: int, *, is_again: bool) -> str:
        """The platform of an interview: of its campaign, of another agency, or a file that was typed from paper."""
        chance = random.Random(f"{self.seed} platform {interview}")
        other = OTHER_AGENCY if is_again and campagne == family.interview.campagne else OTHER_PLATFORM
        if chance.random() < IMPORTED:
            return "import"
        return PLATFORMS[1 - campagne if chance.random() < other else campagne]
