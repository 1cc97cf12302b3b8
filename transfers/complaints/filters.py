"""Filter complaints."""

from typing import Any, Final

from django.db.models import BooleanField, Case, F, Func, IntegerField, Q, QuerySet, When

from config.filters import (
    BooleanFilter,
    ChoiceFilter,
    DateFilter,
    FilterSet,
    FirstDayFilter,
    LastDayFilter,
    PeriodForm,
    SearchFilter,
    UUIDFilter,
)
from config.paging import build_order
from config.text import build_code_condition, build_words_condition, split_words
from transfers.complaints.models import OPEN_STATUSES, RUNNING_DEADLINE, Complaint, ComplaintStatus, Priority
from transfers.complaints.teams.models import Category

# Whether a complaint kept its term, null while undecided: the one definition, which the database has.
KEPT_TERM = Func(
    "statut",
    "echeance",
    "date_resolution",
    "suspendue_depuis",
    function="transfers_plainte_delai_tenu",
    output_field=BooleanField(null=True),
)


def _rank(field: str, codes: list[str]) -> Case:
    """Return the place of a code in its list: as text, codes would be sorted by letters."""
    return Case(*(When(**{field: code}, then=rank) for rank, code in enumerate(codes)), output_field=IntegerField())


# What the list may be sorted by, with the column; `-` before a name sorts it the other way round.
SORT_COLUMNS: Final[dict[str, F | Case]] = {
    "dateCreation": F("date_creation"),
    "echeance": RUNNING_DEADLINE,
    # From the most urgent on.
    "priorite": _rank("priorite", Priority.values),
    "categorie": _rank("categorie", Category.values),
    "statut": _rank("statut", ComplaintStatus.values),
}


def sort_complaints(rows: QuerySet[Complaint], name: str) -> QuerySet[Complaint]:
    """Sort complaints by a name of SORT_COLUMNS; rows with equal values stand newest first, those with none last."""
    return rows.order_by(build_order(name, SORT_COLUMNS), "-date_creation", "-id")


def _filter_by_search(rows: QuerySet[Complaint], field_name: str, text: str) -> QuerySet[Any]:
    """Return complaints whose reference starts with `text`, or whose subject has each of its words.

    The texts of complaints about gender-based violence stand elsewhere: no word finds one.
    """
    words = split_words(text)
    named = build_words_condition("objet_normalise", words) if words else Q(pk__in=[])
    if len(text.split()) > 1:
        # No reference has a space: with the alternative each row that is found would be compared twice.
        return rows.filter(named)
    return rows.filter(build_code_condition("reference", text.upper()) | named)


def _filter_by_openness(rows: QuerySet[Any], field_name: str, is_open: bool) -> QuerySet[Any]:
    condition = Q(statut__in=OPEN_STATUSES)
    return rows.filter(condition if is_open else ~condition)


def _filter_by_term(rows: QuerySet[Complaint], field_name: str, is_kept: bool) -> QuerySet[Any]:
    return rows.alias(delai_tenu=KEPT_TERM).filter(delai_tenu=is_kept)


def _filter_by_suspension(rows: QuerySet[Complaint], field_name: str, is_suspended: bool) -> QuerySet[Any]:
    return rows.filter(suspendue_depuis__isnull=not is_suspended)


class SummedComplaintFilters(FilterSet):
    """Filter complaints as their sums can: when no other filter is sent, a total is read from these few rows."""

    ouverte = BooleanFilter(method=_filter_by_openness, default=None, allow_null=True)
    statut = ChoiceFilter(choices=ComplaintStatus.choices)
    priorite = ChoiceFilter(choices=Priority.choices)
    categorie = ChoiceFilter(choices=Category.choices)
    region = UUIDFilter("region_id")


class ComplaintFilters(SummedComplaintFilters):
    """Filter the list of complaints; `dateDebut` and `dateFin` are the days on which they came in.

    `membre` is the id of somebody's place in a team, `traiteePar` the user's. `delaiTenu` are those that kept their term, or
    broke it; without it also the undecided.
    """

    equipe = UUIDFilter("equipe_id")
    membre = UUIDFilter("membre_id")
    traitee_par = UUIDFilter("membre__user_id")
    suspendue = BooleanFilter(method=_filter_by_suspension, default=None, allow_null=True)
    delai_tenu = BooleanFilter(method=_filter_by_term, default=None, allow_null=True)
    secteur = UUIDFilter("secteur_id")
    echeance_debut = DateFilter("echeance", "gte")
    echeance_fin = DateFilter("echeance", "lte")
    date_debut = FirstDayFilter("date_creation")
    date_fin = LastDayFilter("date_creation")
    search = SearchFilter(method=_filter_by_search, allow_blank=True)

    class Meta:
        form = PeriodForm
