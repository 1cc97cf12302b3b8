"""The addresses of the measured server: the service's, and a view that does nothing."""

from typing import Any

from django.http import HttpResponse
from django.urls import path

from config.api.permissions import AUTHENTICATED
from config.api.views import EnvelopeView
from config.urls import handler500
from config.urls import urlpatterns as service

__all__ = ["handler500", "urlpatterns"]
EMPTY = "/api/banc/vide"


class Empty(EnvelopeView):
    """What every request costs, and nothing else: signed in, no work."""

    permission = AUTHENTICATED

    def get(self, request: Any) -> HttpResponse:
        return HttpResponse(status=204)


urlpatterns = [path(EMPTY[1:], Empty.as_view()), *service]
