"""Households and rules at random, and what plain Python says of them: it reads the rules as they were sent."""

import math
import random
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.contrib.gis.geos import Point
from django.db import connection
from django.utils import timezone
from hypothesis import strategies as st

from config.ids import uuid7
from registry.households.models import Dwelling, HeadOfHousehold, Household, Member

TEXTS = ("case", "Case en dur", "Casé", "maison", "a_b", "100%", "")
SEXES = ("F", "M", None)
# Around Cutia, some four map cells wide and high.
WEST, EAST, SOUTH, NORTH = -15.55, -15.47, 12.70, 12.78
TILES = 1 << 14
EQUATOR_KM = 40_075.016686


@dataclass
class Person:
    sexe: str | None
    age: int | None
    handicap: bool | None


@dataclass
class Someone:
    """What a household has, by the fields of the API."""

    values: dict[str, Any]
    members: list[Person] = field(default_factory=list)
    head: Person | None = None


def households(country: Any, count: int, seed: int = 7) -> dict[UUID, Someone]:
    """Store households with and without scores, heads, dwellings, members and services, and return what they have."""
    chance = random.Random(seed)
    rows, heads, dwellings, members, near = [], [], [], [], []
    found: dict[UUID, Someone] = {}
    for place in range(count):
        row = Household(
            id=uuid7(),
            code_menage=f"X-{place}",
            taille_menage=chance.randint(1, 9),
            milieu=chance.choice(("rural", "urbain", None)),
            score_pmt=chance.choice((None, Decimal(chance.randint(0, 10_000)) / 100)),
            categorie_pauvrete=chance.choice(("extreme_pauvre", "pauvre", "vulnerable", None)),
            nb_enfants_04=chance.randint(0, 3),
            region=chance.choice((country.west, country.east)),
            geom=chance.choice((None, Point(chance.uniform(WEST, EAST), chance.uniform(SOUTH, NORTH), srid=4326))),
        )
        values: dict[str, Any] = {
            "scorePmt": row.score_pmt,
            "tailleMenage": row.taille_menage,
            "nbEnfants04": row.nb_enfants_04,
            "milieu": row.milieu,
            "categoriePauvrete": row.categorie_pauvrete,
            "region": str(row.region.id),
        }
        someone = found[row.id] = Someone(values)
        rows.append(row)
        _add_head(chance, row, someone, heads)
        _add_dwelling(chance, row, someone, dwellings)
        for _ in range(chance.choice((0, 0, 1, 3))):
            _add_member(chance, row, someone, members)
        values["distanceEcole"] = chance.choice((None, chance.uniform(0, 9000), 3000.0))
        near.append((row.id, row.region.id, values["distanceEcole"]))
    _add_densities(rows, found)
    for model, made in ((Household, rows), (HeadOfHousehold, heads), (Dwelling, dwellings), (Member, members)):
        model.objects.bulk_create(made)
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO analysis_nearest_service (menage_id, region_id, ecole_metres) VALUES (%s, %s, %s)"
            " ON CONFLICT (menage_id) DO UPDATE SET ecole_metres = excluded.ecole_metres",
            near,
        )
        cursor.execute("ANALYZE registry_menage, registry_membre_menage, analysis_nearest_service")
    return found


def find_cell(place: Any) -> tuple[int, int]:
    """The cell of the world's map at zoom 14 in which a place lies."""
    height = math.asinh(math.tan(math.radians(place.y))) / math.pi
    return math.floor((place.x + 180) / 360 * TILES), math.floor((1 - height) / 2 * TILES)


def _add_densities(rows: list[Household], found: dict[UUID, Someone]) -> None:
    """Households by square kilometre of each one's cell, whose size is that of its middle."""
    counts = Counter(find_cell(row.geom) for row in rows if row.geom)
    for row in rows:
        density = None
        if row.geom:
            column, line = find_cell(row.geom)
            latitude = math.atan(math.sinh(math.pi * (1 - 2 * (line + 0.5) / TILES)))
            density = round(counts[column, line] / (EQUATOR_KM / TILES * math.cos(latitude)) ** 2, 1)
        found[row.id].values["menagesParKm2"] = density


