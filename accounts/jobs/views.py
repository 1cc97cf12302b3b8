"""Serve the state of jobs, and cancel them."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.filters import JobFilters
from accounts.jobs.queries import filter_own_jobs, find_own_job
from accounts.jobs.serializers import JobRowSerializer, JobSerializer
from accounts.jobs.services import cancel_job
from config.api.fields import PageParams
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate


class JobList(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation(
        "Mes tâches", filters=JobFilters, query=PageParams, response=JobRowSerializer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = filter_own_jobs(self.caller, self.query)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(JobRowSerializer(page.items, many=True).data))


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
