from django.urls import path

from registry.households.members import views

urlpatterns = [
    path("api/menages/<uuid:identity>/membres", views.HouseholdMembers.as_view()),
    path("api/menages/<uuid:identity>/bulk-add-membres", views.HouseholdBulkMembers.as_view()),
    path("api/menages/<uuid:identity>/changer-chef", views.HouseholdHead.as_view()),
    path("api/sync/membres", views.MemberSync.as_view()),
    path("api/membre_menages", views.MemberList.as_view()),
    path("api/membre_menages/<uuid:identity>", views.MemberDetail.as_view()),
]
