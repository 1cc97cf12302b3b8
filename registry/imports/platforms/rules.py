"""Read the people in a repeat of a form: the members of the household and, by relationship, its head."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.utils import timezone

from geo.tables.column_titles import build_title_key
from registry.households.models import Lien
from registry.imports.definition.cell_sql import WORDS
from registry.imports.platforms.types import SubmissionPeople
from registry.survey_platforms.api import format_cell

PREFIXES: Final = ("membres.", "membre.", "members.")
PREFIX: Final = "membres."
# Names that a mapping may use for a field of a member, with that field.
FIELDS: Final = {
    build_title_key(name): target
    for target, names in {
        "nom_complet": ("nomComplet", "nom"),
        "lien_parente": ("lienParente", "lien"),
        "sexe": ("sexe",),
        "age": ("age",),
        "date_naissance": ("dateNaissance",),
        "niveau_education": ("niveauEducation",),
        "occupation_principale": ("occupationPrincipale", "occupation"),
        "handicap": ("handicap",),
    }.items()
    for name in names
}
# Fields of a member that fill the columns of the head.
HEAD_COLUMNS: Final = {
    "nom_complet_chef": "nom_complet",
    "sexe_chef": "sexe",
    "age_chef": "age",
    "niveau_education_chef": "niveau_education",
    "occupation_principale_chef": "occupation_principale",
}
HEAD_WORDS: Final = frozenset(
    [
        "chef",
        "cheffe",
        "chefmenage",
        "chefdemenage",
        "chefdefamille",
        "head",
        "headofhousehold",
        "householdhead",
        "chefe",
        "chefedoagregado",
        "chefedefamilia",
        "chefefamilia",
        "responsavel",
        "self",
    ]
)
# What forms call a relationship; where the relationship depends on the sex, a pair (man, woman).
RELATIONS: Final[dict[str, str | tuple[str, str]]] = {
    word: link
    for words, link in (
        ("epouse conjoint conjointe femme esposa conjuge wife spouse mulher", Lien.EPOUSE.value),
        ("fils filho son", Lien.FILS.value),
        ("fille filha daughter", Lien.FILLE.value),
        ("enfant crianca filhoa child filsfille", (Lien.FILS.value, Lien.FILLE.value)),
        ("pere pai father", Lien.PERE.value),
        ("mere mae mother", Lien.MERE.value),
        ("parent pais", (Lien.PERE.value, Lien.MERE.value)),
        ("frere irmao brother", Lien.FRERE.value),
        ("soeur irma sister", Lien.SOEUR.value),
        ("freresoeur sibling", (Lien.FRERE.value, Lien.SOEUR.value)),
        ("oncle tio uncle", Lien.ONCLE.value),
        ("tante tia aunt", Lien.TANTE.value),
        ("neveu sobrinho nephew", Lien.NEVEU.value),
        ("niece sobrinha", Lien.NIECE.value),
        ("cousin cousine primo prima", Lien.COUSIN.value),
    )
    for word in words.split()
}
SEXES: Final = {build_title_key(word): code for code, words in WORDS["sexe"].items() for word in (code, *words)}
YES: Final = {build_title_key(word) for word in WORDS["booleen"]["true"]}
MAX_AGE: Final = 130
MAX_NAME: Final = 255
MAX_TEXT: Final = 100
WHOLE_AGE: Final = re.compile(r"^[0-9]{1,3}$")
DAY: Final = re.compile(r"^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T.*)?$")
MEMBER_COLUMNS: Final = (
    "ligne",
    "rang",
    "faute",
    "valeur",
    "nom_complet",
    "lien_parente",
    "sexe",
    "age",
    "date_naissance",
    "niveau_education",
    "occupation_principale",
    "handicap",
)


def find_member_field(target: str) -> str | None:
    """Return the field of a member that a mapping's target names (`membres.nomComplet`), or None."""
    prefix = next((prefix for prefix in PREFIXES if target.lower().startswith(prefix)), None)
    return FIELDS.get(build_title_key(target[len(prefix) :])) if prefix else None


def list_head_columns(mapping: Mapping[str, str]) -> list[str]:
    """List the columns of the head that are filled from the member who is the head: those not mapped themselves."""
    if f"{PREFIX}lien_parente" not in mapping:
        return []
    return [column for column, name in HEAD_COLUMNS.items() if PREFIX + name in mapping and column not in mapping]


