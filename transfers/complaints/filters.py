"""Filter complaints."""

from typing import Any

from django.db.models import Q, QuerySet

from config.filters import ChoiceFilter, FilterSet, SearchFilter, UUIDFilter
from config.text import Normalised, build_code_condition, build_words_condition, split_words
from transfers.complaints.models import Complaint, ComplaintStatus, Priority
from transfers.complaints.teams.models import Category


def _filter_by_search(rows: QuerySet[Complaint], field_name: str, text: str) -> QuerySet[Any]:
    """Return complaints whose reference starts with `text`, or whose subject has each of its words.

    The texts of complaints about gender-based violence stand elsewhere: no word finds one.
    """
    words = split_words(text)
    named = build_words_condition("objet_normalise", words) if words else Q(pk__in=[])
    found = build_code_condition("reference", text.upper()) | named
    return rows.annotate(objet_normalise=Normalised("objet")).filter(found)


class ComplaintFilters(FilterSet):
    statut = ChoiceFilter(choices=ComplaintStatus.choices)
    priorite = ChoiceFilter(choices=Priority.choices)
    categorie = ChoiceFilter(choices=Category.choices)
    equipe = UUIDFilter("equipe_id")
    membre = UUIDFilter("membre_id")
    region = UUIDFilter("region_id")
    secteur = UUIDFilter("secteur_id")
    search = SearchFilter(method=_filter_by_search, allow_blank=True)
