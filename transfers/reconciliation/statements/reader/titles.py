"""Recognise the columns of a table by the template of its operator."""

from collections.abc import Mapping, Sequence
from typing import Final

from geo.tables.column_titles import build_title_key
from geo.tables.sandbox import UnreadableFile
from transfers.reconciliation.statements.templates.rules import find_missing_fields
from transfers.reconciliation.statements.templates.types import StatementField, StatementTemplate

MAX_TITLES: Final = 40
MAX_TEXT: Final = 300


def match_titles(
    header: Sequence[str], known: Mapping[str, StatementField], template: StatementTemplate
) -> dict[StatementField, int]:
    """Return the place of each field among the titles of a table.

    Raises UnreadableFile: `titres`, with all titles as `entete`, where a needed one is missing; `titre_double`.
    """
    places: dict[StatementField, int] = {}
    for place, title in enumerate(header):
        field = known.get(build_title_key(title))
        if field is None:
            continue
        if field in places:
            raise UnreadableFile("titre_double", colonne=field.value, titres=f"{header[places[field]]}, {title}")
        places[field] = place
    if missing := find_missing_fields(template, places):
        first = [title[:MAX_TEXT] for title in header[:MAX_TITLES]]
        details = {"colonnes": ", ".join(missing), "titres": ", ".join(first)[:MAX_TEXT], "entete": first}
        raise UnreadableFile("titres", **details)
    return places


def has_needed_titles(cells: Sequence[str], known: Mapping[str, StatementField], template: StatementTemplate) -> bool:
    """Return whether cells are the titles of a statement; the lines above them are about the account or the period."""
    found = {known[key]: place for place, cell in enumerate(cells) if (key := build_title_key(cell)) in known}
    return not find_missing_fields(template, found)
