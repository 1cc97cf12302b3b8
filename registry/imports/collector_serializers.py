"""Define the request and response of the import from a survey platform."""

import re
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import ClosedSerializer
from registry.collectors.services import PLATFORMS
from registry.imports.collecting import Wanted, columns_of
from registry.imports.serializers import HowSerializer

# Becomes part of a URL on the platform: no slash, no control character, and not `.` or `..`.
FORM_ID: Final = re.compile(r"^(?!\.{1,2}$)[^/\\\x00-\x1f\x7f]+\Z")
MOST_TARGETS: Final = 200


class CollectOptions(ClosedSerializer):
    """Validate the options of an import from a survey platform.

    `updateExisting`: an edited submission changes its household. `skipDuplicates`: a submission whose code is taken is
    left out without an error. `dateFrom`: nothing submitted before that day.
    """

    updateExisting = serializers.BooleanField(default=False)
    skipDuplicates = serializers.BooleanField(default=True)
    dateFrom = serializers.DateField(required=False, allow_null=True)


class CollectBody(HowSerializer):
    """Validate the platform, the form, and which question fills which column."""

    plateforme = serializers.ChoiceField(list(PLATFORMS))
    formId = serializers.RegexField(FORM_ID, max_length=255)
    mapping = serializers.DictField(child=serializers.CharField(max_length=500), allow_empty=False)
    options = CollectOptions(required=False)

    def validate_mapping(self, value: dict[str, str]) -> dict[str, str]:
        if len(value) > MOST_TARGETS:
            raise serializers.ValidationError(_("Trop de champs."))
        return columns_of(value)

    def asked(self) -> tuple[Wanted, dict[str, Any]]:
        """Return what to import, and the keyword arguments of `services.options_for`."""
        values = self.validated_data
        options = {"updateExisting": False, "skipDuplicates": True} | values.get("options", {})
        wanted = Wanted(
            values["plateforme"], values["formId"], values["mapping"], options["skipDuplicates"],
            options.get("dateFrom"),
        )  # fmt: skip
        return wanted, self.how() | {"mode": "update" if options["updateExisting"] else "create"}


class CollectFault(serializers.Serializer):
    """Describe an error of one submission; `submission` is null for an error of the form as a whole."""

    submission = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class CollectAnswer(serializers.Serializer):
    """Describe the result of an import from a survey platform.

    `supprimees` counts submissions found deleted on the platform; `statutsModifies` counts households whose validation
    status on the platform has changed.
    """

    totalRecords = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    skipped = serializers.IntegerField()
    supprimees = serializers.IntegerField()
    statutsModifies = serializers.IntegerField()
    errors = CollectFault(many=True)  # type: ignore[assignment]
