"""Serve the directory of services for survivors: list, detail, writes, agents, references, overview and map."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from analysis.vbg.directory import queries, rules, serializers, services
from analysis.vbg.directory.filters import OverviewFilters, ServiceFilters, ServiceMapFilters
from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from geo.facilities.models import VbgAgent, VbgService

READ, WRITE = "vbg.lire", "vbg.gerer"


def _list_labels(labels: Mapping[str, Any]) -> list[dict[str, str]]:
    return [{"value": code, "label": str(label)} for code, label in labels.items()]


class ServiceList(EnvelopeView):
    permission = {"GET": READ, "POST": WRITE}

    @declare_operation(
        "Services VBG",
        filters=ServiceFilters,
        query=PageParams,
        response=serializers.ServiceResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_services(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        items = queries.attach_cases(page.items, self.caller)
        return self.build_page_response(page.replace_items(serializers.ServiceResponse(items, many=True).data))

    @declare_operation(
        "Créer un service VBG", body=serializers.ServiceBody, response=serializers.ServiceCreated, status=201
    )
    def post(self, request: Any) -> Response:
        row = services.create_service(values=dict(self.validate_body().validated_data), user=self.caller)
        answer = self.ok(serializers.ServiceCreated(row).data, _("Service créé."), status=201)
        return self.add_etag(answer, etag.compute_etag(row.id, row.updated_at))


class ServiceDetail(EnvelopeView):
    permission = {"GET": READ, "PUT": WRITE, "DELETE": WRITE}

    def find_service(self, identity: UUID) -> VbgService:
        return self.find_visible(queries.filter_services({}), id=identity)

    @declare_operation("Un service VBG", response=serializers.ServiceDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(queries.filter_services({}).prefetch_related("agents"), id=identity)
        queries.attach_cases([row], self.caller)
        shown = serializers.ServiceDetailResponse(row).data
        return self.add_etag(self.ok(shown), etag.compute_etag(row.id, row.updated_at, shown))

    @declare_operation("Modifier un service VBG", body=serializers.ServiceBody, response=serializers.ServiceCreated)
    def put(self, request: Any, identity: UUID) -> Response:
        row = services.change_service(
            service=self.find_service(identity),
            values=dict(self.validate_body(partial=True).validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        answer = self.ok(serializers.ServiceCreated(row).data, _("Service modifié."))
        return self.add_etag(answer, etag.compute_etag(row.id, row.updated_at))

    @declare_operation("Supprimer un service VBG")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_service(
            service=self.find_service(identity), user=self.caller, require=self.require_same_version
        )
        return self.ok(message=_("Service supprimé."))


class AgentView(EnvelopeView):
    """Share how agents are shown; who does not see their service finds them nowhere."""

    permission = WRITE

    def build_agent_response(self, agent: VbgAgent, message: str, status: int = 200) -> Response:
        answer = self.ok(serializers.AgentResponse(agent).data, message, status=status)
        return self.add_etag(answer, etag.compute_etag(agent.id, agent.updated_at))


class AgentList(AgentView):
    @declare_operation(
        "Ajouter un agent à un service VBG",
        body=serializers.AgentBody,
        response=serializers.AgentResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        service = self.find_visible(VbgService, id=identity)
        agent = services.add_agent(service=service, values=dict(self.validate_body().validated_data), user=self.caller)
        return self.build_agent_response(agent, _("Agent ajouté."), 201)


class AgentDetail(AgentView):
    def find_agent(self, identity: UUID, agent: UUID) -> VbgAgent:
        found: VbgAgent = self.find_visible(VbgAgent, id=agent, service_id=identity)
        return found

    @declare_operation(
        "Modifier un agent d'un service VBG", body=serializers.AgentBody, response=serializers.AgentResponse
    )
    def put(self, request: Any, identity: UUID, agent: UUID) -> Response:
        changed = services.change_agent(
            agent=self.find_agent(identity, agent),
            values=dict(self.validate_body(partial=True).validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.build_agent_response(changed, _("Agent modifié."))

    @declare_operation("Retirer un agent d'un service VBG")
    def delete(self, request: Any, identity: UUID, agent: UUID) -> Response:
        services.delete_agent(
            agent=self.find_agent(identity, agent), user=self.caller, require=self.require_same_version
        )
        return self.ok(message=_("Agent retiré."))


class ServiceReferences(EnvelopeView):
    permission = READ

    @declare_operation("Types, offres et statuts des services VBG", response=serializers.ReferencesSerializer)
    def get(self, request: Any) -> Response:
        return self.ok(
            {
                "typesService": _list_labels(rules.TYPE_LABELS),
                "servicesOfferts": _list_labels(rules.OFFER_LABELS),
                "statuts": _list_labels(rules.STATUS_LABELS),
                "visibilites": _list_labels(rules.VISIBILITY_LABELS),
            }
        )


class ServiceOverview(EnvelopeView):
    permission = READ

    @declare_operation(
        "Vue d'ensemble des services VBG", filters=OverviewFilters, response=serializers.OverviewSerializer
    )
    def get(self, request: Any) -> Response:
        return self.ok(queries.compute_overview(self.caller, self.query))


class ServiceMap(EnvelopeView):
    permission = READ

    @declare_operation("Services VBG en GeoJSON", filters=ServiceMapFilters, response=serializers.ServiceMapSerializer)
    def get(self, request: Any) -> Response:
        features = queries.list_map_features(self.caller, self.query)
        return self.ok({"type": "FeatureCollection", "features": features})