def find_repeat_rows(answers: Mapping[str, Any], path: str) -> tuple[list[dict[str, Any]], str] | None:
    """Return the rows of the repeat that contains a question, and the question's path in them; None outside repeats."""
    parts = path.split("/")
    for length in range(len(parts) - 1, 0, -1):
        rows = answers.get("/".join(parts[:length]))
        if isinstance(rows, list):
            return [row for row in rows if isinstance(row, dict)], "/".join(parts[length:])
    return None


def _read_repeat_answer(row: Mapping[str, Any], path: str, inner: str) -> str:
    """Return an answer in a row of a repeat: Kobo keys it by its whole path, Central nests it inside the row."""
    if path in row:
        return format_cell(row[path])
    value: Any = row
    for part in inner.split("/"):
        value = value.get(part) if isinstance(value, dict) else None
    return format_cell(value)


def read_household_answer(answers: Mapping[str, Any], path: str, relation: str | None) -> str:
    """Return the answer to a question about the household.

    In a repeat it is the head's answer, or that of the only row. Among several people the head is never guessed.
    """
    if path in answers or (found := find_repeat_rows(answers, path)) is None:
        return format_cell(answers.get(path))
    rows, inner = found
    if relation and len(rows) > 1 and (relations := find_repeat_rows(answers, relation)) is not None:
        rows = [row for row in rows if is_head_relation(_read_repeat_answer(row, relation, relations[1]))]
    return _read_repeat_answer(rows[0], path, inner) if len(rows) == 1 else ""


def is_head_relation(relation: str) -> bool:
    return build_title_key(relation) in HEAD_WORDS


def read_people(answers: Mapping[str, Any], mapping: Mapping[str, str]) -> SubmissionPeople:
    """Return the people of the repeat that the mapping names. A row without any answer is not a person."""
    paths = {name.removeprefix(PREFIX): path for name, path in mapping.items() if name.startswith(PREFIX)}
    read: list[dict[str, str]] = []
    for name, path in paths.items():
        rows, inner = find_repeat_rows(answers, path) or ([], "")
        read += ({} for _missing in range(len(rows) - len(read)))
        for person, row in zip(read, rows, strict=False):
            if value := _read_repeat_answer(row, path, inner):
                person[name] = value
    people = SubmissionPeople()
    for person in filter(None, read):
        if is_head_relation(person.get("lien_parente", "")):
            people.heads += 1
            people.head = people.head or person
        else:
            people.members.append(person)
    return people


def _find_relation(written: str, sex: str | None) -> str:
    found = RELATIONS.get(build_title_key(written), Lien.AUTRE.value)
    if isinstance(found, tuple):
        return dict(zip(("M", "F"), found, strict=True)).get(sex or "", Lien.AUTRE.value)
    return found if found in Lien.values else Lien.AUTRE.value


def _parse_day(written: str) -> date | None:
    found = DAY.match(written)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def _parse_boolean(written: str | None) -> bool | None:
    return None if written is None else build_title_key(written) in YES


def _clean_text(text: str, max_length: int) -> str:
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cc")[:max_length]


def build_member_row(line: int, place: int, person: Mapping[str, str]) -> list[Any]:
    """Convert one member to a staged row. The first problem is its fault, with the value that was answered."""
    sex = SEXES.get(build_title_key(person.get("sexe", "")))
    age = person.get("age", "")
    born = _parse_day(person.get("date_naissance", ""))
    years = int(age) if WHOLE_AGE.match(age) and int(age) <= MAX_AGE else None
    faults = (
        ("membre_nom", "" if person.get("nom_complet") else "?"),
        ("membre_nom_long", "?" if len(person.get("nom_complet", "")) > MAX_NAME else ""),
        ("membre_sexe", person.get("sexe", "") if sex is None else ""),
        ("membre_age", age if years is None else ""),
        ("membre_naissance", person.get("date_naissance", "") if born is None else ""),
        ("membre_avenir", person.get("date_naissance", "") if born and born > timezone.localdate() else ""),
    )
    fault, value = next(((code, value) for code, value in faults if value), (None, None))
    return [
        line,
        place,
        fault,
        value[:60] if value else None,
        _clean_text(person.get("nom_complet", ""), MAX_NAME),
        _find_relation(person.get("lien_parente", ""), sex),
        sex,
        years,
        born.isoformat() if born else None,
        _clean_text(person.get("niveau_education", ""), MAX_TEXT) or None,
        _clean_text(person.get("occupation_principale", ""), MAX_TEXT) or None,
        _parse_boolean(person.get("handicap")),
    ]


def build_several_heads_row(line: int, count: int) -> list[Any]:
    """Return the staged row that refuses a submission with several heads."""
    return [line, 0, "plusieurs_chefs", str(count), *[None] * (len(MEMBER_COLUMNS) - 4)]
