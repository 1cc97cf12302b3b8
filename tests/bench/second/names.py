"""Who bears which name, by people and sex, and how the same name is written by Portuguese, French and hurried hands."""

import random
from dataclasses import dataclass
from typing import Final

# Shares of the census of 2009; names in the order of their frequency, which falls as one over the rank.
PEOPLES: Final = {
    "fula": (0.30, "Baldé Djaló Embaló Candé Sané Jau Só Bá Seidi Camará Mané Djau Sisse", "muslim"),
    "balanta": (0.24, "Mané Sambú Tchuda Nhaga Sanca Mbunde Quadé Nantchama Nabangna Biaguê Infanda Nafanchamna", "mixed"),
    "mandinga": (0.16, "Camará Sané Mané Seidi Turé Fati Cissé Darame Queta Sanhá Injai Dabó Cassamá Touré", "muslim"),
    "papel": (0.10, "Cá Có Té Nanque Sá Ié Djú Indi Vieira", "christian"),
    "manjaco": (0.10, "Mendes Gomes Correia Pereira Lopes Silva Nank Fernandes Costa Sanca Rodrigues", "christian"),
    "biafada": (0.05, "Sané Mané Camará Dafá Indjai Cassamá Banora", "muslim"),
    "bijago": (0.05, "Banca Ocante Pereira Gomes Cardoso Nhaga Évora", "mixed"),
}  # fmt: skip
GIVEN: Final = {
    ("muslim", "M"): "Mamadú Amadú Alfa Umaro Braima Ussumane Aliu Suleimane Abdulai Bubacar Samba Iaia Saliu Malam Issufo"
    " Mussa Adulai Seco Lamine Tcherno Demba Quecuto Aladje Bacar Idrissa Serifo Djibril Ansumane",
    ("muslim", "F"): "Fatumata Mariama Aissatu Cadidjatu Adama Maimuna Binta Djenabu Aua Djariatu Ramatulai Sira Cumba"
    " Nhima Satu Tida Sona Mbalia Fanta Hawa Assanatu Iassin",
    ("christian", "M"): "José João António Carlos Pedro Domingos Augusto Manuel Paulo Armando Fernando Marcelino Luís"
    " Júlio Victor Mário Francisco Rui Nelson Filipe",
    ("christian", "F"): "Maria Joana Teresa Ana Domingas Isabel Quinta Segunda Sábado Júlia Helena Cristina Antónia"
    " Rosa Filomena Francisca Paula Augusta Celeste",
}  # fmt: skip
# What a house calls its people, and what a clerk makes of a name.
SHORT: Final = {
    "Mamadú": "Mama", "Fatumata": "Fatu", "Mariama": "Mari", "Aissatu": "Aissa", "Cadidjatu": "Cadi", "Maimuna": "Mai",
    "Bubacar": "Buba", "Suleimane": "Sule", "Ussumane": "Usso", "Abdulai": "Abdu", "Djenabu": "Djena", "António": "Toni",
    "José": "Zé", "Francisco": "Chico", "Domingos": "Mingo", "Domingas": "Minga", "Manuel": "Manel", "Francisca": "Chica",
    "Fernando": "Nando", "Isabel": "Bela", "Ramatulai": "Rama", "Braima": "Bra", "Assanatu": "Assa", "Filomena": "Filó",
}  # fmt: skip
HOUSE_NAMES: Final = (
    "Papé",
    "Nené",
    "Baba",
    "Tio",
    "Djon",
    "Bobo",
    "Mandjuana",
    "Nhonhô",
    "Tchutchu",
    "Garandi",
    "Pequeno",
    "Dona",
    "Lolo",
    "Bia",
)
SOUNDS: Final = (
    ("dj", "j"), ("dj", "di"), ("tch", "ch"), ("tch", "thi"), ("u", "ou"), ("c", "k"), ("qu", "k"), ("ss", "s"),
    ("é", "e"), ("é", "et"), ("á", "a"), ("ó", "o"), ("ú", "u"), ("ú", "ou"), ("i", "y"), ("mb", "b"), ("nh", "gn"),
    ("injai", "ndiaye"), ("djaló", "diallo"), ("cá", "ka"), ("umaro", "omar"), ("braima", "ibraima"), ("aua", "hawa"),
    ("sané", "sagna"), ("bubacar", "aboubacar"), ("adulai", "abdoulaye"), ("seidi", "seydi"), ("mamadú", "mamadou"),
)  # fmt: skip
BESIDE: Final = dict(zip("qwertyuiopasdfghjklzxcvbnm", "wqrtyuiopoasdfghjkxzcvbnmn", strict=True))


@dataclass(frozen=True)
class Name:
    given: str
    second: str | None
    family: str

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for part in (self.given, self.second, self.family) if part)


def draw_ranked(words: list[str], chance: random.Random) -> str:
    return chance.choices(words, [1 / (rank + 1) for rank in range(len(words))])[0]


def draw_people(chance: random.Random) -> str:
    return chance.choices(list(PEOPLES), [share for share, _, _ in PEOPLES.values()])[0]


def draw_family(people: str, chance: random.Random) -> str:
    return draw_ranked(PEOPLES[people][1].split(), chance)


def draw_given(people: str, sex: str, chance: random.Random) -> str:
    faith = PEOPLES[people][2]
    if faith == "mixed":
        faith = chance.choice(("muslim", "christian", "christian"))
    return draw_ranked(GIVEN[faith, sex].split(), chance)


def draw_name(people: str, family: str, sex: str, chance: random.Random) -> Name:
    second = draw_given(people, sex, chance) if chance.random() < 0.15 else None
    given = draw_given(people, sex, chance)
    return Name(given, None if second == given else second, family)


def mistype(word: str, chance: random.Random) -> str:
    """One slip of the finger: a letter beside, twice, left out, or two exchanged."""
    if len(word) < 3:
        return word
    at = chance.randrange(1, len(word))
    match chance.randrange(4):
        case 0:
            return word[:at] + word[at + 1 :]
        case 1:
            return word[:at] + BESIDE.get(word[at].lower(), word[at]) + word[at + 1 :]
        case 2:
            return word[:at] + word[at - 1] + word[at:]
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def respell(word: str, chance: random.Random) -> str:
    """The same name as another hand spells it."""
    fitting = [(old, new) for old, new in SOUNDS if old in word.lower()]
    if not fitting:
        return word
    old, new = chance.choice(fitting)
    return word.lower().replace(old, new, 1).capitalize()


def write_name(name: Name, care: float, chance: random.Random) -> str:
    """A name as an interviewer writes it; `care` is near 1 for the careful ones."""
    given, second, family = name.given, name.second, name.family
    sloppy = 1 - care
    if chance.random() < 0.06 + 0.25 * sloppy:
        given = SHORT.get(given, given)
    if second and chance.random() < 0.5:
        second = None
    words = [given, *([second] if second else []), family]
    words = [respell(word, chance) if chance.random() < 0.08 + 0.5 * sloppy else word for word in words]
    words = [mistype(word, chance) if chance.random() < 0.01 + 0.06 * sloppy else word for word in words]
    if chance.random() < 0.03:
        words.reverse()
    text = " ".join(words)
    return text.upper() if chance.random() < 0.15 else text
