"""Serve the list, detail, creation, change and deletion of projects, campaigns and organisations."""

from typing import Any
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.filters import FilterSet
from config.naming import to_camel_case
from config.paging import paginate
from registry.projects import serializers
from registry.projects.filters import NameFilters, ProjectFilters
from registry.projects.models import Campaign, Organisation, Project
from registry.projects.services import archive_project, create_row, delete_row, update_row

PROJECTS = Project.objects.select_related("organisation")
PROJECT_PERMISSIONS = {
    "GET": AUTHENTICATED,
    "POST": "registre.gerer_projets",
    "PUT": "registre.gerer_projets",
    "DELETE": "registre.gerer_projets",
}


class RowList(EnvelopeView):
    """List and create rows of one kind."""

    permission: Any = PROJECT_PERMISSIONS
    reach = NATIONAL
    rows: type[Model] | QuerySet
    filters: type[FilterSet] = NameFilters
    serializer_class: Any
    # The serializer and message of the response to a creation or change.
    response_serializer: Any
    created_message: Any

    def build_list_response(self) -> Response:
        rows = self.filters.filter_rows(self.filter_visible(self.rows), self.query)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(self.serializer_class(page.items, many=True).data))

    def handle_create(self, model: Any) -> Response:
        row = create_row(model=model, values=self.validate_body().validated_data)
        return self.ok(self.response_serializer(row).data, self.created_message, status=201)


class RowDetail(EnvelopeView):
    """Read, change and delete one row; rows that something refers to are not deleted."""

    permission: Any = PROJECT_PERMISSIONS
    reach = NATIONAL
    rows: type[Model] | QuerySet
    serializer_class: Any
    response_serializer: Any

    def build_row_response(self, identity: UUID) -> Response:
        row = self.find_visible(self.rows, id=identity)
        item = self.serializer_class(row).data
        return self.add_etag(self.ok(item), etag.compute_etag(row.id, row.updated_at, item))

    def build_change_response(self, row: Any, message: Any) -> Response:
        # The response of a project contains its organisation and the method in force, which change independently of it.
        tag = etag.compute_etag(row.id, row.updated_at, self.serializer_class(row).data)
        return self.add_etag(self.ok(self.response_serializer(row).data, message), tag)

    def handle_update(self, identity: UUID, message: Any) -> Response:
        row = self.find_visible(self.rows, id=identity)
        values = self.validate_body(partial=True).validated_data
        return self.build_change_response(
            update_row(row=row, values=values, require=self.require_same_version), message
        )

    def handle_delete(self, identity: UUID, message: Any) -> Response:
        row = self.find_visible(self.rows, id=identity)
        delete_row(row=row, require=self.require_same_version)
        return self.ok(message=message)


class ProjectList(RowList):
    filters = ProjectFilters
    rows, serializer_class, response_serializer = (
        PROJECTS,
        serializers.ProjectSerializer,
        serializers.CreatedProjectSerializer,
    )
    created_message = gettext_lazy("Projet créé.")

    @declare_operation(
        "Projets",
        filters=ProjectFilters,
        query=PageParams,
        response=serializers.ProjectSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation(
        "Créer un projet", body=serializers.ProjectSerializer, response=serializers.CreatedProjectSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        return self.handle_create(Project)


class ProjectDetail(RowDetail):
    rows, serializer_class, response_serializer = (
        PROJECTS,
        serializers.ProjectSerializer,
        serializers.CreatedProjectSerializer,
    )

    @declare_operation("Un projet", response=serializers.ProjectSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(identity)

    @declare_operation(
        "Modifier un projet", body=serializers.ProjectSerializer, response=serializers.CreatedProjectSerializer
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity, _("Projet modifié."))

    @declare_operation("Supprimer un projet")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity, _("Projet supprimé."))


class ProjectArchive(RowDetail):
    permission = "registre.gerer_projets"
    rows, serializer_class, response_serializer = (
        PROJECTS,
        serializers.ProjectSerializer,
        serializers.CreatedProjectSerializer,
    )

    @declare_operation("Archiver un projet", response=serializers.CreatedProjectSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        project = self.find_visible(self.rows, id=identity)
        return self.build_change_response(
            archive_project(row=project, require=self.require_same_version), _("Projet archivé.")
        )


class ProjectCapacities(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Ce qu'un projet permet", response=serializers.CapacitiesSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        project = self.find_visible(Project, id=identity)
        names = ("peut_modifier", "peut_collecter", "peut_scorer", "peut_enroler", "lecture_seule")
        return self.ok({to_camel_case(name): getattr(project, name) for name in names})


class CampaignList(RowList):
    permission = {"GET": AUTHENTICATED, "POST": "registre.modifier"}
    rows, serializer_class, response_serializer = (
        Campaign,
        serializers.CampaignSerializer,
        serializers.CampaignSerializer,
    )
    created_message = gettext_lazy("Campagne créée.")

    @declare_operation(
        "Campagnes",
        filters=NameFilters,
        query=PageParams,
        response=serializers.CampaignSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation(
        "Créer une campagne", body=serializers.CampaignSerializer, response=serializers.CampaignSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        return self.handle_create(Campaign)


class CampaignDetail(RowDetail):
    permission = {"GET": AUTHENTICATED, "PUT": "registre.modifier", "DELETE": "registre.supprimer"}
    rows, serializer_class, response_serializer = (
        Campaign,
        serializers.CampaignSerializer,
        serializers.CampaignSerializer,
    )

    @declare_operation("Une campagne", response=serializers.CampaignSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(identity)

    @declare_operation(
        "Modifier une campagne", body=serializers.CampaignSerializer, response=serializers.CampaignSerializer
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity, _("Campagne modifiée."))

    @declare_operation("Supprimer une campagne")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity, _("Campagne supprimée."))


class OrganisationList(RowList):
    rows, serializer_class, response_serializer = (
        Organisation,
        serializers.OrganisationSerializer,
        serializers.OrganisationSerializer,
    )
    created_message = gettext_lazy("Organisation créée.")

    @declare_operation(
        "Organisations",
        filters=NameFilters,
        query=PageParams,
        response=serializers.OrganisationSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation(
        "Créer une organisation",
        body=serializers.OrganisationSerializer,
        response=serializers.OrganisationSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        return self.handle_create(Organisation)


class OrganisationDetail(RowDetail):
    rows, serializer_class, response_serializer = (
        Organisation,
        serializers.OrganisationSerializer,
        serializers.OrganisationSerializer,
    )

    @declare_operation("Une organisation", response=serializers.OrganisationSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(identity)

    @declare_operation(
        "Modifier une organisation",
        body=serializers.OrganisationSerializer,
        response=serializers.OrganisationSerializer,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity, _("Organisation modifiée."))

    @declare_operation("Supprimer une organisation")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity, _("Organisation supprimée."))
