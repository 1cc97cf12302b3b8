from django.urls import path

from registry.households import history_views, map_views, mass_views, member_views, views

urlpatterns = [
    path("api/carte/menages", map_views.HouseholdMap.as_view()),
    path("api/carte/tabancas", map_views.Tabancas.as_view()),
    path("api/menages", views.HouseholdList.as_view()),
    path("api/menages/stats/summary", views.HouseholdStatistics.as_view()),
    path("api/menages/bulk-delete", mass_views.MassDelete.as_view()),
    path("api/menages/<uuid:identity>", views.HouseholdDetail.as_view()),
    path("api/menages/<uuid:identity>/update", views.HouseholdUpdate.as_view()),
    path("api/menages/<uuid:identity>/check-dependencies", views.HouseholdDependencies.as_view()),
    path("api/menages/<uuid:identity>/historique", history_views.HouseholdChangeHistory.as_view()),
    path("api/menages/<uuid:identity>/membres", member_views.HouseholdMembers.as_view()),
    path("api/menages/<uuid:identity>/bulk-add-membres", member_views.HouseholdBulkMembers.as_view()),
    path("api/membre_menages", member_views.MemberList.as_view()),
    path("api/membre_menages/<uuid:identity>", member_views.MemberDetail.as_view()),
]
