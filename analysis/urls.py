"""Include the URLs of the features of analysis."""

from django.urls import include, path

urlpatterns = [
    path("", include("analysis.map_summaries.urls")),
    path("", include("analysis.proximity.urls")),
    path("", include("analysis.coverage.urls")),
    path("", include("analysis.density.urls")),
    path("", include("analysis.clusters.urls")),
    path("", include("analysis.hexagons.urls")),
    path("", include("analysis.comparisons.urls")),
    path("", include("analysis.packages.urls")),
    path("", include("analysis.dashboards.urls")),
    path("", include("analysis.reports.urls")),
    path("", include("analysis.assistant.urls")),
    path("", include("analysis.vbg.directory.urls")),
    path("", include("analysis.vbg.referrals.urls")),
    path("", include("analysis.vbg.cases.urls")),
    path("", include("analysis.vbg.statistics.urls")),
    path("", include("analysis.vbg.imports.urls")),
    path("", include("analysis.vbg.collectors.urls")),
    path("", include("analysis.user_imports.urls")),
    path("", include("analysis.vbg.case_collection.urls")),
    path("", include("analysis.dictionary.urls")),
    path("", include("analysis.guide.urls")),
    path("", include("analysis.console.urls")),
]
