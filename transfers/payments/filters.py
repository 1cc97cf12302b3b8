"""Filter lists and exports of payments."""

from datetime import datetime, time
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from config.text import build_code_condition
from registry.households.api import normalise_phone
from transfers.beneficiaries.api import filter_beneficiaries
from transfers.payments.models import Payment

# Query parameters and their lookups. The sums of payments have these columns too.
SUMMED_FILTERS: Final = {
    "projet": "cycle__programme__projet_id__in",
    "programme": "cycle__programme_id",
    "cycle": "cycle_id",
    "statut": "statut",
    "operateur": "operateur_id",
}
FILTERS: Final = SUMMED_FILTERS | {"beneficiaire": "beneficiaire_id"}


def build_lookups(query: dict[str, Any], filters: dict[str, str]) -> dict[str, Any]:
    """Return the lookups of the parameters that were sent."""
    return {lookup: query[name] for name, lookup in filters.items() if query.get(name) is not None}


def filter_payments(query: dict[str, Any], contacts: bool = False) -> QuerySet[Payment]:
    """Return payments under the filters of the list, newest first (ids are time-ordered).

    `dateDebut` and `dateFin` are civil days of the execution. With `contacts`, `search` also finds numbers.
    """
    rows = Payment.objects.filter(**build_lookups(query, FILTERS))
    if first := query.get("dateDebut"):
        rows = rows.filter(date_execution__gte=timezone.make_aware(datetime.combine(first, time.min)))
    if last := query.get("dateFin"):
        rows = rows.filter(date_execution__lte=timezone.make_aware(datetime.combine(last, time.max)))
    if text := query.get("search", "").strip():
        rows = rows.filter(id__in=_search_ids(text, contacts))
    return rows.order_by("-id")


def _search_ids(text: str, contacts: bool) -> QuerySet[Any]:
    """Return the ids of payments whose reference starts with `text`, or whose beneficiary a search for it finds.

    This is a union, whose parts each use their own index.
    """
    rows = Payment.objects.order_by()
    found = rows.filter(build_code_condition("reference", text)).values("id")
    found = found.union(rows.filter(build_code_condition("reference", text.upper())).values("id"))
    if contacts and any(mark.isdigit() for mark in text):
        found = found.union(rows.filter(compte_mobile=normalise_phone(text)).values("id"))
    people = filter_beneficiaries({"search": text}, contacts).order_by().values("id")
    return found.union(rows.filter(beneficiaire_id__in=people).values("id"))
