from django.urls import path

from accounts.backoffice.views import AdministrationEntry

urlpatterns = [path("api/auth/administration", AdministrationEntry.as_view())]
