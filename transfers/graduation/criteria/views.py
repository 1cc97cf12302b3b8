"""Serve the graduation criteria of programmes: list, creation, change and deletion."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.graduation.criteria import serializers, services
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.criteria.queries import list_programme_criteria
from transfers.programmes.models import Programme


class CriterionList(EnvelopeView):
    permission = {"GET": "transferts.lire", "POST": "transferts.creer"}
    reach = BY_ROW

    @declare_operation("Critères de graduation d'un programme", response=serializers.CriterionResponse, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        rows = self.filter_visible(list_programme_criteria(programme.id))
        return self.ok(serializers.CriterionResponse(rows, many=True).data)

    @declare_operation(
        "Créer un critère de graduation",
        body=serializers.CriterionBody,
        response=serializers.CriterionReference,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        values = dict(self.validate_body().validated_data)
        row = services.create_criterion(programme_id=programme.id, values=values, user=self.caller)
        return self.ok(serializers.CriterionReference(row).data, _("Critère créé."), status=201)


class CriterionDetail(EnvelopeView):
    permission = {"PUT": "transferts.modifier", "DELETE": "transferts.supprimer"}
    reach = BY_ROW

    @declare_operation(
        "Modifier un critère de graduation", body=serializers.CriterionBody, response=serializers.CriterionResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        changed = services.change_criterion(
            row=self.find_visible(GraduationCriterion, id=identity),
            values=dict(self.validate_body(partial=True).validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        answer = self.ok(serializers.CriterionResponse(changed).data, _("Critère modifié."))
        return self.add_etag(answer, etag.compute_etag(changed.id, changed.updated_at))

    @declare_operation("Supprimer un critère de graduation")
    def delete(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(GraduationCriterion, id=identity)
        services.delete_criterion(row=row, user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Critère supprimé."))
