"""What the import from a platform of data collection takes and answers."""

import re
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import ClosedSerializer
from registry.collectors.services import PLATFORMS
from registry.imports.collecting import Wanted, columns_of
from registry.imports.serializers import HowSerializer

# Part of an address on the platform: no slash, no control character, and not a step up.
FORM_ID: Final = re.compile(r"^(?!\.{1,2}$)[^/\\\x00-\x1f\x7f]+\Z")
MOST_TARGETS: Final = 200


class CollectOptions(ClosedSerializer):
    """`updateExisting`: an edited submission changes its household; `skipDuplicates`: a submission whose code is
    taken is left out without an error; `dateFrom`: nothing submitted before that day."""

    updateExisting = serializers.BooleanField(default=False)
    skipDuplicates = serializers.BooleanField(default=True)
    dateFrom = serializers.DateField(required=False, allow_null=True)


class CollectBody(HowSerializer):
    """The platform, the form, and which question fills which column."""

    plateforme = serializers.ChoiceField(list(PLATFORMS))
    formId = serializers.RegexField(FORM_ID, max_length=255)
    mapping = serializers.DictField(child=serializers.CharField(max_length=500), allow_empty=False)
    options = CollectOptions(required=False)

    def validate_mapping(self, value: dict[str, str]) -> dict[str, str]:
        if len(value) > MOST_TARGETS:
            raise serializers.ValidationError(_("Trop de champs."))
        return columns_of(value)

    def asked(self) -> tuple[Wanted, dict[str, Any]]:
        """What to ask the platform, and the keyword arguments of `services.options_for`."""
        values = self.validated_data
        options = {"updateExisting": False, "skipDuplicates": True} | values.get("options", {})
        wanted = Wanted(
            values["plateforme"], values["formId"], values["mapping"], options["skipDuplicates"],
            options.get("dateFrom"),
        )  # fmt: skip
        return wanted, self.how() | {"mode": "update" if options["updateExisting"] else "create"}


class CollectFault(serializers.Serializer):
    """`submission` is null for what is about the form as a whole."""

    submission = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class CollectAnswer(serializers.Serializer):
    """`supprimees`: submissions found deleted on the platform; `statutsModifies`: households whose validation status
    there has changed."""

    totalRecords = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    skipped = serializers.IntegerField()
    supprimees = serializers.IntegerField()
    statutsModifies = serializers.IntegerField()
    errors = CollectFault(many=True)  # type: ignore[assignment]
