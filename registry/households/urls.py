from django.urls import include, path

from registry.households import views

urlpatterns = [
    path("", include("registry.households.map.urls")),
    path("", include("registry.households.mass.urls")),
    path("", include("registry.households.history.urls")),
    path("", include("registry.households.members.urls")),
    path("api/sync/menages", views.HouseholdSync.as_view()),
    path("", include("registry.households.exports.urls")),
    path("api/menages", views.HouseholdList.as_view()),
    path("api/menages/identifiants", views.HouseholdIds.as_view()),
    path("api/menages/stats/summary", views.HouseholdStatistics.as_view()),
    path("api/menages/<uuid:identity>", views.HouseholdDetail.as_view()),
    path("api/menages/<uuid:identity>/update", views.HouseholdUpdate.as_view()),
    path("api/menages/<uuid:identity>/code-qr", views.HouseholdCode.as_view()),
    path("api/menages/<uuid:identity>/check-dependencies", views.HouseholdDependencies.as_view()),
]
