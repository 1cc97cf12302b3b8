"""Filter complaints."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.db.models import BooleanField, Case, F, Func, IntegerField, Q, QuerySet, When
from django.utils import timezone

from config.caller import Caller
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
from config.text import (
    Normalised,
    PhoneKey,
    build_code_condition,
    build_words_condition,
    find_phone_key,
    split_words,
)
from geo.areas.models import Locality
from registry.households.api import find_ids_by_code
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import (
    OPEN_STATUSES,
    RUNNING_DEADLINE,
    Complaint,
    ComplaintStatus,
    Escalation,
    Priority,
)
from transfers.complaints.teams.models import Category

CONTACTS: Final = "registre.voir_contacts"
# The digits of a reference, which has its year before them, and the first year of complaints.
REFERENCE_DIGITS: Final = re.compile(r"\d{8}")
FIRST_YEAR: Final = 2020
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


def sort_by_urgency(rows: QuerySet[Complaint], today: date) -> QuerySet[Complaint]:
    """Sort open complaints as they are to be worked on: those that are late, then by priority, the oldest first."""
    is_late = Case(When(echeance__lt=today, suspendue_depuis=None, then=0), default=1, output_field=IntegerField())
    return rows.order_by(is_late, SORT_COLUMNS["priorite"], "date_creation", "id")


def sort_complaints(rows: QuerySet[Complaint], name: str) -> QuerySet[Complaint]:
    """Sort complaints by a name of SORT_COLUMNS; rows with equal values stand newest first, those with none last."""
    return rows.order_by(build_order(name, SORT_COLUMNS), "-date_creation", "-id")


def search_complaint_ids(text: str, user: Caller) -> QuerySet:
    """Return the ids of complaints that match a search text, by what `user` may read of them.

    Everybody finds a complaint by the beginning of its reference or its digits, and by the words of its subject or its village; who sees
    contacts by the name and the telephone of the complainant too; who reads households or people by their codes. Only its
    reference finds a complaint about gender-based violence.

    This is a union, whose parts each use their own index: joined by OR they would read every row.
    """
    rows = Complaint.objects.order_by()
    known = rows.exclude(categorie=Category.VBG)
    found = rows.filter(build_code_condition("reference", text.upper())).values("id")
    named = rows.filter(reference__in=_list_references(text)).values("id")
    conditions = _list_word_conditions(split_words(text), user) + _list_code_conditions(text, user)
    key = find_phone_key(text)
    if key and user.holds(CONTACTS):
        conditions.append(Q(cle_telephone=key))
    names = {"nom_plaignant": Normalised("plaignant"), "cle_telephone": PhoneKey("telephone")}
    return found.union(named, *(known.alias(**names).filter(one).values("id") for one in conditions))


def _list_references(text: str) -> list[str]:
    """Return the references with these digits, of whatever year: that is how people read one out."""
    digits = text.strip()
    if not REFERENCE_DIGITS.fullmatch(digits):
        return []
    return [f"PLT-{year}-{digits}" for year in range(FIRST_YEAR, timezone.localdate().year + 1)]


def _list_word_conditions(words: list[str], user: Caller) -> list[Q]:
    """Return the conditions that all of these words are in the subject, in the village or, where allowed, in the name."""
    if not words:
        return []
    villages = Locality.objects.filter(build_words_condition("nom_normalise", words)).order_by()
    conditions = [build_words_condition("objet_normalise", words), Q(localite__in=villages.values("id"))]
    return conditions + [build_words_condition("nom_plaignant", words)] * user.holds(CONTACTS)


def _list_code_conditions(text: str, user: Caller) -> list[Q]:
    """Return the conditions that the complaint is about this household or person, whom the user sees. Codes have digits."""
    if not any(mark.isdigit() for mark in text):
        return []
    conditions = []
    if user.holds("registre.lire"):
        seen = Household.objects.visible_to(user).filter(id__in=find_ids_by_code(text))
        conditions.append(Q(menage__in=seen.order_by().values("id")))
    if user.holds("transferts.lire"):
        people = Beneficiary.objects.visible_to(user).filter(build_code_condition("code", text.upper()))
        conditions.append(Q(beneficiaire__in=people.order_by().values("id")))
    return conditions


def _find_nothing(rows: QuerySet[Complaint], field_name: str, text: str) -> QuerySet[Any]:
    """Refuse to search without the rights of the caller: `filter_complaints` searches."""
    return rows.none()


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
    broke it; without it also the undecided. `niveauEscalade` is who was told that it is late: 1 who leads the team, 2 the
    direction. `search` takes the beginning of a reference, words of the subject or the village,
    and, by the caller's rights, the complainant's name or telephone, and the code of the household or the person.
    """

    equipe = UUIDFilter("equipe_id")
    membre = UUIDFilter("membre_id")
    traitee_par = UUIDFilter("membre__user_id")
    suspendue = BooleanFilter(method=_filter_by_suspension, default=None, allow_null=True)
    delai_tenu = BooleanFilter(method=_filter_by_term, default=None, allow_null=True)
    niveau_escalade = ChoiceFilter(choices=Escalation.choices)
    secteur = UUIDFilter("secteur_id")
    echeance_debut = DateFilter("echeance", "gte")
    echeance_fin = DateFilter("echeance", "lte")
    date_debut = FirstDayFilter("date_creation")
    date_fin = LastDayFilter("date_creation")
    search = SearchFilter(method=_find_nothing, allow_blank=True)

    class Meta:
        form = PeriodForm


def filter_complaints(query: Mapping[str, Any], user: Caller) -> QuerySet[Complaint]:
    """Return the complaints that `user` sees under the filters of the list."""
    rows = ComplaintFilters.filter_rows(Complaint.objects.visible_to(user), {**query, "search": None})
    text = query.get("search")
    return rows.filter(id__in=search_complaint_ids(text, user)) if text else rows
