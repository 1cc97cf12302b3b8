"""Define the mapping of columns chosen by hand, as it is sent and as it is remembered."""

import json
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.api.serializers import CamelModelSerializer
from geo.tables.column_titles import build_title_key
from registry.imports.definition.columns import BY_KEY
from registry.imports.definition.header import MAX_TITLE_LENGTH
from registry.imports.mappings.models import ColumnMapping

MAX_TITLES: Final = 2_000
MAX_JSON_LENGTH: Final = 1_000_000


@extend_schema_field({"type": "object", "additionalProperties": {"type": "string", "nullable": True}})
class ColumnMappingField(serializers.Field):
    """Validate which column fills which field: `{"Title of the file": "field", "Another": null}`.

    JSON text is accepted too. Null leaves a column aside.
    """

    default_error_messages = {
        "object": lazy(
            "Indiquez un objet JSON : le titre de chaque colonne et son champ, ou null pour la laisser de côté."
        ),
        "many": lazy("Trop de colonnes."),
    }

    def to_internal_value(self, data: Any) -> dict[str, str | None]:
        sent = self._parse_json(data)
        if not isinstance(sent, dict):
            self.fail("object")
        if len(sent) > MAX_TITLES:
            self.fail("many")
        found: dict[str, str | None] = {}
        takers: dict[str, str] = {}
        faults: dict[str, list[str]] = {}
        for title, field in sent.items():
            name = " ".join(title.replace("\x00", "\ufffd").split())[:MAX_TITLE_LENGTH]
            column = BY_KEY.get(build_title_key(field)) if isinstance(field, str) else None
            found[name] = column.name if column else None
            if field is not None and column is None:
                faults[name] = [_("Ce champ n'est pas connu : voyez les colonnes du modèle.")]
            elif column and column.name in takers:
                sentence = _("Le champ « %(field)s » est déjà rempli par la colonne « %(title)s ».")
                faults[name] = [sentence % {"field": column.name, "title": takers[column.name]}]
            elif column:
                takers[column.name] = name
        if faults:
            raise serializers.ValidationError(faults)
        return found

    def _parse_json(self, data: Any) -> Any:
        if not isinstance(data, str):
            return data
        if not data.strip():
            return {}
        try:
            return json.loads(data[:MAX_JSON_LENGTH])
        except (ValueError, RecursionError):
            self.fail("object")

    def to_representation(self, value: Any) -> Any:
        return value


class ColumnMappingResponse(CamelModelSerializer):
    """Describe what is remembered for files with these titles: the field of each column that was chosen by hand."""

    correspondances = ColumnMappingField()
    updated_at = serializers.DateTimeField()

    class Meta:
        model = ColumnMapping
        fields = ("id", "correspondances", "updated_at")
