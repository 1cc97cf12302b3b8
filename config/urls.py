"""Route every address of the service. Each app owns its addresses; an unknown address under /api is a JSON 404."""

from django.urls import include, path, re_path

from config.api.metrics import metrics
from config.api.service import ApiDocumentation, Context, Health, Ready, SchemaPage, SchemaView, UnknownPath

urlpatterns = [
    path("", include("geo.urls")),
    path("healthz", Health.as_view()),
    path("readyz", Ready.as_view()),
    path("metrics", metrics),
    path("api/schema", SchemaView.as_view()),
    path("api/docs", SchemaPage.as_view()),
    path("api/docs.jsonld", ApiDocumentation.as_view()),
    path("api/contexts/<str:kind>", Context.as_view()),
    path("", include("accounts.urls")),
    path("", include("registry.urls")),
    path("", include("transfers.urls")),
    path("", include("analysis.urls")),
    re_path(r"^api(/[\s\S]*)?$", UnknownPath.as_view()),  # [\s\S] matches line ends too
]
handler400 = "config.api.service.bad_request"
handler404 = "config.api.service.unknown_page"
handler500 = "config.api.service.server_error"
