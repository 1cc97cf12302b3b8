"""Define the request and response of the import from a survey platform."""

import re
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from registry.imports.platforms.services import resolve_mapping
from registry.imports.platforms.types import PlatformImport
from registry.imports.serializers import RowOptionsSerializer
from registry.survey_platforms.api import CONNECTORS

# Becomes part of a URL on the platform: no slash, no control character, and not `.` or `..`.
FORM_ID: Final = re.compile(r"^(?!\.{1,2}$)[^/\\\x00-\x1f\x7f]+\Z")
MAX_TARGETS: Final = 200


class PlatformImportOptions(ClosedSerializer):
    """Validate the options of an import from a survey platform.

    `updateExisting`: an edited submission changes its household. `skipDuplicates`: a submission whose code is taken is
    left out without an error. `dateFrom`: nothing submitted before that day.
    """

    updateExisting = serializers.BooleanField(default=False)
    skipDuplicates = serializers.BooleanField(default=True)
    dateFrom = serializers.DateField(required=False, allow_null=True)


class PlatformImportBody(RowOptionsSerializer):
    """Validate the platform, the form, and which question fills which column."""

    plateforme = serializers.ChoiceField(list(CONNECTORS))
    formId = serializers.RegexField(FORM_ID, max_length=255)
    mapping = serializers.DictField(child=serializers.CharField(max_length=500), allow_empty=False)
    options = PlatformImportOptions(required=False)

    def validate_mapping(self, value: dict[str, str]) -> dict[str, str]:
        if len(value) > MAX_TARGETS:
            raise serializers.ValidationError(_("Trop de champs."))
        return resolve_mapping(value)

    def build_import(self) -> tuple[PlatformImport, dict[str, Any]]:
        """Return what to import, and the keyword arguments of `services.build_options`."""
        values = self.validated_data
        options = {"updateExisting": False, "skipDuplicates": True} | values.get("options", {})
        wanted = PlatformImport(
            values["plateforme"],
            values["formId"],
            values["mapping"],
            options["skipDuplicates"],
            options.get("dateFrom"),
        )
        return wanted, self.build_row_options() | {"mode": "update" if options["updateExisting"] else "create"}


class PlatformImportError(serializers.Serializer):
    """Describe an error of one submission; `submission` is null for an error of the form as a whole."""

    submission = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class PlatformImportResponse(CamelSerializer):
    """Describe the result of an import from a survey platform.

    `supprimees` counts submissions found deleted on the platform; `statutsModifies` counts households whose validation
    status on the platform has changed.
    """

    total_records = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    skipped = serializers.IntegerField()
    supprimees = serializers.IntegerField()
    statuts_modifies = serializers.IntegerField()
    errors: Any = PlatformImportError(many=True)
