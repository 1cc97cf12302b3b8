from django.urls import path

from analysis.user_imports.views import UserFileCheck, UserFileImport

urlpatterns = [
    path("api/users/import/validate", UserFileCheck.as_view()),
    path("api/users/import", UserFileImport.as_view()),
]
