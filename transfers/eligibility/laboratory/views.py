"""Serve the targeting laboratory, and the designs that are stored for it."""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.limits import ANALYSIS
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.eligibility.evaluation.queries import compile_evaluated
from transfers.eligibility.laboratory import serializers, services
from transfers.eligibility.laboratory.filters import DesignFilters
from transfers.eligibility.laboratory.models import TargetingDesign
from transfers.eligibility.laboratory.queries import compare_designs
from transfers.eligibility.laboratory.types import Costs

READ: Final = "registre.lire"
WRITE: Final = "transferts.modifier"
DESIGNS: Final = TargetingDesign.objects.select_related("cree_par")


class TargetingLaboratory(EnvelopeView):
    """Compare designs over all households that the caller sees. Nothing is stored."""

    permission = READ
    allowance = ANALYSIS

    @declare_operation(
        "Comparer des ciblages", body=serializers.LaboratoryBody, response=serializers.ComparisonResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        designs = [design["design"] for design in sent["scenarios"]]
        rules = [design.rules for design in designs if design.rules]
        comparison = compare_designs(
            designs,
            compile_evaluated(rules, sent.get("filters") or {}, self.caller),
            Costs(sent["montant_par_cycle"], sent["cycles_par_an"], sent.get("budget_annuel")),
            sorted(set(sent["seuils"])),
        )
        return self.ok(serializers.ComparisonResponse(comparison).data)


class StoredDesignList(EnvelopeView):
    permission = {"GET": READ, "POST": WRITE}
    reach = OWN

    @declare_operation(
        "Ciblages enregistrés",
        filters=DesignFilters,
        query=PageParams,
        response=serializers.StoredDesignSerializer,
        many=True,
        paging="meta",
    )
    def get(self, request: Any) -> Response:
        rows = DesignFilters.filter_rows(self.filter_visible(DESIGNS), self.query)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(
            page.replace_items(serializers.StoredDesignSerializer(page.items, many=True).data)
        )

    @declare_operation(
        "Enregistrer un ciblage",
        body=serializers.StoredDesignSerializer,
        response=serializers.StoredDesignSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        row = services.create_design(values=dict(self.validate_body().validated_data), user=self.caller)
        return self.ok(serializers.StoredDesignSerializer(row).data, _("Ciblage enregistré."), status=201)


class StoredDesignDetail(EnvelopeView):
    permission = {"GET": READ, "PUT": WRITE, "DELETE": WRITE}
    reach = OWN

    def build_design_response(self, row: TargetingDesign, message: Any = None) -> Response:
        answer = self.ok(serializers.StoredDesignSerializer(row).data, message)
        return self.add_etag(answer, etag.compute_etag(row.id, row.updated_at))

    @declare_operation("Un ciblage enregistré", response=serializers.StoredDesignSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_design_response(self.find_visible(DESIGNS, id=identity))

    @declare_operation(
        "Modifier un ciblage", body=serializers.StoredDesignSerializer, response=serializers.StoredDesignSerializer
    )
    def put(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(DESIGNS, id=identity)
        values = dict(self.validate_body(row, partial=True).validated_data)
        changed = services.change_design(row=row, values=values, user=self.caller, require=self.require_same_version)
        return self.build_design_response(changed, _("Ciblage modifié."))

    @declare_operation("Supprimer un ciblage")
    def delete(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(DESIGNS, id=identity)
        services.delete_design(row=row, user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Ciblage supprimé."))
