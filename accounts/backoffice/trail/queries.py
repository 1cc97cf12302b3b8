"""Describe what an entry of the history changed: each field by its name, its values in words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.contrib.admin.utils import quote
from django.urls import NoReverseMatch, reverse
from django.utils import formats, timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.audit.models import Trace
from accounts.audit.serializers import serialize_audit_entry, serialize_changes
from accounts.backoffice.pointed.queries import find_pointed_model, find_worded_column
from accounts.backoffice.queries import get_object_model, list_audited_models, list_readable, name_kind
from accounts.backoffice.rules import LABELS, name_row
from accounts.users.models import User
from config.caller import Caller
from config.french import spell_choice, spell_code, spell_column

EMPTY: Final = lazy("vide")
# A text longer than this is cut: the whole of it stands on the row's own page.
LONGEST: Final = 200
# A list says so many changes of an entry, a longer one by its field alone, and names the fields of the next.
MOST_NAMED, LONGEST_PART, MOST_FIELDS = 3, 60, 12
# What nobody reads: it says how the row is stored, not what it says.
_TECHNICAL: Final = frozenset({"id", "version", "created_at", "updated_at"})


@dataclass(frozen=True)
class FieldChange:
    """Hold one changed field: its name, and its values before and after in words."""

    name: str
    before: str
    after: str


def describe_changes(entry: Trace, caller: Caller) -> list[FieldChange]:
    """Return what an entry changed, in words; values that the caller may not read are masked as the API masks them.

    A created row has only what was filled in, without what says how it is stored.
    """
    fields, masked = _list_fields(entry), _list_masked(entry, caller)
    columns = _list_columns(entry)
    names = _name_pointed(entry, fields, [column for column in columns if column not in masked], caller)
    return [
        _describe(column, fields.get(column), entry.changements[column], column in masked, names) for column in columns
    ]


def summarise_changes(entry: Trace, caller: Caller) -> str:
    """Return the first changes of a modified row in a line, without asking the database: a list has many lines.

    Of what refers to other rows only the field is named.
    """
    if entry.action != Trace.Action.MODIFICATION:
        return ""
    fields, masked, columns = _list_fields(entry), _list_masked(entry, caller), _list_columns(entry)
    parts = []
    for column in columns[:MOST_NAMED]:
        change = _describe(column, fields.get(column), entry.changements[column], column in masked, {})
        is_plain = column not in masked and _find_pointed(fields.get(column)) is None
        whole = f"{change.name} : {change.before} → {change.after}"
        parts.append(whole if is_plain and len(whole) <= LONGEST_PART else change.name)
    others = [_name_field(column, fields.get(column)) for column in columns[MOST_NAMED:MOST_FIELDS]]
    if others:
        parts.append(_("aussi %(names)s") % {"names": ", ".join(others)})
    rest = len(columns) - MOST_FIELDS
    return " ; ".join(parts) + (_(" ; et %(n)d autres") % {"n": rest} if rest > 0 else "")


def _list_fields(entry: Trace) -> dict[str, Any]:
    model = list_audited_models().get(entry.model)
    return {field.column: field for field in model._meta.concrete_fields} if model else {}


def _list_columns(entry: Trace) -> list[str]:
    return sorted(
        column
        for column, values in entry.changements.items()
        if column not in _TECHNICAL and any(value not in (None, "", []) for value in values)
    )


def _list_masked(entry: Trace, caller: Caller) -> set[str]:
    """Return the columns whose values the caller may not read."""
    changes = zip(sorted(entry.changements), serialize_changes(entry, caller), strict=True)
    return {column for column, change in changes if change["masque"]}


def _name_field(column: str, field: Any) -> str:
    return str(LABELS.get(field.name) or field.verbose_name) if field else spell_column(column)


def _describe(column: str, field: Any, values: Any, is_masked: bool, names: dict[str, str]) -> FieldChange:
    name = _name_field(column, field)
    if is_masked:
        return FieldChange(name, _("masqué"), _("masqué"))
    before, after = (_spell_value(field, value, names) for value in values)
    return FieldChange(name, before, after)


def _find_pointed(field: Any) -> Any:
    """Return the model of the rows that a column refers to, or None."""
    return None if field is None else field.related_model or find_pointed_model(field)


def _list_ids(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        yield from map(str, value) if isinstance(value, list) else [] if value is None else [str(value)]


def _name_pointed(entry: Trace, fields: Any, columns: list[str], caller: Caller) -> dict[str, str]:
    """Return the names of the rows that the changed columns refer to, by identifier: one query for each model."""
    wanted: dict[Any, set[str]] = defaultdict(set)
    for column in columns:
        if (model := _find_pointed(fields.get(column))) is not None:
            wanted[model] |= {*_list_ids(entry.changements[column])}
    api_names = {model: name for name, model in list_audited_models().items()}
    found: dict[str, str] = {}
    for model, ids in wanted.items():
        rows = User.objects.all() if model is User else list_readable(api_names.get(model, ""), caller)
        found |= {str(row.pk): name_row(row) for row in rows.filter(pk__in=ids)} if rows is not None else {}
    return found


def _spell_value(field: Any, value: Any, names: dict[str, str]) -> str:
    if value is None or value in ("", []):
        return str(EMPTY)
    if _find_pointed(field) is not None:
        unknown = _("une fiche que vous ne voyez pas, ou supprimée")
        return ", ".join(names.get(one) or unknown for one in _list_ids([value]))
    if worded := find_worded_column(field):
        return worded(field, str(EMPTY)).spell(value)
    return spell_plain(value)


def spell_plain(value: Any) -> str:
    """Return a stored value as the active language writes it."""
    if value is None or value in ("", [], {}):
        return str(EMPTY)
    if isinstance(value, bool):
        return _("Oui") if value else _("Non")
    if isinstance(value, int | float | Decimal):
        return str(formats.localize(value, use_l10n=True))
    if isinstance(value, list):
        return _cut(", ".join(spell_plain(one) for one in value))
    if isinstance(value, dict):
        return _spell_object(value)
    return _cut(_spell_moment(str(value)) or spell_code(str(value)))


def _spell_object(value: dict[str, Any]) -> str:
    """Return a position as latitude and longitude, any other object as its parts."""
    if value.get("type") == "Point" and "coordinates" in value:
        longitude, latitude = value["coordinates"][:2]
        return f"{formats.localize(latitude)} ; {formats.localize(longitude)}"
    return _cut(" ; ".join(f"{spell_column(str(key))} : {spell_plain(one)}" for key, one in value.items()))


def _spell_moment(text: str) -> str:
    """Return a date or a moment as the active language writes it; "" of what is none."""
    try:
        if moment := parse_datetime(text):
            return _write_moment(moment)
        return _write_moment(day) if (day := parse_date(text)) else ""
    except ValueError:
        return ""


def _write_moment(value: date | datetime) -> str:
    if not isinstance(value, datetime):
        return str(formats.date_format(value, "SHORT_DATE_FORMAT"))
    local = timezone.localtime(value) if timezone.is_aware(value) else value
    return str(formats.date_format(local, "SHORT_DATETIME_FORMAT"))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + "…"


def describe_details(entry: Trace, caller: Caller) -> list[tuple[str, str]]:
    """Return what an operation was started with and what came of it, in words, as far as the caller may see it."""
    details = serialize_audit_entry(entry, caller)["details"] or {}
    flat: list[tuple[str, Any]] = []
    for key, value in details.items():
        flat += [*value.items()] if isinstance(value, dict) else [(key, value)]
    return [(spell_column(key), spell_plain(value)) for key, value in flat if not _is_identifier(value)]


def _is_identifier(value: Any) -> bool:
    try:
        return bool(UUID(str(value)))
    except ValueError:
        return False


def name_entry(entry: Trace, name: Any) -> str:
    """Return what an entry is called: what was done, to what."""
    action = spell_choice(str(dict(Trace.Action.choices)[entry.action]))
    return f"{action} · {name_kind(entry.model)}" + (f" · {name}" if name and not isinstance(name, UUID) else "")


def link_object(entry: Trace, name: str, site: Any, request: Any) -> SafeString | str:
    """Return the name of the row that an entry is about, with a link to its page where the caller may open that."""
    model: Any = list_audited_models().get(get_object_model(entry))
    target = site._registry.get(model)
    if not name or entry.objet is None or target is None or not target.has_view_permission(request):
        return name
    try:
        page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[quote(entry.objet)])
    except NoReverseMatch:
        return name
    return format_html('<a href="{}">{}</a>', page, name)
