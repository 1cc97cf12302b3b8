"""Define the requests and responses of the collectors of services."""

import re
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from analysis.vbg.collectors.services import check_mapping
from config.api.serializers import CamelSerializer, ClosedSerializer
from registry.survey_platforms.api import CONNECTORS

# Becomes part of a URL on the platform: no slash, no control character, and not `.` or `..`.
FORM_ID: Final = re.compile(r"^(?!\.{1,2}$)[^/\\\x00-\x1f\x7f]+\Z")
MAX_TARGETS: Final = 100
MAX_SAMPLE: Final = 100


class PlatformParams(serializers.Serializer):
    """Name the platform; without `plateforme` the first that is configured."""

    plateforme = serializers.ChoiceField(list(CONNECTORS), required=False)


class PlatformBody(ClosedSerializer):
    """Name the form, and its platform as in `PlatformParams`."""

    plateforme = serializers.ChoiceField(list(CONNECTORS), required=False)
    formId = serializers.RegexField(FORM_ID, max_length=255)


class PreviewBody(PlatformBody):
    limit = serializers.IntegerField(min_value=1, max_value=MAX_SAMPLE, default=10)


class SyncOptions(ClosedSerializer):
    """Validate the options of a synchronisation.

    `updateExisting`: an edited submission changes its service, a deleted one closes it. `skipDuplicates`: a duplicate is
    left out without an error. `dateFrom`: nothing submitted before that day. `renvoyerStatuts`: the platform is told
    which submissions were taken over (approved) and which have an error (on hold).
    """

    updateExisting = serializers.BooleanField(default=False)
    skipDuplicates = serializers.BooleanField(default=True)
    dateFrom = serializers.DateField(required=False, allow_null=True)
    renvoyerStatuts = serializers.BooleanField(default=False)


class SyncBody(PlatformBody):
    """Validate which question fills which field; `nom` and `typeService` need one."""

    mapping = serializers.DictField(
        child=serializers.CharField(max_length=500, allow_blank=True, allow_null=True), allow_empty=False
    )
    options: Any = SyncOptions(required=False)

    def validate_mapping(self, value: dict[str, str]) -> dict[str, str]:
        if len(value) > MAX_TARGETS:
            raise serializers.ValidationError(_("Trop de champs."))
        return check_mapping(value)


class ConnectionResponse(CamelSerializer):
    """Describe the connection; `message` says why there is none."""

    connected = serializers.BooleanField()
    plateforme = serializers.CharField(allow_null=True)
    api_url = serializers.CharField(allow_null=True)
    username = serializers.CharField(allow_null=True)
    last_sync = serializers.DateTimeField(allow_null=True)
    forms_count = serializers.IntegerField(allow_null=True)
    message = serializers.CharField(allow_null=True)


class FormResponse(CamelSerializer):
    uid = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_null=True)
    deployment_status = serializers.CharField(allow_null=True)
    submissions = serializers.IntegerField()
    date_created = serializers.DateTimeField(allow_null=True)
    date_modified = serializers.DateTimeField(allow_null=True)


class QuestionResponse(serializers.Serializer):
    """Describe a question; `name` is its path, which mappings refer to."""

    def get_fields(self) -> dict[str, serializers.Field]:
        # As attributes, `label` and `required` would shadow those of every field.
        return {
            "name": serializers.CharField(),
            "label": serializers.CharField(allow_null=True),
            "type": serializers.CharField(),
            "required": serializers.BooleanField(),
            "choices": serializers.ListField(child=serializers.DictField(), allow_null=True),
        }


class FormFieldsResponse(CamelSerializer):
    form_id = serializers.CharField()
    form_name = serializers.CharField()
    # `fields` is what serializers call their own.
    mapping_suggestion = serializers.DictField()

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**super().get_fields(), "fields": QuestionResponse(many=True)}


class FormPreviewResponse(CamelSerializer):
    form_name = serializers.CharField()
    total_submissions = serializers.IntegerField()
    sample = serializers.ListField(child=serializers.DictField())

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**super().get_fields(), "fields": QuestionResponse(many=True)}


class SyncErrorResponse(serializers.Serializer):
    submission = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class SyncResponse(CamelSerializer):
    """Describe the result of a synchronisation (see `SyncResult`)."""

    total_records = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    skipped = serializers.IntegerField()
    supprimees = serializers.IntegerField()
    fermes = serializers.IntegerField()
    statuts_renvoyes = serializers.IntegerField()
    errors: Any = SyncErrorResponse(many=True)
