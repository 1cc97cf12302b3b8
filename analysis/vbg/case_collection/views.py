"""Serve the collector of cases: its forms, and their synchronisation."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from analysis.vbg.case_collection import serializers, services
from analysis.vbg.case_collection.types import CaseSync
from analysis.vbg.cases.api import WRITE
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class CaseCollectionView(EnvelopeView):
    """Share the permission of writing cases; a platform is never asked inside a transaction, and no answer is stored."""

    permission = WRITE
    is_one_transaction = False
    stores_responses = False


class CaseCollection(CaseCollectionView):
    @declare_operation(
        "Formulaires de cas, chiffrés sur le téléphone",
        query=serializers.PlatformParams,
        response=serializers.CaseCollectionResponse,
    )
    def get(self, request: Any) -> Response:
        return self.ok(services.describe_collection(services.choose_source(self.query.get("plateforme"))))


class CaseCollectionSync(CaseCollectionView):
    @declare_operation(
        "Reprendre les cas d'un formulaire chiffré",
        body=serializers.CaseSyncBody,
        response=serializers.CaseSyncResponse,
    )
    def post(self, request: Any) -> Response:
        given = self.validate_body().validated_data
        options = given.get("options") or {}
        wanted = CaseSync(
            services.choose_source(given.get("plateforme")),
            given["formId"],
            changes_known=options.get("updateExisting", False),
            returns_status=options.get("renvoyerStatuts", False),
        )
        result = services.synchronise_cases(wanted, self.caller)
        return self.ok(serializers.CaseSyncResponse(result).data, _("Synchronisation terminée."))
