"""Query webhook deliveries."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, QuerySet

from accounts.webhooks.filters import DeliveryFilters
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint


def list_deliveries(endpoint: WebhookEndpoint, query: dict[str, Any]) -> QuerySet[WebhookDelivery]:
    """Return the deliveries of an endpoint, newest first, under the filters of the list."""
    rows = WebhookDelivery.objects.filter(endpoint=endpoint).select_related("event")
    return DeliveryFilters.filter_rows(rows, query)


def count_deliveries_by_state() -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the number of deliveries in each state (for metrics)."""
    for statut, number in WebhookDelivery.objects.values_list("statut").annotate(number=Count("*")).order_by():
        yield (statut,), number
