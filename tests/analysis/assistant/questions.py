"""Questions with the plans that they must get, written before the grammar; every third was kept apart while it was tuned."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from uuid import UUID, uuid5

from analysis.assistant import rules
from analysis.assistant.language.gazetteer import Gazetteer
from analysis.assistant.types import Place, Plan

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
NAMESPACE = UUID("01900000-0000-7000-8000-000000000000")
TODAY = date(2026, 6, 15)
LANGUAGES = ("fr", "pt", "en")
VILLAGES = {"Jugudul": "Mansôa", "Encheia": "Bissorã", "Varela": "São Domingos", "Ingoré": "Bigene"}
REFUSAL = "refus"
SHORT_NAMES = {
    "mesure": "m",
    "categorie": "cat",
    "eligible": "elig",
    "fonctionnel": "fonc",
    "urgences24h": "urgences",
    "motif": "categorie",
    "limite": "n",
}
# What the short form of a plan leaves out.
DEFAULT_WORDS = frozenset({"forme=hexagone"})


@dataclass(frozen=True)
class Question:
    """A question, the short form of its plan, and whether it was kept apart."""

    language: str
    text: str
    plan: frozenset[str]
    is_kept_apart: bool


def list_questions() -> Iterator[Question]:
    for language in LANGUAGES:
        lines = (FOLDER / f"questions_{language}.txt").read_text(encoding="utf-8").splitlines()
        for index, line in enumerate(lines):
            text, _, plan = line.rpartition(" => ")
            yield Question(language, text, normalise_expected(plan), index % 3 == 2)


def list_remembered(name: str) -> Iterator[Question]:
    """The questions of pitfalls.txt, once answered wrongly, or of ordinary.txt, once refused or near to those."""
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, _, plan = line.rpartition(" => ")
            yield Question(text[:2], text[3:], normalise_expected(plan), False)


def normalise_expected(plan: str) -> frozenset[str]:
    """The words of a short form; bounds are written as the plan has them."""
    words = set()
    for word in plan.split():
        for sign, figure, step in ((">=", "Min", 0.0), ("<=", "Max", 0.0), (">", "Min", 1.0), ("<", "Max", -1.0)):
            name, found, number = word.partition(sign)
            if found and name in ("taille", "score"):
                value = float(number) + step * (0.01 if name == "score" else 1)
                word = f"{name}{figure}={value:g}"
                break
        words.add(word)
    return frozenset(words) - DEFAULT_WORDS


def shorten_place(place: Place) -> str:
    return f"{place.niveau[0]}:{place.nom.replace(' ', '_')}"


def shorten_plan(plan: Plan | None) -> frozenset[str]:
    """The short form of a plan: its kind, its subject, and each other part that differs from its default."""
    if plan is None:
        return frozenset({REFUSAL})
    words = {plan.genre, plan.sujet}
    for key, value in plan.filtres.items():
        shown = ("oui" if value else "non") if isinstance(value, bool) else value
        text = f"{shown:g}" if isinstance(shown, int | float) else shown if isinstance(shown, str) else ",".join(shown)
        words.add(f"{SHORT_NAMES.get(key, key)}={text}")
    for key, value in plan.parmi.items():
        words.add(f"parmi:{key}={('oui' if value else 'non') if isinstance(value, bool) else ','.join(value)}")
    for distance in plan.distances:
        kind = f"[{distance.type}]" if distance.type else ""
        words.add(f"dist={distance.service}{kind}{'>' if distance.sens == 'plus' else '<'}{distance.metres:g}")
    for members in plan.membres:
        least, most = ("" if bound is None else bound for bound in (members.min, members.max))
        words.add(f"membres={','.join(members.comptes)}:{least}..{most}")
    if plan.zones:
        words.add("z=" + ",".join(shorten_place(place) for place in plan.zones))
    if plan.autour:
        radius = f"/{plan.autour.rayon:g}" if plan.autour.rayon else ""
        words.add(f"autour={shorten_place(plan.autour.place)}{radius}")
    if plan.services:
        words.add("service=" + ("*" if plan.services == rules.BASIC_SERVICES else ",".join(plan.services)))
    if plan.dimension:
        words.add(f"par={plan.dimension}")
    return frozenset(words | set(_shorten_rest(plan)))


def _shorten_rest(plan: Plan) -> Iterator[str]:
    defaults = {"forme": "hexagone", "cellule": 5000.0, "mesure": "nombre"}
    for name in ("mesure", "rayon", "niveau", "limite", "ordre", "pas", "forme", "cellule", "du", "au"):
        value = getattr(plan, name)
        if value is not None and value != defaults.get(name):
            yield f"{SHORT_NAMES.get(name, name)}={f'{value:g}' if isinstance(value, int | float) else value}"


def build_gazetteer() -> Gazetteer:
    """The regions and secteurs of the demonstration country, and some of its villages."""
    country = json.loads((ROOT / "analysis/demo/country.json").read_text(encoding="utf-8"))
    places = []
    for region in country["regions"]:
        region_id = uuid5(NAMESPACE, region["nom"])
        places.append(Place("region", region_id, region["nom"]))
        for sector in region["secteurs"]:
            sector_id = uuid5(region_id, sector["nom"])
            places.append(Place("secteur", sector_id, sector["nom"], (region_id,)))
            villages = [village[0] for village in sector.get("villages", [])]
            villages += [village for village, home in VILLAGES.items() if home == sector["nom"]]
            places += [Place("localite", uuid5(sector_id, name), name, (region_id, sector_id)) for name in villages]
    return Gazetteer(places)
