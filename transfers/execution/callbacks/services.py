"""Store call-backs, and make what they are about due. A call-back itself settles nothing: anybody could have sent it."""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from config.errors.problems import not_found
from transfers.execution.models import Attempt, AttemptState, Callback
from transfers.execution.rules import MAX_CALLBACKS, read_callback_token


def find_called_attempt(operator: str, token: str) -> Attempt:
    """Return the attempt for which a call-back address was made. Raises NOT_FOUND.

    An address that was not made here is refused by its signature alone, without a query.
    """
    attempt_id = read_callback_token(operator, token)
    attempt = Attempt.objects.filter(id=attempt_id, operateur_id=operator).first() if attempt_id else None
    if attempt is None:
        raise not_found()
    return attempt


@transaction.atomic
def record_callback(*, attempt: Attempt, content: Any) -> bool:
    """Store a call-back and make its attempt due to be asked for; return whether there is something to ask.

    More than `MAX_CALLBACKS` of one attempt are not stored, and ask for nothing.
    """
    if Callback.objects.filter(tentative=attempt)[:MAX_CALLBACKS].count() >= MAX_CALLBACKS:
        return False
    is_open = attempt.settled_at is None
    Callback.objects.create(
        tentative=attempt,
        operateur_id=attempt.operateur_id,
        contenu=content,
        handled_at=None if is_open else timezone.now(),
    )
    due = Attempt.objects.filter(
        Q(ask_at__isnull=True) | Q(ask_at__gt=Now()), id=attempt.id, etat=AttemptState.INCONNUE
    )
    return bool(due.update(ask_at=Now()))
