"""A receiver, and an administrator who has it told."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.webhooks.jobs import send_delivery
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint
from tests.accounts.webhooks.receiver import Receiver, running


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_ALLOW_PRIVATE = True
    settings.WEBHOOK_SECONDS = 1
    with running() as found:
        yield found


@pytest.fixture
def hook(api: Any, cast: Any, receiver: Receiver) -> Callable[..., Any]:
    """`hook(events=…)` makes an endpoint at the receiver; its answer, with the secret."""

    def make(**more: Any) -> Any:
        body = {"url": f"{receiver.url}/hook?key=1", "events": ["*"], **more}
        answer = api(cast.admin).post("/api/webhooks", body)
        assert answer.status_code == 201, answer.content
        return answer.json()["data"]

    return make


def run_all() -> None:
    """What the worker does with what waits, now."""
    for identity in WebhookDelivery.objects.order_by("created_at", "id").values_list("id", flat=True):
        send_delivery(identity)


def time_passes() -> None:
    """Pauses, waits and leases are over."""
    past = timezone.now() - timedelta(seconds=1)
    WebhookEndpoint.objects.filter(pause_until__isnull=False).update(pause_until=past)
    WebhookDelivery.objects.update(next_at=past)
    WebhookDelivery.objects.filter(lease_until__isnull=False).update(lease_until=past)
