"""Serve PMT methods and the variables which they may use."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from registry.pmt import queries, services
from registry.pmt.filters import MethodFilters
from registry.pmt.formula.variables import PMT_VARIABLES
from registry.pmt.models import PmtMethod
from registry.pmt.serializers import MethodEndSerializer, MethodSerializer, VariableSerializer

WRITE_PERMISSION = "administration.references"


class MethodView(EnvelopeView):
    """Share the permission and the response of the views of one method."""

    permission: Any = WRITE_PERMISSION
    reach = NATIONAL

    def build_method_response(self, method: PmtMethod, message: Any = None, status: int = 200) -> Response:
        answer = self.ok(MethodSerializer(method).data, message, status=status)
        return self.add_etag(answer, etag.compute_etag(method.id, method.updated_at))


class MethodList(MethodView):
    permission = {"GET": AUTHENTICATED, "POST": WRITE_PERMISSION}

    @declare_operation(
        "Méthodes PMT",
        filters=MethodFilters,
        query=PageParams,
        response=MethodSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_methods(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(MethodSerializer(page.items, many=True).data))

    @declare_operation(
        "Créer une méthode PMT (brouillon)", body=MethodSerializer, response=MethodSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        method = services.create_method(values=self.validate_body().validated_data)
        return self.build_method_response(method, _("Méthode créée, en brouillon."), status=201)


class MethodDetail(MethodView):
    permission = {"GET": AUTHENTICATED, "PUT": WRITE_PERMISSION, "DELETE": WRITE_PERMISSION}

    @declare_operation("Une méthode PMT", response=MethodSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_method_response(self.find_visible(PmtMethod, id=identity))

    @declare_operation("Modifier un brouillon", body=MethodSerializer, response=MethodSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        method = self.find_visible(PmtMethod, id=identity)
        values = self.validate_body(method, partial=True).validated_data
        changed = services.update_method(method=method, values=values, require=self.require_same_version)
        return self.build_method_response(changed, _("Méthode modifiée."))

    @declare_operation("Supprimer un brouillon")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_method(method=self.find_visible(PmtMethod, id=identity), require=self.require_same_version)
        return self.ok(message=_("Méthode supprimée."))


class MethodPublication(MethodView):
    @declare_operation("Publier un brouillon", response=MethodSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        method = self.find_visible(PmtMethod, id=identity)
        return self.build_method_response(
            services.publish_method(method=method, require=self.require_same_version), _("Méthode publiée.")
        )


class MethodEnd(MethodView):
    @declare_operation("Mettre fin à une version publiée", body=MethodEndSerializer, response=MethodSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        method = self.find_visible(PmtMethod, id=identity)
        last_day = self.validate_body().validated_data["date_fin"]
        ended = services.end_method(method=method, last_day=last_day, require=self.require_same_version)
        return self.build_method_response(ended, _("Fin de la méthode enregistrée."))


class MethodVersions(MethodView):
    @declare_operation("Créer la version suivante (brouillon)", response=MethodSerializer, status=201)
    def post(self, request: Any, identity: UUID) -> Response:
        method = services.create_new_version(method=self.find_visible(PmtMethod, id=identity))
        return self.build_method_response(method, _("Nouvelle version créée, en brouillon."), status=201)


class VariableList(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Variables d'une méthode PMT", response=VariableSerializer, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(VariableSerializer(PMT_VARIABLES, many=True).data)
