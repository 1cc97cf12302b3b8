"""Save and delete views: each user's own."""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.saved_views.models import SavedView
from accounts.users.models import User
from config.errors.problems import conflict, not_found

MOST: Final = 100


@transaction.atomic
def save_view(*, user: User, nom: str, adresse: str) -> SavedView:
    """Save a view; one of the same name is replaced. Raises CONFLICT for more than anybody finds again."""
    found = SavedView.objects.filter(user=user)
    if found.count() >= MOST and not found.filter(nom=nom).exists():
        raise conflict(_("Vous avez déjà %(n)d vues : supprimez-en une.") % {"n": MOST})
    return found.update_or_create(user=user, nom=nom, defaults={"adresse": adresse})[0]


def delete_view(*, user: User, identity: UUID) -> None:
    """Delete a view of the user's. Raises NOT_FOUND."""
    if not SavedView.objects.filter(user=user, id=identity).delete()[0]:
        raise not_found()
