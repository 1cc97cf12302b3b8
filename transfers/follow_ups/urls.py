from django.urls import path

from transfers.follow_ups import views

urlpatterns = [
    path("api/suivis", views.FollowUpRows.as_view()),
    path("api/suivis/<uuid:identity>", views.FollowUpRow.as_view()),
]
