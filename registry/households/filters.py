"""Filter households by the parameters of their list, and find them by a search text."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import QuerySet

from accounts.users.models import User
from config.filters import (
    BooleanFilter,
    ChoiceFilter,
    CodesFilter,
    DecimalFilter,
    FilterSet,
    IdsFilter,
    IntegerFilter,
    SearchFilter,
    VisibleIdsFilter,
)
from config.text import build_code_condition, build_words_condition, split_words
from geo.areas.models import Normalised
from geo.layers.api import AreaFilters
from registry.households.models import (
    Categorie,
    FormerHousehold,
    HeadOfHousehold,
    Household,
    Milieu,
    Statut,
    StatutCollecte,
)
from registry.projects.models import Campaign, Project

MAX_SIZE: Final = 32_000


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


def filter_by_search(rows: QuerySet[Household], field_name: str, text: str) -> QuerySet[Household]:
    """Filter households by a search text: the `method` of a `SearchFilter`."""
    return rows.filter(id__in=search_household_ids(text))


class HouseholdOriginFilters(FilterSet):
    """Filter households, or sums of them, by where they live and for what they were registered."""

    region = IdsFilter("region_id")
    secteur = IdsFilter("secteur_id")
    campagne = VisibleIdsFilter("campagne_id", Campaign)
    projet = VisibleIdsFilter("projet_id", Project)


class TalliedHouseholdFilters(HouseholdOriginFilters):
    """Filter households as the tally can: when no other filter is sent, a total is a sum over its few rows."""

    statut = ChoiceFilter(choices=Statut.choices)
    statut_collecte = ChoiceFilter(choices=StatutCollecte.choices)
    milieu = ChoiceFilter(choices=Milieu.choices)
    eligible = BooleanFilter("eligible_programme", default=None, allow_null=True)
    categorie_pauvrete = ChoiceFilter(choices=Categorie.choices)


class HouseholdFilters(TalliedHouseholdFilters):
    """Filter the list of households."""

    search = SearchFilter(method=filter_by_search)
    localite = IdsFilter("localite_id")
    enqueteur = VisibleIdsFilter("enqueteur_id", User)
    score_pmt_gte = DecimalFilter("score_pmt", "gte", name="scorePmt[gte]", max_digits=7, decimal_places=2)
    score_pmt_lte = DecimalFilter("score_pmt", "lte", name="scorePmt[lte]", max_digits=7, decimal_places=2)
    taille_menage_gte = IntegerFilter("taille_menage", "gte", name="tailleMenage[gte]", min_value=0, max_value=MAX_SIZE)
    taille_menage_lte = IntegerFilter("taille_menage", "lte", name="tailleMenage[lte]", min_value=0, max_value=MAX_SIZE)


def filter_households(query: Mapping[str, Any]) -> QuerySet[Household]:
    """Return the households that match the filters of the list, newest first (ids are time-ordered)."""
    return HouseholdFilters.filter_rows(Household.objects.order_by("-id"), query)


class HouseholdLayerFilters(AreaFilters):
    """Filter the layer of households."""

    categorie = CodesFilter("categorie_pauvrete", choices=tuple(Categorie.values))
    eligible = BooleanFilter("eligible_programme", default=None, allow_null=True)
    milieu = CodesFilter(choices=tuple(Milieu.values))


class HouseholdCellFilters(HouseholdLayerFilters):
    """Filter the sums by map cell and the tally, which have no locality."""

    localite: Any = None
