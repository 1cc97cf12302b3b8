from django.urls import path

from accounts.audit.views import TraceList

urlpatterns = [path("api/audit", TraceList.as_view())]
