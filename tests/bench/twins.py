"""A made-up registry with known doubles: local names, as different interviewers write them, and typing errors.

The spellings stand here on their own and not in the application: what is measured is whether its rules find them.
Beside the doubles there is what makes it hard: neighbours with one name, relatives with one telephone, agents who give
their own number for many.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

# Each name with the ways in which it is written, the most usual first.
MEN = (
    "Mamadú|Mamadu|Mamadou|Mamadi",
    "Amadú|Amadu|Amadou",
    "Braima|Ibraima|Ibrahima",
    "Alfa|Alpha",
    "Aliu|Aliou|Ali",
    "Bacar|Bakar",
    "Suleimane|Souleymane|Suleimani",
    "Sadjo|Sadio",
    "Umaro|Oumar|Omar",
    "Demba|Dembá",
    "Abdulai|Abdoulaye|Adulai",
    "Malam|Malan",
    "Iaia|Yaya|Iáia",
    "Ussumane|Ousmane|Usumane",
    "Samba|Sambá",
    "Bubacar|Boubacar|Aboubacar",
    "Saico|Saiko",
    "Idrissa|Idriça",
    "Mussá|Moussa|Mussa",
    "Queba|Keba",
    "Infali|Infaly",
    "Tcherno|Thierno|Cherno",
    "Iero|Yero",
    "João|Joao",
    "António|Antonio",
    "José|Jose",
    "Domingos|Domingo",
    "Carlos",
    "Augusto",
    "Paulo",
    "Pedro",
    "Manuel|Manoel",
    "Armando",
    "Quintino",
    "Fernando",
    "Luís|Luiz",
    "Tomás|Tomas",
    "Marcelino",
    "Vicente",
    "Mário|Mario",
    "Sabino",
    "Filipe|Felipe",
    "Agostinho",
    "Júlio|Julio",
)
WOMEN = (
    "Fatumata|Fatoumata|Fatu|Fatou",
    "Aissatu|Aïssatou|Aissata",
    "Mariama|Mariam",
    "Cadi|Kadi|Khady",
    "Adama|Adamá",
    "Djenabu|Djénabou|Diénabou|Jenabu",
    "Binta|Bintá",
    "Fanta|Fantá",
    "Aua|Hawa|Awa",
    "Sona|Soná",
    "Nhima|Nima",
    "Cumba|Coumba|Kumba",
    "Mariatu|Mariatou",
    "Djariatu|Diariatou",
    "Salimatu|Salimatou",
    "Maimuna|Maïmouna",
    "Iama|Yama",
    "Satu|Satou",
    "Sirá|Sira",
    "Ramatulai|Ramatoulaye",
    "Musu|Moussou",
    "Maria",
    "Ana|Anna",
    "Domingas",
    "Joana",
    "Segunda",
    "Teresa|Tereza",
    "Isabel|Izabel",
    "Antónia|Antonia",
    "Quinta",
    "Sábado|Sabado",
    "Filomena",
    "Augusta",
    "Fernanda",
    "Rosa",
    "Celeste",
    "Inês|Ines",
    "Cristina",
    "Beatriz|Beatris",
    "Helena|Elena",
)
FAMILIES = (
    "Baldé|Balde",
    "Djaló|Diallo|Jaló|Djalo",
    "Camará|Camara|Kamara",
    "Embaló|Mballo|Embalo",
    "Mané|Mane",
    "Sané|Sanhá|Sane",
    "Seidi|Seydi",
    "Bari|Barry",
    "Jau|Djau|Diao",
    "Candé|Kandé|Cande",
    "Cassamá|Cassama|Kassama",
    "Turé|Touré|Ture",
    "Fati|Faty",
    "Dabó|Dabo",
    "Danso|Dansó",
    "Sissé|Cissé|Sisse",
    "Indjai|Ndiaye|Njai",
    "Queta|Keita|Queita",
    "Só|Sow|So",
    "Bangura|Bangoura",
    "Dramé|Drame",
    "Jaquité|Diakité",
    "Bá|Bah|Ba",
    "Cá|Ká|Ca",
    "Té|Te",
    "Gomes|Gomez",
    "Mendes|Mendez",
    "Có|Co|Kó",
    "Vaz|Vas",
    "da Silva|Silva",
    "Lopes|Lopez",
    "Correia|Correa",
    "Pereira",
    "Fernandes|Fernandez",
    "Nhaga|Niaga",
    "Sambú|Sambu|Sambou",
    "Biai|Biaï",
    "Tavares",
    "Monteiro",
    "da Costa|Costa",
    "Quadé|Kuadé",
    "Dias|Diaz",
    "Nanque|Nanké",
    "Sá|Sa",
    "Ié|Yé",
    "Indi",
)
LETTERS = "abcdefghijlmnopqrstuvz"
PER_PLACE = 150
PLACES_PER_SECTOR = 40
METRE = 1 / 110_574


@dataclass(frozen=True)
class Record:
    """A household as somebody wrote it down; records of one household share `truth`."""

    truth: int
    nom: str
    sexe: str
    age: int | None
    telephone: str | None
    place: int
    lon: float | None
    lat: float | None
    taille: int

    @property
    def sector(self) -> int:
        return self.place // PLACES_PER_SECTOR


def common(choices: tuple[str, ...], chance: random.Random) -> str:
    """One of the names, the first ones more often: as names are."""
    return choices[min(int(len(choices) * chance.random() ** 1.6), len(choices) - 1)]


def spelt(name: str, chance: random.Random, usual: float) -> str:
    ways = name.split("|")
    return ways[0] if chance.random() < usual or len(ways) == 1 else chance.choice(ways[1:])


def mistyped(text: str, chance: random.Random) -> str:
    """One letter wrong, missing, doubled or changed with its neighbour."""
    at = chance.randrange(1, len(text))
    slip = chance.randrange(4)
    if slip == 0:
        return text[:at] + chance.choice(LETTERS) + text[at + 1 :]
    if slip == 1:
        return text[:at] + text[at + 1 :]
    if slip == 2:
        return text[:at] + text[at - 1] + text[at:]
    return text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :]


def number(chance: random.Random) -> str:
    return f"+2459{chance.choice('5667')}{chance.randrange(10**7):07d}"


class Country:
    """Makes records, the same ones for the same seed."""

    def __init__(self, households: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.households = households
        self.places = max(households // PER_PLACE, 2)
        self.agents = [number(self.chance) for _ in range(max(households // 2000, 1))]
        self.parts: dict[int, list[str]] = {}

    def household(self, truth: int) -> Record:
        chance = self.chance
        sexe = "M" if chance.random() < 0.7 else "F"
        first = MEN if sexe == "M" else WOMEN
        parts = [common(first, chance), common(FAMILIES, chance)]
        if chance.random() < 0.25:
            parts.insert(1, common(first if chance.random() < 0.5 else FAMILIES, chance))
        self.parts[truth] = parts
        place = chance.randrange(self.places)
        age = min(18 + int(chance.gammavariate(4, 7)), 95)
        if chance.random() < 0.3:
            age -= age % 5
        telephone = None if chance.random() < 0.2 else number(chance)
        if telephone and chance.random() < 0.02:
            telephone = chance.choice(self.agents)
        lon, lat = self.at(place, 350)
        return Record(
            truth,
            self.written(parts, 0.8),
            sexe,
            age,
            telephone,
            place,
            lon,
            lat,
            1 + min(int(chance.gammavariate(3, 2.2)), 25),
        )

    def at(self, place: int, metres: float) -> tuple[float, float]:
        lon = -16.5 + (place * 0.618034) % 1 * 2.5
        lat = 11.2 + (place * 0.754878) % 1 * 1.3
        return lon + self.chance.gauss(0, metres * METRE), lat + self.chance.gauss(0, metres * METRE)

    def written(self, parts: list[str], usual: float) -> str:
        return " ".join(spelt(part, self.chance, usual) for part in parts)

    def again(self, record: Record) -> Record:
        """The same household, at another interview."""
        chance = self.chance
        parts = list(self.parts[record.truth])
        if len(parts) == 3 and chance.random() < 0.3:
            del parts[1]
        name = self.written(parts, 0.55)
        if chance.random() < 0.1:
            name = " ".join(reversed(name.split(" ")))
        if chance.random() < 0.2:
            name = mistyped(name, chance)
        age = record.age
        if age is not None and chance.random() < 0.35:
            age = max(15, age + chance.choice((-2, -1, -1, 1, 1, 2, 3, -4)))
        telephone = record.telephone
        if chance.random() < 0.2:
            telephone = number(chance) if chance.random() < 0.5 else None
        place = record.place if chance.random() < 0.96 else self.nearby(record.place)
        lon, lat = record.lon, record.lat
        if place != record.place:
            lon, lat = self.at(place, 350)
        elif lon is not None and lat is not None:
            lon, lat = lon + chance.gauss(0, 12 * METRE), lat + chance.gauss(0, 12 * METRE)
        if chance.random() < 0.1:
            lon = lat = None
        size = max(1, record.taille + (chance.choice((-1, 1, 1, 2)) if chance.random() < 0.35 else 0))
        return replace(record, nom=name, age=age, telephone=telephone, place=place, lon=lon, lat=lat, taille=size)

    def nearby(self, place: int) -> int:
        start = place // PLACES_PER_SECTOR * PLACES_PER_SECTOR
        return min(start + self.chance.randrange(PLACES_PER_SECTOR), self.places - 1)

    def relative(self, record: Record) -> Record:
        """Another household of the same family next door, with the same telephone: no double."""
        chance = self.chance
        other = self.household(-record.truth - 1)
        parts = self.parts[other.truth]
        parts[-1] = self.parts[record.truth][-1]
        lon, lat = record.lon, record.lat
        if lon is not None and lat is not None:
            lon, lat = lon + chance.gauss(0, 30 * METRE), lat + chance.gauss(0, 30 * METRE)
        return replace(
            other, nom=self.written(parts, 0.8), telephone=record.telephone, place=record.place, lon=lon, lat=lat
        )

    def records(self, doubles: float, relatives: float = 0.02) -> Iterator[Record]:
        """The households, `doubles` of them a second time (some a third), `relatives` of them with relatives."""
        for truth in range(1, self.households + 1):
            record = self.household(truth)
            yield record
            if self.chance.random() < doubles:
                yield self.again(record)
                if self.chance.random() < 0.1:
                    yield self.again(record)
            if self.chance.random() < relatives:
                yield self.relative(record)
            del self.parts[truth]


def pairs(truths: list[int]) -> int:
    """How many pairs of records are of one household."""
    counts: dict[int, int] = {}
    for truth in truths:
        counts[truth] = counts.get(truth, 0) + 1
    return sum(math.comb(count, 2) for count in counts.values())
