"""Serialize visits after graduations in format B."""

from rest_framework import serializers

from config.api.fields import VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.beneficiaries.api import ProgrammeReference
from transfers.beneficiaries.serializers import BeneficiaryReference
from transfers.follow_ups.models import FollowUp
from transfers.graduation.visits.models import VisitStatus


class GraduationVisitBody(CamelSerializer, ClosedSerializer):
    suivi = VisibleIriField("suivis", FollowUp, allow_null=True)


class GraduationVisitResponse(CamelSerializer):
    """Describe a visit: when it is due, and when the follow-up that made it took place."""

    id = serializers.UUIDField()
    graduation = serializers.UUIDField(source="graduation_id")
    beneficiaire = BeneficiaryReference(source="graduation.beneficiaire")
    programme = ProgrammeReference(source="graduation.beneficiaire.programme")
    date_prevue = serializers.DateField()
    statut = serializers.ChoiceField(choices=VisitStatus.choices)
    suivi = serializers.UUIDField(source="suivi_id", allow_null=True)
    date_suivi = serializers.DateTimeField(source="suivi.date_suivi", allow_null=True, default=None)
