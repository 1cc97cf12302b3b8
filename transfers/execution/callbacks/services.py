"""Store call-backs, and make what they are about due. A call-back itself settles nothing: anybody could have sent it."""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from config.errors.problems import not_found
from transfers.execution.models import Attempt, AttemptState, Callback
from transfers.execution.rules import MAX_CALLBACKS, read_callback_token


@transaction.atomic
def record_callback(*, operator: str, token: str, content: Any) -> Attempt | None:
    """Store a call-back and make its attempt due to be asked for; return the attempt when there is something to ask.

    Raises NOT_FOUND for an address that was not made here. More than `MAX_CALLBACKS` of one attempt are not stored.
    """
    attempt_id = read_callback_token(operator, token)
    attempt = Attempt.objects.filter(id=attempt_id, operateur_id=operator).first() if attempt_id else None
    if attempt is None:
        raise not_found()
    if Callback.objects.filter(tentative=attempt)[:MAX_CALLBACKS].count() >= MAX_CALLBACKS:
        return None
    Callback.objects.create(tentative=attempt, operateur_id=operator, contenu=content)
    due = Attempt.objects.filter(
        Q(ask_at__isnull=True) | Q(ask_at__gt=Now()), id=attempt.id, etat=AttemptState.INCONNUE
    )
    return attempt if due.update(ask_at=Now()) else None
