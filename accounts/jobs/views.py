"""Serve the state of jobs, and cancel them."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.queries import job_of
from accounts.jobs.serializers import JobSerializer
from accounts.jobs.services import cancel
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import operation
from config.api.views import EnvelopeView


class JobDetail(EnvelopeView):
    permission = AUTHENTICATED

    @operation("État d'une tâche", answer=JobSerializer)
    def get(self, request: Any, job_id: UUID) -> Response:
        return self.ok(JobSerializer(job_of(self.caller, job_id)).data)


class JobCancel(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @operation("Annuler une tâche", answer=JobSerializer)
    def post(self, request: Any, job_id: UUID) -> Response:
        job = cancel(job_of(self.caller, job_id))
        return self.ok(JobSerializer(job).data, _("L'annulation est demandée."))
