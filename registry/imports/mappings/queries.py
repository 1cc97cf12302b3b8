"""Query the remembered mappings of columns."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from config.caller import Caller
from geo.tables.column_titles import build_title_key
from registry.imports.definition.header import ColumnChoices, compute_header_signature, make_titles_unique
from registry.imports.mappings.models import ColumnMapping


def find_column_mapping(user_id: UUID | None, names: Sequence[str]) -> ColumnChoices:
    """Return the user's mapping for an earlier file with these titles, spelled as in this file.

    Empty when there is none.
    """
    if user_id is None:
        return {}
    rows = ColumnMapping.objects.filter(user_id=user_id, empreinte=compute_header_signature(names))
    fields: dict[str, str | None] = rows.values_list("correspondances", flat=True).first() or {}
    spelt = {build_title_key(title): title for title in fields}
    titles = (
        (name, name if name in fields else spelt.get(build_title_key(name))) for name in make_titles_unique(names)
    )
    return {name: fields[title] for name, title in titles if title is not None}


def list_mapped_titles(user_id: UUID | None) -> list[str]:
    """List the titles that a user mapped to some field in any earlier file."""
    mappings = (
        ColumnMapping.objects.filter(user_id=user_id).values_list("correspondances", flat=True) if user_id else ()
    )
    return [title for mapping in mappings for title, name in mapping.items() if name]


def list_column_mappings(user: Caller) -> QuerySet[ColumnMapping]:
    """List the mappings of a user, the latest first."""
    return ColumnMapping.objects.visible_to(user)
