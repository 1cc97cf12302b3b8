"""Serve mass operations on households."""

from typing import Any

from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.households.mass.jobs import JOB, build_mass_job_params
from registry.households.mass.serializers import DeletionBody, MassParams, MassResponse
from registry.households.mass.services import (
    DELETE_HOUSEHOLDS,
    describe_mass_result,
    run_mass_operation,
)
from registry.households.mass.types import MassOperation


class MassView(EnvelopeView):
    """Run a mass operation: within the request, or as a job (202) with `async` or above SYNCHRONOUS_MAX_ROWS ids."""

    def run_or_start_job(self, operation: MassOperation, ids: list[Any], **options: Any) -> Response:
        if self.needs_job(len(ids)):
            job = start_job(JOB, build_mass_job_params(operation, ids=ids, **options), self.caller)
            return self.build_job_response(job)
        result = run_mass_operation(operation, ids=ids, user=self.caller, **options)
        return self.ok(serialize_row(result), describe_mass_result(result))


class MassDelete(MassView):
    permission = DELETE_HOUSEHOLDS.permission

    @declare_operation("Supprimer des ménages", query=MassParams, body=DeletionBody, response=MassResponse)
    def post(self, request: Any) -> Response:
        return self.run_or_start_job(DELETE_HOUSEHOLDS, **self.validate_body().validated_data)
