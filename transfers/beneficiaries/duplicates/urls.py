from django.urls import path

from transfers.beneficiaries.duplicates import views

urlpatterns = [path("api/beneficiaires/check-duplicates", views.DuplicateSearch.as_view())]
