"""Reading what is remembered of the columns of files."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from geo.tables.titles import key
from registry.imports.headers import Mapped, name_titles, sign_titles
from registry.imports.models import ColumnMapping


def find_mapping(user_id: UUID | None, names: Sequence[str]) -> Mapped:
    """Find what a user said of the columns of an earlier file with these titles, by the titles as this file spells them;
    nothing when he said nothing."""
    if user_id is None:
        return {}
    rows = ColumnMapping.objects.filter(user_id=user_id, empreinte=sign_titles(names))
    said: dict[str, str | None] = rows.values_list("correspondances", flat=True).first() or {}
    spelt = {key(title): title for title in said}
    titles = ((name, name if name in said else spelt.get(key(name))) for name in name_titles(names))
    return {name: said[title] for name, title in titles if title is not None}


def list_mapped_titles(user_id: UUID | None) -> list[str]:
    """List the titles that a user took for some field in any earlier file."""
    said = ColumnMapping.objects.filter(user_id=user_id).values_list("correspondances", flat=True) if user_id else ()
    return [title for mapping in said for title, name in mapping.items() if name]


def list_mappings(user: Any) -> QuerySet[ColumnMapping]:
    """List what is remembered for a user, the latest first."""
    return ColumnMapping.objects.visible_to(user)
