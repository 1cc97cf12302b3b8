"""Serve `GET /metrics` for Prometheus, when a token is configured and sent."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from config.metrics import are_metrics_enabled, render_metrics


@require_safe
def serve_metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics; 404 when they are disabled, 401 without the token."""
    if not are_metrics_enabled():
        raise Http404
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(render_metrics(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})
