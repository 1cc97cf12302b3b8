"""Filter lists of households, also by a search text."""

from typing import Any, Final

from django.db.models import QuerySet

from config.text import build_code_condition, build_words_condition, split_words
from geo.areas.models import Normalised
from registry.households.models import FormerHousehold, HeadOfHousehold, Household

# Maps query parameters to lookups.
HOUSEHOLD_LOOKUPS: Final = {
    "statut": "statut",
    "statutCollecte": "statut_collecte",
    "region": "region_id__in",
    "secteur": "secteur_id__in",
    "localite": "localite_id__in",
    "campagne": "campagne_id__in",
    "enqueteur": "enqueteur_id__in",
    "projet": "projet_id__in",
    "milieu": "milieu",
    "eligible": "eligible_programme",
    "categoriePauvrete": "categorie_pauvrete",
    "scorePmt[gte]": "score_pmt__gte",
    "scorePmt[lte]": "score_pmt__lte",
    "tailleMenage[gte]": "taille_menage__gte",
    "tailleMenage[lte]": "taille_menage__lte",
}
# The parameters that the tally supports: when no other is sent, a total is a sum over its few rows.
TALLIED_FILTERS: Final = {
    "statut",
    "statutCollecte",
    "region",
    "secteur",
    "campagne",
    "projet",
    "milieu",
    "eligible",
    "categoriePauvrete",
}


def build_household_lookups(query: dict[str, Any]) -> dict[str, Any]:
    """Return the lookups of the filter parameters that were sent."""
    return {lookup: query[name] for name, lookup in HOUSEHOLD_LOOKUPS.items() if query.get(name) is not None}


def search_household_ids(text: str) -> QuerySet:
    """Return the ids of households that match a search text.

    A household matches if its external identifier or code is `text`, if its code starts with `text` (three characters
    or more), or if the name of its head contains every word of it. The code of a merged household finds its successor.

    This is a union, whose parts each use their own index: the same conditions joined by OR across tables would read
    every row.
    """
    rows = Household.objects.order_by()
    found = rows.filter(identifiant_unique=text).values("id")
    for code in {text, text.upper()}:
        found = found.union(rows.filter(build_code_condition("code_menage", code)).values("id"))
    found = found.union(FormerHousehold.objects.filter(code_menage=text.upper()).values("menage_id"))
    words = split_words(text)
    if not words:
        return found
    heads = HeadOfHousehold.objects.annotate(nom_normalise=Normalised("nom_complet"))
    return found.union(heads.filter(build_words_condition("nom_normalise", words)).values("menage_id"))


def filter_households(query: dict[str, Any]) -> QuerySet[Household]:
    """Return the households that match the filters of the list, newest first (ids are time-ordered)."""
    rows = Household.objects.filter(**build_household_lookups(query))
    if query.get("search"):
        rows = rows.filter(id__in=search_household_ids(query["search"]))
    return rows.order_by("-id")
