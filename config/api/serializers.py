"""Define serializers whose field names are the camelCase of the columns' snake_case."""

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.naming import to_camel_case

# Similarity (difflib's ratio) from which a known name is suggested.
MIN_SIMILARITY: Final = 0.75
# At most this many unknown names are reported.
MAX_UNKNOWN: Final = 20


def _spell_plainly(name: str) -> str:
    """Return a field's name in lower case without hyphens and underscores."""
    return name.replace("-", "").replace("_", "").lower()


def _describe_unknown(name: str, known: Iterable[str]) -> str:
    spellings = {_spell_plainly(each): each for each in known}
    plain = _spell_plainly(name[:100])
    if plain in spellings:
        return _("Ce champ s'écrit « %(field)s ».") % {"field": spellings[plain]}
    if alike := get_close_matches(plain, spellings, n=1, cutoff=MIN_SIMILARITY):
        return _("Ce champ n'est pas connu. Peut-être « %(field)s » ?") % {"field": spellings[alike[0]]}
    return _("Ce champ n'est pas connu.")


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


# Declare fields, and their `get_` and `validate_` methods, by the name of the attribute that they read or write, in
# snake_case: the API shows them in camelCase. (A docstring would describe all serializers without one in OpenAPI.)
class CamelSerializer(serializers.Serializer):
    def get_fields(self) -> dict[str, serializers.Field]:
        return _rename_fields(self, super().get_fields())


class CamelModelSerializer(serializers.ModelSerializer):
    """Serialize a model with camelCase names: `code_menage` becomes `codeMenage`."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return _rename_fields(self, super().get_fields())


class ReferenceSerializer(serializers.Serializer):
    """Serialize a related row as `{id, nom}`."""

    id = serializers.UUIDField()
    nom = serializers.CharField()


class CodedReferenceSerializer(ReferenceSerializer):
    """Serialize a related row as `{id, nom, code}`."""

    code = serializers.CharField(allow_null=True)
