"""Serve the change history of a household and its parts."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from accounts.audit.api import list_change_history
from accounts.audit.serializers import AuditEntrySerializer, serialize_audit_entry
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from registry.households.models import Household


class HouseholdChangeHistory(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Historique d'un ménage", query=PageParams, response=AuditEntrySerializer, many=True, paging="pagination"
    )
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household.objects.only("id", "region_id", "operation_creation"), id=identity)
        rows = list_change_history(household.id, user=self.caller, created_by=household.operation_creation)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(
            page.replace_items(serialize_audit_entry(entry, self.caller) for entry in page.items)
        )
