"""Serve the list, detail, creation, change and deletion of projects, campaigns and organisations."""

from typing import Any
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.response import Response

from config.api import etag
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.serializers import to_camel_case
from config.api.views import EnvelopeView
from config.paging import paginate
from registry.projects import serializers as shapes
from registry.projects.models import Campaign, Organisation, Project
from registry.projects.services import archive_project, create_row, delete_row, update_row

PROJECTS = Project.objects.select_related("organisation")
MANAGED = {"GET": AUTHENTICATED, "POST": "registre.gerer_projets", "PUT": "registre.gerer_projets",
           "DELETE": "registre.gerer_projets"}  # fmt: skip


class RowList(EnvelopeView):
    """List and create rows of one kind."""

    permission: Any = MANAGED
    reach = NATIONAL
    rows: type[Model] | QuerySet
    shape: Any
    # The serializer and message of the response to a creation or change.
    short: Any
    made: Any

    def listed(self) -> Response:
        rows = self.visible(self.rows)
        if self.query.get("search"):
            rows = rows.filter(nom__icontains=self.query["search"])
        if "actif" in self.query:
            rows = rows.filter(actif=self.query["actif"])
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(self.shape(page.items, many=True).data))

    def create(self, model: Any) -> Response:
        row = create_row(model=model, values=self.input().validated_data)
        return self.ok(self.short(row).data, self.made, status=201)


class RowDetail(EnvelopeView):
    """Read, change and delete one row; rows that something refers to are not deleted."""

    permission: Any = MANAGED
    reach = NATIONAL
    rows: type[Model] | QuerySet
    shape: Any
    short: Any

    def same_version(self, row: Any) -> None:
        """Raise CONFLICT when If-Match names another version of the row."""
        etag.require_match(self.request, etag.compute_etag(row.id, row.updated_at))

    def shown(self, identity: UUID) -> Response:
        row = self.find(self.rows, id=identity)
        shown = self.shape(row).data
        return self.tagged(self.ok(shown), etag.compute_etag(row.id, row.updated_at, shown))

    def changed(self, row: Any, message: Any) -> Response:
        # The response of a project contains its organisation and the method in force, which change independently of it.
        tag = etag.compute_etag(row.id, row.updated_at, self.shape(row).data)
        return self.tagged(self.ok(self.short(row).data, message), tag)

    def change(self, identity: UUID, message: Any) -> Response:
        row = self.find(self.rows, id=identity)
        values = self.input(partial=True).validated_data
        return self.changed(update_row(row=row, values=values, require=self.same_version), message)

    def remove(self, identity: UUID, message: Any) -> Response:
        row = self.find(self.rows, id=identity)
        delete_row(row=row, require=self.same_version)
        return self.ok(message=message)


class ProjectList(RowList):
    rows, shape, short = PROJECTS, shapes.ProjectSerializer, shapes.CreatedProjectSerializer
    made = gettext_lazy("Projet créé.")

    @declare_operation(
        "Projets", query=shapes.ProjectParams, answer=shapes.ProjectSerializer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        return self.listed()

    @declare_operation(
        "Créer un projet", body=shapes.ProjectSerializer, answer=shapes.CreatedProjectSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        return self.create(Project)


class ProjectDetail(RowDetail):
    rows, shape, short = PROJECTS, shapes.ProjectSerializer, shapes.CreatedProjectSerializer

    @declare_operation("Un projet", answer=shapes.ProjectSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.shown(identity)

    @declare_operation("Modifier un projet", body=shapes.ProjectSerializer, answer=shapes.CreatedProjectSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity, _("Projet modifié."))

    @declare_operation("Supprimer un projet")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.remove(identity, _("Projet supprimé."))


class ProjectArchive(RowDetail):
    permission = "registre.gerer_projets"
    rows, shape, short = PROJECTS, shapes.ProjectSerializer, shapes.CreatedProjectSerializer

    @declare_operation("Archiver un projet", answer=shapes.CreatedProjectSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        project = self.find(self.rows, id=identity)
        return self.changed(archive_project(row=project, require=self.same_version), _("Projet archivé."))


class ProjectCapacities(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Ce qu'un projet permet", answer=shapes.CapacitiesSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        project = self.find(Project, id=identity)
        names = ("peut_modifier", "peut_collecter", "peut_scorer", "peut_enroler", "lecture_seule")
        return self.ok({to_camel_case(name): getattr(project, name) for name in names})


class CampaignList(RowList):
    permission = {"GET": AUTHENTICATED, "POST": "registre.modifier"}
    rows, shape, short = Campaign, shapes.CampaignSerializer, shapes.CampaignSerializer
    made = gettext_lazy("Campagne créée.")

    @declare_operation(
        "Campagnes", query=shapes.NamedParams, answer=shapes.CampaignSerializer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        return self.listed()

    @declare_operation(
        "Créer une campagne", body=shapes.CampaignSerializer, answer=shapes.CampaignSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        return self.create(Campaign)


class CampaignDetail(RowDetail):
    permission = {"GET": AUTHENTICATED, "PUT": "registre.modifier", "DELETE": "registre.supprimer"}
    rows, shape, short = Campaign, shapes.CampaignSerializer, shapes.CampaignSerializer

    @declare_operation("Une campagne", answer=shapes.CampaignSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.shown(identity)

    @declare_operation("Modifier une campagne", body=shapes.CampaignSerializer, answer=shapes.CampaignSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity, _("Campagne modifiée."))

    @declare_operation("Supprimer une campagne")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.remove(identity, _("Campagne supprimée."))


class OrganisationList(RowList):
    rows, shape, short = Organisation, shapes.OrganisationSerializer, shapes.OrganisationSerializer
    made = gettext_lazy("Organisation créée.")

    @declare_operation(
        "Organisations", query=shapes.NamedParams, answer=shapes.OrganisationSerializer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        return self.listed()

    @declare_operation(
        "Créer une organisation",
        body=shapes.OrganisationSerializer,
        answer=shapes.OrganisationSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        return self.create(Organisation)


class OrganisationDetail(RowDetail):
    rows, shape, short = Organisation, shapes.OrganisationSerializer, shapes.OrganisationSerializer

    @declare_operation("Une organisation", answer=shapes.OrganisationSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.shown(identity)

    @declare_operation(
        "Modifier une organisation", body=shapes.OrganisationSerializer, answer=shapes.OrganisationSerializer
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity, _("Organisation modifiée."))

    @declare_operation("Supprimer une organisation")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.remove(identity, _("Organisation supprimée."))
