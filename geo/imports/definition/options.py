"""Parse the options of an import, which have the same names on the command line and in the upload form."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from config.errors.problems import invalid
from geo.imports.definition.coordinate_systems import is_known_crs, parse_srid
from geo.imports.definition.kinds import KINDS, Kind
from geo.tables.character_sets import is_character_set

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
class ImportOptions:
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


class InvalidOption(ValueError):
    """Report that one option cannot be parsed; the text says why."""


def _parse_pairs(text: str) -> list[tuple[str, str]]:
    """Parse `a=b,c=d` into pairs; a comma that is not followed by another `name=` belongs to the value."""
    found: list[tuple[str, str]] = []
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if equals and name.strip():
            found.append((name.strip(), value.strip()))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]},{part}")
        elif part.strip():
            raise InvalidOption(_("« %(texte)s » : attendu nom=valeur.") % {"texte": part.strip()[:60]})
    return found


def _parse_mapping(text: str) -> dict[str, str]:
    return dict(_parse_pairs(text))


def _parse_filters(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((column, tuple(value.split("|"))) for column, value in _parse_pairs(text))


def _parse_flag(text: str) -> bool:
    word = text.strip().lower()
    if word not in TRUE | FALSE:
        raise InvalidOption(_("« %(texte)s » : attendu oui ou non.") % {"texte": text[:60]})
    return word in TRUE


def _build_number_parser(low: float, high: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        value = float(text.replace(",", ".")) if NUMBER.fullmatch(text.strip()) else float("nan")
        if not low <= value <= high:
            raise InvalidOption(_("attendu un nombre de %(bas)s à %(haut)s.") % {"bas": low, "haut": high})
        return value

    return parse


def _parse_crs(text: str) -> str:
    code = text.strip().upper()
    if not CRS.fullmatch(code):
        raise InvalidOption(_("attendu EPSG:<nombre>, par exemple EPSG:32628."))
    if not is_known_crs(parse_srid(code)):
        raise InvalidOption(_("« %(texte)s » : ce système de coordonnées est inconnu.") % {"texte": code})
    return code


def _parse_encoding(text: str) -> str:
    if not is_character_set(text.strip()):
        raise InvalidOption(_("nom de jeu de caractères inconnu."))
    return text.strip()


def _build_text_parser(max_length: int) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if len(text) > max_length or not text.isprintable():
            raise InvalidOption(_("au plus %(n)d caractères imprimables.") % {"n": max_length})
        return text.strip()

    return parse


PARSERS: dict[str, Callable[[str], Any]] = {
    "source": _build_text_parser(100),
    "map": _parse_mapping,
    "where": _parse_filters,
    "layer": _build_text_parser(200),
    "encoding": _parse_encoding,
    "crs": _parse_crs,
    "fuzzy": _build_number_parser(0.1, 1),
    "overlap": _build_number_parser(0.1, 1),
    "min_overlap": _build_number_parser(0, 1),
    "tolerance": _build_number_parser(0, 100_000),
    "default_name": _build_text_parser(200),
    "overwrite_names": _parse_flag,
    "overwrite_codes": _parse_flag,
    "keep_geometry": _parse_flag,
    "update_only": _parse_flag,
    "allow_outside": _parse_flag,
    "allow_inside": _parse_flag,
    "dry_run": _parse_flag,
}
ATTRIBUTES = {"map": "mapping"}


def build_options(kind_name: str, raw: dict[str, str], default_source: str, **more: Any) -> ImportOptions:
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
            values[ATTRIBUTES.get(name, name)] = PARSERS[name](text)
        except InvalidOption as error:
            wrong[name] = [str(error)]
    if kind is None or wrong:
        raise invalid(wrong)
    values.setdefault("source", default_source[:100])
    return ImportOptions(kind=kind, **values, **more)
