"""Filter households by the parameters of their list, and find them by a search text."""

from collections.abc import Mapping
from datetime import timedelta
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.db.models import Case, F, FloatField, Func, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Concat

from accounts.jobs.models import Job
from accounts.users.models import User
from config.filters import (
    BooleanFilter,
    CheckedTextFilter,
    ChoiceFilter,
    CodesFilter,
    DateFilter,
    DecimalFilter,
    FilterSet,
    FirstDayFilter,
    IdsFilter,
    IntegerFilter,
    LastDayFilter,
    PeriodForm,
    SearchFilter,
    UUIDFilter,
    VisibleIdsFilter,
)
from config.ids import build_first_uuid7
from config.paging import build_order
from config.text import build_code_condition, build_words_condition, find_phone_key, rank_whole_words, split_words
from geo.areas.models import Normalised
from geo.import_engine.lanes import list_lane_operations
from geo.layers.api import AreaFilters
from registry.households.hooks import household_questions
from registry.households.models import (
    Categorie,
    FormerHousehold,
    HeadOfHousehold,
    Household,
    Milieu,
    Statut,
    StatutCollecte,
)
from registry.households.rules import normalise_phone
from registry.households.suspicions.filters import OriginlessFilter, QualityRuleFilter, SuspicionFilter
from registry.projects.models import Campaign, Project

MAX_SIZE: Final = 32_000
# Into how many lanes an import may have been divided: the job that has ended does not tell.
MOST_LANES: Final = 8
# How far the clocks of the database and of a worker may be apart.
CLOCKS_APART: Final = timedelta(minutes=5)
# How alike a name with a slip in it is: "Nimah Mané" is to "Nhima Mané" by 0.41.
LEAST_LIKENESS: Final = 0.4
PLAN: Final = "plan"
MAX_PLAN: Final = 4_000
# What a list may be sorted by, with the column; `-` before a name sorts it the other way round.
SORT_COLUMNS: Final[dict[str, F | Case]] = {
    "codeMenage": F("code_menage"),
    "chefMenage": F("chef__nom_complet"),
    "localite": F("localite__nom"),
    "tailleMenage": F("taille_menage"),
    # From the poorest on, as people read them; their codes would be sorted by letters.
    "categoriePauvrete": Case(
        *(When(categorie_pauvrete=code, then=rank) for rank, code in enumerate(Categorie.values)),
        output_field=IntegerField(),
    ),
    "scorePmt": F("score_pmt"),
    "eligibleProgramme": F("eligible_programme"),
    "scoreQualite": F("score_qualite"),
    "statutCollecte": F("statut_collecte"),
    "campagne": F("campagne__nom"),
    # As the lists show it: the first name first.
    "enqueteur": Case(
        When(enqueteur__isnull=False, then=Concat("enqueteur__prenom", Value(" "), "enqueteur__nom")),
    ),
    "createdAt": F("id"),
    "updatedAt": F("updated_at"),
}


def search_household_ids(text: str, contacts: bool = False) -> QuerySet:
    """Return the ids of households that match a search text.

    A household matches if its external identifier or code is `text`, if its code starts with `text` (three characters
    or more), if the name of its head contains every word of it, or, with `contacts`, if `text` is the head's telephone
    or mobile account. The code of a merged household finds its successor.

    This is a union, whose parts each use their own index: the same conditions joined by OR across tables would read
    every row.
    """
    found = find_ids_by_code(text)
    if contacts and find_phone_key(text):
        number = normalise_phone(text)
        for column in ("telephone", "numero_mobile_money"):
            found = found.union(HeadOfHousehold.objects.filter(**{column: number}).values("menage_id"))
    words = split_words(text)
    if not words:
        return found
    heads = HeadOfHousehold.objects.annotate(nom_normalise=Normalised("nom_complet"))
    return found.union(heads.filter(build_words_condition("nom_normalise", words)).values("menage_id"))


