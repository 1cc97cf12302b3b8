from django.urls import path

from registry.collection import views

urlpatterns = [
    path("api/menages/pre-collecte", views.PreCollected.as_view()),
    path("api/menages/pre-collecte/stats", views.PreCollectedStatistics.as_view()),
    path("api/menages/<uuid:identity>/soumettre-collecte", views.Submit.as_view()),
    path("api/menages/<uuid:identity>/validate-collecte", views.Validate.as_view()),
    path("api/menages/<uuid:identity>/reject-collecte", views.Reject.as_view()),
    path("api/menages/<uuid:identity>/integrate-collecte", views.Integrate.as_view()),
    path("api/menages/<uuid:identity>/rouvrir-collecte", views.Reopen.as_view()),
    path("api/menages/valider-masse", views.ValidateAll.as_view()),
    path("api/menages/integrer-masse", views.IntegrateAll.as_view()),
    path("api/menages/affecter-enqueteur", views.Assign.as_view()),
]
