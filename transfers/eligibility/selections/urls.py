from django.urls import path

from transfers.eligibility.selections import views

urlpatterns = [
    path("api/programmes/<uuid:identity>/selections", views.ProgrammeSelectionList.as_view()),
    path("api/selections/<uuid:identity>", views.SelectionDetail.as_view()),
    path("api/selections/<uuid:identity>/menages", views.SelectionHouseholdList.as_view()),
]
