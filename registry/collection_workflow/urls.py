from django.urls import path

from registry.collection_workflow import views

urlpatterns = [
    path("api/menages/pre-collecte", views.PreCollectedList.as_view()),
    path("api/menages/pre-collecte/stats", views.PreCollectedStatistics.as_view()),
    path("api/menages/pre-collecte/enqueteurs", views.CollectionBySurveyor.as_view()),
    path("api/menages/<uuid:identity>/soumettre-collecte", views.SubmitCollection.as_view()),
    path("api/menages/<uuid:identity>/validate-collecte", views.ValidateCollection.as_view()),
    path("api/menages/<uuid:identity>/reject-collecte", views.RejectCollection.as_view()),
    path("api/menages/<uuid:identity>/integrate-collecte", views.IntegrateHousehold.as_view()),
    path("api/menages/<uuid:identity>/rouvrir-collecte", views.ReopenCollection.as_view()),
    path("api/menages/valider-masse", views.ValidateCollections.as_view()),
    path("api/menages/integrer-masse", views.IntegrateHouseholds.as_view()),
    path("api/menages/affecter-enqueteur", views.AssignSurveyor.as_view()),
]
