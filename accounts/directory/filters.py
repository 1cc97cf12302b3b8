"""Filter users."""

from typing import Any, Final
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Collate
from django.utils.translation import gettext_lazy as _

from accounts.users.api import build_unprotected_filter
from accounts.users.models import User
from config.filters import BooleanFilter, CharFilter, FilterSet, SearchFilter, UUIDFilter
from config.paging import build_order
from config.text import build_words_condition

# Of names: accents count after letters, else "Cá" would stand behind "Correia".
_LETTERS: Final = "und-x-icu"
# What the list can be sorted by: the API's name, and the column; then as ever.
SORT_COLUMNS: Final[dict[str, F | Collate]] = {
    "nom": Collate("nom", _LETTERS),
    "role": F("role__nom"),
    "lastLoginAt": F("last_login"),
    "isActive": F("is_active"),
}
_USUAL_ORDER: Final = (Collate("nom", _LETTERS), Collate("prenom", _LETTERS), F("id"))


def _filter_by_role(rows: QuerySet[User], field_name: str, role: str) -> QuerySet[User]:
    """Return the users with a role, named by its id or its code."""
    try:
        return rows.filter(role=UUID(role))
    except ValueError:
        return rows.filter(role__code=role)


def _filter_by_search(rows: QuerySet[User], field_name: str, text: str) -> QuerySet[Any]:
    """Return the users whose name, address and telephone hold each word of `text`."""
    return rows.filter(build_words_condition("recherche", text.split()))


def _filter_by_protection(rows: QuerySet[User], field_name: str, is_unprotected: bool) -> QuerySet[User]:
    """Return the users who should have a second factor and have none, or all others."""
    condition = build_unprotected_filter()
    return rows.filter(condition if is_unprotected else ~condition)


class UserFilters(FilterSet):
    """Filter the list of users."""

    role = CharFilter(method=_filter_by_role, max_length=60)
    region = UUIDFilter("regions")
    is_active = BooleanFilter()
    sans_second_facteur = BooleanFilter(
        method=_filter_by_protection,
        help_text=_("`true` : comptes actifs qui paient, administrent ou suivent les cas de VBG, sans second facteur"),
    )
    search = SearchFilter(method=_filter_by_search)


def sort_users(rows: QuerySet[User], name: str | None) -> QuerySet[User]:
    """Sort users by a name of SORT_COLUMNS; who never signed in stands last, and equal ones in the usual order."""
    if name == "-nom":
        # By the whole name, as forwards.
        return rows.order_by(*(column.desc() for column in _USUAL_ORDER))
    order = [build_order(name, SORT_COLUMNS)] if name else []
    return rows.order_by(*order, *_USUAL_ORDER)
