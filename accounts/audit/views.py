"""Serve the audit entries of all tables."""

from typing import Any

from rest_framework.response import Response

from accounts.audit import queries
from accounts.audit.filters import AuditEntryFilters
from accounts.audit.serializers import AUDIT, AuditEntrySerializer, serialize_audit_entry
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate_unbounded


class AuditEntryList(EnvelopeView):
    permission = AUDIT

    @declare_operation(
        "Journal d'audit",
        filters=AuditEntryFilters,
        query=PageParams,
        response=AuditEntrySerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.list_audit_entries(self.query, self.caller))
        page = paginate_unbounded(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(
            page.replace_items(serialize_audit_entry(trace, self.caller) for trace in page.items)
        )
