"""Parse the options of an import, which have the same names on the command line and in the upload form."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from config.api.problems import invalid
from geo.imports.kinds import KINDS, Kind
from geo.imports.projections import is_known_crs, srid_of
from geo.tables.encodings import is_character_set

CRS = re.compile(r"EPSG:[0-9]{4,6}")
NUMBER = re.compile(r"[0-9]+([.,][0-9]*)?|[.,][0-9]+")
TRUE = {"1", "true", "oui", "yes", "sim", "on"}
FALSE = {"", "0", "false", "non", "no", "nao", "off"}
DEFAULT_TOLERANCE = 2_000.0
# A known unit that shares less than this with its new boundary gets a warning; it is refused only below a given bound.
DEFAULT_MIN_OVERLAP = 0.2
# Issues of single rows in one response; the totals always count all of them.
REPORT_LIMIT = 1_000


@dataclass(frozen=True)
class Options:
    """Hold the options of an import.

    `mapping` is field -> column, or field -> "=constant". `region_ids` None means every region (see `visible_to`).
    """

    kind: Kind
    source: str
    mapping: dict[str, str] = field(default_factory=dict)
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    layer: str | None = None
    encoding: str | None = None
    crs: str | None = None
    fuzzy: float | None = None
    overlap: float | None = None
    min_overlap: float | None = None
    tolerance: float = DEFAULT_TOLERANCE
    default_name: str | None = None
    overwrite_names: bool = False
    overwrite_codes: bool = False
    keep_geometry: bool = False
    update_only: bool = False
    allow_outside: bool = False
    allow_inside: bool = False
    dry_run: bool = False
    report_limit: int | None = REPORT_LIMIT
    region_ids: tuple[UUID, ...] | None = None


class BadOption(ValueError):
    """Report that one option cannot be parsed; the text says why."""


def _pairs(text: str) -> list[tuple[str, str]]:
    """Parse `a=b,c=d` into pairs; a comma that is not followed by another `name=` belongs to the value."""
    found: list[tuple[str, str]] = []
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if equals and name.strip():
            found.append((name.strip(), value.strip()))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]},{part}")
        elif part.strip():
            raise BadOption(_("« %(texte)s » : attendu nom=valeur.") % {"texte": part.strip()[:60]})
    return found


def _mapping(text: str) -> dict[str, str]:
    return dict(_pairs(text))


def _where(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((column, tuple(value.split("|"))) for column, value in _pairs(text))


def _flag(text: str) -> bool:
    word = text.strip().lower()
    if word not in TRUE | FALSE:
        raise BadOption(_("« %(texte)s » : attendu oui ou non.") % {"texte": text[:60]})
    return word in TRUE


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = float(text.replace(",", ".")) if NUMBER.fullmatch(text.strip()) else float("nan")
        if not low <= value <= high:
            raise BadOption(_("attendu un nombre de %(bas)s à %(haut)s.") % {"bas": low, "haut": high})
        return value

    return read


def _crs(text: str) -> str:
    code = text.strip().upper()
    if not CRS.fullmatch(code):
        raise BadOption(_("attendu EPSG:<nombre>, par exemple EPSG:32628."))
    if not is_known_crs(srid_of(code)):
        raise BadOption(_("« %(texte)s » : ce système de coordonnées est inconnu.") % {"texte": code})
    return code


def _encoding(text: str) -> str:
    if not is_character_set(text.strip()):
        raise BadOption(_("nom de jeu de caractères inconnu."))
    return text.strip()


def _text(longest: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if len(text) > longest or not text.isprintable():
            raise BadOption(_("au plus %(n)d caractères imprimables.") % {"n": longest})
        return text.strip()

    return read


READERS: dict[str, Callable[[str], Any]] = {
    "source": _text(100),
    "map": _mapping,
    "where": _where,
    "layer": _text(200),
    "encoding": _encoding,
    "crs": _crs,
    "fuzzy": _number(0.1, 1),
    "overlap": _number(0.1, 1),
    "min_overlap": _number(0, 1),
    "tolerance": _number(0, 100_000),
    "default_name": _text(200),
    "overwrite_names": _flag,
    "overwrite_codes": _flag,
    "keep_geometry": _flag,
    "update_only": _flag,
    "allow_outside": _flag,
    "allow_inside": _flag,
    "dry_run": _flag,
}
ATTRIBUTES = {"map": "mapping"}


def options_from(kind_name: str, raw: dict[str, str], default_source: str, **more: Any) -> Options:
    """Build options from texts (form fields or the command line).

    `more` is taken unchanged (region_ids, report_limit). Raises VALIDATION_ERROR that names each wrong option.
    """
    wrong: dict[str, list[Any]] = {}
    kind = KINDS.get(kind_name)
    if kind is None:
        wrong["type"] = [_("Types possibles : %(types)s.") % {"types": ", ".join(KINDS)}]
    values: dict[str, Any] = {}
    for name, text in raw.items():
        if text == "":
            continue
        try:
            values[ATTRIBUTES.get(name, name)] = READERS[name](text)
        except BadOption as error:
            wrong[name] = [str(error)]
    if kind is None or wrong:
        raise invalid(wrong)
    values.setdefault("source", default_source[:100])
    return Options(kind=kind, **values, **more)
