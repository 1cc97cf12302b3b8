"""Serve the audit entries of all tables."""

from typing import Any

from rest_framework.response import Response

from accounts.audit import queries
from accounts.audit.serializers import AUDIT, TraceParams, TraceSerializer, shown
from config.api.paging import paginate_long
from config.api.schema import operation
from config.api.views import EnvelopeView


class TraceList(EnvelopeView):
    permission = AUDIT

    @operation("Journal d'audit", query=TraceParams, answer=TraceSerializer, many=True, paging="pagination")
    def get(self, request: Any) -> Response:
        page = paginate_long(self.visible(queries.traces(self.query)), self.query["page"], self.query["limit"])
        return self.page(page.of(shown(trace, self.caller) for trace in page.items))