def _add_head(chance: random.Random, row: Household, someone: Someone, heads: list[HeadOfHousehold]) -> None:
    names = {"sexe": None, "age": None, "niveauEducation": None}
    if chance.random() < 0.8:
        names = {
            "sexe": chance.choice(SEXES),
            "age": chance.choice((None, chance.randint(15, 90))),
            "niveauEducation": chance.choice((*TEXTS, None)),
        }
        heads.append(
            HeadOfHousehold(
                menage=row,
                nom_complet="Chef",
                sexe=names["sexe"],
                age=names["age"],
                niveau_education=names["niveauEducation"],
            )
        )
        someone.head = Person(names["sexe"], names["age"], None)
    someone.values |= names


def _add_dwelling(chance: random.Random, row: Household, someone: Someone, dwellings: list[Dwelling]) -> None:
    names: dict[str, Any] = dict.fromkeys(("typeLogement", "nbPieces", "aUneCuisine"))
    if chance.random() < 0.8:
        names = {
            "typeLogement": chance.choice((*TEXTS, None)),
            "nbPieces": chance.choice((None, 0, 1, 2, 4)),
            "aUneCuisine": chance.choice((True, False, None)),
        }
        dwellings.append(
            Dwelling(
                menage=row,
                type_logement=names["typeLogement"],
                nb_pieces=names["nbPieces"],
                a_une_cuisine=names["aUneCuisine"],
            )
        )
    rooms = names["nbPieces"]
    someone.values |= names | {"personnesParPiece": row.taille_menage / rooms if rooms else None}


def _add_member(chance: random.Random, row: Household, someone: Someone, members: list[Member]) -> None:
    sex, age, disabled = chance.choice(SEXES), chance.choice((None, chance.randint(0, 80))), chance.random() < 0.3
    born = None
    if age is None and chance.random() < 0.5:
        born = date(timezone.localdate().year - 11, 1, 1)
        age = 11
        members.append(
            Member(menage=row, nom_complet="M", lien_parente="fils", sexe=sex, date_naissance=born, handicap=disabled)
        )
    else:
        members.append(Member(menage=row, nom_complet="M", lien_parente="fils", sexe=sex, age=age, handicap=disabled))
    someone.members.append(Person(sex, age, disabled))


NUMBERS = st.one_of(st.integers(-1, 100), st.decimals(0, 100, places=2).map(float), st.sampled_from([3000, "18.50"]))
COMPARED = {
    "scorePmt": NUMBERS,
    "tailleMenage": st.integers(0, 10),
    "nbEnfants04": st.integers(0, 3),
    "age": st.integers(10, 90),
    "nbPieces": st.integers(0, 4),
    "personnesParPiece": st.sampled_from([0.5, 1, 1.5, 2, 2.5, 3]),
    "distanceEcole": st.integers(0, 9000) | st.just(3000),
    "menagesParKm2": st.decimals(0, 4, places=1).map(float),
    "nbPersonnes": st.integers(0, 3),
}
CODES = {
    "milieu": st.sampled_from(["rural", "urbain"]),
    "categoriePauvrete": st.sampled_from(["extreme_pauvre", "pauvre", "vulnerable", "non_pauvre"]),
    "sexe": st.sampled_from(["F", "M"]),
}
PARTS = st.sampled_from(["case", "CASÉ", "cas", "en dur", "a b", "100", "son", "x"])
AGES = st.none() | st.integers(0, 80)


@st.composite
def people(draw: Any) -> dict[str, Any]:
    low, high = draw(AGES), draw(AGES)
    if low is not None and high is not None and high < low:
        low, high = high, low
    return {
        "sexe": draw(st.sampled_from(SEXES)),
        "ageMin": low,
        "ageMax": high,
        "handicap": draw(st.none() | st.booleans()),
    }


@st.composite
def rules(draw: Any, regions: list[str]) -> dict[str, Any]:
    """A rule as it is sent."""
    champ = draw(st.sampled_from([*COMPARED, *CODES, "typeLogement", "niveauEducation", "aUneCuisine", "region"]))
    rule: dict[str, Any] = {"nom": "R", "champ": champ, "valeurSecondaire": None}
    rule |= {"obligatoire": draw(st.integers(0, 5)) == 0, "actif": draw(st.integers(0, 7)) > 0}
    rule["groupe"] = draw(st.sampled_from([None, None, 1, 2]))
    if champ in COMPARED:
        rule["operateur"] = draw(st.sampled_from(["=", "!=", ">", ">=", "<", "<=", "between"]))
        rule["valeur"] = draw(COMPARED[champ])
        if rule["operateur"] == "between":
            pair = sorted((Decimal(str(rule["valeur"])), Decimal(str(draw(COMPARED[champ])))))
            rule["valeur"], rule["valeurSecondaire"] = map(float, pair)
        if champ == "nbPersonnes":
            rule["personnes"] = draw(people())
    elif champ == "aUneCuisine":
        rule |= {"operateur": draw(st.sampled_from(["=", "!="])), "valeur": draw(st.booleans())}
    else:
        _draw_text(draw, rule, st.sampled_from(regions) if champ == "region" else CODES.get(champ))
    return rule


