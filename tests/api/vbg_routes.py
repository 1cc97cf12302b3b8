"""The routes of services for survivors."""

from tests.api.route import Route, one

VBG_ROUTES = {
    "api/services-vbg": Route(
        body={"nom": "N", "typeService": "ong", "regionId": "{region}"},
        others=(({}, {"region": "{region}"}), ({}, {"search": "VbgService"})),
    ),
    "api/services-vbg/references": Route(scoped=False),
    "api/services-vbg/stats/overview": Route(others=(({}, {"region": "{region}"}),)),
    "api/services-vbg/carte": Route(others=(({}, {"region": "{region}"}),)),
    "api/services-vbg/orientation": Route(body={"latitude": 12.6, "longitude": -15.0}, reads=True),
    "api/services-vbg/orientation/fiche": Route(body={"latitude": 12.6, "longitude": -15.0}, reads=True),
    "api/vbg-analytics/upload": Route(body={"type": "services"}, scoped=False, upload=True),
    "api/vbg-analytics/analyze/<uuid:identity>": one("menage", scoped=False, counted=False),
    "api/vbg-analytics/sample/<uuid:identity>": one("menage", scoped=False, counted=False),
    "api/vbg-analytics/import/services": Route(
        body={"fileId": "{menage}", "mapping": {"nom": "nom", "typeService": "type"}}, upload=True
    ),
    "api/vbg-analytics/import/agents": Route(
        body={"fileId": "{menage}", "mapping": {"nom": "nom", "serviceId": "service"}}, upload=True
    ),
    "api/vbg-analytics/import/cas": Route(
        body={"fileId": "{menage}", "mapping": {"date": "date", "rubrique": "rubrique"}}, upload=True
    ),
    "api/vbg-analytics/rubrique-analysis": Route(others=(({}, {"region": "{region}"}), ({}, {"secteur": "{secteur}"}))),
    "api/vbg-analytics/profil-analysis": Route(others=(({}, {"region": "{region}"}),)),
    "api/vbg-cas": Route(
        query={"motif": "suivi"},
        body={"date": "2025-03-10", "rubrique": "autre", "region": "{region}"},
        others=(({}, {"motif": "suivi", "region": "{region}"}),),
    ),
    "api/vbg-cas/<uuid:identity>": one("cas", query={"motif": "suivi"}, body={"statut": "clos"}),
    "api/vbg-analytics/collector/status": Route(scoped=False, counted=False),
    "api/vbg-analytics/collector/forms": Route(scoped=False, counted=False),
    "api/vbg-analytics/collector/fields/<str:form>": Route(ids={"form": "=f"}, scoped=False, counted=False),
    "api/vbg-analytics/collector/preview": Route(body={"formId": "f"}, scoped=False, upload=True),
    "api/vbg-analytics/collector/sync": Route(
        body={"formId": "f", "mapping": {"nom": "nom", "typeService": "type"}}, scoped=False, upload=True
    ),
    "api/vbg-analytics/collector/cas": Route(scoped=False, counted=False),
    "api/vbg-analytics/collector/cas/sync": Route(body={"formId": "f"}, scoped=False, upload=True),
    "api/services-vbg/<uuid:identity>": one("geo_service_vbg", body={"horaires": "08:00-12:00"}),
    "api/services-vbg/<uuid:identity>/agents": one("geo_service_vbg", body={"nom": "Sanhá"}),
    "api/services-vbg/<uuid:identity>/agents/<uuid:agent>": Route(
        ids={"identity": "geo_service_vbg", "agent": "agent_vbg"}, body={"fonction": "Juriste"}
    ),
}
