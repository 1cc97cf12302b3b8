"""Route the URLs of the registry app."""

from django.urls import include, path

urlpatterns = [
    path("", include("registry.projects.urls")),
    path("", include("registry.pmt.urls")),
    path("", include("registry.households.urls")),
    path("", include("registry.collection_workflow.urls")),
    path("", include("registry.follow_up.urls")),
    path("", include("registry.photos.urls")),
    path("", include("registry.timeline.urls")),
    path("", include("registry.references.urls")),
    path("", include("registry.imports.urls")),
    path("", include("registry.scoring.urls")),
    path("", include("registry.quality_dashboard.urls")),
    path("", include("registry.duplicates.urls")),
]
