"""Filter webhook deliveries."""

from accounts.webhooks.models import WebhookDelivery
from config.filters import CharFilter, ChoiceFilter, FilterSet


class DeliveryFilters(FilterSet):
    statut = ChoiceFilter(choices=WebhookDelivery.Statut.choices)
    type = CharFilter("event__type", max_length=60)
