from django.urls import path

from accounts.files.views import FileContent, FileDetail, FileList

urlpatterns = [
    path("api/fichiers", FileList.as_view()),
    path("api/fichiers/<uuid:identity>", FileDetail.as_view()),
    path("api/fichiers/<uuid:identity>/contenu", FileContent.as_view()),
]
