"""Serve checks of conditionalities: list, creation, detail, change, deletion and notices."""

from typing import Any
from uuid import UUID

from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.follow_up.views import FollowUpDetail, FollowUpList
from transfers.conditionality.checks import serializers, services
from transfers.conditionality.checks.filters import ComplianceCheckFilters
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.checks.queries import filter_checks
from transfers.conditionality.checks.serializers import ComplianceCheckSerializer


class ComplianceCheckList(FollowUpList):
    permission = {"GET": "transferts.lire", "POST": "transferts.modifier"}
    model, filters, serializer_class = ComplianceCheck, ComplianceCheckFilters, ComplianceCheckSerializer

    def filter_rows(self, query: dict[str, Any]) -> Any:
        return filter_checks(query)

    def create_row(self, values: dict[str, Any]) -> Any:
        return services.add_check(values=values, user=self.caller)

    @declare_operation(
        "Vérifications de conditionnalités",
        filters=ComplianceCheckFilters,
        query=PageParams,
        response=ComplianceCheckSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation(
        "Enregistrer une vérification de conditionnalité",
        body=ComplianceCheckSerializer,
        response=ComplianceCheckSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        return self.handle_create()


class ComplianceCheckDetail(FollowUpDetail):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.modifier"}
    model, filters, serializer_class = ComplianceCheck, ComplianceCheckFilters, ComplianceCheckSerializer

    def filter_rows(self, query: dict[str, Any]) -> Any:
        return filter_checks(query)

    def update_row(self, row: Any, values: dict[str, Any]) -> Any:
        return services.change_check(row=row, values=values, user=self.caller, require=self.require_same_version)

    @declare_operation("Une vérification de conditionnalité", response=ComplianceCheckSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(self.find_row(identity))

    @declare_operation(
        "Modifier une vérification de conditionnalité",
        body=ComplianceCheckSerializer,
        response=ComplianceCheckSerializer,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity)

    @declare_operation("Supprimer une vérification de conditionnalité")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity)


class NoticeRecording(EnvelopeView):
    permission = "transferts.modifier"

    @declare_operation(
        "Noter que des ménages sont avisés",
        body=serializers.NoticesBody,
        response=serializers.NoticesResponse,
    )
    def post(self, request: Any) -> Response:
        result = services.give_notices(ids=self.validate_body().validated_data["ids"], user=self.caller)
        message = ngettext("%(n)d ménage avisé.", "%(n)d ménages avisés.", result.success) % {"n": result.success}
        return self.ok(serialize_row(result), message)