def _draw_text(draw: Any, rule: dict[str, Any], codes: Any) -> None:
    values = st.sampled_from([text for text in TEXTS if text]) if codes is None else codes
    rule["operateur"] = draw(
        st.sampled_from(["=", "!=", "in", *(("contains", "starts_with") if codes is None else ())])
    )
    if rule["operateur"] == "in":
        rule["valeur"] = draw(st.lists(values, min_size=1, max_size=3))
    else:
        rule["valeur"] = draw(values if rule["operateur"] in ("=", "!=") else PARTS)


def rule_sets(regions: list[str]) -> Any:
    """A body with a logic and up to eight rules."""
    return st.fixed_dictionaries(
        {"logique": st.sampled_from(["AND", "OR"]), "rules": st.lists(rules(regions), min_size=1, max_size=8)}
    )


def plain(text: str) -> str:
    """Lower case, without accents, words joined by single spaces."""
    bare = "".join(mark for mark in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(mark))
    return " ".join("".join(mark if mark.isalnum() else " " for mark in bare).split())


def count_people(someone: Someone, wanted: dict[str, Any]) -> int | None:
    if not someone.members and someone.values["tailleMenage"] > 1:
        return None
    everybody = [*someone.members, *([someone.head] if someone.head else [])]
    return sum(is_wanted(person, wanted) for person in everybody)


def is_wanted(person: Person, wanted: dict[str, Any]) -> bool:
    if wanted["sexe"] is not None and person.sexe != wanted["sexe"]:
        return False
    if wanted["handicap"] is not None and person.handicap is not wanted["handicap"]:
        return False
    low, high = wanted["ageMin"], wanted["ageMax"]
    if (low is not None or high is not None) and person.age is None:
        return False
    return (low is None or person.age >= low) and (high is None or person.age <= high)


def passes(someone: Someone, rule: dict[str, Any]) -> bool:
    """Whether a household passes a rule."""
    real = count_people(someone, rule["personnes"]) if rule["champ"] == "nbPersonnes" else someone.values[rule["champ"]]
    if real is None:
        return False
    value = rule["valeur"]
    if rule["champ"] in COMPARED:
        return compare(Decimal(str(real)), rule["operateur"], Decimal(str(value)), rule["valeurSecondaire"])
    match rule["operateur"]:
        case "=":
            return bool(real == value)
        case "!=":
            return bool(real != value)
        case "in":
            return real in value
        case "contains":
            return plain(value) in plain(real)
        case _:
            return plain(real).startswith(plain(value))


def compare(real: Decimal, operator: str, value: Decimal, upper: Any) -> bool:
    return {
        "=": real == value,
        "!=": real != value,
        ">": real > value,
        ">=": real >= value,
        "<": real < value,
        "<=": real <= value,
        "between": upper is not None and value <= real <= Decimal(str(upper)),
    }[operator]


def judge(someone: Someone, body: dict[str, Any]) -> tuple[bool, list[bool]]:
    """Whether a household is eligible, and which of the active rules it passes."""
    active = [rule for rule in body["rules"] if rule["actif"]]
    verdicts = [passes(someone, rule) for rule in active]
    if not active or any(rule["obligatoire"] and not valid for rule, valid in zip(active, verdicts, strict=True)):
        return False, verdicts
    groups: dict[Any, list[bool]] = {}
    for place, (rule, valid) in enumerate(zip(active, verdicts, strict=True)):
        groups.setdefault(rule["groupe"] or f"own {place}", []).append(valid)
    if body["logique"] == "AND":
        return all(any(group) for group in groups.values()), verdicts
    return any(all(group) for group in groups.values()), verdicts
