"""Serve the state of jobs, and cancel them."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.queries import find_own_job
from accounts.jobs.serializers import JobSerializer
from accounts.jobs.services import cancel_job
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class JobDetail(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("État d'une tâche", response=JobSerializer)
    def get(self, request: Any, job_id: UUID) -> Response:
        return self.ok(JobSerializer(find_own_job(self.caller, job_id)).data)


class JobCancel(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Annuler une tâche", response=JobSerializer)
    def post(self, request: Any, job_id: UUID) -> Response:
        job = cancel_job(find_own_job(self.caller, job_id))
        return self.ok(JobSerializer(job).data, _("L'annulation est demandée."))
