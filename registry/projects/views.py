"""Projects and campaigns: list, detail, creation."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.paging import paginate
from config.api.permissions import AUTHENTICATED
from config.api.schema import operation
from config.api.serializers import camel
from config.api.views import EnvelopeView
from registry.projects import serializers as shapes
from registry.projects.models import Campaign, Project
from registry.projects.services import create_campaign, create_project


class ProjectList(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "POST": "registre.gerer_projets"}

    @operation("Projets", query=shapes.ProjectParams, answer=shapes.ProjectSerializer, many=True, paging="pagination")
    def get(self, request: Any) -> Response:
        rows = self.visible(Project.objects.select_related("organisation"))
        if "actif" in self.query:
            rows = rows.filter(actif=self.query["actif"])
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(shapes.ProjectSerializer(page.items, many=True).data))

    @operation("Créer un projet", body=shapes.ProjectSerializer, answer=shapes.CreatedProjectSerializer, status=201)
    def post(self, request: Any) -> Response:
        project = create_project(values=self.input().validated_data)
        return self.ok(shapes.CreatedProjectSerializer(project).data, _("Projet créé."), status=201)


class ProjectDetail(EnvelopeView):
    permission = AUTHENTICATED

    @operation("Un projet", answer=shapes.ProjectSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        project = self.find(Project.objects.select_related("organisation"), id=identity)
        return self.tagged(self.ok(shapes.ProjectSerializer(project).data), etag.tag(project.id, project.updated_at))


class ProjectCapacities(EnvelopeView):
    permission = AUTHENTICATED

    @operation("Ce qu'un projet permet", answer=shapes.CapacitiesSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        project = self.find(Project, id=identity)
        names = ("peut_modifier", "peut_collecter", "peut_scorer", "peut_enroler", "lecture_seule")
        return self.ok({camel(name): getattr(project, name) for name in names})


class CampaignList(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "POST": "registre.modifier"}

    @operation(
        "Campagnes", query=shapes.CampaignParams, answer=shapes.CampaignSerializer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = self.visible(Campaign)
        if self.query.get("search"):
            rows = rows.filter(nom__icontains=self.query["search"])
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(shapes.CampaignSerializer(page.items, many=True).data))

    @operation("Créer une campagne", body=shapes.CampaignSerializer, answer=shapes.CampaignSerializer, status=201)
    def post(self, request: Any) -> Response:
        campaign = create_campaign(values=self.input().validated_data)
        return self.ok(shapes.CampaignSerializer(campaign).data, _("Campagne créée."), status=201)


class CampaignDetail(EnvelopeView):
    permission = AUTHENTICATED

    @operation("Une campagne", answer=shapes.CampaignSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        campaign = self.find(Campaign, id=identity)
        return self.tagged(
            self.ok(shapes.CampaignSerializer(campaign).data), etag.tag(campaign.id, campaign.updated_at)
        )
