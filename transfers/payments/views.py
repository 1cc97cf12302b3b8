"""Serve payments: lists, detail, and their exclusion from a list."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.sync.serializers import SyncParams
from accounts.sync.views import SyncView
from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.cycles.models import Cycle
from transfers.payments import queries, serializers, services
from transfers.payments.filters import CyclePaymentFilters, PaymentFilters
from transfers.payments.models import Payment


class PaymentView(EnvelopeView):
    """Share how payments are filtered, found and shown."""

    @property
    def contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")

    def build_list_response(self, query: dict[str, Any], **extra: Any) -> Response:
        rows: QuerySet[Payment] = self.filter_visible(queries.filter_payments(query, self.contacts))
        page = queries.paginate_payments(rows, query, self.caller)
        context = {"contacts": self.contacts}
        return self.build_page_response(
            page.replace_items(serializers.PaymentResponse(page.items, many=True, context=context).data), **extra
        )

    def find_payment(self, identity: UUID) -> Payment:
        rows = queries.list_payments(Payment.objects.select_related("exclu_par"))
        payment: Payment = self.find_visible(rows, id=identity)
        return payment

    def build_detail_response(self, payment: Payment, message: str | None = None) -> Response:
        shown = serializers.PaymentDetailResponse(payment, context={"contacts": self.contacts}).data
        response = self.ok(shown, message)
        tagged: Response = self.add_etag(response, etag.compute_etag(payment.id, payment.updated_at))
        return tagged


class PaymentList(PaymentView):
    permission = "transferts.lire"

    @declare_operation(
        "Paiements",
        filters=PaymentFilters,
        query=PageParams,
        response=serializers.PaymentResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response(self.query)


class CyclePaymentList(PaymentView):
    permission = "transferts.lire"

    @declare_operation(
        "Paiements d'un cycle",
        filters=CyclePaymentFilters,
        query=PageParams,
        response=serializers.PaymentResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        query = self.query | {"cycle": cycle.id}
        counts = queries.count_by_status(query, self.caller, self.contacts)
        return self.build_list_response(query, parStatut=counts)


class PaymentDetail(PaymentView):
    permission = "transferts.lire"

    @declare_operation("Un paiement", response=serializers.PaymentDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_detail_response(self.find_payment(identity))


class PaymentExclusion(PaymentView):
    permission = services.EXCLUDE

    @declare_operation(
        "Exclure un paiement de sa liste",
        body=serializers.ExclusionBody,
        response=serializers.PaymentDetailResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        reason = self.validate_body().validated_data["motif"]
        payment = self.find_payment(identity)
        services.exclude_payment(payment=payment, reason=reason, user=self.caller, require=self.require_same_version)
        return self.build_detail_response(self.find_payment(identity), _("Paiement exclu de sa liste."))


class PaymentReadmission(PaymentView):
    permission = services.EXCLUDE

    @declare_operation("Réintégrer un paiement dans sa liste", response=serializers.PaymentDetailResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        payment = self.find_payment(identity)
        services.readmit_payment(payment=payment, user=self.caller, require=self.require_same_version)
        return self.build_detail_response(self.find_payment(identity), _("Paiement réintégré dans sa liste."))


class PaymentSync(SyncView):
    permission, row_permission = "registre.exporter", "transferts.lire"
    nature, shown_by = "paiements", frozenset({"registre.voir_contacts"})

    @declare_operation(
        "Paiements et leurs changements",
        query=SyncParams,
        response=serializers.PaymentResponse,
        many=True,
        paging="suite",
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()

    def filter_rows(self) -> QuerySet[Payment]:
        return self.filter_visible(Payment)

    def serialize_rows(self, ids: list[UUID]) -> Iterable[Any]:
        rows = queries.list_payments(Payment.objects.filter(id__in=ids))
        context = {"contacts": self.caller.holds("registre.voir_contacts")}
        return serializers.PaymentResponse(rows, many=True, context=context).data
