"""Model serializers whose field names are the contract's camelCase of the columns' snake_case."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

STEP = re.compile(r"_([a-z0-9])")


# How alike a name must be to be proposed instead.
ALIKE: Final = 0.75
# So many names are told at most.
MOST_UNKNOWN: Final = 20


def _spell_plainly(name: str) -> str:
    """Return a field's name without the signs and capitals that separate its words."""
    return name.replace("-", "").replace("_", "").lower()


def _describe_unknown(name: str, known: Iterable[str]) -> str:
    spellings = {_spell_plainly(each): each for each in known}
    plain = _spell_plainly(name[:100])
    if plain in spellings:
        return _("Ce champ s'écrit « %(field)s ».") % {"field": spellings[plain]}
    if alike := get_close_matches(plain, spellings, n=1, cutoff=ALIKE):
        return _("Ce champ n'est pas connu. Peut-être « %(field)s » ?") % {"field": spellings[alike[0]]}
    return _("Ce champ n'est pas connu.")


def find_unknown_fields(sent: Iterable[Any], known: Iterable[str]) -> dict[str, list[str]]:
    """Find the names that mean no field, each with what is wrong and what may be meant."""
    names = list(known)
    unknown = islice((str(name) for name in sent if name not in names), MOST_UNKNOWN)
    return {name: [_describe_unknown(name, names)] for name in unknown}


class ClosedSerializer(serializers.Serializer):
    """Refuses fields that it does not have. Ignored, a misspelt option would leave the work to be done without it."""

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


def camel(name: str) -> str:
    """`nb_enfants_04` -> `nbEnfants04`."""
    return STEP.sub(lambda found: found[1].upper(), name)


class CamelModelSerializer(serializers.ModelSerializer):
    """A ModelSerializer that shows `code_menage` as `codeMenage`."""

    def get_fields(self) -> dict[str, serializers.Field]:
        renamed = {}
        for name, field in super().get_fields().items():
            shown = camel(name)
            if shown != name and field.source is None:
                field.source = name
            renamed[shown] = field
        return renamed


class ReferenceSerializer(serializers.Serializer):
    """`{id, nom}` of a related row."""

    id = serializers.UUIDField()
    nom = serializers.CharField()


class CodedReferenceSerializer(ReferenceSerializer):
    """`{id, nom, code}` of a related row."""

    code = serializers.CharField(allow_null=True)


def reference(row: Any, *names: str) -> dict[str, Any] | None:
    """The nested object of a related row: its id and the named attributes; None stays None."""
    return None if row is None else {"id": row.id} | {name: getattr(row, name) for name in (names or ("nom",))}
