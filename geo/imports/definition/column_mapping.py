"""Map the columns of the file to fields: as the caller says, else guessed from the column names."""

import re
import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _

from config.errors.problems import invalid
from geo.imports.definition.kinds import LATITUDE, LONGITUDE, PARENT_GUESSES, PLACE_FIELDS, WKT, Field, Kind
from geo.imports.definition.options import ImportOptions
from geo.vector_files.extraction import ExtractedFile

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
WORD = re.compile(r"[^a-z0-9]+")


def normalise_title(column: str) -> str:
    """Return a column name (`shapeName`, `wof:name`, `Nom d'école`) as lower-case words without accents.

    The words are joined by single spaces.
    """
    plain = unicodedata.normalize("NFKD", CAMEL.sub(" ", column))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return WORD.sub(" ", plain.lower()).strip()


@dataclass(frozen=True)
class Mapping:
    """Hold which columns and constants fill which fields.

    `columns`: field -> columns of the file, of which the first filled one counts. `constants`: field -> value for all
    rows.
    """

    columns: dict[str, tuple[str, ...]]
    constants: dict[str, str]

    def describe(self) -> dict[str, str]:
        """Return the mapping for the response: the column, or `=value` for a constant."""
        found = {name: "|".join(columns) for name, columns in self.columns.items()}
        return found | {name: f"={value}" for name, value in self.constants.items()}

    def list_unused_columns(self, columns: list[str]) -> list[str]:
        """Return the columns of the file that fill no field."""
        used = {column for found in self.columns.values() for column in found}
        return [column for column in columns if column not in used]

    def has_field(self, name: str) -> bool:
        return name in self.columns or name in self.constants


def list_accepted_fields(kind: Kind, has_geometry: bool) -> dict[str, Field]:
    """Return the fields that a file of this kind may have, by name."""
    places = dict.fromkeys(("region", *kind.parent_fields)) if kind.name != "region" else {}
    found = {item.name: item for item in kind.fields} | {name: PLACE_FIELDS[name] for name in places}
    if not has_geometry:
        points = (WKT,) if kind.family == "aire" else (LATITUDE, LONGITUDE, WKT)
        found |= {item.name: item for item in points}
    return found


def _find_column(columns: list[str], wanted: str) -> str | None:
    """Return the named column: an exact match, else the only one that differs by case, accents or punctuation."""
    if wanted in columns:
        return wanted
    alike = [column for column in columns if normalise_title(column) == normalise_title(wanted)]
    return alike[0] if len(alike) == 1 else None


def _find_columns(columns: list[str], wanted: str) -> tuple[str, ...]:
    """Return the one column, or those of `first|second`; an empty tuple when one of them does not exist."""
    whole = _find_column(columns, wanted)
    found = [whole] if whole else [_find_column(columns, part.strip()) for part in wanted.split("|")]
    return tuple(column for column in found if column) if all(found) else ()


def _read_given_mapping(options: ImportOptions, extract: ExtractedFile, fields: dict[str, Field]) -> Mapping:
    wrong: dict[str, list[str]] = {}
    columns: dict[str, tuple[str, ...]] = {}
    constants: dict[str, str] = {}
    for key, wanted in options.mapping.items():
        name = options.kind.parent if key == "parent" and options.kind.parent else key
        if name not in fields:
            wrong["map"] = [_("Champs possibles : %(champs)s.") % {"champs": ", ".join(sorted(fields))}]
        elif wanted.startswith("="):
            constants[name] = wanted[1:]
        elif found := _find_columns(extract.columns, wanted):
            columns[name] = found
        elif wanted:
            sentence = _("Le fichier n'a pas de colonne « %(nom)s ». Colonnes : %(colonnes)s.")
            wrong[f"map.{key}"] = [sentence % {"nom": wanted, "colonnes": ", ".join(extract.columns[:60])}]
    if wrong:
        raise invalid(wrong)
    return Mapping(columns, constants)


def _guess_column(field: Field, columns: list[str], taken: set[str]) -> str | None:
    by_name = {normalise_title(column): column for column in reversed(columns) if column not in taken}
    return next((by_name[guess] for guess in field.guesses if guess in by_name), None)


def build_mapping(options: ImportOptions, extract: ExtractedFile) -> Mapping:
    """Return the mapping of this file. A field that the caller leaves empty (`code=`) is not guessed.

    Raises VALIDATION_ERROR for an unknown column, a missing name, and half of a coordinate pair.
    """
    kind, fields = options.kind, list_accepted_fields(options.kind, extract.has_geometry)
    given = _read_given_mapping(options, extract, fields)
    columns, taken = dict(given.columns), {column for found in given.columns.values() for column in found}
    for name, field in fields.items():
        if name in options.mapping or given.has_field(name) or (name == kind.parent and "parent" in options.mapping):
            continue
        guesses = Field(name, (*field.guesses, *PARENT_GUESSES)) if name == kind.parent else field
        found = _guess_column(guesses, extract.columns, taken)
        if found and not (name == "geom" and "lat" in columns):
            columns[name] = (found,)
            taken.add(found)
    mapping = Mapping(columns, given.constants)
    _check_mapping_complete(mapping, options, extract)
    return mapping


def _check_mapping_complete(mapping: Mapping, options: ImportOptions, extract: ExtractedFile) -> None:
    shown = {"colonnes": ", ".join(extract.columns[:60])}
    if not mapping.has_field("nom") and not options.default_name:
        sentence = _("Quelle colonne est le nom ? Dites nom=<colonne>. Colonnes : %(colonnes)s.")
        raise invalid({"map.nom": [sentence % shown]})
    if mapping.has_field("lat") != mapping.has_field("lon"):
        missing = "lon" if mapping.has_field("lat") else "lat"
        sentence = _("Une coordonnée sur deux : dites lat=<colonne> et lon=<colonne>. Colonnes : %(colonnes)s.")
        raise invalid({f"map.{missing}": [sentence % shown]})


def build_filters(options: ImportOptions, extract: ExtractedFile) -> list[dict[str, object]]:
    """Return the row filters with the file's own column names. Raises VALIDATION_ERROR for an unknown column."""
    found: list[dict[str, object]] = []
    for wanted, values in options.where:
        column = _find_column(extract.columns, wanted)
        if column is None:
            sentence = _("Le fichier n'a pas de colonne « %(nom)s ». Colonnes : %(colonnes)s.")
            raise invalid({"where": [sentence % {"nom": wanted, "colonnes": ", ".join(extract.columns[:60])}]})
        found.append({"colonne": column, "valeurs": list(values)})
    return found
