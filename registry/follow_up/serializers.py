"""Validate and serialize visits and measures in format B."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField
from config.api.serializers import CamelModelSerializer
from registry.follow_up.models import HealthVisit, Measure
from registry.households.models import Household

MAX_TEXT = 10_000
CLOCKS_AHEAD = timedelta(days=1)


class HouseholdReference(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField(source="code_menage")


class PastDateField(serializers.DateField):
    """Accept dates that are not in the future; the clock of a tablet may be one day ahead."""

    default_error_messages = {"future": _("La date est dans le futur.")}

    def to_internal_value(self, value: Any) -> Any:
        day = super().to_internal_value(value)
        if day > (timezone.now() + CLOCKS_AHEAD).date():
            self.fail("future")
        return day


class PastMomentField(serializers.DateTimeField):
    """Validate a moment in the past; a tablet's clock may be up to a day ahead."""

    default_error_messages = {"future": _("La date est dans le futur.")}

    def to_internal_value(self, value: Any) -> datetime:
        moment = super().to_internal_value(value)
        if moment > timezone.now() + CLOCKS_AHEAD:
            self.fail("future")
        return moment


class FollowUpSerializer(CamelModelSerializer):
    """Describe a record of a household; `menageId` names it on creation and is ignored in changes."""

    menage_id = VisibleIriField("menages", Household, source="menage", write_only=True)
    menage = HouseholdReference(read_only=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if self.partial:
            attrs.pop("menage", None)
        return attrs


class VisitSerializer(FollowUpSerializer):
    date_visite = PastDateField()
    observations = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)

    class Meta:
        model = HealthVisit
        fields = ["id", "menage", "menage_id", "type_visite", "date_visite", "observations", "created_at"]
        read_only_fields = ["id", "created_at"]


class MeasureSerializer(FollowUpSerializer):
    date_mesure = PastDateField()
    description = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)

    class Meta:
        model = Measure
        fields = ["id", "menage", "menage_id", "type_mesure", "date_mesure", "description", "created_at"]
        read_only_fields = ["id", "created_at"]