def find_ids_by_code(text: str) -> QuerySet:
    """Return the ids of households by their external identifier, their code or its beginning, or the code of one that was merged."""
    rows = Household.objects.order_by()
    found = rows.filter(identifiant_unique=text).values("id")
    for code in {text, text.upper()}:
        found = found.union(rows.filter(build_code_condition("code_menage", code)).values("id"))
    return found.union(FormerHousehold.objects.filter(code_menage=text.upper()).values("menage_id"))


def filter_by_search(rows: QuerySet[Household], field_name: str, text: str) -> QuerySet[Household]:
    """Filter households by a search text: the `method` of a `SearchFilter`."""
    return rows.filter(id__in=search_household_ids(text))


def _filter_by_contact(rows: QuerySet[Household], field_name: str, text: str) -> QuerySet[Household]:
    return rows.filter(id__in=search_household_ids(text, contacts=True))


def _measure_likeness(field: str, text: str) -> Func:
    """Return how alike a name is to a text, from 0 to 1."""
    return Func(Normalised(field), Normalised(Value(text)), function="similarity", output_field=FloatField())


def _filter_by_likeness(rows: QuerySet[Household], field_name: str, text: str) -> QuerySet[Household]:
    """Filter households by a name with a slip in it: most trigrams of the head's name are those of the text."""
    heads = HeadOfHousehold.objects.annotate(
        nom_normalise=Normalised("nom_complet"), likeness=_measure_likeness("nom_complet", text)
    )
    # The index finds what is somewhat alike (the operator's own limit), the second condition leaves what is a slip away.
    alike = heads.filter(nom_normalise__trigram_similar=Normalised(Value(text)), likeness__gte=LEAST_LIKENESS)
    return rows.filter(id__in=alike.order_by().values("menage_id"))


class ImportFilter(UUIDFilter):
    """Filter households by the import job that created them: the audit operations of the job or of its lanes."""

    is_read_from_rows = True

    def build_condition(self, value: UUID, prefix: str = "") -> Q:
        job = Job.objects.filter(id=value).first()
        if job is None:
            return Q(**{f"{prefix}pk__in": []})
        lanes = (list_lane_operations(job.id, count) for count in range(1, MOST_LANES + 1))
        operations = [job.id, *chain.from_iterable(lanes)]
        # Ids are time-ordered: only the rows from the time of the job are read.
        since = build_first_uuid7(job.created_at - CLOCKS_APART)
        found = Q(**{f"{prefix}operation_creation__in": operations, f"{prefix}id__gte": since})
        if job.ended_at:
            found &= Q(**{f"{prefix}id__lt": build_first_uuid7(job.ended_at + CLOCKS_APART)})
        return found


class PositionFilter(BooleanFilter):
    """Filter households by whether their position is known: those without are in lists, on no map."""

    def build_condition(self, value: bool, prefix: str = "") -> Q:
        return Q(**{f"{prefix}geom__isnull": not value})


