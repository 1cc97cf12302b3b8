"""Serve cases: writing to who may write, reading with a purpose to who may read."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from analysis.vbg.cases import serializers, services
from analysis.vbg.cases.filters import CaseFilters
from analysis.vbg.cases.rules import READ, WRITE
from config.api.idempotency import derive_identity, mark_replay
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class CaseList(EnvelopeView):
    permission = {"GET": READ, "POST": WRITE}
    # A stored response would keep for a day who wrote which case, and when (decision 0274).
    stores_responses = False
    derives_identities = True

    @declare_operation(
        "Cas de VBG ; chaque lecture est inscrite avec son motif",
        filters=CaseFilters,
        query=serializers.CaseListParams,
        response=serializers.CaseResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        page = services.read_cases(query=self.query, user=self.caller)
        return self.build_page_response(page.replace_items(serializers.CaseResponse(page.items, many=True).data))

    @declare_operation("Saisir un cas de VBG", body=serializers.CaseBody, response=serializers.CaseCreated, status=201)
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        identity, is_new = services.create_case(values=values, user=self.caller, identity=derive_identity(request))
        response = self.ok({"id": identity}, _("Cas saisi."), status=201)
        return response if is_new else mark_replay(response)


class CaseDetail(EnvelopeView):
    permission = {"GET": READ, "PUT": WRITE, "DELETE": WRITE}

    @declare_operation(
        "Un cas de VBG ; la lecture est inscrite avec son motif",
        query=serializers.PurposeParams,
        response=serializers.CaseResponse,
    )
    def get(self, request: Any, identity: UUID) -> Response:
        case = services.read_case(identity=identity, purpose=self.query["motif"], user=self.caller)
        return self.ok(serializers.CaseResponse(case).data)

    @declare_operation("Changer le statut d'un cas de VBG", body=serializers.CaseStatusBody)
    def put(self, request: Any, identity: UUID) -> Response:
        status = self.validate_body().validated_data["statut"]
        services.change_status(identity=identity, status=status, user=self.caller)
        return self.ok(message=_("Statut changé."))

    @declare_operation("Supprimer un cas de VBG saisi par erreur")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_case(identity=identity, user=self.caller)
        return self.ok(message=_("Cas supprimé."))
