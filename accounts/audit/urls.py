from django.urls import path

from accounts.audit.views import AuditEntryList

urlpatterns = [path("api/audit", AuditEntryList.as_view())]