class QuestionFilter(CheckedTextFilter):
    """Filter households by the plan of a question: exactly those that its answer counts."""

    is_read_from_rows = True

    def __init__(self, **options: Any) -> None:
        super().__init__("pk", check=lambda text: household_questions[PLAN].read(text), max_length=MAX_PLAN, **options)

    def build_condition(self, value: str, prefix: str = "") -> Q:
        question = household_questions[PLAN]
        condition = question.build_condition(question.read(value))
        if not prefix:
            return condition
        return Q(**{f"{prefix}pk__in": Household.objects.filter(condition).order_by().values("pk")})

    def limit_to_visible(self, value: str, caller: Any) -> str:
        question = household_questions[PLAN]
        question.check(question.read(value), caller)
        return value


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
    """Filter the list of households; `dateDebut` and `dateFin` are the days on which they were registered.

    `position` false finds those without a position. `collecteDebut` and `collecteFin` are the days of the interview;
    `proche` finds those whose head's name is written almost like this text: for a second try, where `search` found none.
    `scoreQualite[lt]` finds those whose quality is noted below a number.
    `anomalie` finds those that a figure of the quality dashboard counts, `probleme` those that break a quality rule,
    `sans` those without a region, campaign or surveyor, `plan` those that the answer to a question counts: the `filtre`
    of the assistant's answer.
    """

    search = SearchFilter(method=filter_by_search)
    proche = SearchFilter(method=_filter_by_likeness)
    ids = IdsFilter("pk")
    import_job = ImportFilter(name="import")
    localite = IdsFilter("localite_id")
    position = PositionFilter("geom")
    date_debut = FirstDayFilter("created_at")
    date_fin = LastDayFilter("created_at")
    enqueteur = VisibleIdsFilter("enqueteur_id", User)
    collecte_debut = DateFilter("date_collecte__date", "gte")
    collecte_fin = DateFilter("date_collecte__date", "lte")
    anomalie = SuspicionFilter()
    probleme = QualityRuleFilter()
    sans = OriginlessFilter()
    plan = QuestionFilter()
    score_pmt_gte = DecimalFilter("score_pmt", "gte", name="scorePmt[gte]", max_digits=7, decimal_places=2)
    score_pmt_lte = DecimalFilter("score_pmt", "lte", name="scorePmt[lte]", max_digits=7, decimal_places=2)
    score_qualite_lt = DecimalFilter("score_qualite", "lt", name="scoreQualite[lt]", max_digits=5, decimal_places=2)
    taille_menage_gte = IntegerFilter("taille_menage", "gte", name="tailleMenage[gte]", min_value=0, max_value=MAX_SIZE)
    taille_menage_lte = IntegerFilter("taille_menage", "lte", name="tailleMenage[lte]", min_value=0, max_value=MAX_SIZE)

    class Meta:
        form = PeriodForm


class HouseholdContactFilters(HouseholdFilters):
    """Filter the list for callers who may see contacts: they also find a telephone or mobile account."""

    search = SearchFilter(method=_filter_by_contact)


def filter_households(query: Mapping[str, Any], contacts: bool = False) -> QuerySet[Household]:
    """Return the households that match the filters of the list, in the order of `tri`.

    Without it the newest come first (ids are time-ordered). Empty values come last in both directions. With `contacts` the
    search also finds telephone and account numbers. Those found by `proche` stand by their likeness, of those found by
    `search` those first whose head's name has its words whole.
    """
    filters = HouseholdContactFilters if contacts else HouseholdFilters
    rows = sort_households(Household.objects.all(), query.get("tri"))
    if query.get("tri"):
        return filters.filter_rows(rows, query)
    if query.get("proche"):
        rows = rows.order_by(_measure_likeness("chef__nom_complet", query["proche"]).desc(), "-id")
    elif _is_name(words := split_words(query.get("search") or "")):
        rows = rows.order_by(rank_whole_words(Normalised("chef__nom_complet"), words).asc(), "-id")
    return filters.filter_rows(rows, query)


def _is_name(words: list[str]) -> bool:
    """Return whether the words of a search are those of a name: codes and numbers have digits."""
    return bool(words) and all(word.isalpha() for word in words)


def sort_households(rows: QuerySet[Household], name: str | None) -> QuerySet[Household]:
    """Sort households by a name of SORT_COLUMNS; rows with equal values stand newest first."""
    if not name:
        return rows.order_by("-id")
    return rows.order_by(build_order(name, SORT_COLUMNS), "-id")


class HouseholdLayerFilters(AreaFilters):
    """Filter the layer of households."""

    categorie = CodesFilter("categorie_pauvrete", choices=tuple(Categorie.values))
    eligible = BooleanFilter("eligible_programme", default=None, allow_null=True)
    milieu = CodesFilter(choices=tuple(Milieu.values))
    import_job = ImportFilter(name="import")
    plan = QuestionFilter()


class HouseholdCellFilters(HouseholdLayerFilters):
    """Filter the sums by map cell and the tally, which have no locality, no import and no answers to questions."""

    localite: Any = None
    import_job: Any = None
    plan: Any = None
