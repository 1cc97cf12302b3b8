from django.urls import path

from transfers.approvals import views

urlpatterns = [
    path("api/cycles/<uuid:identity>/soumettre", views.CycleSubmission.as_view()),
    path("api/cycles/<uuid:identity>/valider", views.CycleValidation.as_view()),
    path("api/cycles/<uuid:identity>/rejeter", views.CycleRejection.as_view()),
    path("api/cycles/<uuid:identity>/reinitialiser-validation", views.ValidationReset.as_view()),
    path("api/cycles/<uuid:identity>/historique-validations", views.ValidationHistory.as_view()),
]
