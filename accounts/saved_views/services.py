"""Save, change, share and delete views."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.roles.models import Role
from accounts.saved_views.models import SavedView
from accounts.saved_views.rules import MAP, MOST_VIEWS
from accounts.users.models import User
from config.errors.problems import conflict, forbidden, invalid, invalid_status
from config.locks import Lock, lock_name, lock_row


def _clean_shares(values: dict[str, Any], held: SavedView | None = None) -> dict[str, Any]:
    """Return `values` with whom the view is shared: nobody is named unless it is shared by choice.

    Raises VALIDATION_ERROR for an unknown role, and for a choice of nobody.
    """
    roles = sorted(set(values.get("roles", held.roles if held else [])))
    people = sorted({email.strip().lower() for email in values.get("personnes", held.personnes if held else [])})
    shared = values.get("partage", held.partage if held else SavedView.Partage.PRIVE)
    if shared != SavedView.Partage.CHOIX:
        return values | {"roles": [], "personnes": []}
    known = set(Role.objects.filter(code__in=roles).values_list("code", flat=True))
    if unknown := [code for code in roles if code not in known]:
        raise invalid({"roles": [_("Rôle inconnu : %(name)s.") % {"name": code} for code in unknown[:10]]})
    if not roles and not people:
        raise invalid({"roles": [_("Choisissez au moins un rôle ou une personne.")]})
    return values | {"roles": roles, "personnes": people}


def _require_free_name(user: User, name: str, but: UUID | None = None) -> None:
    """Raise CONFLICT when another view of the user has this name."""
    named = SavedView.objects.filter(user=user, nom=name)
    if (named if but is None else named.exclude(id=but)).exists():
        raise conflict(_("Une de vos vues porte déjà ce nom."))


@transaction.atomic
def save_view(*, user: User, values: dict[str, Any]) -> SavedView:
    """Save a view under a new name. Raises VALIDATION_ERROR, CONFLICT for a name in use, INVALID_STATUS at the limit."""
    lock_name(Lock.SAVED_VIEWS, str(user.id))
    if SavedView.objects.filter(user=user).count() >= MOST_VIEWS:
        raise invalid_status(_("Vous avez déjà %(most)d vues : supprimez-en une.") % {"most": MOST_VIEWS})
    _require_free_name(user, values["nom"])
    return SavedView.objects.create(user=user, **{"ecran": MAP, **_clean_shares(values)})


def _lock_own_view(user: User, view_id: UUID, require: Callable[[SavedView], None]) -> SavedView:
    """Lock a view of the user's. Raises NOT_FOUND, FORBIDDEN for a colleague's, CONFLICT."""
    lock_name(Lock.SAVED_VIEWS, str(user.id))
    rows = SavedView.objects.visible_to(user).filter(id=view_id)
    view = lock_row(Lock.SAVED_VIEW_ROWS, rows)
    if view.user_id != user.id:
        raise forbidden(_("Cette vue est d'un collègue : enregistrez-la sous votre nom pour la changer."))
    require(view)
    return view


@transaction.atomic
def change_view(
    *, user: User, view_id: UUID, values: dict[str, Any], require: Callable[[SavedView], None]
) -> SavedView:
    """Change what was sent of a view. Raises NOT_FOUND, FORBIDDEN, CONFLICT, VALIDATION_ERROR."""
    view = _lock_own_view(user, view_id, require)
    if "nom" in values:
        _require_free_name(user, values["nom"], but=view.id)
    changed = _clean_shares(values, view)
    for name, value in changed.items():
        setattr(view, name, value)
    view.save(update_fields=[*changed, "updated_at"])
    return view


@transaction.atomic
def delete_view(*, user: User, view_id: UUID, require: Callable[[SavedView], None]) -> None:
    """Delete a view: its link opens nothing any more. Raises NOT_FOUND, FORBIDDEN, CONFLICT."""
    _lock_own_view(user, view_id, require).delete()
