from django.urls import path

from transfers.identity_documents import views

urlpatterns = [
    path("api/documents-identite", views.DocumentList.as_view()),
    path("api/documents-identite/<uuid:identity>", views.DocumentDetail.as_view()),
]
