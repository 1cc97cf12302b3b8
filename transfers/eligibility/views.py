"""Serve rule sets: list, templates, detail, versions, creation, change, copy and deletion; fields and operators."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.eligibility import queries, serializers, services
from transfers.eligibility.filters import RuleSetFilters
from transfers.eligibility.models import Logique, RuleSet

READ = "transferts.lire"


class RuleSetView(EnvelopeView):
    """Share what the views of one rule set need."""

    reach = BY_ROW

    def find_rule_set(self, identity: UUID) -> RuleSet:
        found: RuleSet = self.find_visible(queries.filter_rule_sets({}), id=identity)
        return found

    def build_written_response(self, row: RuleSet, message: Any, status: int = 200) -> Response:
        """Return the response of a write."""
        answer = self.ok(serializers.RuleSetReference(row).data, message, status=status)
        return self.add_etag(answer, etag.compute_etag(row.id, row.updated_at))


class RuleSetList(RuleSetView):
    permission = {"GET": READ, "POST": "transferts.creer"}

    @declare_operation(
        "Jeux de règles",
        filters=RuleSetFilters,
        query=PageParams,
        response=serializers.RuleSetResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_rule_sets(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        sets = queries.attach_rules(page.items)
        return self.build_page_response(page.replace_items(serializers.RuleSetResponse(sets, many=True).data))

    @declare_operation(
        "Créer un jeu de règles", body=serializers.RuleSetBody, response=serializers.RuleSetReference, status=201
    )
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        rules = serializers.build_rule_columns(values.pop("rules", []))
        logic = values.pop("logique", Logique.AND)
        row = services.create_rule_set(values=values, logic=logic, rules=rules, user=self.caller)
        return self.build_written_response(row, _("Jeu de règles créé."), status=201)


class RuleSetDetail(RuleSetView):
    permission = {"GET": READ, "PUT": "transferts.modifier", "DELETE": "transferts.supprimer"}

    @declare_operation("Un jeu de règles", response=serializers.RuleSetDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = queries.attach_own_rules(self.find_rule_set(identity))
        shown = serializers.RuleSetDetailResponse(row).data
        return self.add_etag(self.ok(shown), etag.compute_etag(row.id, row.updated_at, shown))

    @declare_operation(
        "Modifier un jeu de règles", body=serializers.RuleSetChangeBody, response=serializers.RuleSetReference
    )
    def put(self, request: Any, identity: UUID) -> Response:
        row = self.find_rule_set(identity)
        values = dict(self.validate_body().validated_data)
        sent = values.pop("rules", None)
        changed = services.change_rule_set(
            row=row,
            logic=values.pop("logique", None),
            rules=None if sent is None else serializers.build_rule_columns(sent),
            values=values,
            user=self.caller,
            require=self.require_same_version,
        )
        return self.build_written_response(changed, _("Jeu de règles modifié."))

    @declare_operation("Supprimer un jeu de règles")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_rule_set(row=self.find_rule_set(identity), user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Jeu de règles supprimé."))


class RuleSetClone(RuleSetView):
    permission = "transferts.creer"

    @declare_operation(
        "Copier un jeu de règles", body=serializers.CloneBody, response=serializers.RuleSetReference, status=201
    )
    def post(self, request: Any, identity: UUID) -> Response:
        source = self.find_rule_set(identity)
        sent = self.validate_body().validated_data
        row = services.clone_rule_set(
            row=source,
            code=sent.get("code"),
            nom=sent.get("nom"),
            programme=sent.get("programme"),
            user=self.caller,
        )
        return self.build_written_response(row, _("Jeu de règles copié."), status=201)


class VersionList(RuleSetView):
    permission = READ

    @declare_operation("Versions d'un jeu de règles", response=serializers.VersionResponse, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        versions = self.filter_visible(queries.filter_versions("auteur")).filter(jeu=self.find_rule_set(identity))
        return self.ok(serializers.VersionResponse(versions, many=True).data)


class TemplateList(RuleSetView):
    permission = READ

    @declare_operation("Modèles de jeux de règles", response=serializers.RuleSetDetailResponse, many=True)
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_rule_sets({"estTemplate": True, "actif": True}))
        return self.ok(serializers.RuleSetDetailResponse(queries.attach_rules(list(rows)), many=True).data)


class FieldList(EnvelopeView):
    permission = READ

    @declare_operation("Champs que les règles comparent", response=serializers.FieldCategoryResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(serializers.describe_fields())


class OperatorList(EnvelopeView):
    permission = READ

    @declare_operation("Opérateurs des règles", response=serializers.RuleOperatorsResponse)
    def get(self, request: Any) -> Response:
        return self.ok(serializers.describe_operators())


class RuleSetFigures(EnvelopeView):
    permission = READ

    @declare_operation("Statistiques des jeux de règles", response=serializers.FiguresResponse)
    def get(self, request: Any) -> Response:
        return self.ok(queries.summarise_rule_sets())
