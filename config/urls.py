"""Route every address of the service. Each app owns its addresses; an unknown one under /api or /ogc is a JSON 404."""

from django.urls import include, path, re_path

from config.api.metrics import serve_metrics
from config.api.service_views import (
    ApiDocumentation,
    Health,
    JsonLdContext,
    Readiness,
    RedirectedPath,
    SchemaPage,
    SchemaView,
    UnknownPath,
)
from config.routing import index_patterns

urlpatterns = index_patterns(
    [
        path("", include("geo.urls")),
        path("healthz", Health.as_view()),
        path("readyz", Readiness.as_view()),
        path("metrics", serve_metrics),
        path("api/schema", SchemaView.as_view()),
        path("api/docs", SchemaPage.as_view()),
        path("api/docs/", RedirectedPath.as_view(url="/api/docs", permanent=True)),
        *(path(start, RedirectedPath.as_view(url="/api/docs")) for start in ("docs", "docs/")),
        path("api/docs.jsonld", ApiDocumentation.as_view()),
        path("api/contexts/<str:kind>", JsonLdContext.as_view()),
        path("", include("accounts.urls")),
        path("", include("registry.urls")),
        path("", include("transfers.urls")),
        path("", include("analysis.urls")),
        re_path(r"^(?:api|ogc)(/[\s\S]*)?$", UnknownPath.as_view()),  # [\s\S] matches line ends too
    ]
)
handler400 = "config.api.service_views.render_bad_request"
handler404 = "config.api.service_views.render_not_found"
handler500 = "config.api.service_views.render_server_error"
