"""Serve mass operations on households."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.fields import IdsField, build_query_serializer
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.households.mass import JOB, MassOperation, build_job_params, describe_mass_result, run_mass_operation
from registry.households.mass_acts import DELETE

MassParams = build_query_serializer(
    "MassParams", serializers.Serializer, **{"async": serializers.BooleanField(required=False, default=False)}
)


class IdsBody(serializers.Serializer):
    """List the ids of the households to process."""

    ids = IdsField()


class MassError(serializers.Serializer):
    id = serializers.UUIDField()
    message = serializers.CharField()


class MassResponse(serializers.Serializer):
    """Report a mass operation: every id that was sent is either counted in `reussis` or listed in `erreurs`."""

    traites = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    erreurs = MassError(many=True)


class MassView(EnvelopeView):
    """Run a mass operation: within the request, or as a job (202) with `async` or above SYNCHRONOUS_MAX_ROWS ids."""

    def act_on(self, act: MassOperation, ids: list[Any], **options: Any) -> Response:
        if self.query["async"] or len(ids) > settings.SYNCHRONOUS_MAX_ROWS:
            job = start_job(JOB, build_job_params(act, ids=ids, **options), self.caller)
            message = _("Le travail continue en arrière-plan.")
            return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)
        answer = run_mass_operation(act, ids=ids, user=self.caller, **options)
        return self.ok(answer, describe_mass_result(answer))


class MassDelete(MassView):
    permission = DELETE.permission

    @declare_operation("Supprimer des ménages", query=MassParams, body=IdsBody, answer=MassResponse)
    def post(self, request: Any) -> Response:
        return self.act_on(DELETE, **self.input().validated_data)
