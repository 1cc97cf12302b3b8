"""Route the data dictionary."""

from django.urls import path

from analysis.dictionary.views import Dictionary, DictionaryFile, DictionaryPage

urlpatterns = [
    path("api/dictionnaire", Dictionary.as_view()),
    path("api/dictionnaire/fichier", DictionaryFile.as_view()),
    path("aide/dictionnaire", DictionaryPage.as_view()),
]
