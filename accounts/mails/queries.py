"""Count mails."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count

from accounts.mails.models import OutgoingMail
from accounts.users.models import User


def count_sent_mails(kind: str, user: User, since: datetime) -> int:
    """Count the mails of this kind sent to the user since then."""
    return OutgoingMail.objects.filter(user=user, kind=kind, sent_at__gte=since).count()


def count_mails_by_state() -> Iterator[tuple[tuple[str, ...], float]]:
    """Count mails by kind and state (for metrics)."""
    for kind, statut, number in OutgoingMail.objects.values_list("kind", "statut").annotate(n=Count("*")).order_by():
        yield (kind, statut), number
