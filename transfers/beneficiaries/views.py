"""Serve beneficiaries: list, detail, creation, change and statistics."""

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
from config.errors.problems import not_found
from transfers.beneficiaries import queries, serializers, services
from transfers.beneficiaries.filters import BeneficiaryAreaFilters, BeneficiaryFilters
from transfers.beneficiaries.hooks import read_records
from transfers.beneficiaries.models import Beneficiary, Type


class BeneficiaryView(EnvelopeView):
    """Share the permission for contacts and the response of a write."""

    @property
    def can_see_contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")

    def build_write_response(self, beneficiary_id: UUID, message: str, status: int = 200) -> Response:
        """Return the summary of a beneficiary just written, with its entity tag for If-Match."""
        [summary] = queries.list_summaries([beneficiary_id])
        response = self.ok(serializers.build_summary_response(summary, self.can_see_contacts), message, status=status)
        return self.add_etag(response, etag.compute_etag(summary.id, summary.updated_at))


class BeneficiaryList(BeneficiaryView):
    permission = {"GET": "transferts.lire", "POST": "transferts.creer"}

    @declare_operation(
        "Bénéficiaires",
        filters=BeneficiaryFilters,
        query=PageParams,
        response=serializers.BeneficiaryResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        contacts = self.can_see_contacts
        rows = self.filter_visible(queries.filter_beneficiaries(self.query, contacts))
        page = queries.paginate_summaries(rows, self.query, self.caller)
        return self.build_page_response(
            page.replace_items(serializers.build_summary_response(row, contacts) for row in page.items)
        )

    @declare_operation(
        "Créer un bénéficiaire", body=serializers.BeneficiaryInput, response=serializers.BeneficiaryResponse, status=201
    )
    def post(self, request: Any) -> Response:
        beneficiary = services.create_beneficiary(values=self.validate_body().validated_data, user=self.caller)
        is_substitute = beneficiary.type == Type.SUBSTITUT
        message = _("Substitut créé.") if is_substitute else _("Bénéficiaire créé.")
        return self.build_write_response(beneficiary.id, message, status=201)


class BeneficiaryDetail(BeneficiaryView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier"}

    @declare_operation("Un bénéficiaire", response=serializers.BeneficiaryDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        detail = queries.find_detail(self.filter_visible(Beneficiary), identity)
        if detail is None:
            raise not_found()
        records = read_records(identity, self.caller)
        response = serializers.build_detail_response(detail, records, self.can_see_contacts)
        return self.add_etag(self.ok(response), etag.compute_etag(identity, detail.updated_at, response))

    @declare_operation(
        "Modifier un bénéficiaire", body=serializers.BeneficiaryChange, response=serializers.BeneficiaryResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        self.find_visible(Beneficiary, id=identity)
        values = self.validate_body(partial=True).validated_data
        services.change_beneficiary(
            beneficiary_id=identity, values=values, user=self.caller, require=self.require_same_version
        )
        return self.build_write_response(identity, _("Modifié."))


class BeneficiaryCounts(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Statistiques des bénéficiaires",
        filters=BeneficiaryAreaFilters,
        response=serializers.BeneficiaryCountsResponse,
    )
    def get(self, request: Any) -> Response:
        return self.ok(queries.count_by_payment_mode(self.filter_visible(queries.filter_beneficiaries(self.query))))


class BeneficiarySync(SyncView):
    permission, row_permission = "registre.exporter", "transferts.lire"
    nature, shown_by = "beneficiaires", frozenset({"registre.voir_contacts"})

    @declare_operation(
        "Bénéficiaires et leurs changements",
        query=SyncParams,
        response=serializers.BeneficiaryResponse,
        many=True,
        paging="suite",
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()

    def filter_rows(self) -> QuerySet:
        return self.filter_visible(Beneficiary)

    def serialize_rows(self, ids: list[UUID]) -> Iterable[dict[str, Any]]:
        contacts = self.caller.holds("registre.voir_contacts")
        return (serializers.build_summary_response(row, contacts) for row in queries.list_summaries(ids))
