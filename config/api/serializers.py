"""Serialize columns and attributes, in snake_case, under camelCase names."""

from collections.abc import Hashable, Iterable
from copy import copy, deepcopy
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any, Final, cast
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.naming import to_camel_case

# Values that hold no dataclass, recognised by one look-up: most fields are such.
PLAIN_TYPES: Final = frozenset({type(None), bool, int, float, str, dict, date, datetime, Decimal, UUID})

# Similarity (difflib's ratio) from which a known name is suggested.
MIN_SIMILARITY: Final = 0.75
# At most this many unknown names are reported.
MAX_UNKNOWN: Final = 20


def _spell_plainly(name: str) -> str:
    """Return a field's name in lower case without hyphens and underscores."""
    return name.replace("-", "").replace("_", "").lower()


@dataclass(frozen=True)
class MeantName:
    """Hold the known name that was probably meant; `is_sure` when only its spelling differs in case, `-` and `_`."""

    name: str
    is_sure: bool


def find_meant_name(name: str, known: Iterable[str]) -> MeantName | None:
    """Return the known name that an unknown one resembles, or None."""
    plain = _spell_plainly(name[:100])
    spellings = {_spell_plainly(each): each for each in known}
    if plain in spellings:
        return MeantName(spellings[plain], is_sure=True)
    alike = get_close_matches(plain, spellings, n=1, cutoff=MIN_SIMILARITY)
    return MeantName(spellings[alike[0]], is_sure=False) if alike else None


def _describe_unknown(name: str, known: Iterable[str]) -> str:
    meant = find_meant_name(name, known)
    if meant is None:
        return _("Ce champ n'est pas connu.")
    if meant.is_sure:
        return _("Ce champ s'écrit « %(field)s ».") % {"field": meant.name}
    return _("Ce champ n'est pas connu. Peut-être « %(field)s » ?") % {"field": meant.name}


def find_unknown_fields(sent: Iterable[Any], known: Iterable[str]) -> dict[str, list[str]]:
    """Return the names that are no known field, each with a sentence and, if possible, a suggestion."""
    names = list(known)
    unknown = islice((str(name) for name in sent if name not in names), MAX_UNKNOWN)
    return {name: [_describe_unknown(name, names)] for name in unknown}


class ClosedSerializer(serializers.Serializer):
    """Refuse unknown fields: ignoring a misspelt option would do the work without it."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = find_unknown_fields(data, self.fields) if isinstance(data, dict) else {}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if unknown and isinstance(error.detail, dict):
                raise serializers.ValidationError({**error.detail, **unknown}) from error
            raise
        if unknown:
            raise serializers.ValidationError(unknown)
        return value


@cache
def _list_response_names(row_type: type) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, to_camel_case(field.name)) for field in fields(row_type))


def serialize_row(row: Any) -> dict[str, Any]:
    """Return the fields of a dataclass under their camelCase names, in their order; also of dataclasses inside it.

    Values stay as they are. It costs little, so lists of many rows use it instead of a serializer.
    """
    return {shown: _serialize_value(getattr(row, name)) for name, shown in _list_response_names(row.__class__)}


def _serialize_value(value: Any) -> Any:
    if value.__class__ in PLAIN_TYPES:
        return value
    if isinstance(value, (list, tuple)):
        return [_serialize_value(item) for item in value]
    return serialize_row(value) if is_dataclass(value) else value


def _rename_fields(
    serializer: serializers.BaseSerializer, fields: dict[str, serializers.Field]
) -> dict[str, serializers.Field]:
    """Return the fields under their camelCase names, with their source and their `get_` and `validate_` methods."""
    renamed = {}
    for name, field in fields.items():
        shown = to_camel_case(name)
        renamed[shown] = field
        if shown == name:
            continue
        if isinstance(field, serializers.SerializerMethodField):
            field.method_name = field.method_name or f"get_{name}"
        elif field.source is None:
            field.source = name
        if hasattr(serializer, f"validate_{name}"):
            setattr(serializer, f"validate_{shown}", getattr(serializer, f"validate_{name}"))
    return renamed


@cache
def _is_plain(field_type: Any) -> bool:
    """Return whether the fields of a type hold no other fields, and copy themselves as Field does."""
    holds_fields = issubclass(field_type, (serializers.BaseSerializer, serializers.ListField, serializers.DictField))
    return not holds_fields and field_type.__deepcopy__ is serializers.Field.__deepcopy__


def _copy_field(field: serializers.Field) -> serializers.Field:
    """Return a copy of a declared field that another serializer may bind.

    A plain field is not made anew, as DRF does: of a small body this is a third of the work. Its messages and choices are
    the declared ones, which nothing changes.
    """
    if not _is_plain(cast(Hashable, field.__class__)):
        return deepcopy(field)
    copied = copy(field)
    copied.validators = list(field.validators)
    return copied


# Declare fields, and their `get_` and `validate_` methods, by the name of the attribute that they read or write, in
# snake_case: the API shows them in camelCase. (A docstring would describe all serializers without one in OpenAPI.)
class CamelSerializer(serializers.Serializer):
    def get_fields(self) -> dict[str, serializers.Field]:
        return _rename_fields(self, {name: _copy_field(field) for name, field in self._declared_fields.items()})


class CamelModelSerializer(serializers.ModelSerializer):
    """Serialize a model with camelCase names: `code_menage` becomes `codeMenage`."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return _rename_fields(self, super().get_fields())


class ReferenceSerializer(CamelSerializer):
    """Serialize a related row as `{id, nom}`."""

    id = serializers.UUIDField()
    nom = serializers.CharField()


class CodedReferenceSerializer(ReferenceSerializer):
    """Serialize a related row as `{id, nom, code}`."""

    code = serializers.CharField(allow_null=True)
