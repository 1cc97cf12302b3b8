"""Model serializers whose field names are the contract's camelCase of the columns' snake_case."""

import re
from typing import Any

from rest_framework import serializers

STEP = re.compile(r"_([a-z0-9])")


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
