"""Serve what needs the caller today."""

from typing import Any

from rest_framework.response import Response

from analysis.dashboards.agenda.queries import list_agenda
from analysis.dashboards.agenda.serializers import AgendaItemSerializer
from config.api.permissions import AUTHENTICATED
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Agenda(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("À faire aujourd'hui", response=AgendaItemSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        items = list_agenda(self.caller)
        return self.ok(AgendaItemSerializer(items, many=True).data, total=len(items))
