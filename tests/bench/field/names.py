"""Names as villages have them: few for most people, one family name for half a village, and what people are called by.

The nicknames stand here on their own and not in the application, whose table knows some of them only.
"""

import random
from dataclasses import dataclass
from typing import Final

from tests.bench.twins import FAMILIES, MEN, WOMEN, mistyped, spelt

# How many of the names of `twins` are Muslim ones; the others are heard in other villages.
MUSLIM_MEN: Final = 23
MUSLIM_WOMEN: Final = 21
MUSLIM_FAMILIES: Final = 25
MUSLIM_VILLAGES: Final = 0.65
# What some are called by, by the usual spelling of their name.
NICKNAMES: Final = {
    "Mamadú": "Modo|Doudou|Mama",
    "Amadú": "Ama|Doura",
    "Braima": "Ibou|Ibro",
    "Suleimane": "Solo|Jules",
    "Umaro": "Barou",
    "Abdulai": "Abdu|Lai",
    "Ussumane": "Ous|Manso",
    "Bubacar": "Buba|Bouba|Bacar",
    "Saico": "Sekou",
    "Tcherno": "Tchenu|Ceerno",
    "António": "Toni|Tó",
    "José": "Zé|Djó",
    "Domingos": "Mingo",
    "Manuel": "Nelo|Mané",
    "Fernando": "Nando",
    "Quintino": "Tino",
    "Fatumata": "Fanta|Tumé|Fama",
    "Aissatu": "Aicha|Satu|Issa",
    "Mariama": "Mari|Yama",
    "Cadi": "Cadidja|Dija",
    "Djenabu": "Djena|Nabu",
    "Aua": "Eva",
    "Mariatu": "Matu",
    "Salimatu": "Sali",
    "Maimuna": "Muna|Mai",
    "Ramatulai": "Rama|Ramata",
    "Domingas": "Mingas|Minga",
    "Isabel": "Bela",
    "Filomena": "Mena",
    "Fernanda": "Nanda",
    "Beatriz": "Bia",
}
# What anybody may be called by.
PET_NAMES: Final = {"M": "Baba|Papis|Bobo|Tidiane|Preto|Lamine|Malé", "F": "Nené|Mama|Bobo|Nha|Mimi|Coco|Ndei"}


@dataclass(frozen=True)
class Customs:
    """The names of one village: its lineages, and whether it is a Muslim one."""

    lineages: tuple[str, ...]
    is_muslim: bool


def draw_common(choices: tuple[str, ...], chance: random.Random, power: float = 2.2) -> str:
    """Draw a name, the first ones much more often: with power 2.2 a tenth of the names is that of a third of the people."""
    return choices[min(int(len(choices) * chance.random() ** power), len(choices) - 1)]


def draw_customs(chance: random.Random) -> Customs:
    is_muslim = chance.random() < MUSLIM_VILLAGES
    families = FAMILIES[:MUSLIM_FAMILIES] if is_muslim else FAMILIES[MUSLIM_FAMILIES:]
    return Customs(tuple(draw_common(families, chance, 1.6) for _ in range(chance.choice((1, 2, 3)))), is_muslim)


def draw_given(sexe: str, customs: Customs, chance: random.Random) -> str:
    names, muslim = (MEN, MUSLIM_MEN) if sexe == "M" else (WOMEN, MUSLIM_WOMEN)
    return draw_common(names[:muslim] if customs.is_muslim else names[muslim:], chance, 1.8)


def draw_family(customs: Customs, chance: random.Random, of_village: float = 0.72) -> str:
    if chance.random() < of_village:
        return draw_common(customs.lineages, chance, 1.5)
    families = FAMILIES[:MUSLIM_FAMILIES] if customs.is_muslim else FAMILIES[MUSLIM_FAMILIES:]
    return draw_common(families, chance)


def draw_nickname(given: str, sexe: str, chance: random.Random) -> str:
    """What somebody of this name is called by: mostly a nickname of the name, else any pet name."""
    known = NICKNAMES.get(given.split("|")[0])
    return chance.choice((known if known and chance.random() < 0.7 else PET_NAMES[sexe]).split("|"))


def write_name(parts: list[str], chance: random.Random, usual: float, typing: float) -> str:
    """A name as an interviewer writes it: one of its spellings, sometimes a typing error, sometimes turned round."""
    words = [spelt(part, chance, usual) for part in parts]
    if chance.random() < typing:
        at = chance.randrange(len(words))
        if len(words[at]) > 3:
            words[at] = mistyped(words[at], chance)
    if chance.random() < typing / 2:
        words.reverse()
    return " ".join(words)
